"""What a player's page shows now: one state with one sentence, read in as few questions as it takes.

A bid wakes two phones, so this is asked most of all; what only matters between rounds is read only then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from app.sentences import t
from app.services.decks.event_pool import outside_pool
from app.services.event.announcements import AnnouncementView
from app.services.event.questions import Questions
from app.services.kernel.views import TableView, TournamentView
from app.sides import DeckSlot
from app.tournament.lifecycle import Phase
from app.tournament.rules import DeckPolicy
from app.tournament.structures import structure
from app.web.pages.frames import player_frame
from app.web.pages.player.attempts import Attempt as Attempt
from app.web.pages.player.own_record import cut_place, in_bracket, own_record
from app.web.pages.player.player_several import several_at
from app.web.phone_presence import other_phone, silent_since
from app.web.presenters import event as words
from app.web.presenters import two_games
from app.web.presenters.auction import (
    AuctionBoard,
    SettledCard,
    SideTile,
    Start,
    all_starts,
    board,
    seat_of,
    settled,
    shared_board,
    side_tiles,
)
from app.web.presenters.calls import OwnCall, own_call_shown
from app.web.presenters.clock import ClockShown, at_time, clock_shown
from app.web.presenters.decks import outside_words
from app.web.presenters.duel import DuelShown, duel_shown
from app.web.presenters.one_phone import PhoneShown, PhoneState, one_phone_shown
from app.web.presenters.penalties import PenaltyShown, penalties_shown
from app.web.presenters.pods import SeveralShown
from app.web.presenters.records import RecordShown
from app.web.presenters.results import by_seed, final_words
from app.web.presenters.round_names import round_of_table
from app.web.presenters.seat import (
    EntryShown,
    GameShown,
    NowLine,
    acted,
    cut_sentence,
    entry_shown,
    game_shown,
    now_sentence,
    opponent,
    title_words,
)
from app.web.presenters.two_games import DrawShown, TwoGamesShown, both_sides
from app.web.requester import Visit
from app.web.views import EventFrame, View


@dataclass(frozen=True)
class TableActions:
    """Where the forms of a table go; each names the table, for a phone that slept through a round."""

    settlement: str
    check_in: str
    side: str
    one_phone: str


@dataclass(frozen=True)
class TypedSettlement:
    """What a refused form of a bidding held aloud had in it."""

    winner: str | None = None
    side: str | None = None
    bid: str | None = None


@dataclass(frozen=True)
class AtTable:
    """The player's table while it bids or plays.

    `board` is the auction while there is one to bid in; `chooses` says, where the sides come by seed,
    whether the player does; `card` and `game` are there once the sides are settled.
    """

    my_id: int
    my_name: str
    other_id: int
    other_name: str
    ready: bool
    other_ready: bool
    silent_since: datetime | None
    actions: TableActions
    tiles: tuple[SideTile, ...]
    phone: PhoneShown
    entry: EntryShown | None
    board: AuctionBoard | None
    chooses: bool | None
    starts: tuple[Start, ...]
    typed: TypedSettlement
    card: SettledCard | None
    game: GameShown | None
    games: TwoGamesShown | None
    draw: DrawShown | None
    duel: DuelShown | None
    result: str | None


@dataclass(frozen=True)
class DeckState:
    """One of the player's decks before the first round: missing, legal or not."""

    side: DeckSlot
    handed_in: bool
    legal: bool


@dataclass(frozen=True)
class Waiting:
    """Before the first round: identities outside the pool, and the decks where the event takes any.

    `todo` is what the decks still need from the player, as a sentence; None where nothing.
    """

    outside: list[str]
    decks: tuple[DeckState, ...]
    todo: str | None


@dataclass(frozen=True)
class PlayerPage(View):
    """All a player's page says; `kind` is the state: waiting, auction, game, games, duel, done, bye,
    unpaired, between, over, several (`several` is there in every state where several sit at a table).
    `cut_game` names the round of the table with its game of the cut, None outside of a cut.
    """

    template: ClassVar[str] = "player/me.html"
    part: ClassVar[str] = "fragments/player_now.html"

    frame: EventFrame
    kind: str
    title: str
    me: int
    my_name: str
    table: TableView | None
    cut_game: str | None
    dropped: bool
    now: NowLine
    call: OwnCall | None
    penalties: Sequence[PenaltyShown]
    announcements: tuple[AnnouncementView, ...]
    refused: str | None
    clock: ClockShown | None
    at_time: str
    extra_minutes: int
    here: AtTable | None
    waiting: Waiting | None
    record: RecordShown | None
    several: SeveralShown | None


def player_page(here: Visit, attempt: Attempt | None = None) -> PlayerPage:
    """The player's page and its fragment, of one moment."""
    with here.asking() as ask:
        return page_of(here, ask, attempt)


def page_of(here: Visit, ask: Questions, attempt: Attempt | None = None) -> PlayerPage:
    """The same, of what one asks who may ask for many."""
    me = here.actor.id
    assert me is not None
    event, table = ask.event(), ask.table_of_player(me)
    several = several_at(here, ask, event, attempt) if structure(event.structure).has_pods else None
    kind = "several" if several and several.table else kind_of(event, table)
    at_table = table is not None and kind in ("auction", "game", "games", "duel", "done")
    return PlayerPage(
        frame=player_frame(here, event, "/me", ask.version),
        kind=kind,
        title=title_words(kind, table, me, event),
        me=me,
        my_name=here.actor.name,
        table=table,
        cut_game=round_of_table(event, table) if table and table.game_number is not None else None,
        dropped=ask.has_dropped(me),
        now=_now(ask, kind, event, table, me),
        call=own_call_shown(ask.own_call(me)),
        penalties=penalties_shown(ask.own_penalties(me), ""),
        announcements=ask.announcements(),
        refused=attempt.refusal.sentence if attempt and attempt.refusal else None,
        clock=_clock(ask, event, table),
        at_time=at_time(event),
        extra_minutes=_extra_seconds(ask, event, table) // 60,
        here=_at_table(here, event, table, me, attempt) if table is not None and at_table else None,
        waiting=_waiting(ask, event, me) if kind in ("waiting", "unpaired") else None,
        record=own_record(ask, event, me) if several is None and kind in _WITH_RECORD else None,
        several=several,
    )


_WITH_RECORD = ("between", "over", "unpaired", "done", "bye")


def _extra_seconds(ask: Questions, event: TournamentView, table: TableView | None) -> int:
    """The time of the player's own table beside the round's."""
    if structure(event.structure).has_pods:
        pod = ask.pod_of_player(ask.viewer.player_id or 0)
        return pod.extra_seconds if pod is not None else 0
    return table.extra_seconds if table else 0


def kind_of(event: TournamentView, table: TableView | None) -> str:
    """The state of a player's page."""
    if words.round_is_played(event):
        if table is None or table.round != event.round:
            return "unpaired"
        if table.bye:
            return "bye"
        if table.result is not None and table.result.final:
            return "done"
        if both_sides(table):
            return "games"
        if table.without_sides:
            return "duel"
        return "game" if table.settled else "auction"
    if event.phase is Phase.FINISHED:
        return "over"
    return "waiting" if event.round is None else "between"


def _now(ask: Questions, kind: str, event: TournamentView, table: TableView | None, me: int) -> NowLine:
    if kind in ("waiting", "unpaired", "between") and (number := ask.waiting_number(me)) is not None:
        return NowLine(words.waiting_words(number), "wait")
    line = now_sentence(kind, event, table, me)
    if kind not in ("between", "done") or not in_bracket(event):
        return line
    if kind == "done" and cut_place(ask, me) is None:
        return line
    return NowLine(t("{first} {then}", first=cut_sentence(ask.bracket(), me), then=line.text), line.kind)


def _clock(ask: Questions, event: TournamentView, table: TableView | None) -> ClockShown | None:
    if not words.round_is_played(event) or event.round is None:
        return None
    return clock_shown(ask.clock(event.round), _extra_seconds(ask, event, table))


def _waiting(ask: Questions, event: TournamentView, me: int) -> Waiting:
    person = ask.player(me)
    outside = outside_words(outside_pool(ask.pool(), person.corp_identity, person.runner_identity))
    if event.deck_policy is DeckPolicy.NONE:
        return Waiting(outside, (), None)
    handed_in = person.decks or {}
    decks = tuple(
        DeckState(side, verdict is not None, verdict is not None and verdict["legal"])
        for side in structure(event.structure).decks
        for verdict in (handed_in.get(side),)
    )
    missing = sum(not deck.handed_in for deck in decks)
    illegal = sum(deck.handed_in and not deck.legal for deck in decks)
    return Waiting(
        outside, decks, words.decks_todo(missing, illegal, required=event.deck_policy is DeckPolicy.REQUIRED)
    )


def _at_table(
    here: Visit, event: TournamentView, table: TableView, me: int, attempt: Attempt | None
) -> AtTable:
    other = opponent(table, me)
    mine = table.first if table.first.player_id == me else table.second
    assert mine is not None
    phone = one_phone_shown(table, me, other_phone(here.context, other.player_id), here.context.now())
    seeded, two = by_seed(table), both_sides(table)
    is_settled = table.starting is not None
    return AtTable(
        my_id=me,
        my_name=mine.name,
        other_id=other.player_id,
        other_name=other.name,
        ready=mine.ready or acted(table, me),
        other_ready=other.ready or acted(table, other.player_id),
        silent_since=silent_since(here.context, other.player_id),
        actions=TableActions(
            *(_action(event, table, name) for name in ("settlement", "check-in", "side", "one-phone"))
        ),
        tiles=side_tiles(table, seat_of(table, me)),
        phone=phone,
        entry=entry_shown(table, me),
        board=None if table.settled or seeded or two else _board(event, table, me, phone, attempt),
        chooses=table.first.player_id == me if seeded and not is_settled else None,
        starts=all_starts(),
        typed=_typed(attempt),
        card=settled(table, me) if is_settled else None,
        game=_game(event, table, me, attempt) if is_settled else None,
        games=two_games.shown(table, me, _action(event, table, "games"), _games_typed(attempt))
        if two
        else None,
        result=final_words(table),
        draw=two_games.draw_shown(table, me, _action(event, table, "draw")),
        duel=_duel(event, table, me, attempt) if table.without_sides else None,
    )


def _action(event: TournamentView, table: TableView, name: str) -> str:
    return f"/t/{event.code}/me/{name}?table={table.id}"


def _board(
    event: TournamentView, table: TableView, me: int, phone: PhoneShown, attempt: Attempt | None
) -> AuctionBoard:
    refused = attempt.refusal.sentence if attempt and attempt.refusal else None
    action = _action(event, table, "bid")
    if phone.state is PhoneState.MINE:
        return shared_board(table, action, refused)
    return board(table, seat_of(table, me), action, refused)


def _game(event: TournamentView, table: TableView, me: int, attempt: Attempt | None) -> GameShown:
    action = _action(event, table, "result")
    if attempt is None or attempt.form != "result":
        return game_shown(table, me, action)
    return game_shown(table, me, action, attempt.refusal, attempt.typed.values())


def _duel(event: TournamentView, table: TableView, me: int, attempt: Attempt | None) -> DuelShown:
    actions = _action(event, table, "duel"), _action(event, table, "began")
    if attempt is None or attempt.form != "duel":
        return duel_shown(table, me, *actions)
    return duel_shown(table, me, *actions, attempt.refusal, attempt.typed.values())


def _games_typed(attempt: Attempt | None) -> Mapping[str, str] | None:
    return attempt.typed.values() if attempt is not None and attempt.form == "games" else None


def _typed(attempt: Attempt | None) -> TypedSettlement:
    if attempt is None or attempt.form != "settlement":
        return TypedSettlement()
    typed: Mapping[str, str] = attempt.typed.values()
    return TypedSettlement(typed.get("winner"), typed.get("side"), typed.get("bid"))
