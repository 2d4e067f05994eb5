"""A pasted list of players before anybody is entered: what each line says and what stands in its way."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.sentences import Sentence, say
from app.services.decks.identities import identity_named
from app.services.kernel.errors import Refused
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_name
from app.services.people.entries import Entry, LineProblem, parse_entries
from app.sides import Side
from app.storage.players import name_key, players


@dataclass(frozen=True)
class PreviewRow:
    """One entry as it would be made, with full titles; `problem` is a sentence or None."""

    entry: Entry
    problem: Sentence | None


@dataclass(frozen=True)
class Preview:
    """The entries of a pasted list, and the lines that are none."""

    rows: tuple[PreviewRow, ...]
    problems: tuple[LineProblem, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that can be made."""
        return tuple(row.entry for row in self.rows if row.problem is None)

    @property
    def is_clean(self) -> bool:
        """Whether every line can be entered."""
        return not self.problems and all(row.problem is None for row in self.rows)


def preview_entries(installation: Installation, tournament_id: int, text: str) -> Preview:
    """Read the list against the players who are in already; nothing is changed."""
    entries, problems = parse_entries(text)
    with installation.database.read_session() as session:
        taken = {row.name_key: row.name for row in players(session, tournament_id)}
    rows: list[PreviewRow] = []
    written: dict[str, str] = {}
    for entry in entries:
        rows.append(_row(installation, entry, taken, written))
    return Preview(tuple(rows), problems)


def _row(
    installation: Installation, entry: Entry, taken: Mapping[str, str], written: dict[str, str]
) -> PreviewRow:
    try:
        name = clean_name(entry.name)
        full = replace(
            entry,
            name=name,
            corp_identity=identity_named(installation.catalog, entry.corp_identity, Side.CORP),
            runner_identity=identity_named(installation.catalog, entry.runner_identity, Side.RUNNER),
        )
    except Refused as refusal:
        return PreviewRow(entry, refusal.said)
    key = name_key(name)
    if key in taken:
        return PreviewRow(full, say("{player} is entered already.", player=taken[key]))
    if key in written:
        return PreviewRow(
            full,
            say("{player} stands in this list twice: add an initial to one of them.", player=written[key]),
        )
    written[key] = name
    return PreviewRow(full, None)
