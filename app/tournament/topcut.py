"""The cut: which games are ready, who plays whom, and who takes which final place.

The course of every cut is a table (`brackets`); here it is only read. Players are seeded in Swiss order.
Losers of one round are placed by seed. In double elimination the grand final is played again (reset) if the
player from the lower bracket wins it, because then both have lost once. The final ranking is the cut, then
the Swiss standings. A game that both players forfeit has no winner: both are out, and who should have met
one of them wins the next game without playing it (a walkover). Everything is a function of the seeds and
the winner per game number.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from app.sentences import AnyOf, Sentence, message, say
from app.sides import Side
from app.tournament.brackets import TABLES
from app.tournament.rules import CutKind

RESET = "grand final reset"
# What the games of a bracket are called.
NAMES: Mapping[str, str] = {
    "final": message("final"),
    "semifinal": message("semifinal"),
    "quarterfinal": message("quarterfinal"),
    "round of 16": message("round of 16"),
    "grand final": message("grand final"),
    "lower final": message("lower final"),
    "lower round 1": message("lower round 1"),
    "lower round 2": message("lower round 2"),
    "lower round 3": message("lower round 3"),
    "lower round 4": message("lower round 4"),
    "lower round 5": message("lower round 5"),
    "upper final": message("upper final"),
    "upper round 1": message("upper round 1"),
    "upper round 2": message("upper round 2"),
    "upper round 3": message("upper round 3"),
    RESET: message("grand final reset"),
}


class From(StrEnum):
    """Where the player of a seat comes from."""

    SEED = "#"
    WINNER = "W"
    LOSER = "L"


@dataclass(frozen=True, slots=True)
class Slot:
    """One seat of a game: seed `number`, or the winner or loser of game `number`."""

    origin: From
    number: int

    @property
    def words(self) -> Sentence:
        if self.origin is From.SEED:
            return say("Seed {seed}", seed=self.number)
        if self.origin is From.WINNER:
            return say("Winner of game {game}", game=self.number)
        return say("Loser of game {game}", game=self.number)


@dataclass(frozen=True, slots=True)
class Game:
    """One line of a bracket. `winner_to` and `loser_to` are game numbers, None where the cut ends for them;
    `loser_place` is the best place the loser can then get."""

    number: int
    round: int
    name: str
    first: Slot
    second: Slot
    winner_to: int | None
    loser_to: int | None
    loser_place: int | None

    @property
    def said(self) -> Sentence:
        """The name of the game, or of the games beside it, in the reader's language."""
        return say(NAMES[self.name])

    @property
    def lower(self) -> bool:
        """Whether it belongs to the lower bracket of a double elimination."""
        return self.name.startswith("lower")


@dataclass(frozen=True, slots=True)
class Bracket:
    """All games of a cut in the order of their numbers."""

    kind: CutKind
    size: int
    games: tuple[Game, ...]

    @property
    def reset(self) -> Game | None:
        """The game that is played only if the lower bracket's player wins the grand final."""
        return self.games[-1] if self.games[-1].name == RESET else None


@dataclass(frozen=True, slots=True)
class CutGame:
    """A game with the players known so far; `needed` is False for a reset that the grand final made idle.

    `first_missing` and `second_missing` say that nobody will ever come to that seat; `forfeited`, that both
    players forfeited the game.
    """

    game: Game
    first: int | None
    second: int | None
    winner: int | None
    needed: bool = True
    first_missing: bool = False
    second_missing: bool = False
    forfeited: bool = False

    @property
    def walkover(self) -> bool:
        """Whether it is not played, because a player is missing."""
        return self.first_missing or self.second_missing

    @property
    def ready(self) -> bool:
        """Whether it can be played now."""
        return self.needed and not self.over and None not in (self.first, self.second)

    @property
    def over(self) -> bool:
        """Whether nothing can change it any more: it has a winner, or never will have one."""
        return self.winner is not None or self.forfeited or (self.first_missing and self.second_missing)

    @property
    def losers(self) -> tuple[int, ...]:
        """Who lost it: one player, both after a double forfeit, nobody in a walkover or before its end."""
        if not self.over:
            return ()
        return tuple(player for player in (self.first, self.second) if player not in (None, self.winner))

    @property
    def loser(self) -> int | None:
        """The one player who lost; None while nobody has, and after a double forfeit."""
        return self.losers[0] if len(self.losers) == 1 else None


@dataclass(frozen=True, slots=True)
class Place:
    """A final place that is settled."""

    place: int
    player: int


@dataclass(frozen=True, slots=True)
class SideRight:
    """Who has which side when sides are not bought: either both are set, or `chooser` chooses."""

    chooser: int | None = None
    corp_player: int | None = None
    runner_player: int | None = None


_NO_SINGLE = message("There is no cut of {size} players in single elimination; choose one of {sizes}.")
_NO_DOUBLE = message("There is no cut of {size} players in double elimination; choose one of {sizes}.")

_NO_BRACKET = message("Two sit at a table here: choose single or double elimination.")


@cache
def bracket(kind: CutKind | str, size: int) -> Bracket:
    """The bracket of this kind and size. Raises ValueError for a kind or size that has none."""
    table = TABLES.get((str(kind), size))
    if table is None:
        if kind not in (CutKind.SINGLE, CutKind.DOUBLE):
            raise ValueError(say(_NO_BRACKET))
        sizes = AnyOf(str(known) for name, known in TABLES if name == str(kind))
        raise ValueError(say(_NO_DOUBLE if kind == CutKind.DOUBLE else _NO_SINGLE, size=size, sizes=sizes))
    rows = [line.split("|") for line in table.strip().splitlines()[1:]]
    return Bracket(CutKind(kind), size, tuple(_game([cell.strip() for cell in row]) for row in rows))


def sizes(kind: CutKind | str) -> tuple[int, ...]:
    """The sizes this kind of cut can have, smallest first."""
    return tuple(sorted(size for name, size in TABLES if name == str(kind)))


def _game(cells: Sequence[str]) -> Game:
    number, round_, name, first, second, winner, loser = cells
    place = re.match(r"\d+", loser)
    return Game(
        int(number),
        int(round_),
        name,
        Slot(From(first[0]), int(first[1:])),
        Slot(From(second[0]), int(second[1:])),
        _target(winner),
        _target(loser),
        int(place.group()) if place else None,
    )


def _target(cell: str) -> int | None:
    found = re.search(r"to (\d+)", cell)
    return int(found.group(1)) if found else None


Winners = Mapping[int, int | None]


def played(bracket: Bracket, seeds: Sequence[int], winners: Winners) -> tuple[CutGame, ...]:
    """Every game of the bracket with what is known of it.

    `seeds` are the players in seed order, `winners` game number -> player, or None where both forfeited.
    Raises ValueError if the seeds do not fit, or a result belongs to a game that could not be played yet or
    to a player who was not in it.
    """
    if len(seeds) != bracket.size or len(set(seeds)) != len(seeds):
        raise ValueError(
            say("A cut of {size} needs {size} different players in seed order.", size=bracket.size)
        )
    done: dict[int, CutGame] = {}
    for game in bracket.games:
        final = done.get(game.number - 1)
        needed = game.name != RESET or final is None or not final.over or final.winner == final.second
        done[game.number] = _one_game(game, needed, seeds, done, winners)
    unknown = set(winners) - set(done)
    if unknown:
        raise ValueError(say("This cut has no game {game}.", game=min(unknown)))
    return tuple(done.values())


def _one_game(
    game: Game, needed: bool, seeds: Sequence[int], done: Mapping[int, CutGame], winners: Winners
) -> CutGame:
    (first, no_first), (second, no_second) = (
        _player(slot, seeds, done) for slot in (game.first, game.second)
    )
    known = first is not None and second is not None
    if game.number in winners and not (needed and known):
        raise ValueError(
            say("Game {game} has a result too early: correct the earlier games first.", game=game.number)
        )
    winner = winners.get(game.number)
    if winner is not None and winner not in (first, second):
        raise ValueError(
            say(
                "Nobody can have won game {game} without playing it: correct the earlier games first.",
                game=game.number,
            )
        )
    if needed and (no_first or no_second):
        winner = second if no_first else first
    return CutGame(
        game,
        first,
        second,
        winner,
        needed,
        no_first,
        no_second,
        known and winners.get(game.number, 0) is None,
    )


def _player(slot: Slot, seeds: Sequence[int], done: Mapping[int, CutGame]) -> tuple[int | None, bool]:
    """The player of a seat as far as known, and whether nobody will ever come to it."""
    if slot.origin is From.SEED:
        return seeds[slot.number - 1], False
    before = done[slot.number]
    player = before.winner if slot.origin is From.WINNER else before.loser
    return player, before.over and player is None


def next_games(bracket: Bracket, seeds: Sequence[int], winners: Winners) -> tuple[CutGame, ...]:
    """The games that can be played now, lowest number first; none when the cut is over."""
    return tuple(game for game in played(bracket, seeds, winners) if game.ready)


def final_places(bracket: Bracket, seeds: Sequence[int], winners: Winners) -> tuple[Place, ...]:
    """The places that are settled, best first; of all players once the cut is over.

    Where several players go out in one round, their places are settled when its last game is over. Who
    forfeited together with the opponent shares the round in which the next loss would have sent them out.
    """
    games = played(bracket, seeds, winners)
    seed_of = {player: seed for seed, player in enumerate(seeds)}
    by_number = {game.game.number: game for game in games}
    places: list[Place] = []
    free = len(seeds)
    for rank in sorted({game.game.loser_place or 0 for game in games} - {0}, reverse=True):
        deciding = [game for game in games if _place_of(game, by_number) == rank]
        if not all(game.over or not game.needed for game in deciding):
            break
        out = sorted(
            (player for game in deciding if _sends_out(game) for player in game.losers),
            key=seed_of.__getitem__,
        )
        free -= len(out)
        places += [Place(free + offset, player) for offset, player in enumerate(out, start=1)]
    last = next(game for game in reversed(games) if game.needed)
    if last.winner is not None:
        places.append(Place(1, last.winner))
    return tuple(sorted(places, key=lambda place: place.place))


def _place_of(game: CutGame, games: Mapping[int, CutGame]) -> int | None:
    """The place for which a player who goes out by this game is out."""
    while game.game.loser_place is None and game.game.loser_to is not None and game.forfeited:
        game = games[game.game.loser_to]
    return game.game.loser_place


def _sends_out(game: CutGame) -> bool:
    """Whether who lost is out; a grand final won by the lower bracket's player sends both to the reset."""
    return game.needed and (game.forfeited or game.game.loser_to is None or game.winner != game.second)


def leaves_nobody(bracket: Bracket, seeds: Sequence[int], winners: Winners) -> bool:
    """Whether nobody can win the cut any more, because too many games were forfeited by both players."""
    last = next(game for game in reversed(played(bracket, seeds, winners)) if game.needed)
    return last.over and last.winner is None


def final_ranking(places: Sequence[Place], swiss: Sequence[int]) -> tuple[int, ...]:
    """All players in final order: those of the cut by place, then the others in Swiss order."""
    cut = [place.player for place in sorted(places, key=lambda place: place.place)]
    among = set(cut)
    return (*cut, *(player for player in swiss if player not in among))


def sides_by_seed(
    first: int, second: int, seeds: Sequence[int], sides_played: Mapping[int, Sequence[Side]]
) -> SideRight:
    """Sides by right instead of by auction: who has played Corp more often than the opponent in this cut,
    counted against Runner, plays Runner now; where that is equal the higher seed chooses."""
    lean = [_lean(sides_played.get(player, ())) for player in (first, second)]
    if lean[0] == lean[1]:
        return SideRight(chooser=min(first, second, key=list(seeds).index))
    corp, runner = (second, first) if lean[0] > lean[1] else (first, second)
    return SideRight(corp_player=corp, runner_player=runner)


def _lean(sides: Sequence[Side]) -> int:
    return sum(1 if side is Side.CORP else -1 for side in sides)
