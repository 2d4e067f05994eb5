"""Whatever cards stand in a list, in whatever format and on whatever day: a verdict and advice come out."""

import json
import re
from datetime import date
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from app.deckcheck.advice import advise
from app.deckcheck.catalog import load_catalog
from app.deckcheck.formats import all_formats
from app.deckcheck.legality import judge
from app.deckcheck.pools import FormatNotYet, pool_at
from app.deckcheck.values import Decklist, Entry, Problem
from app.sentences import Sentence

CATALOG = load_catalog()
DOCUMENT = (Path(__file__).parents[2] / "docs" / "deckcheck.md").read_text(encoding="utf-8")
TABLE = DOCUMENT.split("| code | when |")[1].split("\n\n")[0]
CODES = {
    code
    for row in TABLE.splitlines()
    for code in re.findall(r"`([a-z-]+)`", row.split("|")[1] if row else "")
}

cards = st.sampled_from(CATALOG.cards)
entries = st.builds(Entry, cards, st.integers(-1, 9) | st.just(10**12), st.none() | st.integers(1, 99))
problems = st.builds(
    Problem,
    st.sampled_from(
        ["unknown-card", "identity-ambiguous", "identity-missing", "bad-quantity", "unreadable-line"]
    ),
    st.builds(Sentence, st.text(max_size=5)),
    st.none() | st.integers(1, 99),
    st.text(max_size=5),
)
decklists = st.builds(
    Decklist,
    st.none() | st.text(max_size=5),
    st.none() | st.sampled_from(CATALOG.identities()),
    st.lists(entries, max_size=40).map(tuple),
    st.lists(problems, max_size=3).map(tuple),
)
days = st.dates(date(2012, 1, 1), date(2030, 1, 1))


def test_the_document_lists_the_codes() -> None:
    assert len(CODES) == 23


@given(
    decklists,
    st.sampled_from(sorted(all_formats())),
    days,
    st.sampled_from([None, "none", "1.0", "1.2", "2.2"]),
)
@settings(max_examples=250, deadline=None)
def test_every_deck_gets_a_verdict(decklist: Decklist, format: str, day: date, mwl: str | None) -> None:
    verdict = judge(CATALOG, decklist, format=format, date=day, mwl=mwl)
    assert verdict.legal is not bool(verdict.violations)
    assert verdict.codes <= CODES
    assert json.loads(json.dumps(verdict.as_json()))["legal"] is verdict.legal
    assert all(line.status == "ok" or line.status in CODES for line in verdict.lines)
    assert verdict == judge(CATALOG, decklist, format=format, date=day, mwl=mwl)


@given(decklists, days)
@settings(max_examples=150, deadline=None)
def test_every_illegal_deck_gets_advice(decklist: Decklist, day: date) -> None:
    verdict = judge(CATALOG, decklist, date=day)
    try:
        pool = pool_at(CATALOG, "cache-refresh", day)
    except FormatNotYet:
        assert verdict.codes == {"format-not-yet"}
        return
    changes = advise(decklist, pool, verdict)
    assert bool(changes) is not verdict.legal
    assert all(change.message for change in changes)
