"""An entry of the journal as it is told: changes of a draft are not told to who may not see the draft."""

from app.sentences import say
from app.services.kernel.journal_view import JournalView
from app.services.kernel.permissions import right_of
from app.storage.journal import said_of
from app.storage.tables import Journal, Round

# Commands whose entries may tell of a draft: the seed draws it again, names say who sits where.
_OF_DRAFTS = frozenset({"pair_round", "pair_cut", "edit_draft", "undo"})


def journal_entry(entry: Journal, draft: Round | None, paired: int | None) -> JournalView:
    """An entry as it is told; `paired` is the first entry that tells of a round with the draft's number.

    Numbers decide, not times: a clock may be set back.
    """
    summary, details = said_of(entry.summary, entry.details), entry.details
    if draft is not None and _tells_of_draft(entry, draft, paired):
        summary, details = say("The draft of round {round} was changed", round=draft.number), {}
    return JournalView(
        entry.number or 0,
        entry.at,
        entry.actor_name,
        entry.actor_kind,
        entry.command,
        summary,
        details,
        entry.undoes,
        entry.undone_by,
    )


def _tells_of_draft(entry: Journal, draft: Round, paired: int | None) -> bool:
    if right_of(entry.command) not in _OF_DRAFTS:
        return False
    if entry.command == "undo":
        # What an undo undid may be a change of the draft, whatever its own words are.
        return paired is None or (entry.number or 0) > paired
    return bool(entry.details.get("round", draft.number) == draft.number)
