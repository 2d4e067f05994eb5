"""Who may see which decks: players their own, the staff all, everybody once the event opens its lists."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.deckcheck.advice import advise
from app.deckcheck.kept import KeptVerdict
from app.deckcheck.legality import check
from app.deckcheck.remarks import without_remarks
from app.deckcheck.sentences import told_verdict
from app.deckcheck.verdict import Change
from app.services.decks.card_pool import read_deck
from app.services.decks.deck_laws import slots_of
from app.services.decks.event_pool import event_pool
from app.services.decks.handed_in import identity_of, missing_decks
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import PUBLIC_VIEWER, Viewer
from app.sides import DeckSlot
from app.storage.cut import cut_seeds
from app.storage.players import decks, player, players
from app.storage.tables import Deck, Player, Tournament
from app.tournament.lifecycle import Phase
from app.tournament.rules import DecksOpen


@dataclass(frozen=True)
class DeckView:
    """A deck as its player and the staff see it; `cards` is title -> copies."""

    side: DeckSlot
    identity: str | None
    source: str
    cards: dict[str, int]
    verdict: dict[str, Any]
    override_reason: str | None
    override_by: str | None
    handed_in_at: datetime

    @property
    def told(self) -> KeptVerdict:
        """The verdict by its parts."""
        return KeptVerdict(self.verdict)


@dataclass(frozen=True)
class DeskRow:
    """A player at the organizer's deck desk with each deck of the event; `missing` are those owed. `plays` is
    False for who dropped or waits for a place."""

    player_id: int
    name: str
    dropped: bool
    decks: dict[DeckSlot, DeckView | None]
    missing: tuple[DeckSlot, ...]
    plays: bool


def decks_visible(viewer: Viewer, owner_id: int, decks_open: DecksOpen, phase: Phase, in_cut: bool) -> bool:
    """Whether the viewer may read the decks of player `owner_id`.

    `decks_open` 'after-event' opens all lists when the event is finished, 'cut' those of the players in the
    top cut from its start on; `in_cut` says whether the owner is one.
    """
    if viewer.concerns(owner_id):
        return True
    if decks_open is DecksOpen.AFTER_EVENT:
        return phase is Phase.FINISHED
    return decks_open is DecksOpen.CUT and in_cut


def decks_of(
    installation: Installation, tournament_id: int, player_id: int, viewer: Viewer
) -> tuple[DeckView, ...]:
    """The decks of a player, Corp first; raises Refused: 404, decks-hidden (403)."""
    with installation.database.read_session() as session:
        tournament = session.get(Tournament, tournament_id)
        row = player(session, tournament_id, player_id)
        if tournament is None or row is None:
            raise not_found("player")
        in_cut = any(seed.player_id == player_id for seed in cut_seeds(session, tournament_id))
        if not decks_visible(viewer, player_id, tournament.decks_open, tournament.phase, in_cut):
            raise Refused("decks-hidden", "These decks are not open to you.", Kind.FORBIDDEN)
        as_written = reads_as_written(viewer, player_id, tournament, in_cut)
        return tuple(
            deck_view(deck, row, as_written=as_written) for deck in decks(session, tournament_id, player_id)
        )


def reads_as_written(viewer: Viewer, owner_id: int, tournament: Tournament, in_cut: bool) -> bool:
    """Whether a viewer of these decks reads the player's own words, too: the player, who may hand in lists,
    and everybody where they are open. A judge reads the cards.
    """
    opened = decks_visible(PUBLIC_VIEWER, owner_id, tournament.decks_open, tournament.phase, in_cut)
    return opened or viewer.drafts or viewer.player_id == owner_id


def told_deck(deck: Deck, *, as_written: bool) -> dict[str, Any]:
    """The verdict on a deck in sentences, with the player's own words or without."""
    told = told_verdict(deck.verdict)
    return told if as_written else without_remarks(told)


def deck_desk(installation: Installation, tournament_id: int, viewer: Viewer) -> tuple[DeskRow, ...]:
    """Every player with decks and verdicts, in the order they joined; for the staff."""
    with installation.database.read_session() as session:
        tournament = session.get(Tournament, tournament_id)
        if tournament is None:
            raise not_found("tournament")
        handed_in: dict[int, dict[str, Deck]] = {}
        for deck in decks(session, tournament_id):
            handed_in.setdefault(deck.player_id, {})[deck.side] = deck
        in_cut = {seed.player_id for seed in cut_seeds(session, tournament_id)}
        return tuple(
            _desk_row(
                row,
                handed_in.get(row.id, {}),
                tournament,
                as_written=reads_as_written(viewer, row.id, tournament, row.id in in_cut),
            )
            for row in players(session, tournament_id)
        )


def _desk_row(
    row: Player, handed_in: dict[str, Deck], tournament: Tournament, *, as_written: bool
) -> DeskRow:
    slots = slots_of(tournament)
    lists = {slot: handed_in.get(slot) for slot in slots}
    return DeskRow(
        row.id,
        row.name,
        row.dropped,
        {slot: deck_view(deck, row, as_written=as_written) if deck else None for slot, deck in lists.items()},
        missing_decks(handed_in, tournament.deck_policy, slots),
        plays=not row.dropped and row.waiting_since is None,
    )


def changes_for(installation: Installation, tournament_id: int, deck: DeckView) -> tuple[Change, ...]:
    """What to change in a deck, as the deck check says it; nothing for one that may be played as it is."""
    if deck.told.legal or deck.override_reason or deck.side is DeckSlot.ONE:
        return ()
    pool = event_pool(installation, tournament_id)
    decklist = read_deck(installation.catalog, deck.source, deck.identity)
    return tuple(advise(decklist, pool, check(decklist, pool)))


def deck_view(deck: Deck, row: Player, *, as_written: bool) -> DeckView:
    """A deck's row with the identity its player plays; `source` is empty for who reads the cards alone."""
    side = deck.side
    return DeckView(
        side,
        identity_of(row, side),
        deck.source if as_written else "",
        deck.cards,
        told_deck(deck, as_written=as_written),
        deck.override_reason,
        deck.override_by,
        deck.handed_in_at,
    )
