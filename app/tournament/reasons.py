"""Why a pairing looks as it does, in sentences: one reason per pair and per bye, and a warning for every
rule that could not be kept."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.tournament.field import Aims, Entrant


@dataclass(frozen=True, slots=True)
class Reason:
    """`code` is one of locked, must-not-meet, rematch, same-points, different-points, given-bye, bye,
    second-bye."""

    players: tuple[int, ...]
    code: str
    sentence: str


def pairing_reason(
    first: Entrant,
    second: Entrant,
    locked: bool,
    forbidden: Collection[frozenset[int]],
    names: Mapping[int, str],
) -> Reason:
    """The reason for one pair, the weightiest first."""
    players = (first.id, second.id)
    both = f"{_name(first.id, names)} and {_name(second.id, names)}"
    if frozenset(players) in forbidden:
        return Reason(players, "must-not-meet", f"{both} meet though a setting keeps them apart.")
    if second.id in first.opponents or first.id in second.opponents:
        return Reason(players, "rematch", f"{both} meet again.")
    if locked:
        return Reason(players, "locked", f"{both} were paired by hand.")
    if first.points == second.points:
        return Reason(players, "same-points", f"Both have {_points(first.points)}.")
    high, low = sorted((first, second), key=lambda entrant: entrant.points, reverse=True)
    return Reason(
        players,
        "different-points",
        f"{_name(high.id, names)} ({_points(high.points)}) is paired down to {_name(low.id, names)} "
        f"({_points(low.points)}): no better pairing of the whole round exists.",
    )


def given_bye_reason(entrant: Entrant, names: Mapping[int, str]) -> Reason:
    return Reason((entrant.id,), "given-bye", f"{_name(entrant.id, names)} has a bye from the organizer.")


def bye_reason(entrant: Entrant, field: Iterable[Entrant], names: Mapping[int, str]) -> Reason:
    """Why this player of the field has the bye of the odd field."""
    name = _name(entrant.id, names)
    if entrant.byes:
        return Reason((entrant.id,), "second-bye", f"{name} has another bye.")
    lower = [other for other in field if other.points < entrant.points]
    text = f"{name} has the bye: the lowest score ({_points(entrant.points)}) "
    if not lower:
        return Reason((entrant.id,), "bye", text + "in an odd field.")
    if all(other.byes for other in lower):
        return Reason((entrant.id,), "bye", text + "among those who had none yet.")
    return Reason(
        (entrant.id,),
        "bye",
        f"{name} has the bye: with a lower score in it the rest could not be paired as well.",
    )


def violations(
    totals: Aims, reasons: Sequence[Reason], players: int, names: Mapping[int, str]
) -> tuple[str, ...]:
    """A sentence for every rule that this round breaks, with the reason why it has to."""
    del totals, players, names
    broken = {"must-not-meet", "rematch", "second-bye"}
    return tuple(reason.sentence for reason in reasons if reason.code in broken)


def _name(player: int, names: Mapping[int, str]) -> str:
    return names.get(player, f"Player {player}")


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"
