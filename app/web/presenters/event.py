"""An event in words: where it stands, what comes next, what was decided about decks and the cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.services.event.announcements import AnnouncementView
from app.services.event.listing import Notice
from app.services.kernel.views import TournamentView
from app.tournament.lifecycle import Phase
from app.web.presenters.champion import Champion
from app.web.presenters.clock import ClockShown
from app.web.presenters.feed import News
from app.web.views import EventFrame, NavLink, View

_POLICIES = {
    "required": "Everybody hands in both decks before their first round.",
    "optional": "Decks can be handed in; nobody has to.",
    "none": "No decks are collected: bring them to the table.",
}
# By whether the event requires decks, and whether it is more than one.
_ILLEGAL = (
    (
        "One of your decks is not legal: read what to change.",
        "Your decks are not legal: read what to change.",
    ),
    (
        "One of your decks is not legal yet. Before your first round it has to be changed: "
        "read what to change.",
        "Your decks are not legal yet. Before your first round they have to be changed: read what to change.",
    ),
)
_MISSING = (
    "Hand in your other deck before your first round.",
    "Hand in both decks before your first round.",
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
    schedule: Sequence[str]
    outside: Sequence[Outside]
    played_words: str
    deck_words: str
    cut_words: str
    info: Sequence[str]
    announcements: Sequence[AnnouncementView]
    clock: ClockShown | None
    at_time: str
    joined: bool
    full: bool
    champion: Champion | None
    news: Sequence[News]
    preview: str | None
    here: str


def stage_words(event: TournamentView) -> str:
    """The small line beside the event's name: registration, round 3 of 6, top cut, finished."""
    if event.phase is Phase.FINISHED:
        return "Finished"
    if event.phase is Phase.TOP_CUT:
        return f"Top {event.cut_size}"
    if event.round is None:
        return "Registration open" if event.registration_open else "Before round 1"
    if event.planned_rounds and event.round <= event.planned_rounds:
        return f"Round {event.round} of {event.planned_rounds}"
    return f"Round {event.round}"


def round_is_played(event: TournamentView) -> bool:
    """Whether the last published round is still being played."""
    return event.next is not None and event.next.command == "close_round"


def next_words(event: TournamentView) -> str:
    """One sentence: what happened, what comes next, who acts."""
    if event.phase is Phase.FINISHED:
        return "The event is over. The standings are final."
    if event.round is None:
        if event.registration_open:
            return "Players are joining. Round 1 is paired when the organizer starts it."
        return "The registration is closed. The organizer pairs round 1 next."
    if round_is_played(event):
        return f"Round {event.round} is being played. It ends when every table has its result."
    if event.phase is Phase.TOP_CUT:
        return f"Round {event.round} is over. The organizer pairs the next games of the cut."
    if event.planned_rounds and event.round >= event.planned_rounds:
        after = f"cuts to the top {event.cut_size}" if event.cut_size else "announces the final standings"
        return f"All {event.planned_rounds} rounds are played. The organizer {after} next."
    return f"Round {event.round} is over. The organizer pairs round {event.round + 1} next."


def cut_words(event: TournamentView) -> str:
    """What comes after the Swiss rounds."""
    if event.cut_kind == "none" or not event.cut_size:
        return "No cut: the standings decide."
    kind = "double" if event.cut_kind == "double" else "single"
    return f"Top {event.cut_size}, {kind} elimination."


def facts_shown(event: TournamentView, said: Notice) -> list[Fact]:
    """The numbers of an event as boxes."""
    return [
        _players_shown(event, said.player_limit),
        Fact("Rounds", event.planned_rounds or "open", "Swiss"),
        Fact("Round", f"{event.round_minutes} min", "one game"),
        Fact("Cut", f"Top {event.cut_size}" if event.cut_size else "none"),
    ]


def _players_shown(event: TournamentView, limit: int | None) -> Fact:
    """Everybody who plays or played: ranks go down to who dropped."""
    if event.round is not None and event.dropped:
        return Fact("Players", event.players + event.dropped, f"{event.dropped} dropped")
    return Fact("Players", event.players, f"of {limit}" if limit and event.round is None else "")


def notice_shown(said: Notice) -> list[Fact]:
    """Place, beginning and fee, as far as the organizer told them."""
    told = (("Where", said.place), ("When", said.begins), ("Fee", said.fee))
    return [Fact(label, words) for label, words in told if words]


def outside_links(said: Notice) -> list[Outside]:
    """The organizer's links; only addresses of the web lead anywhere."""
    safe = [line for line in said.links if line.startswith(("https://", "http://"))]
    return [Outside(line, line.partition("://")[2].removesuffix("/")) for line in safe]


def day_words(event: TournamentView) -> str:
    """The day as people write it: `15 February 2018`."""
    return f"{event.date.day} {event.date:%B %Y}"


def played_words(event: TournamentView, format_name: str) -> str:
    """Format, day of the pool and list in one sentence."""
    day = f"{event.pool_date.day} {event.pool_date:%B %Y}"
    return f"{format_name}, with the cards legal on {day}{f' and {event.mwl}' if event.mwl else ''}."


def is_full(event: TournamentView, said: Notice) -> bool:
    """Whether the limit of players is reached while people can still join."""
    return bool(said.player_limit and event.registration_open and event.players >= said.player_limit)


def deck_words(event: TournamentView) -> str:
    """What the event asks of decks."""
    return _POLICIES[event.deck_policy]


def round_links(code: str, numbers: Sequence[int], current: int | None, path: str) -> list[NavLink]:
    """Links to other rounds; `path` has `{}` where the number goes."""
    return [
        NavLink(f"/t/{code}{path.format(number)}", str(number), current=number == current)
        for number in numbers
    ]


BY_CUT = "The cut decides its players’ places. Points are those of the Swiss rounds."


def standings_kicker(after_round: int, *, final: bool, by_cut: bool) -> str | None:
    """What the standings are the standings of; None before the first closed round."""
    if not after_round:
        return None
    if by_cut:
        return "After the top cut"
    return f"After {after_round} rounds" if final else f"After round {after_round}"


def decks_todo(missing: int, illegal: int, *, required: bool) -> str | None:
    """What a player's decks still need before the first round; None where nothing."""
    if illegal:
        return _ILLEGAL[required][illegal > 1]
    if missing and required:
        return _MISSING[missing > 1]
    return None
