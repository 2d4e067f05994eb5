"""Why a pairing looks as it does: a code and values per pair and per bye, and the sentence of each.

Reasons are told after the pairing is made, from what its optimality implies: a second bye happens only where
every player to be paired had one, a rematch only where no pairing has fewer, and where the cost is what the
scores alone allow, a pair of unequal scores is there because an odd number of players stands above the gap.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from app.sentences import Sentence, in_turn, message, say, say_count
from app.sides import Side
from app.tournament.field import Entrant, Field, SideLaw

# Codes of reasons that tell of a broken rule.
BROKEN: Final = frozenset({"must-not-meet", "rematch", "second-bye", "gap"})
# Values of "sides" that do, where the pairing assigns the sides.
BROKEN_SIDES: Final = frozenset({"same-again", "same-by-hand", "over"})

# The sentence of every code and cause. {first} and {second} are the players of the table in their order,
# {who}, {high} and {low} one of them, {points}, {high_points} and {low_points} are scores in words.
SENTENCES: Final[Mapping[tuple[str, str], str]] = {
    ("gap", ""): message("{who} is not in this round any more: fill the gaps, or draw again."),
    ("must-not-meet", "by-hand"): message(
        "{first} and {second} play each other though a setting keeps them apart: paired by hand."
    ),
    ("must-not-meet", "least"): message(
        "{first} and {second} play each other though a setting keeps them apart:"
        " no pairing of this round keeps more of such players apart."
    ),
    ("must-not-meet", "unproven"): message(
        "{first} and {second} play each other though a setting keeps them apart: no better pairing was found."
    ),
    ("rematch", "by-hand"): message("{first} and {second} meet again: paired by hand."),
    ("rematch", "met-all"): message(
        "{first} and {second} meet again: {who} has already met every possible opponent."
    ),
    ("rematch", "least"): message(
        "{first} and {second} meet again: no pairing of this round has fewer rematches."
    ),
    ("rematch", "unproven"): message("{first} and {second} meet again: no better pairing was found."),
    ("locked", ""): message("{first} and {second} were paired by hand."),
    ("late", ""): message("{who} came late and plays the player who had the bye."),
    ("same-points", ""): message("Both have {points}."),
    ("different-points", "odd-above"): message(
        "{high} ({high_points}) is paired down to {low} ({low_points}):"
        " an odd number of players to pair has {least} or more."
    ),
    ("different-points", "earlier-meetings"): message(
        "{high} ({high_points}) is paired down to {low} ({low_points}):"
        " earlier meetings leave no pairing with smaller differences."
    ),
    ("different-points", "rounds-ahead"): message(
        "{high} ({high_points}) is paired down to {low} ({low_points}):"
        " closer scores now would force players to meet again in a later round."
    ),
    ("different-points", "unproven"): message(
        "{high} ({high_points}) is paired down to {low} ({low_points}): none better was found."
    ),
    ("given-bye", ""): message("{first} has a bye from the organizer."),
    ("given-bye", "by-hand"): message("{first} was given the bye by hand."),
    ("second-bye", "given"): message("{first} has another bye: the organizer gave it."),
    ("second-bye", "all-had-one"): message("{first} has another bye: every player to pair has had one."),
    ("second-bye", "nobody-to-play"): message("{first} has another bye: there is nobody to play."),
    ("bye", "lowest"): message(
        "{first} has the bye: the lowest score ({points}) of an odd number of players."
    ),
    ("bye", "lowest-without"): message(
        "{first} has the bye: the lowest score ({points}) among those who had none yet."
    ),
    ("bye", "rounds-ahead"): message(
        "{first} has the bye: with the bye at a lower score players would have to meet again later on."
    ),
    ("bye", "others-worse"): message(
        "{first} has the bye: with the bye at a lower score the others could only be paired worse."
    ),
}


# Why the first player of a table plays Corp and the second Runner; it follows the sentence above.
SIDE_SENTENCES: Final[Mapping[str, str]] = {
    "same-again": message("{first} plays Corp against {second} once more: every other way is worse."),
    "same-by-hand": message(
        "{first} plays Corp against {second} once more: the organizer gave them these sides."
    ),
    "over": message("{who} plays {side} though already ahead in that side: no pairing balances everybody."),
    "swapped": message("{first} plays Corp, as {second} did when they met before."),
    "corp-owed": message("{first} plays Corp, having played it less often than Runner."),
    "runner-owed": message("{second} plays Runner, having played it less often than Corp."),
    "less-corp": message("{first} plays Corp, having played it less often than {second} so far."),
    "by-hand": message("The organizer lets {first} play Corp."),
    "drawn": message("The sides are drawn: {first} plays Corp."),
}


# How a reason that is kept as text begins; such a text names nobody.
KEPT_AS: Final = '{"code":'


class Reason(NamedTuple):
    """`players` are those of the table, `code` and `values["cause"]` a key of SENTENCES, and the other values
    are scores and places in `players`, so that they stay true when ids or names change."""

    players: tuple[int, ...]
    code: str
    values: Mapping[str, Any]

    @property
    def broken(self) -> bool:
        """Whether a rule had to be broken."""
        return self.code in BROKEN or self.values.get("sides") in BROKEN_SIDES

    @property
    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, **self.values}


def sentence(code: str, values: Mapping[str, Any], names: Sequence[str | Sentence]) -> Sentence:
    """The sentence of a reason; `names` are those of the players of its table in their order."""
    said: dict[str, Any] = {"first": names[0], "second": names[-1]}
    for name, value in values.items():
        if name in ("who", "high", "low"):
            said[name] = names[value]
        elif name.endswith("points"):
            said[name] = _points(value)
        else:
            said[name] = value
    main = say(SENTENCES[code, values.get("cause", "")], **said)
    if "sides" not in values:
        return main
    side_says = say(
        SIDE_SENTENCES[values["sides"]],
        first=names[0],
        second=names[-1],
        who=names[values.get("over", 0)],
        side=(Side.RUNNER if values.get("over") else Side.CORP).word,
    )
    return in_turn([main, side_says])


def _points(points: int) -> Sentence:
    return say_count("{n} point", "{n} points", points)


@dataclass(frozen=True)
class Circumstances:
    """What the reasons are told from. `open_players` were to be paired when the locks were taken out;
    `by_scores`: the differences are the smallest the scores alone allow; `proven`: the optimum is proven;
    `for_later`: this round alone could be paired closer, but not the rounds to come."""

    entrants: Mapping[int, Entrant]
    open_players: Collection[int]
    locked: Collection[tuple[int, int]]
    apart: Collection[frozenset[int]]
    by_scores: bool
    proven: bool
    for_later: bool = False

    @cached_property
    def open_ids(self) -> frozenset[int]:
        return frozenset(self.open_players)

    def has_met_all(self, player: int) -> bool:
        return self.open_ids <= {player, *self.entrants[player].opponents}


def pairing_reason(seats: tuple[int, int], told: Circumstances) -> Reason:
    """The reason for one pair, the weightiest first."""
    for place, player in enumerate(seats):
        if player not in told.entrants:
            return Reason(seats, "gap", {"who": place})
    first, second = told.entrants[seats[0]], told.entrants[seats[1]]
    by_hand = bool(told.locked) and seats in told.locked
    least = "by-hand" if by_hand else "least" if told.proven else "unproven"
    if told.apart and frozenset(seats) in told.apart:
        return Reason(seats, "must-not-meet", {"cause": least})
    if second.id in first.opponents or first.id in second.opponents:
        done = [place for place, player in enumerate(seats) if told.has_met_all(player)]
        if done and not by_hand:
            return Reason(seats, "rematch", {"cause": "met-all", "who": done[0]})
        return Reason(seats, "rematch", {"cause": least})
    if by_hand:
        return Reason(seats, "locked", {})
    if first.points == second.points:
        return Reason(seats, "same-points", {"points": first.points})
    return Reason(seats, "different-points", _why_different(first, second, told))


def _why_different(first: Entrant, second: Entrant, told: Circumstances) -> dict[str, Any]:
    high, low = (first, second) if first.points > second.points else (second, first)
    values: dict[str, Any] = {
        "high": 0 if high is first else 1,
        "low": 1 if high is first else 0,
        "high_points": high.points,
        "low_points": low.points,
    }
    if told.by_scores:
        return {"cause": "odd-above", **values, "least": high.points}
    if told.for_later:
        return {"cause": "rounds-ahead", **values}
    return {"cause": "earlier-meetings" if told.proven else "unproven", **values}


def with_sides(reason: Reason, told: Circumstances) -> Reason:
    """The reason of a pair (Corp, Runner) with why the sides are so."""
    if any(player not in told.entrants for player in reason.players):
        return reason
    corp, runner = (told.entrants[player] for player in reason.players)
    field = Field([corp, runner], 0, (), SideLaw())
    order = (0, 1) if field.ids[0] == corp.id else (1, 0)
    mine, swapped = field.ways(*order)
    biases = [field.biases[place] for place in order]
    further = [abs(biases[0] + 1) > max(1, abs(biases[0])), abs(biases[1] - 1) > max(1, abs(biases[1]))]
    values: dict[str, Any] = {}
    if reason.players in told.locked:
        why = "same-by-hand" if mine.same else "by-hand"
    elif mine.same:
        why = "same-again"
    elif any(further):
        why, values = "over", {"over": further.index(True)}
    elif swapped.same:
        why = "swapped"
    elif biases[0] < 0:
        why = "corp-owed"
    elif biases[1] > 0:
        why = "runner-owed"
    else:
        why = "less-corp" if biases[0] < biases[1] else "drawn"
    return reason._replace(values={**reason.values, "sides": why, **values})


def bye_reason(player: int, given: bool, told: Circumstances) -> Reason:
    """Why this player has a bye; `given` by the organizer or locked, or the one of the odd field."""
    if player not in told.entrants:
        return Reason((player,), "gap", {"who": 0})
    entrant = told.entrants[player]
    if given and entrant.byes:
        return Reason((player,), "second-bye", {"cause": "given"})
    if given:
        return Reason((player,), "given-bye", {})
    if entrant.byes:
        why = "all-had-one" if len(told.open_ids) > 1 else "nobody-to-play"
        return Reason((player,), "second-bye", {"cause": why})
    lower = [told.entrants[other] for other in told.open_ids if told.entrants[other].points < entrant.points]
    if not lower:
        return Reason((player,), "bye", {"cause": "lowest", "points": entrant.points})
    if all(other.byes for other in lower):
        return Reason((player,), "bye", {"cause": "lowest-without", "points": entrant.points})
    return Reason((player,), "bye", {"cause": "rounds-ahead" if told.for_later else "others-worse"})
