"""The bodies the JSON API takes. Unknown fields are refused, numbers are numbers and not texts of numbers."""

import json
from datetime import date as Day
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, model_validator

from app.sentences import say
from app.services.event.settings import TournamentDraft
from app.services.people.entries import Entry
from app.services.play.two_games import OneGame
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.results import Ending, Outcome, Report
from app.web.phone_presence import PhoneAction

MOST_SECONDS = 24 * 3600


class Body(BaseModel):
    """A request body: known fields only."""

    model_config = ConfigDict(extra="forbid")

    def given(self, *may_be_null: str) -> dict[str, Any]:
        """What was given; null is left out but for the fields that may be without a value."""
        given = self.model_dump(exclude_unset=True)
        return {name: value for name, value in given.items() if value is not None or name in may_be_null}


Text = Annotated[StrictStr, Field(max_length=300_000)]
Line = Annotated[StrictStr, Field(max_length=200)]
Id = Annotated[StrictInt, Field(ge=1, le=2**53)]
Deck = Text | dict[str, Any]


class TournamentBody(Body):
    """A new tournament; see the settings in docs/api.md."""

    name: Line
    date: Day
    format: Line = "cache-refresh"
    structure: Line = "cache-refresh"
    pool_date: Day | None = None
    mwl: Line | None = None
    pool_overrides: dict[str, Any] = Field(default_factory=dict)
    info: Text = ""
    round_minutes: StrictInt | None = None
    planned_rounds: StrictInt | None = None
    deck_policy: Line = "required"
    decks_change: Line = "locked"
    decks_open: Line = "never"
    timed_win_points: StrictInt = 3
    cut: "CutBody | None" = None
    hide_last_rounds: StrictInt = 0
    time_zone: Line | None = None
    settings: dict[str, Any] = Field(default_factory=dict)

    def draft(self) -> TournamentDraft:
        """The value the service takes."""
        return TournamentDraft(**_flat(self.model_dump()))


class CutBody(Body):
    """The cut of a tournament: kind none, single, double, or table (a last one of several players); sides
    auction or seed, none in a game without sides."""

    kind: Literal["none", "single", "double", "table"]
    size: StrictInt = 0
    sides: Literal["auction", "seed", "none"] = "auction"


class TournamentChanges(Body):
    """Settings to change; what is left out stays. `registration_open` opens or closes the registration."""

    name: Line | None = None
    date: Day | None = None
    format: Line | None = None
    structure: Line | None = None
    pool_date: Day | None = None
    mwl: Line | None = None
    pool_overrides: dict[str, Any] | None = None
    info: Text | None = None
    round_minutes: StrictInt | None = None
    planned_rounds: StrictInt | None = None
    deck_policy: Line | None = None
    decks_change: Line | None = None
    decks_open: Line | None = None
    timed_win_points: StrictInt | None = None
    cut: CutBody | None = None
    hide_last_rounds: StrictInt | None = None
    time_zone: Line | None = None
    settings: dict[str, Any] | None = None
    registration_open: StrictBool | None = None

    def changes(self) -> dict[str, Any]:
        """What was given, but for the registration; null takes back the choices that have a default."""
        given = self.given("pool_date", "mwl", "planned_rounds", "time_zone")
        given.pop("registration_open", None)
        return _flat(given)


def _flat(values: dict[str, Any]) -> dict[str, Any]:
    cut = values.pop("cut", None)
    if cut is not None:
        values.update({f"cut_{name}": value for name, value in cut.items()})
    if "time_zone" in values:
        # A setting of its own to programs; it is kept among the free ones.
        zone = values.pop("time_zone")
        if zone is not None or "settings" not in values:
            values["settings"] = {**(values.get("settings") or {}), "time_zone": zone}
    return values


class PlayerBody(Body):
    """An entry: name, identities by title, decks in any form; `deck` in a game without sides."""

    name: Line
    pronouns: Line = ""
    corp_identity: Line | None = None
    runner_identity: Line | None = None
    corp_deck: Deck | None = None
    runner_deck: Deck | None = None
    deck: Deck | None = None

    def entry(self) -> Entry:
        """The value the service takes."""
        return Entry(
            self.name,
            self.pronouns,
            self.corp_identity,
            self.runner_identity,
            deck_text(self.corp_deck),
            deck_text(self.runner_deck),
            deck_text(self.deck),
        )


class PlayerChanges(Body):
    """What to change of a player; what is left out stays."""

    name: Line | None = None
    pronouns: Line | None = None
    corp_identity: Line | None = None
    runner_identity: Line | None = None
    corp_deck: Deck | None = None
    runner_deck: Deck | None = None
    deck: Deck | None = None
    fixed_table: Annotated[StrictInt, Field(ge=1, le=9999)] | None = None
    household: Line | None = None
    first_round_bye: StrictBool | None = None
    first_round: Annotated[StrictInt, Field(ge=1, le=1000)] | None = None


class RoundBody(Body):
    """Pair the next round; `expected_number` makes a repeat harmless."""

    expected_number: Annotated[StrictInt, Field(ge=1, le=1000)] | None = None


class SwapBody(Body):
    """Two players who change places in a draft."""

    player_id: Id
    other_id: Id


class PlayByeBody(Body):
    """A player who came late, to play who has the bye."""

    player_id: Id


class LockBody(Body):
    """Keep a table through the next draws."""

    table_id: Id
    locked: StrictBool = True


class SwapSidesBody(Body):
    """The table whose players shall change their assigned sides."""

    table_id: Id


class TakeApartBody(Body):
    """The table whose players shall be paired otherwise."""

    table_id: Id


class HandPairBody(Body):
    """Two players to pair by hand, or one to give the bye."""

    first_id: Id
    second_id: Id | None = None


class TableNumberBody(Body):
    """A table's new number."""

    table_id: Id
    table_number: StrictInt


class CloseBody(Body):
    """Tables that end without a result (0-0), and those whose second game, not begun, is a tie; by id."""

    without_result: list[Id] = Field(default_factory=list, max_length=2000)
    end_as_tie: list[Id] = Field(default_factory=list, max_length=2000)


class DeleteBody(Body):
    """The typed confirmation: round N."""

    confirm: Line


class ClockBody(Body):
    """An action for the clock; `seconds` belongs to add."""

    action: Literal["start", "pause", "resume", "add", "reset"]
    seconds: Annotated[StrictInt, Field(ge=-MOST_SECONDS, le=MOST_SECONDS)] | None = None


class BidBody(Body):
    """A bid or a pass: `version` counts the moves seen; `seat` is for organizers and one phone for both."""

    version: Annotated[StrictInt, Field(ge=0, le=100)]
    bid: StrictInt | None = None
    side: Side | None = None
    passes: StrictBool = Field(default=False, alias="pass")
    seat: Seat | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> "BidBody":
        if self.passes == (self.bid is not None):
            raise ValueError(say('Send either "bid" with a whole number from 0 to 10, or "pass": true.'))
        return self


class AuctionBody(Body):
    """The organizer restarts an auction, settles it by hand or corrects its sides afterwards.

    `correct` needs a `reason`; where sides come by seed, `winner` is any of the two players and `bid` is
    left out.
    """

    action: Literal["restart", "settle", "confirm", "choose-side", "correct"] = "settle"
    winner: Id | None = None
    side: Side | None = None
    bid: StrictInt | None = None
    reason: Line = ""


class OnePhoneBody(Body):
    """What a player does about one phone for both."""

    action: PhoneAction = PhoneAction.SHARE


class ResultBody(Body):
    """How a game ended. `winner_id` is for an organizer's forfeit; it stands for the outcome.

    Where each plays both sides, `game` (1 or 2) says which game, and `corp_player_id` who played the Corp in
    it (by default the first seat in game 1, the other player in game 2). `two_for_one` names the player who
    takes both games for having won the first; `intentional_draw` true proposes one, or agrees to it, false
    takes the proposal back, or says no to it; it stands alone. Without sides the seat `first` or `second`
    wins, and Gig dice stand in the place of agenda points.
    """

    outcome: Outcome | None = None
    ending: Ending | None = None
    corp_points: StrictInt | None = None
    runner_points: StrictInt | None = None
    first_dice: StrictInt | None = None
    second_dice: StrictInt | None = None
    winner_id: Id | None = None
    game: Annotated[StrictInt, Field(ge=1, le=2)] | None = None
    corp_player_id: Id | None = None
    two_for_one: Id | None = None
    intentional_draw: StrictBool | None = None
    reason: Line = ""

    @model_validator(mode="after")
    def _one_of_them(self) -> "ResultBody":
        if self.intentional_draw is not None and self.model_fields_set - {"intentional_draw", "reason"}:
            raise ValueError(say('"intentional_draw" stands alone: leave the other fields out.'))
        told = (self.outcome, self.intentional_draw, self.two_for_one, self.winner_alone or None)
        if told == (None,) * 4:
            raise ValueError(
                say('Send "outcome" with corp, runner, draw, tie or double-loss, or first or second.')
            )
        if self.outcome is None and (self.game is not None or self.corp_player_id is not None):
            raise ValueError(say('Send "outcome" with the game.'))
        return self

    def report(self) -> Report:
        """The value the rules take; the outcome of `winner_alone` is derived by the command."""
        said = (self.outcome or Outcome.CORP, self.ending, self.corp_points, self.runner_points)
        return Report(*said, self.first_dice, self.second_dice)

    @property
    def winner_alone(self) -> bool:
        """Whether of a forfeit its winner is named, and no outcome."""
        return self.outcome is None and self.winner_id is not None and self.ending is Ending.FORFEIT

    @property
    def of_two_games(self) -> bool:
        """Whether it speaks of one of two games."""
        return self.game is not None or self.two_for_one is not None

    def games(self) -> list[OneGame]:
        """The game it tells of, where there are two."""
        return [] if self.outcome is None else [OneGame(self.game or 1, self.report(), self.corp_player_id)]


class ExtraTimeBody(Body):
    """Seconds more, or fewer, for one table."""

    seconds: Annotated[StrictInt, Field(ge=-7200, le=7200)]


class CheckInBody(Body):
    """Which seat is at the table; a player needs to say nothing."""

    seat: Seat | None = None


class CutStart(Body):
    """Another kind or size of cut than the tournament's settings say."""

    kind: Literal["single", "double", "table"] | None = None
    size: StrictInt | None = None
    expected_number: Annotated[StrictInt, Field(ge=1, le=1000)] | None = None


class AnnouncementBody(Body):
    """A sentence to everybody."""

    text: Annotated[StrictStr, Field(min_length=1, max_length=500)]


def deck_text(deck: Any) -> str | None:
    """A deck as text: objects as JSON, which the reader takes like any other form."""
    if deck is None or isinstance(deck, str):
        return deck
    return json.dumps(deck, ensure_ascii=False)
