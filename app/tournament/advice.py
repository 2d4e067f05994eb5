"""How many rounds and which cut suit a number of players; the organizer decides.

Larger fields need more rounds until the best are told apart, and a larger cut so that nobody with an equal
record is left out. The tables are those of Netrunner's events, with one and with two games in a round. A
game without a public table plays so many rounds that one player stays unbeaten (the logarithm to base 2).
"""

from dataclasses import dataclass
from typing import Final

from app.sentences import Sentence, in_turn, message, say, say_count
from app.tournament.structures import Advice as Table

# players at least, Swiss rounds, players in the cut (0: no cut)
_ONE_GAME: Final = (
    (220, 12, 16),
    (147, 10, 16),
    (65, 8, 8),
    (25, 6, 8),
    (16, 6, 4),
    (0, 5, 0),
)
# Two games a round tell the best apart in fewer rounds. Source: Fantasy Flight Games' rules of 2017.
_TWO_GAMES: Final = (
    (147, 7, 16),
    (81, 7, 8),
    (57, 6, 8),
    (33, 5, 8),
    (25, 4, 8),
    (16, 4, 4),
    (12, 4, 0),
    (0, 3, 0),
)
# Tables of several players: a game takes long, and one table is enough for everybody to meet.
_SEVERAL: Final = ((13, 3, 4), (6, 2, 0), (0, 1, 0))

# players at least, players in the cut
_CUTS: Final = ((147, 16), (25, 8), (16, 4), (0, 0))


@dataclass(frozen=True, slots=True)
class Advice:
    """`cut` is the number of players in it, 0 for none; `rounds_without_rematch` is the most rounds that a
    field of this size can play before somebody must meet again or have a second bye."""

    players: int
    rounds: int
    cut: int
    rounds_without_rematch: int
    sentence: Sentence


def advise(players: int, table: Table = Table.SINGLE) -> Advice:
    """Advice for this number of players by the table of a structure. Raises ValueError below 0."""
    if players < 0:
        raise ValueError(say("A number of players is 0 or more."))
    if table is Table.FEW:
        return _advise_several(players)
    rounds, cut = _rounds_and_cut(players, table)
    without = max(0, players - 1 + players % 2)
    how_many = say_count("{n} player", "{n} players", players)
    how_long = say_count("{n} round", "{n} rounds", rounds)
    if cut:
        told = message("For {players}: {rounds}, then a cut to the top {cut}.")
        sentence = say(told, players=how_many, rounds=how_long, cut=cut)
    else:
        sentence = say("For {players}: {rounds}, then no cut.", players=how_many, rounds=how_long)
    if without < rounds:
        few = say_count(
            "With so few, only {n} round can be played"
            " before somebody meets an opponent again or has a second bye.",
            "With so few, only {n} rounds can be played"
            " before somebody meets an opponent again or has a second bye.",
            without,
        )
        sentence = in_turn([sentence, few])
    return Advice(players, rounds, cut, without, sentence)


def _rounds_and_cut(players: int, table: Table) -> tuple[int, int]:
    if table is Table.LOG2:
        return max(1, (players - 1).bit_length()), next(cut for least, cut in _CUTS if players >= least)
    rows = _TWO_GAMES if table is Table.DOUBLE else _ONE_GAME
    return next((rounds, cut) for least, rounds, cut in rows if players >= least)


def _advise_several(players: int) -> Advice:
    """Advice for an event at tables of several players; its cut is the final table."""
    rounds, cut = next((rounds, cut) for least, rounds, cut in _SEVERAL if players >= least)
    how_many = say_count("{n} player", "{n} players", players)
    how_long = say_count("{n} round", "{n} rounds", rounds)
    if cut:
        told = message("For {players}: {rounds}, then a final table of the best {cut}.")
        sentence = say(told, players=how_many, rounds=how_long, cut=cut)
    else:
        sentence = say("For {players}: {rounds}, then no final table.", players=how_many, rounds=how_long)
    return Advice(players, rounds, cut, rounds, sentence)
