"""Penalties: a warning, a lost game or match, a disqualification, with infraction, place and who gave it.

What a lost game or match does to the results is decided in `lost_games`. A disqualification also drops. The
record is for the staff and the player concerned; a repeat is met with the next harder kind as a suggestion,
never as a rule.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from app.deckcheck.titles import with_titles
from app.judge.penalties import KINDS, PenaltyKind, infraction_name, infraction_of, upgraded
from app.judge.words import spoken
from app.sentences import AnyOf, Sentence, kept_words, message, say
from app.services.decks.handed_in import living_player
from app.services.judging.lost_games import Place, lose
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line
from app.services.kernel.viewer import Viewer
from app.services.people.places import leave_event
from app.services.play.cut_results import about_what_followed
from app.services.play.reporting import table_of_any_round
from app.storage import penalties as rows
from app.storage.judging_tables import Penalty
from app.storage.players import players
from app.storage.rounds import last_round, pairing_of_player, round_by_number
from app.storage.tables import Player
from app.storage.worth import structure_of
from app.tournament.lifecycle import RoundState
from app.words.reader import language

LONGEST_INFRACTION = 100
LONGEST_NOTE = 300
_LOSSES = (PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS)
# What for stays out of the journal's sentences: it goes with the player when they are erased.
_GIVEN = {
    PenaltyKind.WARNING: message("{judge} gave {player} a warning in round {round}"),
    PenaltyKind.GAME_LOSS: message("{judge} gave {player} a game loss in round {round}"),
    PenaltyKind.MATCH_LOSS: message("{judge} gave {player} a match loss in round {round}"),
    PenaltyKind.DISQUALIFICATION: message("{judge} disqualified {player} in round {round}"),
}
_GIVEN_BEFORE = {
    PenaltyKind.WARNING: message("{judge} gave {player} a warning before the first round"),
    PenaltyKind.DISQUALIFICATION: message("{judge} disqualified {player} before the first round"),
}


@dataclass(frozen=True)
class PenaltyView:
    """One penalty. `infraction` is a code of the list or own words, `infraction_name` how people read it."""

    id: int
    player_id: int
    name: str
    kind: PenaltyKind
    infraction: str
    infraction_name: str
    note: str | Sentence
    round: int | None
    table_number: int | None
    given_by: str
    given_at: datetime


@dataclass(frozen=True)
class Suggestion:
    """What to give for a repeated infraction: the kind, and the earlier penalties for the same one."""

    kind: PenaltyKind
    earlier: tuple[PenaltyView, ...]


@command("give_penalty")
def give_penalty(
    work: Work, player_id: int, kind: str, infraction: str, note: str = "", table_id: int | None = None
) -> int:
    """Record a penalty; its id. A lost game is final, a
    disqualified player is dropped.

    `table_id` names the table whose game is lost; without it that is the game being played. Raises Refused:
    404; invalid-kind, infraction-missing, invalid-text, not-at-table (422); no-game (409), and what setting
    the result raises.
    """
    work.require()
    row = living_player(work, player_id)
    penalty = add_penalty(work, row, kind, infraction, note, table_id)
    judge, number = work.actor.name, penalty.round_number
    if number is None:
        said = say(_GIVEN_BEFORE[penalty.kind], judge=judge, player=row.name)
    else:
        said = say(_GIVEN[penalty.kind], judge=judge, player=row.name, round=number)
    work.note(about_lost_game(said, work, penalty))
    return penalty.id


def about_lost_game(said: Sentence, work: Work, penalty: Penalty) -> Sentence:
    """What is said of a penalty, and of pairings made since the round in which it costs a game."""
    if penalty.kind is PenaltyKind.WARNING or penalty.table_number is None or penalty.round_number is None:
        return said
    round_row = round_by_number(work.session, work.tournament_id, penalty.round_number)
    return said if round_row is None else about_what_followed(said, work, round_row)


def told_finding(kept: str) -> str | Sentence:
    """The note of a penalty or the finding of a deck check: words of a judge, or what the count said."""
    said = kept_words(kept)
    return with_titles(said) if isinstance(said, Sentence) else said


def add_penalty(
    work: Work, row: Player, given: str, infraction: str, note: str | Sentence, table_id: int | None
) -> Penalty:
    """Record a penalty with its consequences within a command, and note who hears of it.

    Raises Refused: infraction-missing, invalid-kind (422); several-at-a-table (409).
    """
    if given not in KINDS:
        told = say("A penalty is one of: {kinds}.", kinds=AnyOf(KINDS))
        raise Refused("invalid-kind", told, Kind.INVALID, field="kind")
    kind = PenaltyKind(given)
    what = _code_of(clean_line(infraction, LONGEST_INFRACTION, "infraction"))
    if not what:
        raise Refused("infraction-missing", "Say what the penalty is for.", Kind.INVALID, field="infraction")
    if kind in _LOSSES and structure_of(work.tournament).has_pods:
        told = say("Several sit at a table here, so a lost game has no winner: correct the points instead.")
        raise Refused("several-at-a-table", told)
    place = _place(work, row, table_id)
    penalty = Penalty(
        tournament_id=work.tournament_id,
        player_id=row.id,
        kind=kind,
        infraction=what,
        note=note.as_text() if isinstance(note, Sentence) else clean_line(note, LONGEST_NOTE, "note"),
        round_number=place[1].number if place else _last_number(work),
        table_number=place[0].table_number if place else None,
        given_by=work.actor.name,
        given_at=work.now,
    )
    if kind in _LOSSES or (kind is PenaltyKind.DISQUALIFICATION and place is not None and not place[0].final):
        lose(work, row, kind, _lost_game(row, place, named=table_id is not None))
    work.session.add(penalty)
    if kind is PenaltyKind.DISQUALIFICATION:
        leave_event(work, row)
    work.session.flush()
    work.topics.update(("penalties", f"seat/{row.id}"))
    return penalty


def _code_of(written: str) -> str:
    """The code of an infraction by its name in the judge's language or in English."""
    return infraction_of(infraction_of(written, spoken(language())))


def _place(work: Work, row: Player, table_id: int | None) -> Place | None:
    """The table named, else the player's table of the round being played; None between rounds or at a bye."""
    if table_id is not None:
        table, round_row = table_of_any_round(work, table_id)
        if row.id not in (table.first_id, table.second_id):
            told = say("{player} does not sit at this table.", player=row.name)
            raise Refused("not-at-table", told, Kind.INVALID, field="player")
        return table, round_row
    last = last_round(work.session, work.tournament_id)
    if last is None or last.state is not RoundState.PUBLISHED:
        return None
    seat = pairing_of_player(work.session, work.tournament_id, last.id, row.id)
    return (seat, last) if seat is not None and seat.second_id is not None else None


def _last_number(work: Work) -> int | None:
    last = last_round(work.session, work.tournament_id)
    if last is None:
        return None
    return last.number if last.state is not RoundState.DRAFT else last.number - 1 or None


def _lost_game(row: Player, place: Place | None, *, named: bool) -> Place:
    if place is None:
        raise Refused(
            "no-game",
            say(
                "{player} plays no game now. Give this when the next round is published, or open the table "
                "whose game is lost and give it there.",
                player=row.name,
            ),
        )
    if place[0].final and not named:
        raise Refused(
            "no-game",
            say(
                "The game of {player} in round {round} has its result. To change that, open table {table} "
                "and give the penalty there.",
                player=row.name,
                round=place[1].number,
                table=place[0].table_number,
            ),
        )
    return place


def penalties(
    installation: Installation, tournament_id: int, viewer: Viewer, player_id: int | None = None
) -> tuple[PenaltyView, ...]:
    """The penalties the viewer may see, the oldest first: the staff all, a player the own ones."""
    if not viewer.staff:
        if player_id not in (None, viewer.player_id) or viewer.player_id is None:
            return ()
        player_id = viewer.player_id
    with installation.database.read_session() as session:
        return penalties_in(session, tournament_id, player_id)


def penalty_view(
    installation: Installation, tournament_id: int, penalty_id: int, viewer: Viewer
) -> PenaltyView:
    """One penalty; Refused (404) for one that is not there, or not for the viewer."""
    for each in penalties(installation, tournament_id, viewer):
        if each.id == penalty_id:
            return each
    raise not_found("penalty")


def suggestion(
    installation: Installation, tournament_id: int, player_id: int, infraction: str
) -> Suggestion | None:
    """What to give when a player does the same again; None for the first time. For the staff."""
    what = _code_of(" ".join(infraction.split())).casefold()
    with installation.database.read_session() as session:
        record = penalties_in(session, tournament_id, player_id)
        earlier = tuple(view for view in record if view.infraction.casefold() == what)
    kind = upgraded(what, [view.kind for view in earlier])
    return Suggestion(kind, earlier) if kind is not None else None


def is_milder(kind: PenaltyKind, other: PenaltyKind) -> bool:
    """Whether a penalty is milder than another one."""
    return KINDS.index(kind) < KINDS.index(other)


def penalties_in(
    session: Session, tournament_id: int, player_id: int | None = None
) -> tuple[PenaltyView, ...]:
    """The penalties of one player or of all, the oldest first, in an open session."""
    found = rows.penalties(session, tournament_id, player_id)
    names = {row.id: row.name for row in players(session, tournament_id)} if found else {}
    return tuple(
        PenaltyView(
            id=row.id,
            player_id=row.player_id,
            name=names[row.player_id],
            kind=row.kind,
            infraction=row.infraction,
            infraction_name=infraction_name(row.infraction, spoken(language())),
            note=told_finding(row.note),
            round=row.round_number,
            table_number=row.table_number,
            given_by=row.given_by,
            given_at=row.given_at,
        )
        for row in found
    )
