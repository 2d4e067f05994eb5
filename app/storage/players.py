"""Finding players, always through their tournament."""

import unicodedata
from collections.abc import Sequence

from sqlalchemy import bindparam, delete
from sqlmodel import Session, col, func, select

from app.sides import DeckSlot, Side
from app.storage.access_tables import WebSession
from app.storage.bulk import delete_rows, rows_whose, rows_with_ids
from app.storage.judging_tables import JudgeCall, Penalty
from app.storage.tables import Announcement, Deck, DeckCheck, Player

# Made once: every request of a phone asks for it.
_BY_LINK = select(Player).where(col(Player.link_hash) == bindparam("link_hash"))


def name_key(name: str) -> str:
    """What two spellings of one name share: case, width and white space do not tell people apart."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def player(session: Session, tournament_id: int, player_id: int) -> Player | None:
    """The player with this id in this tournament."""
    found = session.get(Player, player_id)
    return found if found is not None and found.tournament_id == tournament_id else None


def players(session: Session, tournament_id: int) -> Sequence[Player]:
    """All players in the order they joined, dropped ones included."""
    query = select(Player).where(Player.tournament_id == tournament_id)
    return session.exec(query.order_by(col(Player.id))).all()


def waiting(session: Session, tournament_id: int) -> Sequence[Player]:
    """The waiting list: who waits longest first."""
    query = select(Player).where(
        Player.tournament_id == tournament_id, col(Player.waiting_since).is_not(None)
    )
    return session.exec(query.order_by(col(Player.waiting_since), col(Player.id))).all()


def waiting_numbers(session: Session, tournament_id: int) -> dict[int, int]:
    """Player -> number on the waiting list, from 1."""
    return {row.id: number for number, row in enumerate(waiting(session, tournament_id), 1)}


def places_taken(session: Session, tournament_id: int) -> int:
    """How many players have a place: neither dropped nor waiting for one."""
    query = (
        select(func.count())
        .select_from(Player)
        .where(
            Player.tournament_id == tournament_id,
            col(Player.dropped).is_(False),
            col(Player.waiting_since).is_(None),
        )
    )
    return session.exec(query).one()


def player_by_name(session: Session, tournament_id: int, name: str) -> Player | None:
    """The player whose name reads the same."""
    query = select(Player).where(Player.tournament_id == tournament_id, Player.name_key == name_key(name))
    return session.exec(query).first()


def names_by_key(session: Session, tournament_id: int, keys: Sequence[str]) -> dict[str, str]:
    """Key -> name of the players who have one of these keys."""
    mine = Player.tournament_id == tournament_id
    query = select(Player.name_key, Player.name).where(mine, col(Player.name_key).in_(keys))
    return dict(session.exec(query).all())


def player_by_link(session: Session, link_hash: str) -> Player | None:
    """The player whose personal link has this hash."""
    return session.exec(_BY_LINK, params={"link_hash": link_hash}).first()


def lots(session: Session, tournament_id: int) -> set[int]:
    """The lots given so far, one for each player."""
    return set(session.exec(select(Player.lot).where(Player.tournament_id == tournament_id)))


def delete_players(session: Session, tournament_id: int, ids: Sequence[int]) -> None:
    """Delete players who never played, with their decks, deck checks, notices, calls, penalties and browser
    sessions."""
    for model in (Deck, DeckCheck, Announcement, JudgeCall, Penalty):
        delete_rows(session, model, rows_whose(session, model, "player_id", ids))
    mine = col(WebSession.tournament_id) == tournament_id
    session.execute(delete(WebSession).where(mine, col(WebSession.player_id).in_(ids)))
    delete_rows(session, Player, rows_with_ids(session, Player, ids))


def deck_of(session: Session, tournament_id: int, player_id: int, slot: Side | DeckSlot) -> Deck | None:
    """The deck a player handed in, for a side or as the one deck."""
    return session.exec(
        select(Deck).where(
            Deck.tournament_id == tournament_id, Deck.player_id == player_id, Deck.side == slot
        )
    ).first()


def decks(session: Session, tournament_id: int, player_id: int | None = None) -> Sequence[Deck]:
    """The decks handed in, of one player or of all."""
    query = select(Deck).where(Deck.tournament_id == tournament_id)
    if player_id is not None:
        query = query.where(Deck.player_id == player_id)
    return session.exec(query.order_by(col(Deck.player_id), col(Deck.side))).all()
