"""How good a draft is as it stands: after changes by hand, and after what it was made for has changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from app.sentences import Sentence, say, say_count
from app.services.kernel.command import Work
from app.services.play.draft_words import is_broken, kept, notice_words, reason_words, unkept_words
from app.services.play.draw import Field, field_of, keep_fixed_tables, players_of
from app.sides import Side
from app.storage.columns import Json
from app.storage.rounds import pairings
from app.storage.tables import Pairing, Player, Round, Tournament
from app.tournament.balance import bias, over, side_cost
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.lookahead import Plan, rounds_after
from app.tournament.pairing import Entrant, pair
from app.tournament.reasons import Circumstances, Reason, bye_reason, pairing_reason, with_sides
from app.tournament.seating import Seated, unkept

# In the order of the aims; of `rounds_after` more is better.
_COMPARED = (
    "second_byes",
    "forbidden",
    "same_sides",
    "sides_over",
    "rematches",
    "later_meetings",
    "rounds_after",
    "bye_points",
    "cost",
    "floats",
)


@dataclass(frozen=True)
class Best:
    """The players of a round as its pairing sees them now, and the quality of their best draw."""

    field: Field
    quality: Json


def best_draw(session: Session, tournament: Tournament, round_row: Round) -> Best:
    """What a draft is held against, whatever was changed in it by hand."""
    field = field_of(session, tournament, round_row.number)
    best = pair(
        field.entrants,
        round_row.seed,
        first_round_byes=field.given_byes,
        forbidden=field.apart,
        ahead=field.ahead,
        apart_later=field.apart_later,
        law=field.law,
    )
    return Best(field, best.quality.as_json())


def judge_draft(work: Work, round_row: Round, touched: Sequence[Pairing] = ()) -> None:
    """Recompute the quality of a draft changed by hand, against the best draw, which the command looked at
    ahead; `touched` rows get new reasons and the table their players need."""
    rows = pairings(work.session, work.tournament_id, round_row.id)
    best = work.looked_ahead(Best)
    field = best.field
    told = Circumstances(
        entrants={entrant.id: entrant for entrant in field.entrants},
        open_players=field.ids,
        locked=[(row.first_id, row.second_id) for row in touched if row.second_id is not None],
        apart=field.apart,
        by_scores=False,
        proven=False,
    )
    keep_fixed_tables(rows, touched, field)
    for row in touched:
        if row.second_id is not None:
            why = pairing_reason((row.first_id, row.second_id), told)
            if field.law is not None:
                why = with_sides(why, told)
        else:
            why = bye_reason(row.first_id, True, told)
            if why.code == "given-bye" and row.first_id not in field.given_byes:
                why = Reason(why.players, why.code, {"cause": "by-hand"})
        row.reason = kept(why)
    made_for = round_row.quality.get("made_for")
    round_row.quality = {
        **quality_by_hand(rows, best),
        **({} if made_for is None else {"made_for": made_for}),
    }
    work.session.add(round_row)


def quality_by_hand(rows: Sequence[Pairing], held_against: Best) -> dict[str, Any]:
    """The quality of these rows as they stand; `lower_bound` is what the best draw would cost."""
    field, best = held_against.field, held_against.quality
    mine = _measured(rows, field)
    complete = sum(len(players_of(row)) for row in rows if field.ids.issuperset(players_of(row))) == len(
        field.entrants
    )
    worse = [name for name in _COMPARED if mine[name] != best[name]]
    warnings = [] if complete else ["not_everybody_paired"]
    if complete and worse:
        warnings.append(f"by_hand_{worse[0]}")
    return {
        **mine,
        "lower_bound": best["cost"],
        "proven_optimal": complete and not worse and best["proven_optimal"],
        "warnings": warnings,
    }


def _measured(rows: Sequence[Pairing], field: Field) -> dict[str, Any]:
    by_id = {entrant.id: entrant for entrant in field.entrants}
    whole = [row for row in rows if field.ids.issuperset(players_of(row))]
    pairs = [(by_id[row.first_id], by_id[row.second_id]) for row in whole if row.second_id is not None]
    byes = [by_id[row.first_id] for row in whole if row.second_id is None]
    meetings = [max(a.opponents.count(b.id), b.opponents.count(a.id)) for a, b in pairs]
    uneven = [(a, b) if a.points > b.points else (b, a) for a, b in pairs if a.points != b.points]
    own_byes = [entrant for entrant in byes if entrant.id not in field.given_byes]
    settled = [(row.first_id, row.second_id) for row in whole]
    return {
        "cost": sum((a.points - b.points) ** 2 for a, b in pairs),
        "rematches": sum(met > 0 for met in meetings),
        "second_byes": sum(entrant.byes > 0 for entrant in byes),
        "forbidden": sum(frozenset((a.id, b.id)) in field.apart for a, b in pairs),
        "bye_points": own_byes[0].points if own_byes else None,
        "later_meetings": 0 if field.law else sum(met - 1 for met in meetings if met),
        "floats": 0 if field.law else sum(high.paired_down + low.paired_up for high, low in uneven),
        **_sides_measured(field, pairs, byes),
        "rounds_after": (
            None
            if field.ahead == 0
            else rounds_after(Plan(field.ahead, field.entrants, settled, field.apart_later))
        ),
    }


def _sides_measured(
    field: Field, pairs: Sequence[tuple[Entrant, Entrant]], byes: Sequence[Entrant]
) -> dict[str, int]:
    """What the sides of these pairs (Corp, Runner) cost; nothing where none are assigned."""
    if field.law is None:
        return {"same_sides": 0, "sides_over": 0}
    costs = [
        side_cost(bias(corp.sides), bias(runner.sides), met_as(corp, runner, Side.CORP))
        for corp, runner in pairs
    ]
    beyond = sum(cost.over for cost in costs) + sum(over(bias(resting.sides)) for resting in byes)
    return {"same_sides": sum(cost.same for cost in costs), "sides_over": beyond}


def met_as(one: Entrant, other: Entrant, side: Side) -> bool:
    """Whether `one` played `side` against the other before."""
    return (other.id, side) in one.sides or (one.id, side.other) in other.sides


def stale(quality: Mapping[str, Any], field: Field) -> list[str]:
    """Notices about what changed since the draft was made; none for drafts of earlier versions."""
    made_for = quality.get("made_for", {})
    return [f"stale_{part}" for part, now in field.made_for.items() if made_for.get(part, now) != now]


def told_quality(
    session: Session,
    tournament: Tournament,
    round_row: Round,
    rows: Sequence[Pairing],
    people: Mapping[int, Player],
) -> dict[str, Any]:
    """The quality of a round for its staff, with its warnings in sentences; a draft of Swiss is held against
    the event as it is now."""
    told = {name: value for name, value in round_row.quality.items() if name != "made_for"}
    names = {player_id: person.name for player_id, person in people.items()}
    notices: list[str] = []
    broken = [row for row in rows if is_broken(row.reason)]
    notes = list(told.get("notes", []))
    if round_row.state == RoundState.DRAFT and round_row.stage == Stage.SWISS:
        field = field_of(session, tournament, round_row.number)
        gone = [row for row in rows if not field.ids.issuperset(players_of(row))]
        notices += stale(round_row.quality, field)
        broken = [row for row in broken if row not in gone]
        told["gaps"] = [gap_words(row, field, names) for row in gone]
        if notices or gone:
            told["proven_optimal"] = False
        seated = [Seated(row.table_number or 0, row.first_id, row.second_id) for row in rows]
        notes += [unkept_words(one, names[one.player]) for one in unkept(seated, field.fixed)]
    stored = [notice_words(notice) for notice in told.get("warnings", [])]
    told["warnings"] = [
        *told.get("gaps", []),
        *map(notice_words, notices),
        *(reason_words(row.reason, [names[player] for player in players_of(row)]) for row in broken),
        *stored,
    ]
    told["notes"] = notes
    return told


def gap_words(row: Pairing, field: Field, names: Mapping[int, str]) -> Sentence:
    """Who is missing at this table, and who waits there."""
    gone = [names[player] for player in players_of(row) if player not in field.ids]
    left = [names[player] for player in players_of(row) if player in field.ids]
    if left:
        return say(
            "{player} is not in this round any more, so {opponent} has no opponent: fill the gaps.",
            player=gone[0],
            opponent=left[0],
        )
    return say_count(
        "{players} is not in this round any more: fill the gaps.",
        "{players} are not in this round any more: fill the gaps.",
        len(gone),
        players=gone,
    )
