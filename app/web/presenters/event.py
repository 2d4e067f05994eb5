"""An event in words: where it stands, what comes next, what was decided about decks and the cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.sentences import message, t, tn
from app.services.event.announcements import AnnouncementView
from app.services.event.listing import Notice
from app.services.kernel.views import TournamentView
from app.tournament.lifecycle import Phase
from app.tournament.rules import CutKind
from app.web.presenters.champion import Champion
from app.web.presenters.clock import ClockShown
from app.web.presenters.feed import News
from app.web.presenters.timetable import TimeRow
from app.web.views import EventFrame, NavLink, View
from app.words.written import day

_POLICIES = {
    "required": message("Everybody hands in both decks before their first round."),
    "optional": message("Decks can be handed in; nobody has to."),
    "none": message("No decks are collected: bring them to the table."),
}
_ONE_DECK = {
    "required": message("Everybody hands in a deck before the first round."),
    "optional": message("A deck can be handed in; nobody has to."),
    "none": message("No decks are collected: bring yours to the table."),
}
# By whether the event requires decks, and whether it is more than one.
_ILLEGAL = (
    (
        message("One of your decks is not legal: read what to change."),
        message("Your decks are not legal: read what to change."),
    ),
    (
        message(
            "One of your decks is not legal yet. Before your first round it has to be changed: "
            "read what to change."
        ),
        message(
            "Your decks are not legal yet. Before your first round they have to be changed: "
            "read what to change."
        ),
    ),
)
_MISSING = (
    message("Hand in your other deck before your first round."),
    message("Hand in both decks before your first round."),
)


@dataclass(frozen=True)
class Fact:
    """A number of the event with its label."""

    label: str
    value: str | int
    note: str = ""


@dataclass(frozen=True)
class Outside:
    """A link of the organizer to another site; `words` is its address without the scheme."""

    href: str
    words: str


@dataclass(frozen=True, kw_only=True)
class EventPage(View):
    """The event for everybody: what it is, where it stands, what happened last, who won."""

    template: ClassVar[str] = "public/event.html"
    part: ClassVar[str] = "fragments/event.html"

    frame: EventFrame
    day_words: str
    next_words: str
    facts: Sequence[Fact]
    when_and_where: Sequence[Fact]
    times: Sequence[TimeRow]
    schedule: Sequence[str]
    outside: Sequence[Outside]
    played_words: str
    deck_words: str
    cut_words: str
    rules_href: str | None
    info: Sequence[str]
    announcements: Sequence[AnnouncementView]
    clock: ClockShown | None
    at_time: str
    full: bool
    champion: Champion | None
    news: Sequence[News]
    preview: str | None
    here: str


def stage_words(event: TournamentView) -> str:
    """The small line beside the event's name: registration, round 3 of 6, top cut, finished."""
    if event.phase is Phase.FINISHED:
        # words: an event that is over
        return t("Finished")
    if event.phase is Phase.TOP_CUT and event.cut_kind == CutKind.TABLE:
        return t("Final table")
    if event.phase is Phase.TOP_CUT:
        # words: the best players, who play the cut
        return t("Top {size}", size=event.cut_size)
    if event.round is None:
        return t("Registration open") if event.registration_open else t("Before round 1")
    if event.planned_rounds and event.round <= event.planned_rounds:
        return t("Round {number} of {planned}", number=event.round, planned=event.planned_rounds)
    return t("Round {number}", number=event.round)


def round_is_played(event: TournamentView) -> bool:
    """Whether the last published round is still being played."""
    return event.next is not None and event.next.command == "close_round"


def next_words(event: TournamentView) -> str:
    """One sentence: what happened, what comes next, who acts."""
    if event.phase is Phase.FINISHED:
        return t("The event is over. The standings are final.")
    if event.round is None:
        if event.registration_open:
            return t("Players are joining. Round 1 is paired when the organizer starts it.")
        return t("The registration is closed. The organizer pairs round 1 next.")
    if round_is_played(event):
        return t(
            "Round {number} is being played. It ends when every table has its result.", number=event.round
        )
    if event.cut_kind == CutKind.TABLE and (event.phase is Phase.TOP_CUT or _is_last(event)):
        if event.next is not None and event.next.command == "finish_tournament":
            return t("The final table is played. The organizer announces the final standings next.")
        return t("The organizer seats the final table of the best {size} next.", size=event.cut_size)
    if event.phase is Phase.TOP_CUT:
        if event.next is not None and event.next.command == "finish_tournament":
            return t("The cut is decided. The organizer announces the final standings next.")
        return t("Round {number} is over. The organizer pairs the next games of the cut.", number=event.round)
    if event.planned_rounds and event.round >= event.planned_rounds:
        if not event.cut_size:
            return t(
                "All {planned} rounds are played. The organizer announces the final standings next.",
                planned=event.planned_rounds,
            )
        return t(
            "All {planned} rounds are played. The organizer cuts to the top {size} next.",
            planned=event.planned_rounds,
            size=event.cut_size,
        )
    return t(
        "Round {number} is over. The organizer pairs round {next} next.",
        number=event.round,
        next=event.round + 1,
    )


def _is_last(event: TournamentView) -> bool:
    return bool(event.cut_size and event.planned_rounds and (event.round or 0) >= event.planned_rounds)


def cut_words(event: TournamentView) -> str:
    """What comes after the Swiss rounds."""
    if event.cut_kind is CutKind.NONE or not event.cut_size:
        return t("No cut: the standings decide.")
    if event.cut_kind == CutKind.TABLE:
        return t("The best {size} play a final table, which decides their places.", size=event.cut_size)
    if event.cut_kind is CutKind.DOUBLE:
        return t("Top {size}, double elimination.", size=event.cut_size)
    return t("Top {size}, single elimination.", size=event.cut_size)


def facts_shown(event: TournamentView, said: Notice) -> list[Fact]:
    """The numbers of an event as boxes."""
    return [
        _players_shown(event, said.player_limit),
        # words: how many rounds are played is not decided yet
        Fact(t("Rounds"), event.planned_rounds or t("open"), t("Swiss")),
        Fact(t("Each round"), t("{n} min", n=event.round_minutes), t("one game")),
        _cut_shown(event),
    ]


def _cut_shown(event: TournamentView) -> Fact:
    if event.cut_kind == CutKind.TABLE:
        return Fact(t("Final table"), tn("{n} player", "{n} players", event.cut_size))
    # words: the event has no cut
    return Fact(t("Cut"), t("Top {size}", size=event.cut_size) if event.cut_size else t("none"))


def _players_shown(event: TournamentView, limit: int | None) -> Fact:
    """Everybody who plays or played: ranks go down to who dropped."""
    if event.round is not None and event.dropped:
        return Fact(t("Players"), event.players + event.dropped, t("{n} dropped", n=event.dropped))
    if event.round is not None:
        return Fact(t("Players"), event.players)
    return Fact(t("Players"), event.players, _places_words(limit, event.waiting))


def _places_words(limit: int | None, waiting: int) -> str:
    """How many fit and how many wait."""
    if not waiting:
        # words: a number of players, and of how many places
        return t("of {limit}", limit=limit) if limit else ""
    if not limit:
        return t("{waiting} waiting", waiting=waiting)
    return t("of {limit}, {waiting} waiting", limit=limit, waiting=waiting)


def notice_shown(said: Notice) -> list[Fact]:
    """Place, beginning and fee, as far as the organizer told them."""
    told = ((t("Where"), said.place), (t("When"), said.begins), (t("Fee"), said.fee))
    return [Fact(label, words) for label, words in told if words]


def outside_links(said: Notice) -> list[Outside]:
    """The organizer's links; only addresses of the web lead anywhere."""
    safe = [line for line in said.links if line.startswith(("https://", "http://"))]
    return [Outside(line, line.partition("://")[2].removesuffix("/")) for line in safe]


def day_words(event: TournamentView) -> str:
    """The day as people write it: `15 February 2018`."""
    return day(event.date)


def played_words(event: TournamentView, format_name: str) -> str:
    """Format, day of the pool and list in one sentence; of a game without a pool what is played."""
    if event.without_sides:
        return t("{game}: Swiss rounds of one game.", game=format_name)
    if event.mwl:
        return t(
            "{format}, with the cards legal on {day} and {list}.",
            format=format_name,
            day=event.pool_date,
            list=event.mwl,
        )
    return t("{format}, with the cards legal on {day}.", format=format_name, day=event.pool_date)


def is_full(event: TournamentView, said: Notice) -> bool:
    """Whether who joins now comes to the waiting list: the limit of players is reached, or others wait."""
    if said.player_limit is None or not event.registration_open:
        return False
    return event.waiting > 0 or event.players >= said.player_limit


def waiting_words(number: int) -> str:
    """What the number on the waiting list means to who has it."""
    if number == 1:
        return t("You are the first on the waiting list: the next place that is free is yours.")
    return t(
        "You are number {number} on the waiting list. Your page says so when a place is free.", number=number
    )


def deck_words(event: TournamentView) -> str:
    """What the event asks of decks."""
    return t((_ONE_DECK if event.without_sides else _POLICIES)[event.deck_policy])


def round_links(code: str, numbers: Sequence[int], current: int | None, path: str) -> list[NavLink]:
    """Links to other rounds; `path` has `{}` where the number goes."""
    return [
        NavLink(f"/t/{code}{path.format(number)}", str(number), current=number == current)
        for number in numbers
    ]


BY_CUT = message("The cut decides its players’ places. Points are those of the Swiss rounds.")


def standings_kicker(after_round: int, *, final: bool, by_cut: bool) -> str | None:
    """What the standings are the standings of; None before the first closed round."""
    if not after_round:
        return None
    if by_cut:
        return t("After the top cut")
    if final:
        return tn("After {n} round", "After {n} rounds", after_round)
    return t("After round {number}", number=after_round)


def decks_todo(missing: int, illegal: int, *, required: bool) -> str | None:
    """What a player's decks still need before the first round; None where nothing."""
    if illegal:
        return t(_ILLEGAL[required][illegal > 1])
    if missing and required:
        return t(_MISSING[missing > 1])
    return None
