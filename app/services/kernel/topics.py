"""Which topics a change has, and which topics a caller may hear: who sees a thing hears of it, nobody else.

That a bid was placed is itself nobody's business but the table's: `table/N` is for its two players and the
staff, `seat/P` for player P wherever that player sits. What everybody may see of a table, its settled side
and its final result, is told as `results`. A `draft` is the staff's alone, and so is what
happens at `pods`, the tables of several players, before it is a result. That another event of the
`day` changed is for the staff as well; by `day/P` player P hears of belonging to another event from now on.
"""

from collections.abc import Collection, Iterable

from app.services.kernel.installation import Installation
from app.services.kernel.viewer import Viewer
from app.storage.rounds import Seats, pairing
from app.storage.tables import Pairing, Round
from app.tournament.lifecycle import RoundState

FOR_ALL = frozenset({"tournament", "players", "round", "clock", "standings", "announcement", "results"})
FOR_STAFF = frozenset({"*", "table/*", "journal", "calls", "penalties", "members", "draft", "pods", "day"})


def table_topics(row: Pairing | Seats, *, shown: bool = False) -> tuple[str, ...]:
    """The topics of a change at a table; `shown`: everybody may see it."""
    seats = (f"seat/{player_id}" for player_id in (row.first_id, row.second_id) if player_id is not None)
    return (f"table/{row.id}", *seats, *(("results",) if shown else ()))


def allowed_topics(
    installation: Installation, tournament_id: int, viewer: Viewer, asked: Iterable[str]
) -> Collection[str]:
    """Those of the asked topics the caller may hear; without a wish, all the caller may hear."""
    wishes = frozenset(asked)
    if viewer.staff:
        return frozenset(each for each in wishes if _is_topic(each)) or frozenset({"*"})
    own = frozenset[str]()
    if viewer.player_id is not None:
        own = frozenset({f"seat/{viewer.player_id}", f"day/{viewer.player_id}"})
    if not wishes:
        return FOR_ALL | own
    tables = {each for each in wishes if each.startswith("table/")}
    heard = (FOR_ALL | own) & wishes
    return heard | {each for each in tables if _is_own_table(installation, tournament_id, viewer, each)}


def _is_topic(topic: str) -> bool:
    return topic in FOR_ALL or topic in FOR_STAFF or topic.startswith(("table/", "seat/"))


def _is_own_table(installation: Installation, tournament_id: int, viewer: Viewer, topic: str) -> bool:
    number = topic.removeprefix("table/")
    if viewer.player_id is None or not number.isdecimal() or len(number) > 9:
        return False
    with installation.database.read_session() as session:
        row = pairing(session, tournament_id, int(number))
        if row is None or viewer.player_id not in (row.first_id, row.second_id):
            return False
        round_row = session.get(Round, row.round_id)
        return round_row is not None and round_row.state != RoundState.DRAFT
