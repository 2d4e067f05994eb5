"""The limits of what an archive may hold: the same as in the forms, for its rows and for its journal.

An uploaded file is written by anybody, so a name in it is cleaned like one that was typed.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.sentences import Sentence, say
from app.services.event.announcements import LONGEST_ANNOUNCEMENT
from app.services.event.settings import EXTRAS, check_extras
from app.services.event.settings import MOST_POINTS as MOST_POINTS_OF_TABLE
from app.services.event.tournaments import MOST_SEED
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
from app.tournament.clock import LONGEST_SECONDS
from app.tournament.duel import ALL_DICE
from app.tournament.pod_results import MOST_POINTS
from app.tournament.pods import MOST_PLAYERS
from app.tournament.results import FEWEST_POINTS
from app.tournament.results import MOST_POINTS as MOST_AGENDA_POINTS
from app.tournament.rules import CUT_SIZES

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
_ROUNDS, _TABLES, _SEEDS = range(1, 1001), range(1, HIGHEST_TABLE + 1), range(MOST_SEED + 1)
_AGENDA_POINTS = range(FEWEST_POINTS, MOST_AGENDA_POINTS + 1)
# Every column of numbers that refers to no row; a test finds those that are missing.
RANGES: dict[tuple[str, str], range] = {
    ("tournament", "round_minutes"): range(1, 601),
    ("tournament", "planned_rounds"): range(1, 31),
    ("tournament", "timed_win_points"): range(4),
    ("tournament", "cut_size"): range(max(size for sizes in CUT_SIZES.values() for size in sizes) + 1),
    ("tournament", "hide_last_rounds"): range(11),
    ("tournament", "seed"): _SEEDS,
    ("tournament", "version"): range(MOST_SEED + 1),
    ("player", "dropped_in_round"): range(1001),
    ("player", "fixed_table"): _TABLES,
    ("player", "lot"): _SEEDS,
    ("round", "seed"): _SEEDS,
    ("round", "clock_added"): range(-LONGEST_SECONDS, LONGEST_SECONDS + 1),
    ("deck_check", "round_number"): _ROUNDS,
    ("pairing", "table_number"): _TABLES,
    ("pairing", "game_number"): range(1, 64),
    ("pairing", "extra_seconds"): range(MOST_EXTRA_SECONDS + 1),
    ("pairing", "auction"): range(1, 1001),
    ("bid", "auction"): range(1, 1001),
    # What both games of a table are worth together.
    **{("pairing", f"{seat}_points"): range(MOST_POINTS_OF_TABLE + 1) for seat in ("first", "second")},
    **{("pairing", column): range(3) for column in ("first_won", "second_won", "tied", "games")},
    **{
        (table, f"{side}_points"): _AGENDA_POINTS
        for table in ("pairing", "game", "game_report", "round_report")
        for side in ("corp", "runner")
    },
    **{("journal", column): range(1, MOST_SEED + 1) for column in ("number", "undoes", "undone_by")},
    ("journal", "actor_id"): range(1, MOST_SEED + 1),
    ("round", "number"): _ROUNDS,
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
    ("pod", "table_number"): _TABLES,
    ("pod", "extra_seconds"): range(MOST_EXTRA_SECONDS + 1),
    ("pod_seat", "seat"): range(1, MOST_PLAYERS + 1),
    ("pod_seat", "points"): range(MOST_POINTS + 1),
    ("cut_seed", "seed"): range(1, 17),
    ("player", "first_round"): _ROUNDS,
    ("judge_call", "round_number"): _ROUNDS,
    ("judge_call", "table_number"): _TABLES,
    ("judge_call", "extra_seconds"): range(MOST_EXTRA_SECONDS + 1),
    ("penalty", "round_number"): _ROUNDS,
    ("penalty", "table_number"): _TABLES,
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


def check_settings(settings: Mapping[str, Any]) -> None:
    """Refuse (422) settings that no form takes; what the program keeps beside them is its own."""
    rounds, blocked = settings.get("apart_rounds", 0), settings.get("blocked_tables", [])
    if not (type(rounds) is int and _is_numbers(blocked)):
        raise bad(say("the settings of the tournament have wishes that can't be read."))
    try:
        check_extras({key: value for key, value in settings.items() if key in EXTRAS})
    except Refused as refused:
        raise bad(refused.said) from None


def _is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(type(number) is int for number in value)
