"""The words of every reason, which of them tell of a broken rule, and why a bye or a pair came about."""

import pytest

from app.sides import Side
from app.tournament.field import Entrant
from app.tournament.reasons import (
    BROKEN,
    SENTENCES,
    SIDE_SENTENCES,
    Circumstances,
    Reason,
    bye_reason,
    pairing_reason,
    sentence,
    with_sides,
)

APART = "Ada and Bo play each other though a setting keeps them apart:"
DOWN = {"high": 1, "low": 0, "high_points": 6, "low_points": 1, "least": 6}
DOWN_WORDS = "Bo (6 points) is paired down to Ada (1 point):"
WORDS = {
    ("gap", ""): ({"who": 1}, "Bo is not in this round any more: fill the gaps, or draw again."),
    ("must-not-meet", "by-hand"): ({}, f"{APART} paired by hand."),
    ("must-not-meet", "least"): (
        {},
        f"{APART} no pairing of this round keeps more of such players apart.",
    ),
    ("must-not-meet", "unproven"): ({}, f"{APART} no better pairing was found."),
    ("rematch", "by-hand"): ({}, "Ada and Bo meet again: paired by hand."),
    ("rematch", "met-all"): (
        {"who": 1},
        "Ada and Bo meet again: Bo has already met every possible opponent.",
    ),
    ("rematch", "least"): ({}, "Ada and Bo meet again: no pairing of this round has fewer rematches."),
    ("rematch", "unproven"): ({}, "Ada and Bo meet again: no better pairing was found."),
    ("locked", ""): ({}, "Ada and Bo were paired by hand."),
    ("late", ""): ({"who": 1}, "Bo came late and plays the player who had the bye."),
    ("same-points", ""): ({"points": 1}, "Both have 1 point."),
    ("different-points", "odd-above"): (
        DOWN,
        f"{DOWN_WORDS} an odd number of players to pair has 6 or more.",
    ),
    ("different-points", "earlier-meetings"): (
        DOWN,
        f"{DOWN_WORDS} earlier meetings leave no pairing with smaller differences.",
    ),
    ("different-points", "rounds-ahead"): (
        DOWN,
        f"{DOWN_WORDS} closer scores now would force players to meet again in a later round.",
    ),
    ("different-points", "unproven"): (DOWN, f"{DOWN_WORDS} none better was found."),
    ("given-bye", ""): ({}, "Ada has a bye from the organizer."),
    ("given-bye", "by-hand"): ({}, "Ada was given the bye by hand."),
    ("second-bye", "given"): ({}, "Ada has another bye: the organizer gave it."),
    ("second-bye", "all-had-one"): ({}, "Ada has another bye: every player to pair has had one."),
    ("second-bye", "nobody-to-play"): ({}, "Ada has another bye: there is nobody to play."),
    ("bye", "lowest"): (
        {"points": 3},
        "Ada has the bye: the lowest score (3 points) of an odd number of players.",
    ),
    ("bye", "lowest-without"): (
        {"points": 0},
        "Ada has the bye: the lowest score (0 points) among those who had none yet.",
    ),
    ("bye", "rounds-ahead"): (
        {},
        "Ada has the bye: with the bye at a lower score players would have to meet again later on.",
    ),
    ("bye", "others-worse"): (
        {},
        "Ada has the bye: with the bye at a lower score the others could only be paired worse.",
    ),
}
SIDE_WORDS = {
    ("same-again", None): "Ada plays Corp against Bo once more: every other way is worse.",
    ("same-by-hand", None): "Ada plays Corp against Bo once more: the organizer gave them these sides.",
    ("over", 0): "Ada plays Corp though already ahead in that side: no pairing balances everybody.",
    ("over", 1): "Bo plays Runner though already ahead in that side: no pairing balances everybody.",
    ("swapped", None): "Ada plays Corp, as Bo did when they met before.",
    ("corp-owed", None): "Ada plays Corp, having played it less often than Runner.",
    ("runner-owed", None): "Bo plays Runner, having played it less often than Corp.",
    ("less-corp", None): "Ada plays Corp, having played it less often than Bo so far.",
    ("by-hand", None): "The organizer lets Ada play Corp.",
    ("drawn", None): "The sides are drawn: Ada plays Corp.",
}


@pytest.mark.parametrize(("code", "cause"), SENTENCES)
def test_the_sentence_of_every_reason(code: str, cause: str) -> None:
    values, words = WORDS[code, cause]
    assert str(sentence(code, {"cause": cause, **values}, ["Ada", "Bo"])) == words


@pytest.mark.parametrize("sides", SIDE_SENTENCES)
def test_the_sentence_of_every_reason_for_sides(sides: str) -> None:
    told = {over: words for (code, over), words in SIDE_WORDS.items() if code == sides}
    assert told
    for over, words in told.items():
        values = {"points": 0, "sides": sides, **({} if over is None else {"over": over})}
        assert str(sentence("same-points", values, ["Ada", "Bo"])) == f"Both have 0 points. {words}"


def test_which_reasons_tell_of_a_broken_rule() -> None:
    broken = {code for code, _ in SENTENCES if Reason((1, 2), code, {}).broken}
    assert broken == BROKEN == {"must-not-meet", "rematch", "second-bye", "gap"}
    by_sides = {side for side in SIDE_SENTENCES if Reason((1, 2), "same-points", {"sides": side}).broken}
    assert by_sides == {"same-again", "same-by-hand", "over"}


def told(entrants: list[Entrant], **changes: object) -> Circumstances:
    values = {"locked": (), "apart": (), "by_scores": False, "proven": True, **changes}
    return Circumstances({e.id: e for e in entrants}, [e.id for e in entrants], **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("entrant", "others", "given", "for_later", "said"),
    [
        (Entrant(1, 3), [], True, False, ("given-bye", {})),
        (Entrant(1, 3, byes=1), [], True, False, ("second-bye", {"cause": "given"})),
        (Entrant(1, 3, byes=1), [], False, False, ("second-bye", {"cause": "nobody-to-play"})),
        (
            Entrant(1, 3, byes=1),
            [Entrant(2, 0, byes=1)],
            False,
            False,
            ("second-bye", {"cause": "all-had-one"}),
        ),
        (Entrant(1, 3), [Entrant(2, 3)], False, False, ("bye", {"cause": "lowest", "points": 3})),
        (
            Entrant(1, 3),
            [Entrant(2, 0, byes=1)],
            False,
            False,
            ("bye", {"cause": "lowest-without", "points": 3}),
        ),
        (
            Entrant(1, 3),
            [Entrant(2, 0, byes=1), Entrant(3, 0)],
            False,
            True,
            ("bye", {"cause": "rounds-ahead"}),
        ),
        (
            Entrant(1, 3),
            [Entrant(2, 0, byes=1), Entrant(3, 0)],
            False,
            False,
            ("bye", {"cause": "others-worse"}),
        ),
    ],
)
def test_why_a_player_has_the_bye(entrant, others, given, for_later, said):
    reason = bye_reason(1, given, told([entrant, *others], for_later=for_later))
    assert (reason.players, reason.code, dict(reason.values)) == ((1,), *said)


def test_a_player_who_left_leaves_a_gap() -> None:
    here = told([Entrant(1, 0)])
    assert bye_reason(2, False, here) == Reason((2,), "gap", {"who": 0})
    assert pairing_reason((1, 2), here) == Reason((1, 2), "gap", {"who": 1})
    assert pairing_reason((2, 1), here) == Reason((2, 1), "gap", {"who": 0})


FAR = {"high": 1, "low": 0, "high_points": 6, "low_points": 3}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"by_scores": True}, ("different-points", {"cause": "odd-above", **FAR, "least": 6})),
        ({"for_later": True}, ("different-points", {"cause": "rounds-ahead", **FAR})),
        ({}, ("different-points", {"cause": "earlier-meetings", **FAR})),
        ({"proven": False}, ("different-points", {"cause": "unproven", **FAR})),
        ({"locked": {(1, 2)}}, ("locked", {})),
        ({"apart": {frozenset({1, 2})}}, ("must-not-meet", {"cause": "least"})),
        ({"apart": {frozenset({1, 2})}, "proven": False}, ("must-not-meet", {"cause": "unproven"})),
        ({"apart": {frozenset({1, 2})}, "locked": {(1, 2)}}, ("must-not-meet", {"cause": "by-hand"})),
    ],
)
def test_why_two_of_different_scores_meet(changes, said):
    reason = pairing_reason((1, 2), told([Entrant(1, 3), Entrant(2, 6)], **changes))
    assert (reason.code, dict(reason.values)) == said


def test_a_rematch_names_who_has_met_everybody() -> None:
    one, two, three = (
        Entrant(1, 3, opponents=(2,)),
        Entrant(2, 3, opponents=(1, 3)),
        Entrant(3, 3, opponents=(2,)),
    )
    assert pairing_reason((1, 2), told([one, two, three])) == Reason(
        (1, 2), "rematch", {"cause": "met-all", "who": 1}
    )
    assert pairing_reason((1, 2), told([one, two, three, Entrant(4, 0)])).values == {"cause": "least"}
    assert pairing_reason((1, 2), told([one, two, three], locked={(1, 2)})).values == {"cause": "by-hand"}


@pytest.mark.parametrize("ids", [(1, 2), (2, 1)])
@pytest.mark.parametrize(
    ("played", "why"),
    [
        ((Side.RUNNER, None), "corp-owed"),
        ((None, Side.CORP), "runner-owed"),
        ((None, None), "drawn"),
    ],
)
def test_why_a_side_is_owed_whoever_has_the_lower_number(ids, played, why):
    corp, runner = (
        Entrant(each, 0, sides=((9, side),) if side else ()) for each, side in zip(ids, played, strict=True)
    )
    reason = with_sides(Reason(ids, "same-points", {"points": 0}), told([corp, runner]))
    assert (reason.players, reason.values["sides"]) == (ids, why)
