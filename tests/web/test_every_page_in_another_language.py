"""Every page, sheet, refusal and verdict in a made-up language: what is still English was not marked.

Names people typed stay as they are, and so do codes and the titles of cards, products, formats and lists. The
judge's entries have words of their own (app/judge/facts).
"""

import sqlite3
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.deckcheck import tables
from app.deckcheck.catalog import load_catalog
from app.deckcheck.reading.lines import plain
from app.services.kernel.permissions import Role
from app.web.http.language import LANGUAGE_COOKIE
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from tests.made_up_language import CODE, but, entries, untranslated
from tests.other_language import with_language
from tests.stages import Stages, player_session, session_of
from tests.walk import Form, Walk, walks
from tests.web.filled import Hall, hall_of

FACTS = Path(tables.__file__).parent / "facts"
LISTS = Path(__file__).parents[1] / "deckcheck" / "lists"
TYPED = {
    "account": ["name"],
    "announcement": ["text"],
    "api_token": ["label"],
    "invitation": ["label"],
    "judge_call": ["reason"],
    "penalty": ["note"],
    "player": ["name", "pronouns"],
    "tournament": ["name", "info", "code"],
    "day": ["name", "place", "code"],
}
# The program's own name, names of languages, games, formats and penalties, codes people type, addresses.
OTHERS = (
    "3 121 84 60 47 time",  # a line to type
    *("Cache Refresh", "English", "Custom", "Cyberpunk TCG", "X.NET", "Weyland Consorti…", "Slow play"),
    *("NOBODY", "CR", "ID", "erase", "Saturday", "core", "deluxe"),
    *(f"round {number}" for number in range(1, 9)),
)
SPOILT = ("", "x" * 500, "999999999", "nobody")


@pytest.fixture(scope="module")
def hall(filled: tuple[Path, Stages], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """The application with English and the made-up language, on a copy of the filled database."""
    words, files = tmp_path_factory.mktemp("words"), tmp_path_factory.mktemp("files")
    with (
        pytest.MonkeyPatch.context() as patched,
        with_language(words, patched, CODE, entries()),
        hall_of(*filled, files) as made,
    ):
        yield made


@pytest.fixture(scope="module")
def walked(hall: Hall) -> dict[str, Walk]:
    """Everybody's walk in the made-up language."""
    return walks(hall.http, hall.app, hall.stages, CODE)


@pytest.fixture(scope="module")
def names(hall: Hall) -> frozenset[str]:
    """What stays as it is: typed by people, printed on cards, or the name of a format or list."""
    found = set(OTHERS)
    catalog = load_catalog()
    for card in catalog.cards:
        found |= {card.title, *(part.strip() for part in card.title.split(":"))}
    found |= {each.name for each in (*catalog.products.values(), *catalog.cycles.values())}
    found |= set(catalog.factions.values())
    found |= {name for row in tables.rows("mwl") for name in row[:2]}
    found |= {name for row in tables.rows("snapshots") for name in row[3:4]}
    pools = tomllib.loads((FACTS / "pools.toml").read_text(encoding="utf-8"))
    found |= {each["name"] for each in pools.values() if "name" in each} | set(pools)
    with closing(sqlite3.connect(hall.template)) as database:
        for table, columns in TYPED.items():
            for column in columns:
                found |= {value for (value,) in database.execute(f'SELECT "{column}" FROM "{table}"')}
    return frozenset(name for name in found if name)


def pieces(texts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The narrow pieces of pages, each with the first page it is on."""
    found: dict[str, str] = {}
    for address, text in texts:
        for piece in untranslated(text):
            found.setdefault(piece, address)
    return found


def test_no_page_sheet_or_picture_has_an_unmarked_word(
    walked: dict[str, Walk], names: frozenset[str]
) -> None:
    found = pieces(
        (address, text)
        for walk in walked.values()
        for address, text in walk.texts.items()
        if not address.startswith("/judge")
    )
    assert len(found) > 500
    assert {piece: found[piece] for piece in but(found, names)} == {}


def test_no_refusal_of_a_form_has_an_unmarked_word(
    hall: Hall, walked: dict[str, Walk], names: frozenset[str]
) -> None:
    refusals = []
    for who, walk in walked.items():
        session = cookie_of(who)
        for route, forms in walk.forms.items():
            if route not in ("/language", "/theme"):
                refusals += refused(hall, session, forms[0])
    found = pieces(refusals)
    assert len(refusals) > 100
    assert {piece: found[piece] for piece in but(found, {*names, *SPOILT}) if "xxx" not in piece} == {}


def cookie_of(who: str) -> str:
    """The session of a walk's caller, who reads the made-up language."""
    kind, _, rest = who.partition("/")
    sessions = {
        "public": "",
        "desk": f"; {ACCOUNT_COOKIE}={session_of(Role.OWNER)}",
        "player": f"; {PLAYER_COOKIE}={player_session(rest.partition('/')[2])}",
    }
    return f"{LANGUAGE_COOKIE}={CODE}{sessions[kind]}"


def refused(hall: Hall, session: str, form: Form) -> list[tuple[str, str]]:
    """What a form answers that is sent with nothing in it and with every field spoilt in turn."""
    answers = []
    for value in SPOILT:
        fields = {name: value for name, _ in form.fields}
        before = hall.writes()
        answer = hall.http.post(
            form.action,
            data=fields,
            headers={"cookie": session, "origin": "http://testserver"},
            follow_redirects=False,
        )
        hall.http.cookies.clear()
        if hall.writes() != before:
            hall.reset()
        if answer.status_code >= 400:
            answers.append((f"{form.action} {value[:10]!r}", answer.text))
    return answers


@pytest.mark.parametrize("kind", ["cache-refresh", "standard", "startup", "eternal", "modded"])
def test_no_verdict_has_an_unmarked_word(hall: Hall, names: frozenset[str], kind: str) -> None:
    lists = [
        file.read_text(encoding="utf-8", errors="replace") for file in sorted(LISTS.glob("*-runner.txt"))[:4]
    ]
    bad = [
        "3 Diesel",
        "NBN: Making News\n4 Hedge Fund\n3x Hedge Fnd\n2+1 Ice Wall\n-1 Snare!\nDiesel\n3 Diesel",
        "Jinteki\n\n3 Snare!",
        "Noise: Hacker Extraordinaire\nGabriel Santiago: Consummate Professional\n3 Account Siphon",
        "https://netrunnerdb.com/en/decklist/1",
        "<p>",
        "{",
        "no card at all",
        "\0\1\2",
    ]
    texts = []
    sent = [*lists, *bad, *(each.replace("3x ", "9x ") for each in lists[:1])]
    for text in sent:
        answer = hall.http.post(
            "/check",
            data={"text": text, "format": kind, "date": "2018-02-15", "deck": text, "list": text},
            headers={"cookie": cookie_of("public"), "origin": "http://testserver"},
        )
        hall.http.cookies.clear()
        texts.append((f"{kind}: {text[:30]!r}", answer.text))
    found = pieces(texts)
    # The verdict shows the list as it was written.
    typed = {plain(line)[0] for text in sent for line in text.split("\n")}
    assert {piece: found[piece] for piece in but(found.keys() - typed, {*names, *typed, "Hedge Fnd"})} == {}


def test_a_word_that_is_not_marked_is_found() -> None:
    page = '<p title="Open">Ｗａｉｔ for <b>Ana</b></p><i lang="en">so</i>'
    page += '<p data-words data-left="left">Ａｌｌ</p>'
    assert but(untranslated(page), ["Ana"]) == ["Open", "Ｗａｉｔ for", "left"]
    assert but(["Ｓｉｄｅ: Corp", "Corporal"], ["Corp"]) == ["Corporal"]
