"""The limits of what an archive may hold: the same as in the forms, for its rows and for its journal.

An uploaded file is written by anybody, so a name in it is cleaned like one that was typed.
"""

from collections.abc import Callable, Sequence
from typing import Any

from app.sentences import Sentence, say
from app.services.event.announcements import LONGEST_ANNOUNCEMENT
from app.services.judging.calls import LONGEST_NOTE as LONGEST_CALL_NOTE
from app.services.judging.calls import LONGEST_REASON, MOST_EXTRA_SECONDS
from app.services.judging.deck_checks import LONGEST_FINDING
from app.services.judging.penalties import LONGEST_INFRACTION
from app.services.judging.penalties import LONGEST_NOTE as LONGEST_PENALTY_NOTE
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.names import LONGEST_NAME, clean_line, clean_name
from app.services.kernel.permissions import MEMBER_ROLES
from app.services.people.entering import LONGEST_PRONOUNS
from app.services.people.registration import HIGHEST_TABLE, LONGEST_HOUSEHOLD
from app.storage.archive import Values
from app.storage.players import name_key
from app.storage.tables import metadata
from app.storage.types import EnumText
from app.tournament.duel import ALL_DICE
from app.tournament.pod_results import MOST_POINTS
from app.tournament.pods import MOST_PLAYERS

LONGEST_TEXT = 300_000
# Of what the program itself writes: a summary or a warning may name everybody.
LONGEST_SENTENCE = 20_000
CHOICES: dict[tuple[str, str], Sequence[str]] = {
    **{
        (table.name, column.name): [str(each) for each in column.type.members]
        for table in metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, EnumText)
    },
    ("membership", "role"): MEMBER_ROLES,
}
RANGES: dict[tuple[str, str], range] = {
    ("round", "number"): range(1, 1001),
    ("round", "clock_length"): range(10**6),
    ("pairing", "bid"): range(11),
    ("pairing", "first_dice"): range(ALL_DICE + 1),
    ("pairing", "second_dice"): range(ALL_DICE + 1),
    ("game_report", "first_dice"): range(ALL_DICE + 1),
    ("game_report", "second_dice"): range(ALL_DICE + 1),
    ("game", "number"): range(1, 3),
    ("round_report", "number"): range(3),
    ("bid", "amount"): range(11),
    ("bid", "number"): range(1, 100),
    ("auction_entry", "bid"): range(11),
    ("pod", "table_number"): range(1, HIGHEST_TABLE + 1),
    ("pod", "extra_seconds"): range(MOST_EXTRA_SECONDS + 1),
    ("pod_seat", "seat"): range(1, MOST_PLAYERS + 1),
    ("pod_seat", "points"): range(MOST_POINTS + 1),
    ("cut_seed", "seed"): range(1, 17),
    ("player", "first_round"): range(1, 1001),
    ("judge_call", "round_number"): range(1, 1001),
    ("judge_call", "table_number"): range(1, HIGHEST_TABLE + 1),
    ("judge_call", "extra_seconds"): range(MOST_EXTRA_SECONDS + 1),
    ("penalty", "round_number"): range(1, 1001),
    ("penalty", "table_number"): range(1, HIGHEST_TABLE + 1),
}
# The same limits as in the forms; decks are as long as the reader takes them.
LONGEST: dict[tuple[str, str], int] = {
    ("player", "name"): LONGEST_NAME,
    ("player", "name_key"): 4 * LONGEST_NAME,
    ("player", "pronouns"): LONGEST_PRONOUNS,
    ("player", "household"): LONGEST_HOUSEHOLD,
    ("player", "corp_identity"): 120,
    ("player", "runner_identity"): 120,
    ("player", "joined_by"): 20,
    ("deck", "source"): LONGEST_TEXT,
    ("deck", "verdict"): LONGEST_TEXT,
    ("deck", "override_reason"): 300,
    ("deck", "override_by"): LONGEST_NAME,
    ("deck_check", "finding"): LONGEST_FINDING,
    ("deck_check", "checked_by"): LONGEST_NAME,
    ("deck_check", "unlisted"): LONGEST_FINDING,
    ("judge_call", "reason"): LONGEST_REASON,
    ("judge_call", "note"): LONGEST_CALL_NOTE,
    ("judge_call", "claimed_by"): LONGEST_NAME,
    ("judge_call", "ended_by"): LONGEST_NAME,
    ("penalty", "infraction"): LONGEST_INFRACTION,
    ("penalty", "note"): LONGEST_PENALTY_NOTE,
    ("penalty", "given_by"): LONGEST_NAME,
    ("announcement", "text"): LONGEST_ANNOUNCEMENT,
    ("journal", "actor_name"): 2 * LONGEST_NAME,
    ("journal", "command"): 40,
    ("journal", "changes"): LONGEST_TEXT,
}


def bad(sentence: Sentence) -> Refused:
    """The refusal of a file that can't be imported; nothing was changed."""
    return Refused("bad-archive", say("This archive can't be imported: {why}", why=sentence), Kind.INVALID)


def is_name(text: str) -> bool:
    """Whether an account could have this name."""
    try:
        clean_name(text)
    except Refused:
        return False
    return True


def is_short(value: Any, longest: int) -> bool:
    """Whether no text within a JSON value is longer than so many characters."""
    if isinstance(value, str):
        return len(value) <= longest
    if isinstance(value, dict):
        return all(is_short(key, longest) and is_short(item, longest) for key, item in value.items())
    return not isinstance(value, list) or all(is_short(item, longest) for item in value)


def clean_people(document: Values) -> None:
    """Write every name as the forms would have, with the key that follows from it, in rows and journal alike.

    Raises Refused (422) for a name that no form would take.
    """
    for row in document["player"]:
        _clean_person(row)
    for entry in document["journal"]:
        entry["actor_name"] = _cleaned(clean_line, entry["actor_name"], 2 * LONGEST_NAME, "name")
        for change in entry["changes"]:
            if change["table"] == "player":
                for values in (change["before"], change["after"]):
                    _clean_person(values or {})


def _clean_person(values: Values) -> None:
    if "name" in values:
        values["name"] = _cleaned(clean_name, values["name"])
        if "name_key" in values:
            values["name_key"] = name_key(values["name"])
    elif "name_key" in values:
        raise bad(say("the journal changes the key of a name without the name."))
    for column, longest in (("pronouns", LONGEST_PRONOUNS), ("household", LONGEST_HOUSEHOLD)):
        if column in values:
            values[column] = _cleaned(clean_line, values[column], longest, column)


def _cleaned(clean: Callable[..., str], text: str, *limits: Any) -> str:
    try:
        return clean(text, *limits)
    except Refused as refused:
        raise bad(say("a name or what is said of a person can't be kept. {why}", why=refused.said)) from None
