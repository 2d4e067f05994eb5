"""Which lines are headings: card types, factions, packs, with or without a count behind them.

NetrunnerDB groups a list by type, faction, title or set, CardGameDB and people by type; people write
plurals and leave counts away. A heading is one of the words known here or the name of a product or faction,
never "anything followed by a number", so that no misspelt card passes for a heading.
"""

import re
from functools import lru_cache

from app.deckcheck.catalog import Catalog
from app.deckcheck.folding import fold

_TYPES = """
    event hardware resource program programme icebreaker agenda asset upgrade operation barrier sentry trap
    mythic multi other card console breaker connection virus identity faction neutral runner corp corporation
    deck decklist economy draw tutor multiaccess server transaction
    code-gate ice-breaker card-list deck-list main-deck runner-deck corp-deck stack r&d r&d/stack total hq
    ereignis hardware ressource programm plan operationen aktivposten
    événement evenement matériel ressource projet actif opération piège
    evento recurso programa agenda ventaja mejora operación
    carta karten carte cartas
"""
_OTHERS = """
    ice sentries identities entries ereignisse ressourcen programme
    イベント ハードウェア リソース プログラム アイスブレイカー 計画書 資財 強化 任務 アイス
    バリアー バリア コードゲート セントリー アジェンダ アセット アップグレード オペレーション カード
    事件 硬件 资源 程序 议案 资产 升级 操作 冰 이벤트 하드웨어 리소스 프로그램
"""
WORDS = frozenset(
    [fold(word) for word in _TYPES.split()]
    + [fold(word) + "s" for word in _TYPES.split()]
    + [fold(word) for word in _OTHERS.split()]
)
_COUNT = re.compile(r"(?: ?[:=-])? ?(?:\( ?\d{1,4}(?: ?(?:cards?|枚|x))? ?\)|\[\d{1,4}\]|[:=-] ?\d{1,4})$|:$")
_ORNAMENT = " #*_=-–—~<>|•·"


@lru_cache(maxsize=4)
def _names(catalog: Catalog) -> tuple[frozenset[str], frozenset[str]]:
    """Folded names of factions, and of products and cycles."""
    factions = frozenset(map(fold, (*catalog.factions.values(), *catalog.factions)))
    products = frozenset(
        fold(product.name) for products in (catalog.products, catalog.cycles) for product in products.values()
    )
    return factions, products | {"core", "terminaldirective", "draft"}


def is_product(name: str, catalog: Catalog) -> bool:
    """Whether the name is a product's or a cycle's, as it stands in brackets after a title."""
    return fold(name) in _names(catalog)[1]


def is_heading(line: str, catalog: Catalog) -> bool:
    """Whether the line is a heading: `Event (11)`, `ICE: (18)`, `Agendas`, `## Shaper`, `23 Seconds (3)`.

    A product's name needs its count unless no card has the same name (Magnum Opus is both).
    """
    body = line.strip(_ORNAMENT)
    counted = _COUNT.search(body)
    key = fold(body[: counted.start()] if counted else body)
    if not key:
        return not body  # a rule of dashes
    if key in WORDS:
        return True
    factions, products = _names(catalog)
    if key in factions:
        return True
    return key in products and (counted is not None or catalog.find(key) is None)
