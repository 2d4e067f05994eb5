"""A dispute as the desk decides it: what each of the two reported, and the fields that uphold it."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.services.kernel.views import TableView
from app.web.presenters.results import names_of, outcome_words, report_fields


@dataclass(frozen=True)
class Claim:
    """One of the two reports; `fields` are those of the form that upholds it."""

    name: str
    says: str
    fields: Mapping[str, str | int]


@dataclass(frozen=True)
class Dispute:
    """A table with two different reports; `href` is its page, where everything else can be entered."""

    number: str
    href: str
    action: str
    claims: tuple[Claim, ...]


def dispute_shown(table: TableView, href: str) -> Dispute:
    """The dispute of a table; `href` is the address of the table's page."""
    names = names_of(table)
    claims = [
        Claim(
            names[said.player_id],
            outcome_words(table, said),
            {"player": said.player_id, **report_fields(said)},
        )
        for said in table.reports or []
    ]
    return Dispute(str(table.table_number or ""), href, f"{href}/right", tuple(claims))
