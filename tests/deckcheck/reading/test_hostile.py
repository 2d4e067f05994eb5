"""Whatever is given, the reader answers with a Decklist or refuses with a sentence, and soon."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.deckcheck.catalog import Catalog, load_catalog
from app.deckcheck.decklists import MAX_BYTES, Unreadable, read, read_json
from app.deckcheck.values import Decklist

LISTS = sorted((Path(__file__).parent.parent / "lists").iterdir())
CODES = {
    "unknown-card",
    "identity-missing",
    "identity-ambiguous",
    "several-identities",
    "bad-quantity",
    "unreadable-line",
    "unread-card-line",
    "two-decks",
}
SECONDS = 5.0  # far above the tenths it takes, for machines under load; quadratic reading takes minutes

calm = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def outcome(read_it: Callable[[], Decklist]) -> Decklist | None:
    """The decklist, checked for what every decklist promises, or None when it was refused with a sentence."""
    try:
        decklist = read_it()
    except Unreadable as error:
        assert str(error).endswith((".", "?"))
        assert len(str(error)) < 400
        return None
    assert all(entry.copies >= 1 and not entry.card.is_identity for entry in decklist.entries)
    assert len({entry.card.title for entry in decklist.entries}) == len(decklist.entries)
    assert {problem.code for problem in decklist.problems} <= CODES
    for problem in decklist.problems:
        assert problem.message.endswith((".", "?"))
        assert len(problem.message) < 1000
        assert len(problem.written) <= 120
    shown = [decklist.name or "", *(problem.message + problem.written for problem in decklist.problems)]
    shown += [entry.written for entry in decklist.entries]
    assert all(text.isprintable() for text in shown)
    return decklist


@given(source=st.binary(max_size=2000))
@calm
def test_random_bytes(source: bytes, catalog: Catalog) -> None:
    outcome(lambda: read(source, catalog))


@given(source=st.text(max_size=500), chosen=st.none() | st.text(max_size=40))
@calm
def test_random_text(source: str, chosen: str | None, catalog: Catalog) -> None:
    outcome(lambda: read(source, catalog, identity=chosen))


WORDS = st.one_of(
    st.sampled_from(
        ["3x ", "1 ", "-1 ", "0 ", "x3", "(Core Set)", "(", ")", "[id: 01050]", "[", "]", "](", "●●"]
    ),
    st.sampled_from(
        ["Identity: ", ";; identity: ", "NBN", "NBN: Making News", "Noise", "Sure Gamble", "Déjà Vu"]
    ),
    st.sampled_from(
        ["15 Minutes", "01050", "23 Seconds (3)", "Event (3)", "12 influence spent", "&bull;", "枚"]
    ),
    st.sampled_from(["\n", "\n\n", "\r\n", "\t", "  ", "：", "３", "\x00", "*", "**", "_", "#", "# ", "* "]),
)


@given(words=st.lists(WORDS, max_size=40))
@calm
def test_random_pieces_of_lists(words: list[str], catalog: Catalog) -> None:
    outcome(lambda: read("".join(words), catalog))


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A list of this project with pieces cut out, doubled, or replaced by bytes."""
    source = draw(st.sampled_from(LISTS)).read_bytes()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(source)))
        end = min(len(source), start + draw(st.integers(0, 60)))
        piece = draw(st.one_of(st.binary(max_size=6), st.just(source[start:end] * 2), st.just(b"")))
        source = source[:start] + piece + source[end:]
    return source


@given(source=mutated())
@calm
def test_mutated_lists(source: bytes, catalog: Catalog) -> None:
    outcome(lambda: read(source, catalog))


@given(
    copies=st.integers(), title=st.sampled_from(["Sure Gamble", "15 Minutes", "NBN: Making News", "Nothing"])
)
@calm
def test_any_number_of_copies(copies: int, title: str, catalog: Catalog) -> None:
    for read_it in (
        lambda: read(f"{copies} {title}\n3 Enigma", catalog),
        lambda: read(f"{title} x{copies}\n3 Enigma", catalog),
        lambda: read_json({title: copies, "Enigma": 3}, catalog),
        lambda: read(f'<deck><card qty="{copies}" id="">{title}</card></deck>', catalog),
    ):
        decklist = outcome(read_it)
        if decklist is not None:
            assert all(entry.copies in (3, copies) for entry in decklist.entries)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "cards",
                    "data",
                    "deck",
                    "identity",
                    "name",
                    "attributes",
                    "card_slots",
                    "Diesel",
                    "01050",
                    "x",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)


@given(value=JSON)
@calm
def test_any_json(value: object, catalog: Catalog) -> None:
    outcome(lambda: read_json(value, catalog))
    outcome(lambda: read(json.dumps(value), catalog))


@given(inside=st.text(alphabet="<>/=\"' &;qtyidcard130\n", max_size=120))
@calm
def test_any_xml(inside: str, catalog: Catalog) -> None:
    outcome(lambda: read(f"<deck>{inside}</deck>", catalog))


def lines_of(line: str) -> str:
    """As many of the line as fit."""
    return (line + "\n") * (MAX_BYTES // (len(line.encode()) + 1))


HUGE = {
    "empty lines": "\n" * MAX_BYTES,
    "one long line": "3 a " * (MAX_BYTES // 4),
    "one long word": "x" * MAX_BYTES,
    "one long number": "1" * MAX_BYTES,
    "spaces in the middle": "x" + " " * (MAX_BYTES - 2) + "y",
    "tiny lines": lines_of("1 a"),
    "numbers": lines_of("1" * 299),
    "brackets": lines_of("3 " + "(" * 297),
    "square brackets": lines_of("3 " + "[" * 297),
    "links": lines_of("[a](" * 74),
    "times": lines_of("x1" * 149),
    "emphasis": lines_of("_ " * 149),
    "entities": lines_of("&bull;" * 49),
    "colons": lines_of("a: " * 99),
    "dashes": lines_of("a - " * 74),
    "commas": lines_of("," * 298 + "1"),
    "tabs": lines_of("\t" * 298 + "3"),
    "misspelt titles": lines_of("3 " + "Sure Gambel " * 9),
    "identities": lines_of("NBN: Making News"),
    "halves": lines_of("1x Haas-Bioroid (Intervention)"),
    "labels": lines_of("Identity: " + "x" * 100),
    "letters of every script": "".join(map(chr, range(0x3000, 0xD000))) * 2,
    "open lists": "[" * MAX_BYTES,
    "nested objects": '{"a":' * (MAX_BYTES // 5),
    "many keys": "{" + ",".join(f'"k{n}":1' for n in range(20_000)) + "}",
    "a huge JSON number": '{"cards":{"Diesel":' + "9" * 200_000 + "}}",
    "nested elements": "<deck>" + "<a>" * (MAX_BYTES // 3 - 10),
    "many elements": "<deck>" + '<card qty="1" id="x">t</card>' * 8_000 + "</deck>",
    "ampersands": "<deck>" + "&" * (MAX_BYTES - 6),
}


@pytest.mark.parametrize("name", HUGE)
def test_the_largest_junk_takes_little_time(name: str, catalog: Catalog) -> None:
    assert len(HUGE[name].encode()) <= MAX_BYTES
    read("3 Diesel\nsomething that makes the catalogue load its other languages", catalog)
    start = time.thread_time()
    outcome(lambda: read(HUGE[name], catalog))
    assert time.thread_time() - start < SECONDS


@pytest.mark.parametrize("character", ["3 Diesel\n", "確", "é"])
def test_more_than_256_kb(character: str) -> None:
    source = character * (MAX_BYTES // len(character.encode()) + 1)
    for given_as in (source, source.encode()):
        with pytest.raises(Unreadable, match="256 kB"):
            read(given_as, load_catalog())
