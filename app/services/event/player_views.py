"""One player as each viewer may see them: decks and household are not for everybody."""

from collections.abc import Collection, Sequence

from sqlmodel import Session

from app.services.decks.deck_laws import slots_of
from app.services.decks.deck_views import decks_visible, reads_as_written, told_deck
from app.services.kernel.viewer import Viewer
from app.services.kernel.views import PlayerView, Verdict
from app.storage.cut import cut_seeds
from app.storage.tables import Deck, Player, Tournament


def players_in_cut(session: Session, tournament_id: int) -> frozenset[int]:
    """The players of the top cut; nobody before it began."""
    return frozenset(seed.player_id for seed in cut_seeds(session, tournament_id))


def view_of_player(
    person: Player,
    lists: Sequence[Deck],
    row: Tournament,
    viewer: Viewer,
    in_cut: Collection[int],
    balance: int,
    waiting: int | None,
) -> PlayerView:
    """The view of a row; `lists` are the player's decks, `waiting` the number on the waiting list."""
    verdicts: dict[str, Verdict | None] | None = None
    if decks_visible(viewer, person.id, row.decks_open, row.phase, person.id in in_cut):
        as_written = reads_as_written(viewer, person.id, row, person.id in in_cut)
        handed_in = {deck.side: told_deck(deck, as_written=as_written) for deck in lists}
        verdicts = {slot: handed_in.get(slot) for slot in slots_of(row)}
    return PlayerView(
        person.id,
        person.name,
        person.pronouns,
        person.corp_identity,
        person.runner_identity,
        person.dropped,
        person.fixed_table,
        person.household if viewer.staff else None,
        person.first_round_bye,
        verdicts,
        person.first_round,
        balance,
        waiting,
    )
