"""Deck checks at the table: tables picked by chance, cards counted against the lists, and what was found.

Only tables still playing are picked, those not checked before first. A check ends in order, with a warning or
with a game loss; the last two become penalties of the player in the same step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce

from sqlmodel import Session, col, select

from app.deckcheck.counting import Difference, differences
from app.deckcheck.titles import CardTitle
from app.sentences import Sentence, message, say
from app.services.decks.handed_in import found_player, has_illegal_deck, identity_of, living_player
from app.services.judging.penalties import about_lost_game, add_penalty, told_finding
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line
from app.sides import DeckSlot
from app.storage.kinds import CheckOutcome
from app.storage.players import decks, player, players
from app.storage.rounds import last_round, pairings, rounds
from app.storage.tables import DeckCheck, Pairing, Player, Round
from app.tournament.draws import drawn_order
from app.tournament.lifecycle import RoundState

LONGEST_FINDING = 300
MOST_COPIES = 99
_MOST_DIFFERENCES = 12  # told in a finding
_IN_ORDER = message("In order")
_NOT_LEGAL = message(
    "The list is not legal. Choose a warning or a game loss, allow the list, or write why it is in order."
)
INFRACTION = "illegal-deck"
_STANDS = {
    CheckOutcome.WARNING: message("This check ended with a warning: undo that in the journal first."),
    CheckOutcome.GAME_LOSS: message("This check ended with a game loss: undo that in the journal first."),
}
Counted = Mapping[DeckSlot, Mapping[str, int]]


@dataclass(frozen=True)
class DeckCheckView:
    """Who was picked in which round, at which table, and what was found; `finding` None: not checked yet.

    `playing` says that the game of that table has no result yet.
    """

    id: int
    player_id: int
    name: str
    round_number: int | None
    table_number: int | None
    table_id: int | None
    playing: bool
    picked_at: datetime
    outcome: CheckOutcome | None
    finding: str | Sentence | None
    checked_by: str | None
    checked_at: datetime | None


@dataclass(frozen=True)
class CardLine:
    """A title of a list with its copies, and how many were found; None: not counted yet."""

    title: str
    copies: int
    found: int | None


@dataclass(frozen=True)
class DeckSheet:
    """One list to count against."""

    side: DeckSlot
    identity: str | None
    lines: tuple[CardLine, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class CheckSheet:
    """A check with the player's lists, Corp first, and the cards found that are in none."""

    check: DeckCheckView
    decks: tuple[DeckSheet, ...]
    unlisted: str


@command("check_decks")
def pick_deck_checks(work: Work, tables: int, seed: int) -> tuple[DeckCheckView, ...]:
    """Pick `tables` tables still playing by chance (the same seed picks the same); the picks, none for the
    same request again.

    Raises Refused no-round, nobody-left (409), invalid-number (422).
    """
    if work.is_repeat():
        return ()
    row = last_round(work.session, work.tournament_id)
    if row is None or row.state is not RoundState.PUBLISHED:
        raise Refused("no-round", "No round is being played: publish the pairings first.")
    work.require()
    if tables < 1:
        raise Refused("invalid-number", "Pick at least one table.", Kind.INVALID, field="tables")
    picked = _draw(work, row, tables, seed)
    if not picked:
        raise Refused("nobody-left", "Every table still playing in this round was picked already.")
    checks = [
        DeckCheck(
            tournament_id=work.tournament_id, player_id=player_id, round_number=row.number, picked_at=work.now
        )
        for table in picked
        for player_id in (table.first_id, table.second_id)
        if player_id is not None
    ]
    work.session.add_all(checks)
    work.session.flush()
    numbers = [str(table.table_number) for table in picked]
    told = say("Deck check in round {round}: table {tables}", round=row.number, tables=numbers)
    work.note(told, "players", seed=seed)
    return _views(work.session, work.tournament_id, checks)


def _draw(work: Work, row: Round, tables: int, seed: int) -> list[Pairing]:
    """Tables of the round in the order drawn: nobody twice in a round, tables with fewer checks first."""
    earlier: dict[int, int] = {}
    done: set[int] = set()
    for check in _checks(work.session, work.tournament_id):
        earlier[check.player_id] = earlier.get(check.player_id, 0) + 1
        if check.round_number == row.number:
            done.add(check.player_id)
    open_tables = {
        table.id: table
        for table in pairings(work.session, work.tournament_id, row.id)
        if table.second_id is not None and not table.final and table.first_id not in done
    }

    def checked(table: Pairing) -> int:
        return earlier.get(table.first_id, 0) + earlier.get(table.second_id or 0, 0)

    order = [open_tables[table_id] for table_id in drawn_order(seed, "deck check", open_tables)]
    return sorted(order, key=checked)[:tables]


@command("count_cards")
def keep_count(work: Work, check_id: int, counted: Counted, unlisted: str) -> None:
    """Keep how far a check has come; the numbers replace those kept before. Raises Refused: 404, 422."""
    check = _check(work, check_id)
    if not _count(work, check, counted, unlisted):
        return
    work.require()
    player_name = found_player(work, check.player_id).name
    work.note(say("{judge} counted cards of {player}", judge=work.actor.name, player=player_name), "players")


@command("record_deck_check")
def record_deck_check(
    work: Work,
    check_id: int,
    finding: str,
    outcome: str = CheckOutcome.IN_ORDER,
    counted: Counted | None = None,
    unlisted: str = "",
) -> None:
    """Keep what a check found; a warning or a game loss is given to the player in the same step.

    Without a finding it is what the count says. Raises Refused: 404; finding-missing, invalid-outcome (422);
    outcome-stands, and what `give_penalty` raises (409).
    """
    check = _check(work, check_id)
    ended = _outcome(outcome)
    changed = counted is not None and _count(work, check, counted, unlisted)
    row = found_player(work, check.player_id)
    said = clean_line(finding, LONGEST_FINDING, "finding") or _found(work, check, row, ended)
    to_keep = said if isinstance(said, str) else said.as_text()
    if not changed and (check.finding, check.outcome) == (to_keep, ended):
        return
    work.require()
    if check.outcome in _STANDS and check.outcome is not ended:
        raise Refused("outcome-stands", _STANDS[check.outcome])
    told = say("The decks of {player} were checked: {finding}", player=row.name, finding=said)
    if ended is not CheckOutcome.IN_ORDER and check.outcome is not ended:
        table = _table_of(work.session, check)
        table_id = table.id if table is not None else None
        guilty = living_player(work, check.player_id)
        told = about_lost_game(told, work, add_penalty(work, guilty, ended, INFRACTION, said, table_id))
    check.finding, check.outcome = to_keep, ended
    check.checked_by, check.checked_at = work.actor.name, work.now
    work.session.add(check)
    work.note(told, "players")


def _outcome(text: str) -> CheckOutcome:
    if text not in tuple(CheckOutcome):
        raise Refused(
            "invalid-outcome", "A check ends in order, with a warning or with a game loss.", Kind.INVALID
        )
    return CheckOutcome(text)


def _found(work: Work, check: DeckCheck, row: Player, outcome: CheckOutcome) -> Sentence:
    """The finding that the count gives, in one line."""
    differ = [
        # words: a card of a list: copies found, and copies in the list
        say("{title} {found} of {listed}", title=each.title, found=each.found, listed=each.listed)
        for sheet in _sheets(work.session, check, row)
        for each in sheet.differences
    ]
    if check.unlisted:
        differ.append(say("not in the list: {cards}", cards=check.unlisted))
    if not differ and has_illegal_deck(work, row.id):
        differ.append(say("The list is not legal"))
        if outcome is CheckOutcome.IN_ORDER:
            raise Refused("finding-missing", _NOT_LEGAL, Kind.INVALID, field="finding")
    if not differ and outcome is CheckOutcome.IN_ORDER:
        return say(_IN_ORDER)
    if outcome is CheckOutcome.IN_ORDER:
        raise Refused(
            "finding-missing",
            "Cards differ from the list. Choose a warning or a game loss, or write why it is in order.",
            Kind.INVALID,
            field="finding",
        )
    if not differ:
        raise Refused("finding-missing", "Write what differs from the list.", Kind.INVALID, field="finding")
    told, more = differ[:_MOST_DIFFERENCES], len(differ) - _MOST_DIFFERENCES
    if more > 0:
        told.append(say("{number} more", number=more))
    # words: what differs from a list, one after the other
    return reduce(lambda before, after: say("{before}; {after}", before=before, after=after), told)


def _count(work: Work, check: DeckCheck, counted: Counted, unlisted: str) -> bool:
    """Put the numbers into the check; whether they differ from those kept."""
    cleaned = clean_line(unlisted, LONGEST_FINDING, "unlisted")
    lists = {deck.side: deck.cards for deck in decks(work.session, work.tournament_id, check.player_id)}
    new: dict[str, dict[str, int]] = {}
    for side, found in counted.items():
        for title, copies in found.items():
            if title not in lists.get(side, {}):
                told = say("{title} is not in this list.", title=CardTitle(title[:60]))
                raise Refused("not-in-list", told, Kind.INVALID, field="counted")
            if copies not in range(MOST_COPIES + 1):
                raise Refused(
                    "invalid-number",
                    say(
                        "Copies of {title} are a number from 0 to {most}.",
                        title=CardTitle(title),
                        most=MOST_COPIES,
                    ),
                    Kind.INVALID,
                    field="counted",
                )
        if found:
            new[side] = dict(found)
    if (check.counted or {}, check.unlisted) == (new, cleaned):
        return False
    check.counted, check.unlisted = new or None, cleaned
    work.session.add(check)
    return True


def _check(work: Work, check_id: int) -> DeckCheck:
    check = work.session.get(DeckCheck, check_id)
    if check is None or check.tournament_id != work.tournament_id:
        raise not_found("deck check")
    return check


def deck_checks(installation: Installation, tournament_id: int) -> tuple[DeckCheckView, ...]:
    """Every deck check of the event, the oldest first; for the staff."""
    with installation.database.read_session() as session:
        return _views(session, tournament_id, _checks(session, tournament_id))


def check_sheet(installation: Installation, tournament_id: int, check_id: int) -> CheckSheet:
    """One check with the lists to count against; for the staff. Raises Refused (404)."""
    with installation.database.read_session() as session:
        check = session.get(DeckCheck, check_id)
        row = player(session, tournament_id, check.player_id) if check is not None else None
        if check is None or row is None:
            raise not_found("deck check")
        (view,) = _views(session, tournament_id, [check])
        return CheckSheet(view, _sheets(session, check, row), check.unlisted)


def _sheets(session: Session, check: DeckCheck, row: Player) -> tuple[DeckSheet, ...]:
    found = []
    for deck in decks(session, check.tournament_id, check.player_id):
        counted = (check.counted or {}).get(deck.side, {})
        lines = tuple(CardLine(title, n, counted.get(title)) for title, n in deck.cards.items())
        side = deck.side
        found.append(DeckSheet(side, identity_of(row, side), lines, differences(deck.cards, counted)))
    return tuple(found)


def _checks(session: Session, tournament_id: int) -> list[DeckCheck]:
    query = select(DeckCheck).where(DeckCheck.tournament_id == tournament_id)
    return list(session.exec(query.order_by(col(DeckCheck.id))))


def _table_of(session: Session, check: DeckCheck) -> Pairing | None:
    """The table of the round the player was picked in."""
    return _tables(session, check.tournament_id, [check]).get((check.round_number, check.player_id))


def _tables(
    session: Session, tournament_id: int, checks: Sequence[DeckCheck]
) -> dict[tuple[int | None, int], Pairing]:
    """The tables of the rounds of these checks by round and player; the one still playing of several."""
    wanted = {check.round_number for check in checks}
    found: dict[tuple[int | None, int], Pairing] = {}
    for row in rounds(session, tournament_id):
        if row.number in wanted and row.state is not RoundState.DRAFT:
            for table in sorted(pairings(session, tournament_id, row.id), key=lambda each: not each.final):
                for player_id in (table.first_id, table.second_id):
                    if player_id is not None:
                        found[row.number, player_id] = table
    return found


def _views(session: Session, tournament_id: int, checks: Sequence[DeckCheck]) -> tuple[DeckCheckView, ...]:
    names = {row.id: row.name for row in players(session, tournament_id)}
    tables = _tables(session, tournament_id, checks)
    return tuple(
        _view(check, names[check.player_id], tables.get((check.round_number, check.player_id)))
        for check in checks
    )


def _view(check: DeckCheck, name: str, table: Pairing | None) -> DeckCheckView:
    return DeckCheckView(
        id=check.id,
        player_id=check.player_id,
        name=name,
        round_number=check.round_number,
        table_number=table.table_number if table is not None else None,
        table_id=table.id if table is not None else None,
        playing=table is not None and not table.final,
        picked_at=check.picked_at,
        outcome=check.outcome,
        finding=told_finding(check.finding) if check.finding is not None else None,
        checked_by=check.checked_by,
        checked_at=check.checked_at,
    )
