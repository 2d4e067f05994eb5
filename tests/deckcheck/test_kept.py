"""A verdict read back from JSON, whole or of a former version."""

from datetime import date

import pytest

from app.deckcheck.catalog import load_catalog
from app.deckcheck.decklists import read
from app.deckcheck.kept import KeptLine, KeptVerdict
from app.deckcheck.legality import judge
from app.sides import Side

CATALOG = load_catalog()
TEXT = "Chaos Theory: Wünderkind\n3 Kati Jones\n2 Account Siphon\n3 Sure Gamble\n"
# What a verdict of the first versions had: no lines of the list, types, days or numbers of influence.
FORMER = {
    "legal": False,
    "format": "cache-refresh",
    "violations": [
        {"code": "not-in-pool", "message": "Kati Jones is not in the pool.", "card": "Kati Jones"}
    ],
    "lines": [{"card": "Kati Jones", "copies": 3, "status": "not-in-pool"}],
}


def test_a_verdict_has_what_was_judged() -> None:
    judged = judge(CATALOG, read(TEXT, CATALOG), date=date(2018, 2, 15))
    for kept in (judged.as_json(), judged.as_kept()):
        verdict = KeptVerdict(kept)
        assert (verdict.legal, verdict.side, verdict.format) == (False, Side.RUNNER, "cache-refresh")
        assert (verdict.identity, verdict.day, verdict.mwl) == (
            "Chaos Theory: Wünderkind", "2018-02-15", judged.mwl
        )  # fmt: skip
        assert (verdict.cards, verdict.minimum_cards) == (8, 40)
        assert (verdict.influence, verdict.influence_limit) == (judged.influence, 15)
        assert verdict.agenda_points_required is None
        assert [each.code for each in verdict.violations] == [each.code for each in judged.violations]
        assert [each.message for each in verdict.violations] == [each.message for each in judged.violations]
        assert [(line.card, line.copies, line.line) for line in verdict.lines] == [
            ("Kati Jones", 3, 2), ("Account Siphon", 2, 3), ("Sure Gamble", 3, 4)
        ]  # fmt: skip


def test_a_verdict_of_a_former_version_is_read() -> None:
    verdict = KeptVerdict(FORMER)
    assert not verdict.legal and verdict.side is None and verdict.identity is None and verdict.day is None
    assert (verdict.cards, verdict.influence, verdict.influence_limit) == (0, 0, None)
    assert verdict.restricted == verdict.warnings == ()
    assert verdict.lines == (KeptLine("Kati Jones", 3, "not-in-pool", "", 0, "", None),)
    (cause,) = verdict.causes("Cache Refresh")
    assert (cause.message, cause.lines, cause.suggestions) == ("Kati Jones is not in the pool.", (), ())


@pytest.mark.parametrize("odd", ["3", 3.0, True, [3]])
def test_a_line_that_is_no_number_is_none(odd: object) -> None:
    kept = {**FORMER, "violations": [{**FORMER["violations"][0], "line": odd}]}
    assert KeptVerdict(kept).violations[0].line is None


def test_agenda_points_are_the_fewest_and_the_most() -> None:
    assert KeptVerdict({**FORMER, "agenda_points_required": [20, 21]}).agenda_points_required == (20, 21)


@pytest.mark.parametrize(("day", "said"), [("2018-02-15", "15 February 2018"), ("abc", "abc")])
def test_a_day_that_is_none_is_told_as_it_stands(day: str, said: str) -> None:
    """Archives made elsewhere hold such days."""
    kept = {"text": "Out on {day}.", "values": {"day": day}}
    two = [{**FORMER["violations"][0], "card": title, "said": kept} for title in ("Diesel", "Medium")]
    verdict = KeptVerdict({**FORMER, "date": day, "violations": two})
    assert [each.message for each in verdict.violations] == [f"Out on {said}."] * 2
    (cause,) = verdict.causes("Cache Refresh")
    assert f"on {said}: Diesel and Medium" in cause.message
