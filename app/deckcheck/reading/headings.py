"""Which lines are headings: card types, factions, packs, with or without a count behind them.

NetrunnerDB groups a list by type, faction, title or set, CardGameDB and people by type; people write
plurals and leave counts away. A heading is one of the words known here or the name of a product or faction,
never "anything followed by a number", so that no misspelt card passes for a heading.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from app.deckcheck.catalog import Card, Catalog
from app.deckcheck.folding import fold
from app.deckcheck.reading import japanese

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
    ice ices sentries identities entries ereignisse ressourcen programme
    イベント ハードウェア リソース プログラム アイスブレイカー 計画書 資財 強化 任務 アイス
    バリアー バリア コードゲート セントリー アジェンダ アセット アップグレード オペレーション カード
    事件 硬件 资源 程序 议案 资产 升级 操作 冰 이벤트 하드웨어 리소스 프로그램
"""
WORDS = frozenset(
    [fold(word) for word in _TYPES.split()]
    + [fold(word) + "s" for word in _TYPES.split()]
    + [fold(word) for word in _OTHERS.split()]
)
_AS_WRITTEN = frozenset(
    ["Event", "Hardware", "Resource", "Icebreaker", "Program", "Agenda", "Asset", "Upgrade", "Operation"]
) | {"Barrier", "Code Gate", "Sentry", "ICE", "Ice", "Cards"}
_COUNT = re.compile(r"(?: ?[:=-])? ?(?:\( ?\d{1,4}(?: ?(?:cards?|枚|x))? ?\)|\[\d{1,4}\]|[:=-] ?\d{1,4})$|:$")
_SET = re.compile(r"(.*?)[ :=(\[-]*[xX×]? ?(\d{1,4}) ?(?:cards?|枚|x)? ?[)\]]?$")
_ORNAMENT = " #*_=-–—~<>|•·"


class _Names(NamedTuple):
    factions: frozenset[str]
    products: frozenset[str]
    as_printed: frozenset[str]
    heading: frozenset[str]


@lru_cache(maxsize=4)
def _names(catalog: Catalog) -> _Names:
    """Folded names of factions, and of products and cycles; and product names as they are printed."""
    printed = [product.name for product in catalog.products.values()]
    printed += [cycle.name for cycle in catalog.cycles.values()]
    return _Names(
        factions=frozenset(map(fold, (*catalog.factions.values(), *catalog.factions))),
        products=frozenset(map(fold, printed)) | {"core", "terminaldirective", "draft"},
        as_printed=frozenset(printed),
        heading=_AS_WRITTEN.union(printed, catalog.factions.values()),
    )


def is_product(name: str, catalog: Catalog) -> bool:
    """Whether the name is a product's or a cycle's, as it stands in brackets after a title."""
    names = _names(catalog)
    return name in names.as_printed or fold(name) in names.products


def printed_in(card: Card, product: str, catalog: Catalog) -> bool:
    """Whether a product of that name holds the card."""
    key = fold(product)
    found = (catalog.products.get(printing.product) for printing in card.printings)
    return any(each is not None and fold(each.name) == key for each in found)


def is_counted_heading(line: str, catalog: Catalog) -> bool:
    """Whether the line is a heading just as NetrunnerDB prints it, which most headings are: `Shaper (12)`."""
    name, bracket, count = line.rpartition(" (")
    return bool(bracket) and count[:-1].isdigit() and count[-1] == ")" and name in _names(catalog).heading


def _split(line: str) -> tuple[str, bool]:
    """The folded words of a line without ornament and count, and whether there was a count."""
    body = line.strip(_ORNAMENT)
    start = max(0, len(body) - 24)
    counted = _COUNT.search(body[start:]) if body and body[-1] in ")]:0123456789" else None
    return fold(body[: start + counted.start()] if counted else body), counted is not None


def set_named(line: str, catalog: Catalog) -> tuple[Card, int] | None:
    """The card whose title is also the name of the pack in a heading, and how many cards it says follow:
    `Magnum Opus (2)`.
    """
    counted = _SET.match(line.strip("{}" + _ORNAMENT))
    card = catalog.titled(counted[1].strip("{}" + _ORNAMENT)) if counted else None
    return (card, int(counted[2])) if card is not None and counted is not None else None


def is_type_heading(line: str) -> bool:
    """Whether the line is a card type or a word like it (`ICE: (18)`, `Agendas`), or only dashes."""
    key, _ = _split(line)
    return key in WORDS or not (key or line.strip(_ORNAMENT))


def is_certain_heading(line: str, catalog: Catalog) -> bool:
    """Whether the line is a heading whatever titles it may hold: as NetrunnerDB prints it, or a type."""
    return is_counted_heading(line, catalog) or is_type_heading(line) or japanese.is_heading(line, catalog)


def is_heading(line: str, catalog: Catalog) -> bool:
    """Whether the line is any heading: a type, a faction (`## Shaper`), a product (`23 Seconds (3)`).

    A product's name needs its count unless no card has the same name (Magnum Opus is both).
    """
    key, counted = _split(line)
    if not key:
        return not line.strip(_ORNAMENT)
    names = _names(catalog)
    if key in WORDS or key in names.factions or japanese.is_heading(line, catalog):
        return True
    return key in names.products and (counted or catalog.find(key) is None)
