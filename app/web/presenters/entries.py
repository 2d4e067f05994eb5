"""The forms of an entry: what was typed into them, and what is wrong with which field."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from app.services.kernel.views import PlayerView


@dataclass(frozen=True)
class EntryFields:
    """A text for each field of an entry: what was typed, or the sentence on what is wrong; None where
    neither.
    """

    name: str | None = None
    pronouns: str | None = None
    corp_identity: str | None = None
    runner_identity: str | None = None
    corp_deck: str | None = None
    runner_deck: str | None = None
    deck: str | None = None


@dataclass(frozen=True)
class Identities:
    """The identities a field suggests, by side."""

    corp: list[str]
    runner: list[str]


def entry_fields(values: Mapping[str, str]) -> EntryFields:
    """The fields of an entry among the values of a form, or among its errors."""
    names = {each.name for each in fields(EntryFields)}
    return EntryFields(**{name: text for name, text in values.items() if name in names})


def entry_of(person: PlayerView, typed: EntryFields) -> EntryFields:
    """A player's entry as its form shows it: what was typed before it was refused, else what is kept."""
    return EntryFields(
        name=typed.name or person.name,
        pronouns=typed.pronouns if typed.pronouns is not None else person.pronouns,
        corp_identity=typed.corp_identity or person.corp_identity,
        runner_identity=typed.runner_identity or person.runner_identity,
    )
