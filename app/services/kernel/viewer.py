"""The viewer of a page or answer. What it may show depends on this value and on nothing else."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Viewer:
    """`staff` sees bids, decks and the journal, who may draw rounds also `drafts`.

    `player_id` sees what concerns that player.
    """

    staff: bool = False
    drafts: bool = False
    player_id: int | None = None

    def concerns(self, *player_ids: int | None) -> bool:
        """True for staff and for one of these players."""
        return self.staff or (self.player_id is not None and self.player_id in player_ids)


PUBLIC_VIEWER = Viewer()
ORGANIZER_VIEWER = Viewer(staff=True, drafts=True)
