"""The closed table of structures, row by row."""

import dataclasses
from pathlib import Path

import pytest

from app.tournament.field import Aims, SideLaw
from app.tournament.rules import Rules
from app.tournament.structures import DEFAULT, STRUCTURES, Advice, Sides, StructureCode, TieBreak, structure


def test_the_table_has_five_rows_and_the_first_is_the_default():
    assert tuple(STRUCTURES) == ("cache-refresh", "single-sided", "double-sided", "duel", "table-points")
    assert structure(DEFAULT).code == "cache-refresh"
    assert all(row.code is code for code, row in STRUCTURES.items())
    assert tuple(STRUCTURES) == tuple(StructureCode)


@pytest.mark.parametrize(
    ("code", "games", "sides", "minutes", "points"),
    [
        ("cache-refresh", 1, Sides.AUCTION, 40, (3, 0, 0, 3, None)),
        ("single-sided", 1, Sides.ASSIGNED, 40, (3, 1, 0, 3, 1)),
        ("double-sided", 2, Sides.BOTH, 65, (3, 1, 0, 6, 3)),
        ("duel", 1, Sides.NONE, 50, (3, 1, 0, 3, 1)),
        ("table-points", 1, Sides.NONE, 120, (0, 0, 0, 0, None)),
    ],
)
def test_each_row_says_how_a_round_is_played_and_counted(code, games, sides, minutes, points):
    row = structure(code)
    assert (row.games, row.sides, row.minutes) == (games, sides, minutes)
    told = row.points
    assert (told.win, told.tie, told.loss, told.bye, told.intentional_draw) == points
    assert (row.seats.fewest, row.seats.most) == ((3, 5) if code == "table-points" else (2, 2))
    assert row.has_ties == (code in ("single-sided", "double-sided", "duel"))
    assert row.results.two_for_one == (code == "double-sided")


def test_cache_refresh_is_what_the_rules_were():
    row, rules = structure("cache-refresh"), Rules()
    assert row.minutes == rules.round_minutes
    points = (row.points.win, row.points.timed_win, row.points.bye)
    assert points == (rules.win_points, rules.timed_win_points, rules.bye_points)
    assert row.law() is None and row.decks == ("corp", "runner") and row.advice is Advice.SINGLE


def test_aims_are_aims_of_the_pairing_in_its_order():
    for row in STRUCTURES.values():
        places = [Aims._fields.index(aim) for aim in row.aims]
        assert places == sorted(set(places))
    assert structure("single-sided").aims == (
        "earlier_byes",
        "forbidden",
        "same_sides",
        "sides_over",
        "rematches",
        "bye_points",
        "squares",
        "spread",
    )
    assert structure("table-points").aims == ()


def test_only_assigned_sides_give_the_pairing_a_law():
    laws = {code: row.law(5) for code, row in STRUCTURES.items()}
    assert [code for code, law in laws.items() if law] == ["single-sided"]
    assert laws["single-sided"] == SideLaw(5) and structure("single-sided").law() == SideLaw(None)


def test_every_order_ends_with_the_lot_and_every_row_is_frozen():
    for row in STRUCTURES.values():
        assert row.tie_breaks[-1] is TieBreak.LOT
        with pytest.raises(dataclasses.FrozenInstanceError):
            row.minutes = 1
        assert {"column", "play"} == set(row.words)
    with pytest.raises(TypeError):
        STRUCTURES["mine"] = structure("duel")


def test_an_unknown_code_is_refused_with_the_codes_there_are():
    with pytest.raises(
        ValueError, match="There is no structure 'swiss': choose one of cache-refresh, single-sided"
    ):
        structure("swiss")


def test_the_auction_and_the_pairing_of_two_know_no_other_game():
    """Side events are rows of the table, and nothing in the two modules at the heart of the others."""
    folder = Path(__file__).parents[2] / "app" / "tournament"
    words = [*STRUCTURES] + [row.game.value for row in STRUCTURES.values()]
    words += ["duel", "gig", "legend", "x.net", "pod"]
    for name in ("auction.py", "pairing.py"):
        text = (folder / name).read_text(encoding="utf-8").casefold()
        for allowed in ("android: netrunner", "cache refresh"):
            text = text.replace(allowed, "")
        assert [word for word in words if word in text] == [], name
