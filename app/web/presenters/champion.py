"""Who won the event: both identities, the way through the rounds, and what the sides cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.sentences import t, tn
from app.services.event.played import Played, PlayedTable
from app.services.kernel.views import StandingsView
from app.web.presenters.pod_standings import own_place
from app.web.presenters.standings import Square, has_bids, square_of


@dataclass(frozen=True)
class Step:
    """A game on the way: its round, the square, whom against, and with which identity."""

    label: str
    square: Square
    opponent: str


@dataclass(frozen=True)
class Champion:
    """The winner of a finished event; `record` and `paid` are sentences, `paid` None where nobody bids."""

    name: str
    href: str
    corp_identity: str | None
    runner_identity: str | None
    record: str
    paid: str | None
    path: Sequence[Step]


def champion_shown(code: str, view: StandingsView, order: Sequence[int], played: Played) -> Champion | None:
    """The first of the final order, or of the standings where no cut decided; None without players."""
    ranked = list(order) or [row.player_id for row in view.rows if view.after_round]
    if not ranked or ranked[0] not in played.people:
        return None
    person = played.people[ranked[0]]
    tables = [table for table in played.of_player(person.player_id) if table.final]
    return Champion(
        name=person.name,
        href=f"/t/{code}/players/{person.player_id}",
        corp_identity=person.corp_identity,
        runner_identity=person.runner_identity,
        record=_record(tables, person.player_id) if tables else _place(view, person.player_id),
        paid=_paid(tables, person.player_id) if has_bids(view) else None,
        path=[_step(table, person.player_id, played) for table in tables],
    )


def _place(view: StandingsView, player_id: int) -> str:
    """What stands for the games where nobody plays one against one."""
    row = next((row for row in view.rows if row.player_id == player_id), None)
    return own_place(row, 1, len(view.rows)) or ""


def _step(table: PlayedTable, player_id: int, played: Played) -> Step:
    opponent = table.opponent_of(player_id)
    name = played.people[opponent].name if opponent is not None else t("bye")
    return Step(t("Round {number}", number=table.round), square_of(table, player_id, played.people), name)


def _record(tables: Sequence[PlayedTable], player_id: int) -> str:
    games = [table for table in tables if table.second is not None]
    won = sum(_won(table, player_id) for table in games)
    played = sum(table.games or 1 for table in games)
    byes = len(tables) - len(games)
    said = tn("{won} of {n} games won", "{won} of {n} games won", played, won=won)
    return tn("{won}, with {n} bye", "{won}, with {n} byes", byes, won=said) if byes else said


def _won(table: PlayedTable, player_id: int) -> int:
    """Games won at a table: of two in a round of both sides."""
    if table.won is None:
        return int(table.winner == player_id)
    return table.won[0] if table.first == player_id else table.won[1]


def _paid(tables: Sequence[PlayedTable], player_id: int) -> str:
    bids = [table.bid for table in tables if table.bidder == player_id and table.bid is not None]
    if not bids:
        return t("Never bought a side")
    if len(bids) == 1:
        return t("Bought a side once, for {bid}", bid=bids[0])
    return tn(
        "Bought a side {n} time, for {sum} in all",
        "Bought a side {n} times, for {sum} in all",
        len(bids),
        sum=sum(bids),
    )
