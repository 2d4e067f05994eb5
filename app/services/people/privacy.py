"""Erasing a person from an event that is over: the results stay, the name goes from everywhere.

The name goes from the player, the decks, the messages, the reasons and from every entry of the journal, past
names included. Other people's names that contain it stay whole. Nothing about it can be undone, and its own
entry in the journal knows only the number.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, inspect, update
from sqlalchemy import select as select_columns
from sqlmodel import Session, SQLModel, col

from app.sentences import KEPT_AS as SENTENCE_KEPT_AS
from app.sentences import Sentence, kept_words, say, sentence_of
from app.services.decks.handed_in import found_player
from app.services.kernel.actors import ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.storage.accounts import close_sessions_of_player
from app.storage.column_rules import Mark, columns_with
from app.storage.journal import PlainEntry, plain_entries, rewrite
from app.storage.judging_tables import JudgeCall, Penalty
from app.storage.players import decks, name_key, player, player_by_name, players
from app.storage.recording import RECORDED, table_name
from app.storage.tables import Announcement, Deck, Player, Tournament
from app.tournament.lifecycle import Phase
from app.tournament.reasons import KEPT_AS

# Where people write names; everything else is words of the program, which a name may equal.
_FREE_TEXT = {
    model: columns
    for model in RECORDED
    if (columns := tuple(sorted(columns_with(table_name(model), Mark.WORDS))))
}
_FREE_COLUMNS = {table_name(model): columns for model, columns in _FREE_TEXT.items()}
# What a verdict repeats of the words in a list.
_WRITTEN = frozenset({"violations", "warnings"})
# What shows names.
TOPICS = ("players", "standings", "tournament", "round")
# Shorter names are words of many sentences, so their case must fit.
_SHORTEST_IN_ANY_CASE = 3


def erased_name(player_id: int) -> str:
    """The name a player has after erasing."""
    return f"Erased player {player_id}"


@dataclass(frozen=True)
class Erasure:
    """What erasing some players writes: other words in entries of the journal, other values in rows (their
    model, id and columns), and the players with their names of then and the decks they have."""

    entries: Sequence[PlainEntry]
    rows: Sequence[tuple[type[SQLModel], int, Mapping[str, Any]]]
    names: Mapping[int, str]
    verdicts: Mapping[int, Mapping[str, Any]]


# What is typed by who erases a person, in every language.
WORD = "erase"


def _look(session: Session, tournament: Tournament, player_id: int, *, typed: str) -> Erasure:
    row = player(session, tournament.id, player_id)
    if row is None or row.erased or tournament.phase != Phase.FINISHED:
        raise not_found("player to erase")
    return erasure(session, row.tournament_id, [row])


@command("erase_player", ahead=_look)
def erase_player(work: Work, player_id: int, *, typed: str) -> None:
    """Erase a player of a finished event for good; the personal link ends too. Twice is once.

    `typed` is the word by which the caller says that it is meant: erase. Raises Refused: not-confirmed (422)
    for any other; 404; not-finished (409).
    """
    if " ".join(typed.casefold().split()) != WORD:
        told = say("To erase the name for good, type: erase")
        raise Refused("not-confirmed", told, Kind.INVALID, field="confirm")
    row = found_player(work, player_id)
    if row.erased:
        return
    if work.tournament.phase != Phase.FINISHED:
        raise Refused(
            "not-finished",
            "A player is erased after the event: finish the tournament first, or let the "
            "player choose another name.",
        )
    work.require()
    erase(work.session, work.tournament_id, work.looked_ahead(Erasure))
    work.note(say("Player {number} was erased", number=player_id), *TOPICS)


def erasure(session: Session, tournament_id: int, rows: Sequence[Player]) -> Erasure:
    """Find every place that names these players of an event."""
    journal = plain_entries(session, tournament_id)
    eraser = _Eraser(session, tournament_id, rows, journal)
    verdicts = {
        deck.id: eraser.verdict(deck.verdict)
        for row in rows
        for deck in decks(session, tournament_id, row.id)
    }
    changed = _erased_entries(journal, eraser)
    return Erasure(changed, list(_free_text(session, tournament_id, eraser)), eraser.names, verdicts)


def erase(session: Session, tournament_id: int, found: Erasure) -> None:
    """Erase what was found, past the recorder, whose entry would keep what is to go.

    For commands, and for copies of a database, where there is no command.
    """
    rewrite(session, found.entries)
    connection = session.connection()
    for model, row_id, values in found.rows:
        connection.execute(update(model).where(inspect(model).columns["id"] == row_id).values(**values))
    for deck_id, verdict in found.verdicts.items():
        emptied = {"source": "", "verdict": verdict}
        connection.execute(update(Deck).where(col(Deck.id) == deck_id).values(**emptied))
    for player_id, name in found.names.items():
        _erase_own(session, tournament_id, player_id, name)
        close_sessions_of_player(session, tournament_id, player_id)
    session.expire_all()


def _free_name(session: Session, row: Player) -> str:
    """The erased name, with a number where somebody has it, by an archive or by choice."""
    name = again = erased_name(row.id)
    count = 2
    while (holder := player_by_name(session, row.tournament_id, again)) is not None and holder.id != row.id:
        again, count = f"{name} ({count})", count + 1
    return again


class _Eraser:
    """Replaces every name these players had, as a whole word, and leaves other people's names alone."""

    def __init__(
        self, session: Session, tournament_id: int, rows: Sequence[Player], journal: Sequence[PlainEntry]
    ) -> None:
        self.names = {row.id: _free_name(session, row) for row in rows}
        self.deck_ids = _decks_ever(session, rows, journal)
        self.call_ids = _rows_ever("judge_call", rows, journal)
        self.penalty_ids = _rows_ever("penalty", rows, journal)
        past = _names_ever(journal)
        for each in players(session, tournament_id):
            past.setdefault(each.id, set()).add(each.name)
        self._mine = {name_key(name): new for row_id, new in self.names.items() for name in past[row_id]}
        # Longest first, so that "Ana B" is never read as "Ana" with something behind it.
        every = sorted({name for names in past.values() for name in names}, key=len, reverse=True)
        self._names = re.compile("|".join(map(_as_word, every)))
        # Most texts hold none of theirs, and to look for every name takes as long as there are names.
        own = [name for name in every if name_key(name) in self._mine]
        self._own = re.compile("|".join(map(_as_word, own)))

    def text(self, text: str) -> str:
        """The text without the players' names."""
        if text.startswith(SENTENCE_KEPT_AS):
            return self._kept_sentence(text)
        # A kept reason names nobody, and a player may be called like one of its codes.
        if text.startswith(KEPT_AS) or self._own.search(text) is None:
            return text
        return self._names.sub(lambda found: self._mine.get(name_key(found[0]), found[0]), text)

    def _kept_sentence(self, text: str) -> str:
        """A sentence that a row keeps: names are among its values alone, written as JSON writes them."""
        said = kept_words(text)
        if not isinstance(said, Sentence):
            return self._names.sub(lambda found: self._mine.get(name_key(found[0]), found[0]), text)
        return sentence_of(self._values(said.as_json())).as_text()

    def _values(self, kept: dict[str, Any]) -> dict[str, Any]:
        """A sentence as JSON without the players' names, with its own words as they are."""
        values = {
            name: {"said": self._values(value["said"])}
            if isinstance(value, dict) and "said" in value
            else self.json(value)
            for name, value in kept["values"].items()
        }
        return {**kept, "values": values}

    def json(self, value: Any) -> Any:
        """The JSON value without the players' names."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.json(item) for item in value]
        if isinstance(value, dict):
            return {key: self.json(item) for key, item in value.items()}
        return value

    def verdict(self, verdict: dict[str, Any]) -> dict[str, Any]:
        """The verdict on a player's own deck without what was written in the list."""
        if not verdict:
            return verdict
        written = {key: self.json(value) for key, value in verdict.items() if key in _WRITTEN}
        return {**verdict, **written, "name": None}


def _as_word(name: str) -> str:
    word = rf"(?<!\w){re.escape(name)}(?!\w)"
    return f"(?i:{word})" if len(name) >= _SHORTEST_IN_ANY_CASE else word


def _names_ever(journal: Iterable[PlainEntry]) -> dict[int, set[str]]:
    """Every name each player ever had, by id, from the changes in the journal."""
    names: dict[int, set[str]] = {}
    for table, row_id, values in _values_ever(journal):
        if table == "player" and values.get("name"):
            names.setdefault(row_id, set()).add(values["name"])
    return names


def _decks_ever(session: Session, rows: Sequence[Player], journal: Iterable[PlainEntry]) -> set[int]:
    """The ids of every deck they ever handed in; later changes of a deck don't name its player."""
    now = {deck.id for row in rows for deck in decks(session, row.tournament_id, row.id)}
    return now | _rows_ever("deck", rows, journal)


def _rows_ever(table: str, rows: Sequence[Player], journal: Iterable[PlainEntry]) -> set[int]:
    """The ids of every row of a table that was ever about one of these players."""
    ids = {row.id for row in rows}
    return {
        row_id
        for name, row_id, values in _values_ever(journal)
        if name == table and values.get("player_id") in ids
    }


def _values_ever(journal: Iterable[PlainEntry]) -> Iterable[tuple[str, int, dict[str, Any]]]:
    for entry in journal:
        for change in entry.changes:
            for values in (change["before"], change["after"]):
                if values:
                    yield change["table"], change["id"], values


def _erased_entries(journal: Iterable[PlainEntry], eraser: _Eraser) -> list[PlainEntry]:
    """The entries that name them, without their names."""
    changed = []
    for entry in journal:
        by_player = entry.actor_kind is ActorKind.PLAYER
        new = PlainEntry(
            entry.id,
            entry.actor_kind,
            entry.actor_id,
            eraser.names.get(entry.actor_id or 0, entry.actor_name) if by_player else entry.actor_name,
            eraser.text(entry.summary),
            eraser.json(entry.details),
            [_erased_change(change, eraser) for change in entry.changes],
        )
        if new != entry:
            changed.append(new)
    return changed


def _erased_change(change: dict[str, Any], eraser: _Eraser) -> dict[str, Any]:
    erased = {when: _erased_values(change, change[when], eraser) for when in ("before", "after")}
    return {**change, **erased}


def _erased_values(
    change: dict[str, Any], values: dict[str, Any] | None, eraser: _Eraser
) -> dict[str, Any] | None:
    if values is None:
        return None
    table = change["table"]
    new = {column: eraser.json(values[column]) for column in _FREE_COLUMNS.get(table, ()) if column in values}
    if table == "player" and change["id"] in eraser.names:
        new |= _nobody(eraser.names[change["id"]])
    elif table == "deck" and change["id"] in eraser.deck_ids:
        new |= {"source": "", "verdict": eraser.verdict(values.get("verdict") or {})}
    elif table == "announcement" and values.get("player_id") in eraser.names:
        new |= {"text": ""}
    elif table == "judge_call" and change["id"] in eraser.call_ids:
        new |= {"reason": "", "note": ""}
    elif table == "penalty" and change["id"] in eraser.penalty_ids:
        new |= {"infraction": "", "note": ""}
    return {**values, **{column: value for column, value in new.items() if column in values}}


def _nobody(name: str) -> dict[str, Any]:
    """What a row says of a person who was erased, in the table and wherever the journal repeats it."""
    return {"name": name, "name_key": name_key(name), "pronouns": "", "household": "", "erased": True}


def _free_text(
    session: Session, tournament_id: int, eraser: _Eraser
) -> Iterator[tuple[type[SQLModel], int, dict[str, Any]]]:
    """Rows with their names in reasons, findings, announcements and information, and what to put there."""
    for model, names in _FREE_TEXT.items():
        columns = inspect(model).columns
        mine = columns["id"] if model is Tournament else columns["tournament_id"]
        query = select_columns(columns["id"], *(columns[name] for name in names)).where(mine == tournament_id)
        for row_id, *values in session.connection().execute(query):
            erased = {name: eraser.json(value) for name, value in zip(names, values, strict=True)}
            changed = {n: new for (n, new), old in zip(erased.items(), values, strict=True) if new != old}
            if changed:
                yield model, row_id, changed


def _erase_own(session: Session, tournament_id: int, player_id: int, name: str) -> None:
    """The player's row, messages and calls; penalties go altogether."""
    connection = session.connection()
    connection.execute(
        update(Player)
        .where(col(Player.id) == player_id, col(Player.tournament_id) == tournament_id)
        .values(link_hash=None, **_nobody(name))
    )
    connection.execute(update(Announcement).where(col(Announcement.player_id) == player_id).values(text=""))
    own = {"reason": "", "note": ""}
    connection.execute(update(JudgeCall).where(col(JudgeCall.player_id) == player_id).values(**own))
    connection.execute(delete(Penalty).where(col(Penalty.player_id) == player_id))
