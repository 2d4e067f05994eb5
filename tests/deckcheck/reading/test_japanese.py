"""Japanese lists: card lines, headings, sums and identities in the forms people write them."""

import pytest

from app.deckcheck import tables
from app.deckcheck.catalog import Catalog
from app.deckcheck.decklists import read
from app.deckcheck.reading import japanese

IDENTITY = "《カーン：巧みな逃亡者ハンター／Khan: Savvy Skiptracer》"
CARD_LINES = """
３枚 ディーゼル|3枚　《ディーゼル/Diesel》|3枚、ディーゼル|3枚の《ディーゼル》|3《ディーゼル/Diesel》
3x《ディーゼル/Diesel》|３Ｘ《ディーゼル/Diesel》|×３《ディーゼル》|３×《ディーゼル》
《ディーゼル/Diesel》3枚|《ディーゼル/Diesel》 3 枚|《ディーゼル/Diesel》三枚|《ディーゼル／Diesel》×3
《ディーゼル/Diesel》ｘ３|《ディーゼル/Diesel》＊３|《ディーゼル/Diesel》 3|《ディーゼル/Diesel》（３）
《ディーゼル/Diesel》（3枚）|《ディーゼル/Diesel》：3枚|《ディーゼル/Diesel》…3|《ディーゼル》3枚
《Diesel／ディーゼル》３枚|《ディーゼル|Diesel》3枚|《ディーゼル・Diesel》3枚|《ディーゼル (Diesel)》3枚
《ディーゼル》/《Diesel》 3枚|ディーゼル/Diesel 3枚|Diesel（ディーゼル）×3|ディーゼル(Diesel) 3
ディーゼル ３|ディーゼル３枚|ディーゼル×３|ディーゼル：３|「ディーゼル」3枚|『ディーゼル』×3
【ディーゼル】3|ﾃﾞｨｰｾﾞﾙ 3枚|・ディーゼル ×3|●《ディーゼル/Diesel》 3枚|１.《ディーゼル/Diesel》 3枚
3枚《ディーゼル／Diesel》●●|《ディーゼル/Diesel》 3枚 影響値2|《ディーゼル/Diesel》 3枚（影響値：6）
"""
HEADINGS = """
イベント イベント(3) イベント（３） イベント：３ イベント：3枚 イベント計3枚 【イベント】
【イベント】3枚 【イベント(3枚)】 ■イベント ◆イベント（3枚） 《イベント》 ＜イベント＞ 〈イベント〉
★イベント★ ーーイベントーー ＝＝イベント＝＝ ・イベント イベント（3種9枚） イベントカード ハードウェア
リソース（6） プログラム アイスブレイカー ウイルス コンソール 【アイス】（12） 計画書（3）
計画書（3種9枚） 資財 任務 強化 バリアー コードゲート セントリー ランナー ランナーデッキ コーポ アナーク
クリミナル（3） シェイパー アダム アペックス サニー・ルボー ハースバイオロイド ハース＝バイオロイド
ジンテキ ウェイランド・コンソーシアム 中立（3） 中立（コーポ） 基本セット 大拡張（2） 合計45枚 合計：45
計45枚 45枚 45枚（最小45枚） デッキ枚数：45 影響値：12/15 影響値15/15 計画書ポイント：20
計画書ポイント20点 作者：花子
"""
IDENTITIES = [
    "ID：《NBN：ニュースを生み出す》",
    "ＩＤ: NBN：ニュースを生み出す",
    "ID 《NBN: Making News》",
    "【ID】《NBN: Making News》",
    "【ID】\n《NBN：ニュースを生み出す／NBN: Making News》1枚",
    "ID\n《NBN: Making News》",
    "使用ID：《NBN：ニュースを生み出す》",
    "コーポID《NBN：ニュースを生み出す》",
    "アイデンティティ：《NBN：ニュースを生み出す/NBN: Making News》",
    "1枚 NBN：ニュースを生み出す",
    "ニュースを生み出す",
]


def split(lines: str) -> list[str]:
    """The lines of a table, but for the bar within a title's brackets."""
    kept = (
        lines.strip().replace("《ディーゼル|Diesel》", "《ディーゼル\0Diesel》").replace("\n", "|").split("|")
    )
    return [line.replace("\0", "|") for line in kept]


@pytest.mark.parametrize("line", split(CARD_LINES))
def test_a_card_line_is_read(line: str, catalog: Catalog) -> None:
    decklist = read(f"{IDENTITY}\n\n{line}\n２枚 《Corroder》", catalog)
    assert {entry.card.title: entry.copies for entry in decklist.entries} == {"Diesel": 3, "Corroder": 2}
    assert decklist.identity is not None and decklist.identity.title == "Khan: Savvy Skiptracer"
    assert decklist.problems == ()


@pytest.mark.parametrize("line", HEADINGS.split())
def test_what_stands_around_the_cards_is_no_card(line: str, catalog: Catalog) -> None:
    decklist = read(f"{IDENTITY}\n\n3枚 《Diesel》\n\n{line}\n２枚 《Corroder》", catalog)
    assert {entry.card.title: entry.copies for entry in decklist.entries} == {"Diesel": 3, "Corroder": 2}
    assert decklist.problems == ()


@pytest.mark.parametrize("lines", IDENTITIES)
def test_the_identity_is_found_by_its_label(lines: str, catalog: Catalog) -> None:
    decklist = read(f"{lines}\n\n3枚 《Hedge Fund》", catalog)
    assert decklist.identity is not None and decklist.identity.title == "NBN: Making News"
    assert decklist.problems == ()


def test_the_name_of_a_deck_has_a_label(catalog: Catalog) -> None:
    assert read(f"デッキ名：春の嵐\n{IDENTITY}\n3枚 《Diesel》", catalog).name == "春の嵐"


def test_a_faction_alone_is_asked_about_with_its_identities(catalog: Catalog) -> None:
    problem = read("1枚 ジンテキ\n\n3枚 《Hedge Fund》", catalog).problems[0]
    assert problem.code in ("identity-missing", "identity-ambiguous")
    assert "Jinteki: Personal Evolution" in str(problem.message)


def test_a_card_nobody_knows_is_still_told(catalog: Catalog) -> None:
    problems = read(f"{IDENTITY}\n3枚 《無い札》\n3枚 《Diesel》", catalog).problems
    assert [problem.code for problem in problems] == ["unknown-card"]


def test_no_title_of_any_language_passes_for_a_heading_or_a_sum(catalog: Catalog) -> None:
    for _language, title, _english in tables.rows("titles"):
        for written in (title, f"《{title}》"):
            assert not japanese.is_heading(written, catalog), title
            assert not japanese.is_sum(written), title
            assert japanese.identity_behind(written) is None, title
