"""A card line in any form, at any place of any legal list, is read or makes the deck illegal with its line.

The lists are those of tests/deckcheck/lists; what is put in is one line that names a card the list does not
hold, in forms people use, in forms nobody uses, and in places where a reader expects something else.
"""

from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.deckcheck.catalog import Catalog, load_catalog
from app.deckcheck.decklists import Unreadable, read
from app.deckcheck.values import Decklist

LISTS = Path(__file__).parent.parent / "lists"
CATALOG = load_catalog()
FORMS = [
    "3 {}", "3x {}", "3X {}", "x3 {}", "×3 {}", "3× {}", "(3) {}", "[3] {}", "(3x) {}", "3) {}", "3: {}",
    "3 - {}", "3 of {}", "3 copies of {}", "three {}", "Three copies of {}", "{} x3", "{} (3)", "{} [3]",
    "{}: 3", "{}, 3", "{} 3x", "{} x3 ●●", "{} x3 (Core Set) ●●", "{} ×3 ••", "{} 3枚", "{} 三枚", "《{}》×3",
    "・《{}》 3枚", "- [ ] 3x {}", "- [x] 3 {}", "☐ 3x {}", "✓ 3 {}", "> 3x {}", "1. 3x {}", "1) {} x3",
    "a) 3x {}", "# 3x {}", "## 3 {}", "**3x {}**", "~~3x {}~~", "`3x {}`", "```3x {}```", "| 3 | {} |",
    "| {} | 3 |", "|3|{}|", "3;{}", "3,{}", '3,"{}"', '"{}",3', "{};3", "3\t{}", "{}\t3", "3 | {}",
    "Cards: 3 {}", "Events: 3x {}", "ICE: 3x {}", "Date: 3 {}", "Format: 3 {}", "Name: 3 {}", "Deck: 3x {}",
    "Title: 3 {}", "Identity: 3 {}", "Total: 3 {}", "Influence: 3 {}", "Sideboard: 3 {}", "plus 3 {}",
    "and 3x {} please", "2+1 {}", "1-3 {}", "3/3 {}", "~3 {}", "3 {} 3", "3 {} (my favourite)",
    "3 {} // draws", "3 {} - because", "Warning: 3 {}", "published on 3 {}", "Cards up to {} 3",
    "Deck built 3x {}", "3 influence spent on 3x {}", "49 cards (3x {})", "2 sets needed, 3 {}",
    "<li>3 {}</li>", "<li>{} x3</li>", "<td>3</td><td>{}</td>", "<b>3</b> {}", "[b]3x {}[/b]", "_3 {}",
    "#3 {}", "*3 {}", "3x [{}](https://example.org/card)", "[3x {}](https://example.org)", '"{}": 3,',
    "{{{}}} 3", "https://example.org 3x {}", "Event (3) 3x {}", "NBN: 3 {}", "Jinteki - 3 {}",
    "Reina Roja: 3 {}", "3 {}, 3 {}", "{} x3, {} x3", "3x {} 3x {}",
    "٣ {}", "³ {}", "③ {}", "{} ③", "Ⅲ {}", "{} ⅲ", "३ {}", "3️⃣ {}", "3х {}", "х3 {}", "3χ {}", "3✖ {}",
    "{} ⨯3", "3 times {}", "3 kpl {}", "3 шт. {}", "три {}", "tři {}", "kolme {}", "3 sztuki {}",
    "三枚{}", "playset of {}", "{} playset", "a playset: {}", "3 <{}>", "{} x3 (influence 2)",
    "{} x3 (2 inf)", "1 {} (x3)", "2 - {} [3x]", "3\u200b{}", "{}\u200b3", "{{\\b 3x {}}}",
    "3 {} [id: 01050]", "3x [{}](https://netrunnerdb.com/en/card/01050)", "③枚 {}", "《{}》٣",
    "* ⑶ {}", "3 exemplaires {}",
    "Only 3 {} in the " + "very long " * 40 + "line",
]  # fmt: skip
INSERTED = [
    "Account Siphon",
    "Snare!",
    "Diesel",
    "Sherlock 1.0",
    "ディーゼル",
    "Leverage",
    "Aesop's Pawnshop",
    "Imp",
]


def list_files() -> list[tuple[str, str]]:
    """Every list of text with an identity, decoded."""
    found = []
    for path in sorted(LISTS.iterdir()):
        if path.suffix in (".txt", ".md", ".deck") and not path.name.startswith(
            ("utf-16", "windows", "jinteki-plain")
        ):
            found.append((path.name, path.read_text(encoding="utf-8-sig").replace("\r", "")))
    return found


def own_lists() -> list[tuple[str, str]]:
    """Short lists in the forms of tables and web pages."""
    found = []
    runner = "Noise: Hacker Extraordinaire\n"
    found.append(
        ("html", "<h3>Noise: Hacker Extraordinaire</h3>\n<ul>\n<li>3 Medium</li>\n<li>2 Crypsis</li>\n</ul>")
    )
    found.append(("csv", "Quantity,Card\n1,Noise: Hacker Extraordinaire\n3,Medium\n2,Crypsis"))
    found.append(
        (
            "table",
            "**Noise: Hacker Extraordinaire**\n\n| Qty | Card |\n|---|---|\n| 3 | Medium |\n| 2 | Crypsis |",
        )
    )
    found.append(
        ("sheet", "RUNNER DECK\nMin Identity Max\n45 " + runner + "Qty Card Name Inf\n3 Medium 9\n5 Totals 9")
    )
    found.append(("japanese", "《Noise: Hacker Extraordinaire》\n\n《Medium》 3枚\n2 《Crypsis》"))
    found.append(("tabs", runner + "Qty\tCard\tInf\n3\tMedium\t9\n2\tCrypsis\t"))
    return found


LIST_FILES, OWN_LISTS = list_files(), own_lists()
TEXTS = LIST_FILES + OWN_LISTS


def counted(decklist: Decklist) -> dict[str, int]:
    return {entry.card.title: entry.copies for entry in decklist.entries}


@lru_cache
def as_it_was(text: str) -> Decklist:
    return read(text, CATALOG)


def silently_lost(text: str, line: str, at: int) -> bool:
    """Whether the list with the line put in before line `at` is what it was, with no violation there."""
    before = as_it_was(text)
    rows = text.split("\n")
    try:
        after = read("\n".join([*rows[:at], line, *rows[at:]]), CATALOG)
    except Unreadable:
        return False
    told = [problem for problem in after.problems if problem.code != "unreadable-line"]
    said = any(problem.line == at + 1 for problem in told) or after.identity != before.identity
    return counted(after) == counted(before) and not said


def test_there_are_many_forms_and_lists() -> None:
    assert len(set(FORMS)) >= 140
    assert len(TEXTS) >= 30


@pytest.mark.parametrize("form", FORMS)
def test_a_card_line_in_any_form_is_read_or_reported(form: str) -> None:
    lost = []
    start = FORMS.index(form)
    for name, text in [*OWN_LISTS, *(LIST_FILES * 2)[start % len(LIST_FILES) :][:4]]:
        rows = text.count("\n") + 1
        for at in sorted({0, 1, 2, 3, rows // 2, rows - 1, rows}):
            line = form.replace("{}", "Account Siphon")
            if silently_lost(text, line, min(at, rows)):
                lost.append((name, at, line))
    assert lost == []


@given(
    deck=st.sampled_from(TEXTS),
    form=st.sampled_from(FORMS),
    title=st.sampled_from(INSERTED),
    place=st.floats(0, 1),
)
@settings(max_examples=150, deadline=None)
def test_any_card_at_any_place(deck: tuple[str, str], form: str, title: str, place: float) -> None:
    _, text = deck
    at = round(place * (text.count("\n") + 1))
    assert not silently_lost(text, form.replace("{}", title), at)


TITLES = [card.title for card in CATALOG.cards if not card.is_identity]


@given(form=st.sampled_from(FORMS), title=st.sampled_from(TITLES), upper=st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_title_in_any_form(form: str, title: str, upper: bool) -> None:
    line = form.replace("{}", title.upper() if upper else title)
    for text in ("Noise: Hacker Extraordinaire\n3 Medium", "NBN: Making News\nICE (3)\n3 Enigma"):
        for at in (0, 1, 2):
            assert not silently_lost(text, line, at), line


def test_comments_may_hold_cards(catalog: Catalog) -> None:
    for comment in ("// 3 Account Siphon", "; 3 Account Siphon", ";; notes: 3 Account Siphon"):
        assert read(f"Noise: Hacker Extraordinaire\n{comment}\n3 Medium", catalog).problems == ()
    html = "<ul><li>3 Medium</li><!-- 3 Account Siphon --></ul>\n1 Noise: Hacker Extraordinaire"
    assert read(html, catalog).problems == ()


COMMENTS = (
    *("<!-- 3x Account Siphon -->", "<!--3x Account Siphon-->", "<!--\n3x Account Siphon\n-->"),
    *("<!-- a -- 3x Account Siphon -->", "<!-- -->", "<!--\n<deck>\n3x Account Siphon -->"),
)
NO_COMMENTS = (
    *("/* 3x Account Siphon */", "/*\n3x Account Siphon\n*/", "# 3x Account Siphon", "-- 3x Account Siphon"),
    *("--3x Account Siphon", "REM 3x Account Siphon", "<!-- 3x Account Siphon", "<!- 3x Account Siphon ->"),
    *("<!-- -->3x Account Siphon<!-- -->", "<!3x Account Siphon>", "<? 3x Account Siphon ?>"),
    *("<script>3x Account Siphon</script>", "<style>3x Account Siphon</style>", "~~3x Account Siphon~~"),
    *("<del>3x Account Siphon</del>", "<s>3x Account Siphon</s>", "[spoiler]3x Account Siphon[/spoiler]"),
    *('<img alt="3x Account Siphon">', "<img src='x.png' alt='3x Account Siphon'/>"),
    *('<a title="Account Siphon (3)">x</a>', "<b data-x=Siphon title='3x Account&#32;Siphon'>x</b>"),
    *("<a href='3x Account Siphon'>x</a>", "&lt;!-- 3x Account Siphon --&gt;"),
)


@pytest.mark.parametrize(
    "around", ["{0}\n{1}\n{2}", "{1}\n{0}\n{2}", "{1}\n{2}\n{0}", "{1}\n<p>{2}</p>\n{0}"]
)
def test_a_comment_is_one_wherever_it_stands_and_nothing_else_is(catalog: Catalog, around: str) -> None:
    identity, card = "Noise: Hacker Extraordinaire", "3 Medium"
    for comment in COMMENTS:
        deck = read(around.format(comment, identity, card), catalog)
        assert (deck.problems, [each.card.title for each in deck.entries]) == ((), ["Medium"]), comment
    for written in NO_COMMENTS:
        deck = read(around.format(written, identity, card), catalog)
        counted = any(each.card.title == "Account Siphon" for each in deck.entries)
        told = any(each.code in ("unread-card-line", "bad-quantity") for each in deck.problems)
        assert counted or told, (written, deck.problems)


def test_what_an_element_shows_may_stand_in_it_too(catalog: Catalog) -> None:
    shown = '<a href="/en/card/01018" title="Account Siphon"><img alt="Account Siphon"> Account Siphon</a>'
    deck = read(f"Noise: Hacker Extraordinaire\n<li>3 {shown}</li>", catalog)
    assert deck.problems == () and deck.entries[0].copies == 3


def test_what_an_indented_element_shows_stands_on_another_line(catalog: Catalog) -> None:
    written = """<section data-identity="Noise: Hacker Extraordinaire">
      <h2>Noise: Hacker Extraordinaire</h2>
      <div class="card" data-name='Account Siphon'>
        <span>3x Account Siphon</span>
      </div>
      <div class="card" data-name='Medium'>
        <span>2x Medium</span>
      </div>
    </section>"""
    deck = read(written, catalog)
    assert deck.problems == ()
    assert {each.card.title: each.copies for each in deck.entries} == {"Account Siphon": 3, "Medium": 2}
    (lost,) = read(written.replace("<span>2x Medium</span>", ""), catalog).problems
    assert lost.code == "unread-card-line" and "Medium" in str(lost.message)


@pytest.mark.parametrize(
    "line",
    [
        "plus 3 Gabriel Santiago: Consummate Professional",
        "Deck built 3x Gabriel Santiago: Consummate Professional",
        "3ea Account Siphon",
        "the source: 3",
        "Magnum Opus (3)",
        "Magnum Opus [3]",
        "‣ {Magnum Opus} (3x)",
        "Magnum Opus = 3",
        "3 <I've Had Worse>",
        "legwork ... playset",
        "playset of 《Snare!》 (good)",
        "(3) 24/7 News Cycle",
    ],
)
def test_titles_that_hide_are_reported(line: str) -> None:
    for text in ("Noise: Hacker Extraordinaire\n3 Medium", "NBN: Making News\nICE (3)\n3 Enigma"):
        for at in range(text.count("\n") + 2):
            assert not silently_lost(text, line, at), at
