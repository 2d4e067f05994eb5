"""An event in words: where it stands, what comes next, what was decided about decks and the cut."""

from collections.abc import Sequence

from app.services.kernel.views import TournamentView
from app.tournament.lifecycle import Phase
from app.web.presenters.values import Values

_POLICIES = {
    "required": "Everybody hands in both decks before their first round.",
    "optional": "Decks can be handed in; nobody has to.",
    "none": "No decks are collected: bring them to the table.",
}


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


def facts_shown(event: TournamentView) -> list[Values]:
    """The numbers of an event as boxes."""
    rounds = str(event.planned_rounds) if event.planned_rounds else "open"
    return [
        _players_shown(event),
        Values(label="Rounds", value=rounds),
        Values(label="Round", value=f"{event.round_minutes} min", note="one game"),
    ]


def _players_shown(event: TournamentView) -> Values:
    """Everybody who plays or played: ranks go down to who dropped."""
    if event.round is None or not event.dropped:
        return Values(label="Players", value=event.players)
    return Values(label="Players", value=event.players + event.dropped, note=f"{event.dropped} dropped")


def deck_words(event: TournamentView) -> str:
    """What the event asks of decks."""
    return _POLICIES[event.deck_policy]


def round_links(code: str, numbers: Sequence[int], current: int | None, path: str) -> list[Values]:
    """Links to other rounds; `path` has `{}` where the number goes."""
    return [
        Values(href=f"/t/{code}{path.format(number)}", label=str(number), current=number == current)
        for number in numbers
    ]


def decks_todo(missing: int, illegal: int, *, required: bool) -> str | None:
    """What a player's decks still need before the first round; None where nothing."""
    if illegal:
        which = "One of your decks is" if illegal == 1 else "Your decks are"
        must = (
            "Before your first round it has to be"
            if illegal == 1
            else "Before your first round they have to be"
        )
        return f"{which} not legal yet. {must} changed: read what to change."
    if missing and required:
        return (
            "Hand in both decks before your first round."
            if missing == 2
            else ("Hand in your other deck before your first round.")
        )
    return None
