"""Lines of a text that hold no card's title: footers, the deck's name, half an identity, cards nobody knows.

Any of them may be a card line with a slip in its title. Such a line is reported; above the identity, where
the deck's name stands, it becomes the name, and that is said when it is spelt almost like a card.
"""

from app.deckcheck.reading import lines
from app.deckcheck.reading.identity_lines import odd_identity
from app.deckcheck.reading.misspelt import misspelt, misspelt_in_footer, nearly_a_title
from app.deckcheck.reading.sheet import Sheet


def footer(sheet: Sheet, line: str, number: int, raw: str) -> None:
    """What sites write around a list says nothing, unless it gives copies of something."""
    if odd_identity(sheet, line, number, raw):
        return
    name = misspelt_in_footer(line, sheet)
    if name is not None:
        sheet.unknown(name, number, raw)


def left_line(sheet: Sheet, line: str, number: int, raw: str, *, started: bool) -> bool:
    """What is left: the name, half an identity, a card nobody knows, or a line nobody understands. Returns
    whether it begins the cards of the list.
    """
    counted = lines.leading(line)
    if counted is not None:
        sheet.unknown(lines.title(counted.rest).name, number, raw)
        return sheet.lines > 1
    unknown = misspelt(line, sheet) if started or sheet.claims or sheet.name else None
    if unknown is not None:
        sheet.unknown(unknown, number, raw)
    elif started or not _preamble(sheet, line, number, raw):
        _not_understood(sheet, line, number, raw)
    return False


def take_as_name(sheet: Sheet, name: str, number: int | None, raw: str) -> None:
    """The deck's name, which is told when it gives copies of what is spelt almost like a title."""
    sheet.name = name
    written = nearly_a_title(name, sheet)
    if written is not None:
        sheet.name_like_a_card(sheet.suggestions(written) or (written,), number, raw)


def underscored(sheet: Sheet, name: str, number: int, raw: str) -> None:
    """`_name` above the cards: the deck's name, also below the identity, where a card line is none."""
    unknown = nearly_a_title(name, sheet) if sheet.claims or sheet.name else None
    if unknown is not None:
        sheet.unknown(unknown, number, raw)
    elif not sheet.name:
        take_as_name(sheet, name, number, raw)


def _not_understood(sheet: Sheet, line: str, number: int, raw: str) -> None:
    title = lines.title(line)
    counted = lines.trailing(line)
    if counted is not None and int(counted.copies[-5:]) <= 6 and sheet.suggestions(counted.rest):
        sheet.unknown(counted.rest, number, raw)
    elif (signed := lines.signed(line)) and (not signed.rest.isascii() or sheet.suggestions(signed.rest)):
        sheet.unknown(signed.rest, number, raw)
    elif not sheet.claims and sheet.catalog.find_identity(title.name):
        sheet.claims.claim(title.name, title.bracket, number, raw, marked=False)
    else:
        sheet.unreadable(number, raw)


def _preamble(sheet: Sheet, line: str, number: int, raw: str) -> bool:
    """A line above the first card: a name, `#identity`, half an identity."""
    name_label = lines.name_label(line)
    name = name_label or line.lstrip("#").strip()
    title = lines.title(name)
    hash_identity = line.startswith("#") and not line.startswith(("##", "# "))
    fits = sheet.claims.claim(title.name, title.bracket, number, raw, marked=hash_identity)
    if not sheet.name and not (hash_identity and fits):
        take_as_name(sheet, name, number, raw)
        return True
    return fits
