"""A dispute as the desk decides it: what each of the two reported, and the fields that uphold it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.services.kernel.views import TableView
from app.web.presenters.results import names_of, one_after_other, outcome_words, report_fields
from app.web.presenters.two_games import both_sides, claim_fields, game_words, open_reports


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
    number = str(table.table_number or "")
    if both_sides(table):
        return Dispute(number, href, f"{href}/games", tuple(_claims_of_games(table)))
    claims = [
        Claim(
            names[said.player_id],
            outcome_words(table, said),
            {"player": said.player_id, **report_fields(said)},
        )
        for said in table.reports or []
    ]
    return Dispute(number, href, f"{href}/right", tuple(claims))


def _claims_of_games(table: TableView) -> Iterable[Claim]:
    """What each says of the games without a result; the desk enters what was shown."""
    said = open_reports(table)
    for player_id, name in names_of(table).items():
        mine = [each for each in said if each.player_id == player_id]
        if mine:
            told = one_after_other([game_words(table, each) for each in mine])
            yield Claim(name, told, claim_fields(table, mine))
