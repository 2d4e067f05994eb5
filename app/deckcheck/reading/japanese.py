"""What Japanese lists write around their cards: headings, sums, and the label of the identity.

`【イベント】3枚`, `■アイス（12）`, `クリミナル`, `計画書（3種9枚）` are headings;
`合計45枚`, `影響値：12/15` are sums; `ID《…》`, `【ID】…` tell the identity. Only words known here
count, and no title of a card is among them.
Characters are half-width already (reading/source.py).
"""

import re

from app.deckcheck.catalog import Catalog
from app.deckcheck.folding import fold

LONGEST = 60
"""Characters of a line that is looked at; headings and sums are short."""

_HEADINGS = frozenset(
    map(
        fold,
        [
            "イベント",
            "ハードウェア",
            "ハード",
            "リソース",
            "プログラム",
            "アイスブレイカー",
            "アイスブレーカー",
            "ブレイカー",
            "ブレーカー",
            "フラクター",
            "デコーダー",
            "キラー",
            "ウイルス",
            "ウィルス",
            "コンソール",
            "計画書",
            "計画",
            "アジェンダ",
            "資財",
            "資産",
            "アセット",
            "強化",
            "アップグレード",
            "任務",
            "作戦",
            "オペレーション",
            "アイス",
            "バリアー",
            "バリア",
            "コードゲート",
            "セントリー",
            "トラップ",
            "カード",
            "その他",
            "ランナー",
            "コーポ",
            "コーポレーション",
            "デッキ",
            "デッキリスト",
            "カードリスト",
            "メインデッキ",
            "派閥",
            "中立",
            "ニュートラル",
            "基本セット",
            "コアセット",
            "大拡張",
            "拡張",
            "データパック",
            "ドラフト",
            "第2版",
            "第2版基本セット",
            "基本セット第2版",
        ],
    )
)
_KINDS = "|".join(("カード", "デッキ", "デッキリスト", "リスト", "側", "派閥", "セット", "類"))
_BRACKETS = " #*_=-–—~<>|•·・■□◆◇●○★☆▼▽▲△◎※【】《》〈〉「」『』[]()―─━:"
_NUMBER = r"(?:計 ?)?\d{1,3} ?(?:枚|種(?:類)?(?: ?[、,/・]? ?(?:計 ?)?\d{1,3} ?枚)?|点)?"
_COUNT = re.compile(rf"[ :=【\[(]*{_NUMBER}[ \])】]*$")
_BEHIND = re.compile(rf"[ ・]?(?:{_KINDS})$|(?<=.)[(](?:コーポ|ランナー)[)]?$")
_SUM_WORDS = (
    "(?:合計|総計|総数|総枚数|計|全|カード枚数|デッキ枚数|枚数|カード|デッキサイズ|最[小低大高](?:デッキ)?枚数"
    "|(?:使用)?影響値(?:合計)?|(?:合計)?影響値|計画書(?:ポイント|点)(?:合計)?|アジェンダポイント|点数)"
)
_SUM = re.compile(
    rf"{_SUM_WORDS}(?:合計|総計|計)?[ :=]*\d{{1,3}} ?(?:枚|点)?(?: ?[/~〜] ?\d{{1,3}} ?(?:枚|点)?)?"
    r"(?: ?\([^()]*\))?$"
    r"|\d{2,3} ?枚(?: ?\((?:最[小低大高]|以上|合計)[^()]*\))?$"
)
_IDENTITY = re.compile(
    r"[【\[《〈(「■◆●]? ?(?:使用)?(?:コーポ|ランナー)?(?:ID|アイデンティティー?|識別)(?:カード)?"
    r" ?[】\])」》〉]? ?[:=]? ?"
    r"(?=[《「『【]|$)",
    re.IGNORECASE,
)


def is_heading(line: str, catalog: Catalog) -> bool:
    """Whether the line is a card type, a faction, a side or a word like it, in brackets or not, with or
    without a count.
    """
    if line.isascii() or len(line) > LONGEST:
        return False
    if _known(_bare(line), catalog):
        return True
    counted = _COUNT.search(line)
    return counted is not None and _known(_bare(line[: counted.start()]), catalog)


def _bare(line: str) -> str:
    """The line without what stands around it; one `ー` behind a word is its long vowel, two are a rule."""
    bare = line.strip(_BRACKETS)
    return bare.strip("ー" + _BRACKETS) if bare.startswith("ーー") else bare


def _known(words: str, catalog: Catalog) -> bool:
    """Whether these words are a heading's, perhaps with `カード` or the side behind them."""
    for each in (words, _BEHIND.sub("", words)):
        if not each.isascii() and (fold(each) in _HEADINGS or catalog.faction_named(each) is not None):
            return True
    return False


def is_sum(line: str) -> bool:
    """Whether the line says how many cards, points or influence the list holds."""
    return (
        len(line) <= LONGEST
        and not line.isascii()
        and _SUM.match(_bare(line) + ")" * line.endswith(")")) is not None
    )


def identity_behind(line: str) -> str | None:
    """What follows `ID《…》` or `【ID】`, None without that label."""
    found = _IDENTITY.match(line) if len(line) <= LONGEST * 2 else None
    return line[found.end() :] if found is not None else None
