"""Which settings an event has, and which values of them make sense; said in sentences an organizer reads."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date as Day
from enum import StrEnum
from typing import Any

from app.deckcheck.cyberpunk import CYBERPUNK
from app.sentences import AnyOf, Sentence, message, say
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.names import clean_name
from app.storage.tables import Tournament
from app.storage.text import is_storable
from app.time_zones import is_zone
from app.tournament.pod_results import HIGHEST_GOAL
from app.tournament.rules import CUT_SIZES, CutKind, CutSides, DeckPolicy, DecksChange, DecksOpen
from app.tournament.structures import DEFAULT, Game, Sides, Structure, StructureCode, structure
from app.tournament.timetable import LONGEST_BREAK, TimetableRefused, read_breaks, read_time
from app.words.languages import known, languages, own_name

LONGEST_INFO = 5000
# Free settings an organizer may give; the program keeps facts of its own beside them.
EXTRAS: dict[str, type] = {
    "retention_days": int,
    "nrdb_id": int,
    "nrdb_username": str,
    "apart_rounds": int,
    "blocked_tables": list,
    "id_points": int,
    "swapped_costs": int,
    "goal_points": int,
    "time_zone": str,
    "language": str,
    "listed": bool,
    "place": str,
    "begins": str,
    "fee": str,
    "schedule": str,
    "round_1_at": str,
    "between_minutes": int,
    "breaks": str,
    "links": str,
    "player_limit": int,
    "wifi_name": str,
    "wifi_password": str,
}
LONGEST_EXTRA = {"schedule": 1000, "links": 1000, "breaks": 1000}
_TIME = re.compile(r"(?<![\d:])(\d{1,2}):(\d{2})(?!\d)")
MOST_BLOCKED = 200
# Of two won games.
MOST_POINTS = 6


@dataclass(frozen=True)
class TournamentDraft:
    """What an organizer says about an event; the defaults are those of Cache Refresh.

    `round_minutes` None means those of the structure. `pool_date` None means the day of the event, `mwl`
    None the list of that day, `planned_rounds` None the advice for the number of players. `decks_change`:
    locked | between-rounds; `decks_open`: never | after-event | cut. `settings` may hold retention_days,
    nrdb_id, nrdb_username, apart_rounds (in how many rounds a household is kept apart; 0: in all),
    blocked_tables (numbers), id_points (of each player for an intentional draw) and swapped_costs (how
    many squared points of difference a rematch with swapped sides is worth; without it none is paired
    that can be avoided), listed (on the start page), place, begins, fee, schedule and links (a line each),
    round_1_at (like 10:30), between_minutes (between two rounds), breaks (a line each, like `2, 60, Lunch`),
    player_limit, language (of pages for who chose none), goal_points (that end a game of several players, 120
    without it; 0: none do), and the hall's wifi_name and wifi_password, which only the poster shows.
    """

    name: str
    date: Day
    format: str = "cache-refresh"
    structure: str = DEFAULT
    pool_date: Day | None = None
    mwl: str | None = None
    pool_overrides: dict[str, Any] = field(default_factory=dict)
    info: str = ""
    round_minutes: int | None = None
    planned_rounds: int | None = None
    deck_policy: str = DeckPolicy.REQUIRED
    decks_change: str = DecksChange.LOCKED
    decks_open: str = DecksOpen.NEVER
    timed_win_points: int = 3
    cut_kind: str = CutKind.NONE
    cut_size: int = 0
    cut_sides: str = CutSides.AUCTION
    hide_last_rounds: int = 0
    settings: dict[str, Any] = field(default_factory=dict)


CHOICES: Mapping[str, type[StrEnum]] = {
    "structure": StructureCode,
    "deck_policy": DeckPolicy,
    "decks_change": DecksChange,
    "decks_open": DecksOpen,
    "cut_kind": CutKind,
    "cut_sides": CutSides,
}
POOL_FIELDS = frozenset({"format", "pool_date", "mwl", "pool_overrides"})
# What results are worth follows from these; of `settings` only from "id_points".
WORTH_FIELDS = frozenset({"structure", "timed_win_points", "settings"})
CUT_FIELDS = frozenset({"cut_kind", "cut_size", "cut_sides"})
NAMES = frozenset(f.name for f in fields(TournamentDraft))


def draft_of(row: Tournament) -> TournamentDraft:
    """The settings of a tournament as its organizer gave them."""
    values = {name: getattr(row, name) for name in NAMES - {"settings"}}
    extras = {key: value for key, value in row.settings.items() if key in EXTRAS}
    return TournamentDraft(**values, settings=extras)


def checked_values(draft: TournamentDraft) -> dict[str, Any]:
    """The values for the columns of a tournament, without `settings`; raises Refused (422)."""
    _check_choices(draft)
    _check_ranges(draft)
    _check_cut(draft)
    check_extras(draft.settings)
    values = {name: getattr(draft, name) for name in NAMES - {"settings"}}
    values |= {name: kind(values[name]) for name, kind in CHOICES.items()}
    values["name"] = clean_name(draft.name, 100)
    values["pool_date"] = draft.pool_date or draft.date
    values["mwl"] = draft.mwl or None
    kind = structure(draft.structure)
    values["round_minutes"] = kind.minutes if draft.round_minutes is None else draft.round_minutes
    values["cut_sides"] = _cut_sides(kind, values["cut_sides"])
    if kind.game is Game.CYBERPUNK:
        # One deck law for the game, and no pool to choose.
        values |= {"format": CYBERPUNK, "mwl": None, "pool_overrides": {}}
    if not kind.decks:
        values["deck_policy"] = DeckPolicy.NONE
    values["info"] = draft.info.strip()
    return values


def _cut_sides(kind: Structure, wanted: CutSides) -> CutSides:
    """How sides are found in the cut of a structure; where auctions are held, as the event says."""
    if kind.cut_sides is Sides.NONE:
        return CutSides.NONE
    if kind.cut_sides is not Sides.AUCTION:
        # Nobody bids in such an event, so its cut has sides by seed.
        return CutSides.SEED
    if wanted is CutSides.NONE:
        raise _refuse(
            say("This game has sides: in the cut they are bought (auction) or come by seed (seed)."),
            "cut_sides",
        )
    return wanted


def _refuse(sentence: Sentence, field: str) -> Refused:
    return Refused("invalid-setting", sentence, Kind.INVALID, field=field)


def _check_ranges(draft: TournamentDraft) -> None:
    if len(draft.info) > LONGEST_INFO or not is_storable(draft.info):
        raise _refuse(
            say(
                "The information for players may have up to {longest} readable characters.",
                longest=LONGEST_INFO,
            ),
            "info",
        )
    if draft.round_minutes is not None and not 1 <= draft.round_minutes <= 600:
        minutes = structure(draft.structure).minutes
        raise _refuse(
            say("A round lasts 1 to 600 minutes; {minutes} are usual here.", minutes=minutes), "round_minutes"
        )
    if draft.planned_rounds is not None and not 1 <= draft.planned_rounds <= 30:
        raise _refuse(
            say("Plan 1 to 30 rounds, or leave the number out to follow the advice."), "planned_rounds"
        )
    if not 0 <= draft.timed_win_points <= 3:
        raise _refuse(say("A timed win is worth 0 to 3 points; 3 is a full win."), "timed_win_points")
    if not 0 <= draft.hide_last_rounds <= 10:
        raise _refuse(say("The standings of the last 0 to 10 rounds can be hidden."), "hide_last_rounds")


def _check_choices(draft: TournamentDraft) -> None:
    for name, kind in CHOICES.items():
        allowed = tuple(kind)
        if getattr(draft, name) not in allowed:
            raise _refuse(say("{field} is one of: {choices}.", field=name, choices=AnyOf(allowed)), name)


def _check_cut(draft: TournamentDraft) -> None:
    several = structure(draft.structure).has_pods
    if several and draft.cut_kind not in (CutKind.NONE, CutKind.TABLE):
        raise Refused(
            "invalid-setting",
            say("Several sit at a table here, so the cut is a final table (kind table) or none."),
            Kind.INVALID,
            field="cut_kind",
        )
    if draft.cut_kind == CutKind.TABLE and not several:
        raise Refused(
            "invalid-setting",
            say("A final table is for events where several sit at a table: choose another cut."),
            Kind.INVALID,
            field="cut_kind",
        )
    sizes = CUT_SIZES[CutKind(draft.cut_kind)]
    if draft.cut_size not in sizes:
        if sizes == (0,):
            raise _refuse(say("Without a top cut its size is 0."), "cut_size")
        raise _refuse(say("A top cut of this kind has a size of {sizes}.", sizes=AnyOf(sizes)), "cut_size")


_KINDS = {
    int: message("{field} is a whole number."),
    str: message("{field} is text."),
    list: message("{field} is a list of table numbers."),
    bool: message("{field} is true or false."),
}


def check_extras(settings: Mapping[str, Any]) -> None:
    """Raise Refused (422) for free settings that nobody gives: unknown-time-zone, unknown-language …"""
    for key, value in settings.items():
        kind = EXTRAS.get(key)
        if kind is None:
            raise _refuse(
                say("There is no setting {field}; known are {known}.", field=key[:40], known=list(EXTRAS)),
                key[:40],
            )
        if value is not None and type(value) is not kind:
            raise _refuse(say(_KINDS[kind], field=key), key)
        if key == "id_points" and isinstance(value, int) and value > MOST_POINTS:
            raise _refuse(
                say("An intentional draw is worth 0 to {most} points to each player.", most=MOST_POINTS), key
            )
        if key == "goal_points" and isinstance(value, int) and value > HIGHEST_GOAL:
            raise _refuse(
                say("A game ends at 1 to {most} points, or at none with 0.", most=HIGHEST_GOAL), key
            )
        if isinstance(value, int) and not 0 <= value <= 10**9:
            raise _refuse(say("{field} is a number from 0 to 1000000000.", field=key), key)
        longest = LONGEST_EXTRA.get(key, 100)
        if isinstance(value, str) and (len(value) > longest or not is_storable(value)):
            raise _refuse(
                say("{field} may have up to {longest} readable characters.", field=key, longest=longest), key
            )
        if key == "time_zone" and isinstance(value, str) and value and not is_zone(value):
            raise Refused(
                "unknown-time-zone",
                "There is no such time zone: write it like Europe/Berlin, or leave it empty.",
                Kind.INVALID,
                field="time_zone",
            )
        if key == "language" and isinstance(value, str) and value and known(value) != value:
            spoken = AnyOf(f"{own_name(each)} ({each})" for each in languages())
            raise Refused(
                "unknown-language",
                say(
                    "The pages cannot be shown in this language: choose one of {languages}.", languages=spoken
                ),
                Kind.INVALID,
                field="language",
            )
        if isinstance(value, list):
            _check_tables(value)
        if isinstance(value, str) and value:
            _check_times(key, value)


def check_typed(settings: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Raise Refused (422) for free settings that nobody should give any more; events that were given them by
    an earlier version, as `before` says, keep them.
    """
    typed = {key: value for key, value in settings.items() if value and value != before.get(key)}
    if not _are_times(typed.get("begins", "")):
        raise _refuse(say("There is no such time of day: write it like 10:30."), "begins")
    if typed.get("between_minutes", 0) > LONGEST_BREAK:
        raise _refuse(
            say("Between two rounds are 0 to {most} minutes.", most=LONGEST_BREAK), "between_minutes"
        )
    after = [each.after for each in read_breaks(typed.get("breaks", ""))]
    if twice := next((number for number in after if after.count(number) > 1), None):
        raise _refuse(say("Two breaks follow round {round}: write them as one.", round=twice), "breaks")


def _check_times(key: str, value: str) -> None:
    """The times of the rounds can be read."""
    try:
        if key == "round_1_at":
            read_time(value)
        if key == "breaks":
            read_breaks(value)
    except TimetableRefused as refusal:
        raise _refuse(refusal.said, key) from refusal


def _are_times(text: str) -> bool:
    """Whether everything in a text that is written like a time of day is one."""
    times = [(int(hour), int(minute)) for hour, minute in _TIME.findall(text)]
    return all(time <= (24, 0) and time[1] < 60 for time in times)


def _check_tables(numbers: list[Any]) -> None:
    if len(numbers) > MOST_BLOCKED or not all(type(each) is int and 1 <= each <= 9999 for each in numbers):
        raise _refuse(
            say(
                "Up to {most} tables can be kept free, by their numbers from 1 to 9999.",
                most=MOST_BLOCKED,
            ),
            "blocked_tables",
        )
