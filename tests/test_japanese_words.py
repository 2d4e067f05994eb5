"""The Japanese texts as an editor reads them: punctuation, one spelling for each word, politeness, terms.

Held are the texts of pages (app/words/ja.po), the words of the judge (facts/ja.toml), and the documents in
Japanese. What cannot be held mechanically is written down in docs/japanese.md.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from app.judge import words as judge_words
from app.words.languages import file_of
from tests.test_translations import forms, leaves

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ("README.ja.md", "docs/organizer-guide.ja.md")
_KANA_OR_KANJI = "ぁ-ゖァ-ヺー一-鿿々〆"
_MARKS = "、。：；（）「」『』？！〜／…"
_TAG = re.compile(r"<[^>]+>|&\w+;")
_BOX = re.compile(r"<span class=\"(?:box|blank)[^>]*></span>|&nbsp;|</small>")
# What is to be typed or sent as it stands: names in braces, codes, paths, quoted examples.
_CODE = re.compile(r"\{\w+\}\.\{\w+\}|\"[^\"]*\"|`[^`]*`|\]\([^)]*\)")

# A spelling that is not ours -> the one that is.
VARIANTS = {
    # one word for each thing of the game and of an event
    "時計": "タイマー",
    "審判": "ジャッジ",
    "罰則": "ペナルティ",
    "スタンディング": "順位表",
    "ペアリング": "組み合わせ",
    "マリガン": "引き直し",
    "トップカット|決勝ラウンド": "決勝トーナメント",
    "ビッド|入札数|入札値": "入札、入札額",
    "オークション": "競り",
    "アイデンティティ": "ID",
    "合法": "適正",
    "対戦者|対局": "対戦相手",
    "試合": "ゲーム",
    "[上下]位シード": "シード上位、シード下位",
    "確かめてください": "ご確認ください",
    "棄権|リタイア": "ドロップ",
    "両者敗北": "両者の敗北",
    "Gigダイス": "ギグダイス",
    "Street Cred": "ストリートクレド",
    # and of the program
    "スマートフォン|携帯": "スマホ",
    "デバイス|端末": "機器",
    "ログイン|ログアウト": "サインイン、サインアウト",
    "リロード|再読込|.再読み込み|再読み込み.": "読み込み直す (the name of a button may be 再読み込み)",
    "ブラウザー": "ブラウザ",
    "サーバ(?!ー)": "サーバー",
    "ユーザ(?!ー)": "ユーザー",
    "フォルダ(?!ー)": "フォルダー",
    "コンピュータ(?!ー)": "コンピューター",
    "プレーヤー|選手": "プレイヤー",
    "運営[がはにの](?!デスク)": "主催者",
    # kana and kanji
    "下さい": "ください",
    "出来[るたまな]": "できる",
    "全て|凡て": "すべて",
    "既に|予め|但し|又は|或いは|及び": "すでに、ただし、または、と",
    "くり返": "繰り返",
    "組合せ|組み合せ|組合わせ": "組み合わせ",
    "引分": "引き分け",
    "取消": "取り消し",
    "構いません": "かまいません",
    "無し|有り": "なし、あり",
    "二人|三人|一人(?!当)": "2人、3人、1人",
}
# An English term -> what its Japanese has, one of these; see docs/japanese.md.
TERMS = {
    r"\bbyes?\b": "不戦勝",
    r"\bstandings\b": "順位",
    r"\bwaiting list\b": "キャンセル待ち",
    r"\btop cut\b": "決勝トーナメント",
    r"\bjournal\b(?! (has|is|names|changes|does))": "記録",
    r"\bclocks?\b": "タイマー|開始",
    r"\bmulligan\b": "引き直",
    r"\bagenda points\b": "計画書",
    r"\binfluence\b": "影響値",
    r"\bfaction\b": "派閥",
    r"\bgame loss\b": "ゲームの敗北",
    r"\bmatch loss\b": "マッチの敗北",
    r"\bdouble loss\b": "両者の敗北",
    r"\bdisqualif": "失格",
    r"\bhouseholds?\b": "世帯",
    r"\bpersonal link": "個人用リンク",
    r"\bsign(ed)? (in|out)\b": "サイン(イン|アウト)",
    r"\bintentional draw": "合意による引き分け",
    r"\bforfeit": "不戦",
    r"\bconce(de|ssion)": "投了|concession",
    r"\bbracket\b(?!s)": "トーナメント表|括弧",
    r"\bannouncement": "お知らせ",
    r"\bpenalt(y|ies)\b": "ペナルティ|減少",
    r"\brestricted\b": "制限カード",
    r"\bcard pool\b": "プール",
    r"\bpersonal\b": "個人用",
    r"\bhigher seed\b": "シード上位",
    r"(?<!no )\bpairings?\b": "組み合わせ|対戦相手",
    r"\bdraft\b": "下書き",
}


def entries() -> list[tuple[str, str]]:
    """Every text of the program with its Japanese."""
    with file_of("ja").open("rb") as opened:
        catalog = read_po(opened, locale="ja")
    return [
        (each.id[-1] if isinstance(each.id, tuple) else each.id, form)
        for each in catalog
        if each.id
        for form in forms(each.string)
    ]


def judged() -> Iterator[str]:
    """The words of the judge's pages."""
    facts = tomllib.loads((judge_words.FACTS / "ja.toml").read_text(encoding="utf-8"))
    yield from (text for _, text in leaves(facts))


def plain(text: str) -> str:
    """A text without tags; what is typed as it stands, and what is written on paper, is a box."""
    return _CODE.sub("□", _TAG.sub("", _BOX.sub("□", text)))


def found(rule: str, texts: list[str]) -> list[str]:
    """The texts that break a rule."""
    return [text for text in texts if re.search(rule, plain(text))]


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """All Japanese texts of pages."""
    return [*(form for _, form in entries()), *judged()]


@pytest.fixture(scope="module")
def prose() -> list[str]:
    """The lines of the documents in Japanese, without blocks of code."""
    lines = []
    for name in DOCUMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        lines += re.sub(r"```.*?```", "", text, flags=re.DOTALL).splitlines()
    return [line for line in lines if not line.startswith(("![", "|---"))]


HALF_WIDTH = rf"[{_KANA_OR_KANJI}{_MARKS}}}][,.;:!?()](?![\w.])|[,;:!?(](?=[{_KANA_OR_KANJI}])"
FULL_WIDTH = r"[０-９Ａ-Ｚａ-ｚ，．；　]"
BESIDE_MARKS = rf"[{_MARKS}] (?!$)| [{_MARKS}]"
BETWEEN = rf"[{_KANA_OR_KANJI}] [{_KANA_OR_KANJI}]|(?:Netrunner|TCG|Refresh|NetrunnerDB) [{_KANA_OR_KANJI}]"
TWICE = r"、、|。。|\.\.\.|・・|さんさん|(?:さん|様|氏)(?:様|氏|君)|お\w{1,4}になられ|ご\w{1,4}され"


@pytest.mark.parametrize(
    ("rule", "breaks"),
    [
        (HALF_WIDTH, "3枚, です"),
        (FULL_WIDTH, "３枚"),
        (BESIDE_MARKS, "はい、 3枚"),
        (BETWEEN, "決勝 第1ラウンド"),
        (TWICE, "Anaさん様"),
    ],
)
def test_punctuation_and_spaces(texts: list[str], rule: str, breaks: str) -> None:
    assert found(rule, [breaks]) == [breaks]
    assert found(rule, texts) == []


def test_days_are_written_as_people_write_them() -> None:
    assert [text for text in judged() if re.search(r"\d{4}-\d\d-\d\d", text)] == []


def test_a_sentence_ends_as_its_english_does() -> None:
    ends = []
    for english, japanese in entries():
        asked, said = _TAG.sub("", english).rstrip(), _TAG.sub("", japanese).rstrip()
        # A list at the end stands behind a colon, and needs no full stop.
        whole = said.endswith("。") or "：" in said or "？" in said or said.startswith("影響値")
        if asked.endswith(".") and not whole:
            ends.append((english, japanese))
        if said.endswith("。") and not asked.endswith((".", "!", "?")):
            ends.append((english, japanese))
    assert ends == []


def test_sentences_are_polite(texts: list[str]) -> None:
    rule = (
        r"(?:[^でま]した|だ|である|する|れる|せる|める|ける|なる|いる|える|[^ま]せん?ない|られない|くない)。"
    )
    assert found(rule, ["結果を入力する。"])
    said = [text for _, text in entries()]
    assert found(rule, said) == []
    assert [text for text in texts if re.search("のだ[。、よと]", text)] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_word_has_one_spelling(texts: list[str], prose: list[str], variant: str) -> None:
    assert found(variant, [*texts, *prose]) == [], f"write {VARIANTS[variant]}"


@pytest.mark.parametrize("term", TERMS)
def test_a_term_of_the_list_is_said_by_its_word(term: str) -> None:
    said = [
        (english, text)
        for english, text in entries()
        if re.search(term, re.sub(r"\{\w+\}", "", english), re.IGNORECASE)
    ]
    assert said
    assert [pair for pair in said if not re.search(TERMS[term], pair[1])] == []


def test_the_cut_is_not_called_as_its_last_game_is() -> None:
    finals = {"final", "semifinal", "quarterfinal", "upper final", "lower final"}
    rule = r"(?<!準)(?<!準々)(?<!者側)決勝(?!トーナメント|テーブル)"
    assert [
        pair
        for pair in entries()
        if re.search(rule, pair[1]) and pair[0] not in finals and "決勝テーブル" not in pair[1]
    ] == []


def test_the_documents_have_no_space_beside_latin_words(prose: list[str]) -> None:
    rule = rf"[{_KANA_OR_KANJI}] [A-Za-z]|[A-Za-z] [{_KANA_OR_KANJI}]"
    assert found(rule, ["必要なのは Python です"])
    assert found(rule, [line for line in prose if not line.startswith("#")]) == []
