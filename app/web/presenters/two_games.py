"""A table where each player plays both sides, and proposals of an intentional draw, in words and forms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.sentences import t
from app.services.kernel.views import GameView, ResultView, RoundReportView, TableView
from app.storage.kinds import ReportKind
from app.tournament.lifecycle import TableState
from app.tournament.results import FEWEST_POINTS, MOST_POINTS, Ending, Outcome
from app.tournament.sides import SidesBy
from app.web.presenters.game_words import ending_choices, outcome_choices
from app.web.presenters.results import names_of, numbered_words, one_after_other, two_game_words

OUTCOMES = (Outcome.CORP, Outcome.RUNNER, Outcome.TIE)


@dataclass(frozen=True)
class GameFields:
    """One game in the form: who played the Corp, and what is known of it."""

    number: int
    corp_id: int
    outcome: str | None
    ending: str | None
    corp_points: str | int | None
    runner_points: str | int | None


@dataclass(frozen=True)
class TwoGamesForm:
    """The form of both games; `seats` are (id, name) of the players, `errors` sentences by field.

    `two_for_one` is who may take both games, id and name; None where that makes no sense now. `not_begun` is
    the number of a game that the staff may end as a tie with one button.
    """

    id: str
    action: str
    submit: str
    seats: tuple[tuple[int, str], ...]
    games: tuple[GameFields, ...]
    two_for_one: tuple[int, str] | None
    outcomes: tuple[tuple[Outcome, str], ...]
    endings: tuple[tuple[Ending, str], ...] = field(default_factory=ending_choices)
    fewest_points: int = FEWEST_POINTS
    most_points: int = MOST_POINTS
    ask_reason: bool = False
    reason: str | None = None
    not_begun: int | None = None
    live: bool = True


@dataclass(frozen=True)
class DrawShown:
    """An intentional draw as this player may act on it: 'offer', 'mine' (proposed) or 'theirs'."""

    state: str
    opponent: str
    action: str


@dataclass(frozen=True)
class TwoGamesShown:
    """Both games from one seat: final ones, what each player says, and the forms.

    `confirm` are the fields that say what the opponent said, for one button.
    """

    final: tuple[str, ...]
    mine: str | None
    theirs: str | None
    disputed: bool
    opponent: str
    form: TwoGamesForm
    action: str
    confirm: Mapping[str, str | int] = field(default_factory=dict)


def both_sides(table: TableView) -> bool:
    """Whether each player plays both sides at this table."""
    return table.sides_by is SidesBy.BOTH and table.second is not None


def game_words(table: TableView, said: RoundReportView) -> str:
    """What a player says of one game, or of the round."""
    if said.kind is ReportKind.TWO_FOR_ONE:
        return t("2 for 1")
    if said.kind is ReportKind.INTENTIONAL_DRAW:
        return t("an intentional draw")
    return numbered_words(table, said.number or 0, said.corp_player_id, said)


def shown(table: TableView, me: int, action: str, typed: Mapping[str, str] | None = None) -> TwoGamesShown:
    """Both games from the seat of `me`; `typed` are the fields of a form that was refused."""
    assert table.second is not None
    done = {game.number for game in table.games if game.result is not None and game.result.final}
    open_said = open_reports(table)
    mine = [each for each in open_said if each.player_id == me]
    theirs = [each for each in open_said if each.player_id != me]
    other = table.second if table.first.player_id == me else table.first
    return TwoGamesShown(
        final=tuple(
            t(
                "Game {number}: {result}.",
                number=game.number,
                result=two_game_words(table, game.corp_player_id, game.result),
            )
            for game in table.games
            if game.number in done
        ),
        mine=_together(table, mine),
        theirs=_together(table, theirs),
        disputed=table.state is TableState.DISPUTED,
        opponent=other.name,
        form=two_games_form(table, action, "g", mine=mine, typed=typed),
        action=action,
        confirm=claim_fields(table, theirs),
    )


def two_games_form(
    table: TableView,
    action: str,
    prefix: str,
    *,
    mine: list[RoundReportView] | None = None,
    staff: bool = False,
    typed: Mapping[str, str] | None = None,
) -> TwoGamesForm:
    """The form of the games that have no result yet; of both, filled, for the staff; with what was typed."""
    if typed is not None and not any(f"corp_{number}" in typed for number in (1, 2)):
        # One of the buttons beside the form, or the confirmation: nothing was typed.
        typed = None
    names = names_of(table)
    reported = {each.number: each for each in mine or [] if each.kind is ReportKind.GAME}
    final = {g.number for g in table.games if g.result is not None and g.result.final}
    games = tuple(
        _typed_fields(game, typed) if typed else _game_fields(game, reported.get(game.number), staff)
        for game in table.games
        if staff or game.number not in final
    )
    corrects = staff and table.result is not None and table.result.final
    return TwoGamesForm(
        id=prefix,
        action=action,
        submit=t("Set this result") if staff else t("Send"),
        seats=tuple((player_id, name) for player_id, name in names.items() if player_id is not None),
        games=games,
        two_for_one=_two_for_one(table),
        outcomes=outcome_choices(*OUTCOMES, *((Outcome.DOUBLE_LOSS,) if staff else ())),
        ask_reason=corrects,
        reason=typed.get("reason") if typed else None,
        not_begun=missing_game(table) if staff else None,
        live=not staff,
    )


def missing_game(table: TableView) -> int | None:
    """The number of the one game without a result at a table where the other one has it; else None."""
    if not both_sides(table) or (table.result is not None and table.result.final):
        return None
    missing = [game.number for game in table.games if game.result is None or not game.result.final]
    return missing[0] if len(missing) == 1 else None


def half_words(table: TableView) -> str:
    """What is final of a table with one of its two games, and what is missing."""
    missing = missing_game(table)
    done = next(game for game in table.games if game.number != missing)
    played = numbered_words(table, done.number, done.corp_player_id, done.result)
    return t("{played}; game {number} has no result", played=played, number=missing)


def lone_words(table: TableView) -> str:
    """What one player alone says of the games that have no result yet."""
    return _together(table, open_reports(table)) or ""


def _together(table: TableView, said: Sequence[RoundReportView]) -> str | None:
    """What was said of one game or both as one sentence; None where nothing."""
    return one_after_other([game_words(table, each) for each in said]) if said else None


def open_reports(table: TableView) -> list[RoundReportView]:
    """What the players say of games that have no result yet."""
    done = {game.number for game in table.games if game.result is not None and game.result.final}
    return [said for said in table.round_reports or [] if said.number and said.number not in done]


def _two_for_one(table: TableView) -> tuple[int, str] | None:
    """Who won the first game, while there is none of the second."""
    first, second = table.games
    if second.result is not None or first.result is None or (table.result and table.result.final):
        return None
    if first.result.outcome not in (Outcome.CORP, Outcome.RUNNER):
        return None
    corp = first.result.outcome is Outcome.CORP
    winner = first.corp_player_id if corp else first.runner_player_id
    return winner, names_of(table)[winner]


def _game_fields(game: GameView, mine: RoundReportView | None, staff: bool) -> GameFields:
    known: ResultView | RoundReportView | None = mine or (game.result if staff else None)
    corp = mine.corp_player_id if mine is not None and mine.corp_player_id else game.corp_player_id
    return GameFields(
        game.number,
        corp,
        known.outcome if known is not None else None,
        known.ending if known is not None else None,
        known.corp_points if known is not None else None,
        known.runner_points if known is not None else None,
    )


def _typed_fields(game: GameView, typed: Mapping[str, str]) -> GameFields:
    """A game in the form as it was typed when it was refused."""
    corp = typed.get(f"corp_{game.number}", "")
    known = {game.corp_player_id, game.runner_player_id}
    return GameFields(
        game.number,
        int(corp) if corp.isascii() and corp.isdigit() and int(corp) in known else game.corp_player_id,
        typed.get(f"outcome_{game.number}"),
        typed.get(f"ending_{game.number}"),
        typed.get(f"corp_points_{game.number}"),
        typed.get(f"runner_points_{game.number}"),
    )


def claim_fields(table: TableView, said: list[RoundReportView]) -> dict[str, str | int]:
    """What a player said as the fields of a form that agrees with it."""
    fields: dict[str, str | int] = {}
    for each in said:
        if each.kind is ReportKind.TWO_FOR_ONE:
            won = _two_for_one(table)
            if won is not None:
                fields["two_for_one"] = won[0]
            continue
        known = {
            "outcome": each.outcome,
            "ending": each.ending,
            "corp": each.corp_player_id,
            "corp_points": each.corp_points,
            "runner_points": each.runner_points,
        }
        fields |= {f"{name}_{each.number}": value for name, value in known.items() if value is not None}
    return fields


def draw_shown(table: TableView, me: int, action: str) -> DrawShown | None:
    """What this player may do about an intentional draw; None where nothing."""
    states = {"agree_to_draw": "theirs", "take_back_draw": "mine", "propose_draw": "offer"}
    state = next((states[name] for name in states if name in table.may), None)
    if state is None or table.second is None:
        return None
    other = table.second if table.first.player_id == me else table.first
    return DrawShown(state, other.name, action)


@dataclass(frozen=True)
class Claim:
    """What one player said of a game, and when."""

    who: str
    says: str
    at: datetime


def said_words(table: TableView) -> list[Claim]:
    """What the players said of two games, or of a draw by will."""
    names = names_of(table)
    return [
        Claim(names[said.player_id], game_words(table, said), said.reported_at)
        for said in table.round_reports or []
    ]


def games_form(table: TableView, action: str, typed: Mapping[str, str] | None = None) -> TwoGamesForm | None:
    """The organizer's form of both games, filled with what one player alone reported; None for one game.

    `typed` are the fields of a form that was refused."""
    if not both_sides(table):
        return None
    said = table.round_reports or []
    alone = [each for each in said if each.number] if len({each.player_id for each in said}) == 1 else []
    return two_games_form(table, action, "set", mine=alone, staff=True, typed=typed)
