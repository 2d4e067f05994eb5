"""What an archive file must look like before a single row is made of it.

An archive may come from anywhere, so every table, column, type, choice and number in it is checked, and the
first thing that is wrong is said in a sentence. Its form is described in docs/exports.md.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Column, Date, Float, Integer

from app.sentences import Sentence, say
from app.services.exchange.archive_limits import (
    CHOICES,
    LONGEST,
    LONGEST_SENTENCE,
    LONGEST_TEXT,
    RANGES,
    bad,
    check_settings,
    clean_people,
    is_name,
    is_short,
)
from app.services.exchange.archive_versions import in_present_version
from app.services.judging.deck_checks import MOST_COPIES
from app.services.people.entering import MOST_PLAYERS
from app.sides import Side
from app.storage.archive import (
    ACCOUNT,
    ARCHIVED,
    JOURNAL_COLUMNS,
    REFERENCES,
    TOURNAMENT,
    Values,
    columns_of,
    seen,
)
from app.storage.column_rules import Mark, columns_with, unrecorded
from app.storage.packed_changes import PackedChanges
from app.storage.tables import metadata
from app.storage.text import is_storable
from app.storage.types import UtcDateTime
from app.tournament.pod_results import MOST_POINTS as MOST_POD_POINTS
from app.tournament.pods import MOST_PLAYERS as MOST_AT_POD

FORMAT = "cache-refresh-archive"
VERSION = 7
MOST_ACCOUNTS = 200
# A sentence of the journal may stand in another, four or five deep, and each takes three levels.
_DEEPEST = 40
_CODE = re.compile("[A-Z]{5}")
_LARGEST_DECIMAL = 10**9
_WHOLE = range(-(2**31), 2**31)
_HEAD = ("format", "version", "accounts", TOURNAMENT, *ARCHIVED, "journal")
_VERDICT: dict[str, type | tuple[type, ...]] = {
    "legal": bool,
    "identity": (str, type(None)),
    "cards": int,
    "restricted": list,
    "violations": list,
    "warnings": list,
    "lines": list,
}


def parse(content: bytes) -> Values:
    """The event of an archive file, checked as far as the file alone tells. Raises Refused (422)."""
    try:
        document = json.loads(content, parse_constant=_no_number)
    except RecursionError:
        raise bad(say("it is nested too deeply.")) from None
    except ValueError:
        raise bad(say("it is no JSON text; choose the file that was exported as archive.json.")) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise bad(say("it is no archive of an event; choose the file that was exported as archive.json."))
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise bad(say("its version is missing."))
    if version > VERSION:
        raise bad(
            say(
                "it has version {version}, and this program reads {known}: update the program first.",
                version=version,
                known=VERSION,
            )
        )
    document = in_present_version(document, version)
    _check_keys(say("the archive"), document, _HEAD)
    _check_plain(document)
    _check_accounts(document["accounts"])
    _check_row(TOURNAMENT, document[TOURNAMENT], columns_of(TOURNAMENT))
    for name in ARCHIVED:
        _check_rows(name, document[name])
    if len(document["player"]) > MOST_PLAYERS:
        raise bad(
            say(
                "it has {players} players; an event has up to {most}.",
                players=len(document["player"]),
                most=MOST_PLAYERS,
            )
        )
    _check_journal(document["journal"], document[TOURNAMENT]["version"])
    _check_numbers(document)
    clean_people(document)
    return {key: document[key] for key in _HEAD[2:]}


def _no_number(_text: str) -> None:
    raise ValueError


def _check_keys(what: Sentence, value: Any, wanted: Sequence[str]) -> None:
    if not isinstance(value, dict):
        raise bad(say("{what} is no object.", what=what))
    unknown = sorted(value.keys() - set(wanted))
    if unknown:
        raise bad(say("{what} has the unknown field '{field}'.", what=what, field=_printable(unknown[0])))
    missing = [key for key in wanted if key not in value]
    if missing:
        raise bad(say("{what} lacks the field '{field}'.", what=what, field=missing[0]))


def _printable(name: str) -> str:
    return repr(name[:60])[1:-1]


def _check_plain(value: Any, depth: int = 0) -> None:
    """Text that both engines can keep, numbers that every program reads, and no bottomless nesting."""
    if depth > _DEEPEST:
        raise bad(say("it is nested too deeply."))
    if isinstance(value, str) and (len(value) > LONGEST_TEXT or not is_storable(value)):
        raise bad(say("it has a text that is too long or can't be kept."))
    if isinstance(value, int) and abs(value) > 2**53:
        raise bad(say("it has a number that is too large."))
    if isinstance(value, float) and not math.isfinite(value):
        raise bad(say("it has a number that is too large."))
    if isinstance(value, list):
        for item in value:
            _check_plain(item, depth + 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_plain(key, depth)
            _check_plain(item, depth + 1)


def _check_accounts(names: Any) -> None:
    if not isinstance(names, list) or len(names) > MOST_ACCOUNTS:
        raise bad(say("accounts is no list of up to {most} names.", most=MOST_ACCOUNTS))
    for name in names:
        if name is not None and not (isinstance(name, str) and is_name(name)):
            raise bad(say("accounts has something that is no name."))


def _check_rows(name: str, rows: Any) -> None:
    if not isinstance(rows, list):
        raise bad(say("{table} is no list of rows.", table=name))
    columns = columns_of(name)
    for row in rows:
        _check_row(name, row, columns)
    ids = [row["id"] for row in rows]
    if ids != sorted(set(ids)):
        raise bad(say("the rows of {table} are not in the order of their numbers.", table=name))


def _check_row(name: str, row: Any, columns: Sequence[str]) -> None:
    _check_keys(say("a row of {table}", table=name), row, columns)
    for column, value in row.items():
        _check_value(name, column, value, stored=True)
    if name == "deck_check" and row["checked_at"] is None and (row["outcome"] or row["finding"]):
        raise bad(say("a deck check has an outcome, and no time at which it ended."))


def _is_allowed(name: str, column: str, value: Any) -> bool:
    """Whether a value of the column's type is one of its choices and within its range."""
    choices, allowed = CHOICES.get((name, column)), RANGES.get((name, column))
    return (choices is None or value in choices) and (allowed is None or value in allowed)


def _check_value(name: str, column: str, value: Any, *, stored: bool) -> None:
    """One value of a column; moments in a row are in UTC as the database gives them."""
    kind = metadata.tables[name].columns[column]
    if value is None:
        if not kind.nullable:
            raise bad(say("{table}.{column} is empty.", table=name, column=column))
        return
    if not _fits(kind, value, stored) or not _is_allowed(name, column, value):
        raise bad(
            say(
                "{table}.{column} can't be {value}.",
                table=name,
                column=column,
                value=json.dumps(value, ensure_ascii=False)[:60],
            )
        )
    if not is_short(value, LONGEST.get((name, column), LONGEST_SENTENCE)):
        raise bad(
            say(
                "{table}.{column} is longer than the program lets anybody write it.",
                table=name,
                column=column,
            )
        )
    if (name, column) == (TOURNAMENT, "code") and not _CODE.fullmatch(value):
        raise bad(say("the code of the tournament is none."))
    if (name, column) == ("deck", "verdict"):
        _check_verdict(value)
    if (name, column) == ("deck", "cards") and not all(type(copies) is int for copies in value.values()):
        raise bad(say("deck.cards needs a number of copies for each title."))
    if (name, column) == ("pod_entry", "points"):
        _check_entered(value)
    if (name, column) == ("deck_check", "counted"):
        _check_counted(value)
    if (name, column) == (TOURNAMENT, "settings"):
        check_settings(value)


def _fits(column: Column[Any], value: Any, stored: bool) -> bool:
    kind = column.type
    if isinstance(kind, UtcDateTime):
        return isinstance(value, str) and _is_moment(value, stored)
    if isinstance(kind, Date):
        return isinstance(value, str) and _is_day(value)
    if isinstance(kind, JSON | PackedChanges):
        return isinstance(value, list if column.name == "changes" else dict)
    if isinstance(kind, Boolean):
        return isinstance(value, bool)
    if isinstance(kind, Integer):
        return type(value) is int and value in _WHOLE
    if isinstance(kind, Float):
        return type(value) in (int, float) and 0 <= value < _LARGEST_DECIMAL
    return isinstance(value, str)


def _is_moment(text: str, stored: bool) -> bool:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            return False
        return moment.astimezone(UTC).isoformat() == text or not stored
    except (ValueError, OverflowError):
        return False


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _check_verdict(verdict: Mapping[str, Any]) -> None:
    """A verdict with the parts that pages show."""
    if not all(isinstance(verdict.get(key, 0.5), kind) for key, kind in _VERDICT.items()):
        raise bad(say("a deck has a verdict that is none."))
    said = [*verdict["violations"], *verdict["warnings"]]
    worded = all(isinstance(each, dict) and {"code", "message"} <= each.keys() for each in said)
    lines = verdict["lines"]
    named = all(isinstance(line, dict) and {"card", "copies", "status"} <= line.keys() for line in lines)
    if not (worded and named):
        raise bad(say("a deck has a verdict that is none."))


def _check_entered(points: Mapping[str, Any]) -> None:
    seats = {str(seat) for seat in range(1, MOST_AT_POD + 1)}
    if not points.keys() <= seats or not all(
        type(own) is int and own in range(MOST_POD_POINTS + 1) for own in points.values()
    ):
        raise bad(say("pod_entry.points needs a number of points for each seat."))


def _check_counted(counted: Mapping[str, Any]) -> None:
    sides = counted.keys() <= set(Side) and all(isinstance(found, dict) for found in counted.values())
    if not sides or not all(
        type(copies) is int and copies in range(MOST_COPIES + 1)
        for found in counted.values()
        for copies in found.values()
    ):
        raise bad(say("deck_check.counted needs a number of copies for each title of a side."))


def _check_journal(journal: Any, version: int) -> None:
    if not isinstance(journal, list):
        raise bad(say("journal is no list of entries."))
    for place, entry in enumerate(journal, start=1):
        _check_row("journal", entry, JOURNAL_COLUMNS)
        if entry["number"] != place:
            raise bad(say("entry {place} of the journal is missing.", place=place))
        for other in (entry["undoes"], entry["undone_by"]):
            if other is not None and not 1 <= other <= len(journal):
                raise bad(say("entry {place} of the journal names an entry that is not there.", place=place))
        for change in entry["changes"]:
            _check_change(change)
    if len(journal) != version:
        raise bad(say("the journal does not end with the tournament's version."))


def _check_change(change: Any) -> None:
    _check_keys(say("a change in the journal"), change, ("table", "id", "before", "after"))
    name = change["table"]
    if not isinstance(name, str) or name not in REFERENCES:
        raise bad(say("the journal names the unknown table {table}.", table=json.dumps(name)[:60]))
    if type(change["id"]) is not int:
        raise bad(say("a change in the journal is about no row."))
    known = set(metadata.tables[name].columns.keys()) - unrecorded(name)
    if change["before"] is not None and change["after"] is not None:
        # Of a row that stays; what no command ever changes can't be put back either.
        known -= columns_with(name, Mark.FIXED)
    for values in (change["before"], change["after"]):
        if values is None:
            continue
        if not isinstance(values, dict) or not values.keys() <= known:
            raise bad(say("the journal has values that {table} can't have.", table=name))
        for column, value in values.items():
            _check_value(name, column, value, stored=False)


def _check_numbers(document: Values) -> None:
    """Rows are numbered 1, 2, 3 … without a gap, journal included, and refer to rows that are there."""
    rows = {TOURNAMENT: [document[TOURNAMENT]], **{name: document[name] for name in ARCHIVED}}
    found = seen(rows, document["journal"])
    for name, ids in found.items():
        if sorted(ids) != list(range(1, len(ids) + 1)) or (name == TOURNAMENT and len(ids) > 1):
            raise bad(say("the rows of {table} are not numbered from 1 on.", table=name))
    if len(found[ACCOUNT]) != len(document["accounts"]):
        raise bad(say("it names more or fewer accounts than it refers to."))
    there = {name: {row["id"] for row in values} for name, values in rows.items() if name != TOURNAMENT}
    for name in ARCHIVED:
        for column, other in REFERENCES[name].items():
            if other in there and not {row[column] for row in document[name] if column in row} <= there[
                other
            ] | {None}:
                raise bad(
                    say("{table}.{column} refers to a row that is not there.", table=name, column=column)
                )
