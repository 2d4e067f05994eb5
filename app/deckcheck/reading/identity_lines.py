"""Lines of a text that may name the identity: marked as such, a full title, half of one, a number beside it.

What they say goes to the claims of the sheet, which settle the identity at the end.
"""

from app.deckcheck.catalog import Catalog
from app.deckcheck.reading import lines
from app.deckcheck.reading.headings import is_heading
from app.deckcheck.reading.loose import take_apart
from app.deckcheck.reading.naming import named
from app.deckcheck.reading.sheet import Sheet


def identity_line(
    sheet: Sheet, line: str, code: str, number: int, raw: str, *, label: str | None, waiting: bool
) -> bool:
    """Read a line as the identity; whether it is one. `label` is what stands behind `Identity:`, and
    `waiting` says that this stood alone on the line before.
    """
    counted = lines.leading(line)
    if waiting and label is None and is_heading(line, sheet.catalog):
        waiting = bool(sheet.catalog.find_identity(lines.title(line).name))
    if waiting or label is not None:
        taken = take_apart(label or line, sheet.catalog)
        if taken is not None and taken.identity is not None:
            sheet.claims.certain(taken.identity, number, raw)
            return True
        title = lines.title(label or (counted.rest if counted else line))
        fits = sheet.claims.claim(title.name, title.bracket, number, raw, marked=True)
        return fits or bool(label)
    if counted is not None:
        return _counted_identity(sheet, counted, number, raw)
    card = named(sheet, line, code)
    if card is not None and card.is_identity:
        sheet.claims.certain(card, number, raw)
        return True
    return False


def _counted_identity(sheet: Sheet, counted: lines.Counted, number: int, raw: str) -> bool:
    """`1 NBN: Making News`, or a faction alone, which may stand for its identities."""
    if counted.copies != "1":
        return False
    title = lines.title(counted.rest)
    found = sheet.catalog.find_identity(title.name)
    if sheet.catalog.faction_named(title.name) and not found:
        sheet.claims.claim(title.name, "", number, raw, marked=True)
        return True
    return bool(found) and sheet.claims.claim(title.name, title.bracket, number, raw, marked=True)


def odd_identity(sheet: Sheet, line: str, number: int, raw: str) -> bool:
    """Report another identity's title with a number beside it, as in a card's line; whether it is one."""
    taken = take_apart(line, sheet.catalog)
    if taken is None or not taken.beside_number or not set(taken.identities) - {sheet.claims.first}:
        return False
    sheet.unread_card([card.title for card in taken.identities], number, raw)
    return True


def half_identity(catalog: Catalog, line: str) -> bool:
    """Whether the line is one half of an identity's title, which may hold a card's."""
    counted = lines.leading(line)
    name = lines.title(counted.rest if counted and counted.copies == "1" else line.lstrip("#")).name
    return catalog.find(name) is None and bool(catalog.find_identity(name))
