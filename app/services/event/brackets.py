"""The cut as everybody may see it: every game with its players, and the places that are settled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from app.sentences import Sentence, say
from app.services.event.queries import the_tournament
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.installation import Installation
from app.storage.cut import bracket_of, cut_seeds, cut_winners
from app.storage.orders import swiss_order
from app.storage.players import players
from app.storage.pods import final_order_of
from app.storage.rounds import pairings, rounds
from app.storage.tables import Pairing, Tournament
from app.tournament.lifecycle import Phase, RoundState
from app.tournament.rules import CutKind
from app.tournament.topcut import CutGame, Slot, final_places, final_ranking, played


@dataclass(frozen=True)
class BracketPlayer:
    """A player in the cut."""

    player_id: int
    name: str
    seed: int


@dataclass(frozen=True)
class BracketGame:
    """A game of the cut; a player not known yet is None and `first_from` says where they will come from.

    `walkover`: not played, because a player is missing; `forfeited`: both players lost it.
    """

    number: int
    round: int
    name: Sentence
    first: BracketPlayer | None
    second: BracketPlayer | None
    first_from: Sentence
    second_from: Sentence
    winner_id: int | None
    table_id: int | None
    ready: bool
    needed: bool
    walkover: bool = False
    forfeited: bool = False


@dataclass(frozen=True)
class BracketPlace:
    """A final place."""

    place: int
    player_id: int
    name: str


@dataclass(frozen=True)
class BracketView:
    """The bracket with its games in order, and the places that are settled, the best first."""

    kind: CutKind
    size: int
    seeds: list[BracketPlayer]
    games: list[BracketGame]
    places: list[BracketPlace]


def bracket_view(installation: Installation, tournament_id: int) -> BracketView:
    """The bracket; Refused (404) before the cut began."""
    with installation.database.read_session() as session:
        return bracket_in(session, the_tournament(session, tournament_id))


def bracket_in(session: Session, row: Tournament) -> BracketView:
    """The bracket in an open session; Refused no-cut (404) before the cut began."""
    tournament_id = row.id
    seeds = [seed.player_id for seed in cut_seeds(session, tournament_id)]
    if not seeds:
        raise Refused("no-cut", "The top cut has not begun: there is no bracket yet.", Kind.NOT_FOUND)
    if row.cut_kind == CutKind.TABLE:
        raise Refused(
            "no-cut", say("The final table has no bracket: it is a round of its own."), Kind.NOT_FOUND
        )
    names = {p.id: p.name for p in players(session, tournament_id)}
    winners = cut_winners(session, tournament_id)
    table = bracket_of(row)
    drafts = {r.id for r in rounds(session, tournament_id) if r.state == RoundState.DRAFT}
    tables = {
        p.game_number: p
        for p in pairings(session, tournament_id)
        if p.game_number is not None and p.round_id not in drafts
    }
    people = {pid: BracketPlayer(pid, names[pid], i) for i, pid in enumerate(seeds, start=1)}
    return BracketView(
        kind=row.cut_kind,
        size=row.cut_size,
        seeds=list(people.values()),
        games=[_game(game, people, tables) for game in played(table, seeds, winners)],
        places=[
            BracketPlace(place.place, place.player, names[place.player])
            for place in final_places(table, seeds, winners)
        ],
    )


def _game(game: CutGame, people: dict[int, BracketPlayer], tables: Mapping[int, Pairing]) -> BracketGame:
    table = tables.get(game.game.number)
    return BracketGame(
        number=game.game.number,
        round=game.game.round,
        name=game.game.said,
        first=people[game.first] if game.first is not None else None,
        second=people[game.second] if game.second is not None else None,
        first_from=_from(game.game.first, game.first_missing),
        second_from=_from(game.game.second, game.second_missing),
        winner_id=game.winner,
        table_id=table.id if table is not None else None,
        ready=game.ready,
        needed=game.needed,
        walkover=game.walkover,
        forfeited=game.forfeited,
    )


def _from(slot: Slot, missing: bool) -> Sentence:
    return say("Nobody comes from game {game}", game=slot.number) if missing else slot.words


def final_order(installation: Installation, tournament_id: int) -> Sequence[int]:
    """All players in final order once an event with a cut is finished; empty where Swiss alone decides."""
    with installation.database.read_session() as session:
        return final_order_in(session, the_tournament(session, tournament_id))


def final_order_in(session: Session, row: Tournament) -> Sequence[int]:
    """The final order in an open session; see `final_order`."""
    if row.phase != Phase.FINISHED or not cut_seeds(session, row.id):
        return ()
    return ranking_of(session, row)


def first_place(installation: Installation, tournament_id: int) -> str | None:
    """The name of who is first now: by a decided cut, else by the standings; None without players."""
    with installation.database.read_session() as session:
        order = ranking_of(session, the_tournament(session, tournament_id))
        names = {person.id: person.name for person in players(session, tournament_id)}
        return names[order[0]] if order else None


def ranking_of(session: Session, row: Tournament) -> Sequence[int]:
    """All players in final order: the cut by place, then Swiss; before the cut, the Swiss order."""
    swiss = swiss_order(session, row)
    seeds = [seed.player_id for seed in cut_seeds(session, row.id)]
    if not seeds or row.phase not in (Phase.TOP_CUT, Phase.FINISHED):
        return swiss
    if row.cut_kind == CutKind.TABLE:
        at_table = final_order_of(session, row, seeds)
        return [*at_table, *(player_id for player_id in swiss if player_id not in at_table)]
    return final_ranking(final_places(bracket_of(row), seeds, cut_winners(session, row.id)), swiss)
