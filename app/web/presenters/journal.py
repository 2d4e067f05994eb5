"""The journal in words: who did what and when, what it changed, whether it can be undone; and its filters."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.deckcheck.sentences import copies_of
from app.deckcheck.titles import card_title
from app.sentences import Sentence, in_turn, message, t, tn
from app.services.kernel.journal_view import ChangedValue, JournalView
from app.services.kernel.permissions import RIGHT_OF, right_of
from app.time_zones import local
from app.tournament.lifecycle import COMMANDS
from app.web.presenters.decks import slot_words
from app.web.presenters.desk_frame import DeskPage
from app.words.written import day as in_words
from app.words.written import day_of, listed_short

LONGEST_VALUE = 120
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
MOST_CARDS = 6
KINDS: Mapping[str, tuple[str, Collection[str]]] = {
    "results": (
        message("Results"),
        ("report_result", "correct_result", "enter_table", "uphold_report", "correct_sides"),
    ),
    "bids": (
        message("Bids and sides"),
        ("place_bid", "settle_auction", "choose_side", "share_phone", "check_in"),
    ),
    "rounds": (
        message("Rounds and drafts"),
        (
            *("pair_round", "edit_draft", "publish_round", "play_bye", "withdraw_round", "delete_round"),
            *("close_round", "start_cut", "pair_cut", "finish_tournament", "reopen_tournament"),
        ),
    ),
    "players": (
        message("Players"),
        (
            *("register_player", "add_players", "remove_players", "edit_player", "seat_player"),
            *("drop_player", "reinstate_player", "issue_link", "erase_player"),
        ),
    ),
    "decks": (message("Decks"), ("hand_in_deck", "override_deck", "check_decks")),
    "clock": (message("Clock"), ("set_clock",)),
    "said": (message("Announcements and calls"), ("announce", "end_announcement", "call_organizer")),
    "event": (
        message("Settings and staff"),
        ("create_tournament", "edit_tournament", "set_registration", "manage_members", "accept_invitation"),
    ),
    "undo": (message("Undone"), ("undo",)),
}
_NAMED = frozenset(command for _, commands in KINDS.values() for command in commands)
_ALL = COMMANDS.keys() | RIGHT_OF.keys()
OTHER = "other"
# How the settings and the columns of an entry are called; an entry may name others, which stay as they are.
_NAMES = (
    *(message("name"), message("date"), message("info"), message("format"), message("structure")),
    *(message("pool date"), message("pool overrides"), message("mwl"), message("round minutes")),
    *(message("planned rounds"), message("deck policy"), message("decks change"), message("decks open")),
    *(message("cut kind"), message("cut size"), message("cut sides"), message("timed win points")),
    *(message("hide last rounds"), message("retention days"), message("nrdb id"), message("nrdb username")),
    *(message("apart rounds"), message("blocked tables"), message("id points"), message("swapped costs")),
    *(message("time zone"), message("language"), message("listed"), message("place"), message("begins")),
    *(message("fee"), message("schedule"), message("links"), message("player limit"), message("wifi name")),
    *(message("wifi password"), message("pronouns"), message("corp identity"), message("runner identity")),
    *(message("fixed table"), message("household"), message("first round"), message("first round bye")),
    message("goal points"),
    message("round 1 at"),
    message("between minutes"),
    message("breaks"),
)

_IDENTITIES = ("corp identity", "runner identity")


@dataclass(frozen=True)
class ChangeShown:
    """One thing an entry changed, before and after; either may be empty."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class EntryShown:
    """An entry of the list; `undo` is where its button goes, `why_not` what stands in the way."""

    number: int
    at: str
    iso: str
    day: str
    day_words: str
    who: str
    what: str
    changes: tuple[ChangeShown, ...]
    undo: str | None
    why_not: str | None
    undone: bool
    undoes: int | None


@dataclass(frozen=True)
class Chosen:
    """What of the journal is shown, as the form sends it: a name, a table's number, a kind of commands."""

    who: str = ""
    table: str = ""
    kind: str = ""


@dataclass(frozen=True)
class JournalPage(DeskPage):
    """The newest entries, or those before a number; `older` is the address of the next ones."""

    template: ClassVar[str] = "organizer/journal.html"

    entries: Sequence[EntryShown]
    older: str | None
    newest: bool
    chosen: Chosen
    filtered: bool
    names: Sequence[tuple[str, str]]
    kinds: Sequence[tuple[str, str]]


def kinds_shown() -> list[tuple[str, str]]:
    """The kinds of commands to choose from, as options of a select."""
    return [
        ("", t("Everything")),
        *((key, t(words)) for key, (words, _) in KINDS.items()),
        (OTHER, t("Everything else")),
    ]


def commands_of(kind: str) -> Collection[str]:
    """The commands of a kind, with those that share the right of one; none for everything, or for no kind."""
    if kind == OTHER:
        return {command for command in _ALL if right_of(command) not in _NAMED}
    rights = KINDS[kind][1] if kind in KINDS else ()
    return {command for command in _ALL if right_of(command) in rights}


def entry_shown(
    entry: JournalView, undo: str | None, why_not: Sequence[Sentence], zone: str | None
) -> EntryShown:
    """An entry for the list, its time in the zone; `undo` and `why_not` as in `EntryShown`."""
    there = local(entry.at, zone)
    return EntryShown(
        number=entry.number,
        at=there.strftime("%H:%M:%S"),
        iso=entry.at.isoformat().replace("+00:00", "Z"),
        day=there.date().isoformat(),
        day_words=in_words(there.date()),
        who=entry.actor,
        what=str(entry.summary),
        changes=changes_of(entry),
        undo=None if why_not else undo,
        why_not=str(in_turn(why_not)) if why_not else None,
        undone=entry.undone_by is not None,
        undoes=entry.undoes,
    )


def changes_of(entry: JournalView) -> tuple[ChangeShown, ...]:
    """What an entry says of before and after: settings by name, decks by the cards that came and went."""
    changes = [
        *map(_value_shown, entry.changed_values),
        *(
            ChangeShown(slot_words(deck.slot), _cards(deck.removed), _cards(deck.added))
            for deck in entry.changed_decks
        ),
    ]
    return tuple(change for change in changes if change.before or change.after)


def _value_shown(changed: ChangedValue) -> ChangeShown:
    name = changed.name.replace("_", " ")
    return ChangeShown(t(name), _value(changed.before, name), _value(changed.after, name))


def _value(value: object, name: str) -> str:
    if value is None or value == "":
        return t("nothing")
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    if isinstance(value, str) and _DAY.fullmatch(value):
        return day_of(value)  # a name may look like a day and be none: `2018-02-30`
    text = card_title(str(value)) if name in _IDENTITIES else str(value)
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "…"


def _cards(cards: Mapping[str, int]) -> str:
    if not cards:
        return ""
    named = [str(copies_of(title, copies)) for title, copies in list(cards.items())[:MOST_CARDS]]
    more = len(cards) - MOST_CARDS
    if more > 0:
        cut_short = listed_short(named)
        return tn("{cards} and {n} more title", "{cards} and {n} more titles", more, cards=cut_short)
    return listed_short(named)
