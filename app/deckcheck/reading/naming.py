"""Which card is meant by what stands behind the copies: marks, brackets and notes are taken off as needed."""

from app.deckcheck.catalog import Card
from app.deckcheck.reading import lines
from app.deckcheck.reading.headings import is_product
from app.deckcheck.reading.sheet import Sheet


def named(sheet: Sheet, rest: str, code: str = "") -> Card | None:
    """The card of what stands behind the copies: marks, brackets and notes taken off as far as needed."""
    if code and (card := sheet.named("", code)):
        return card
    if "[" in rest:
        rest, noted = lines.id_note(rest)
        return named(sheet, rest) or (sheet.named("", noted) if noted else None)
    title = lines.title(rest)
    if not title.bracket:
        return sheet.named(title.name) or _starred(sheet, title.name)
    if title.bracket[0].isdigit() or is_product(title.bracket, sheet.catalog):
        return sheet.named(title.name) or sheet.named(title.with_bracket)
    found = sheet.named(title.with_bracket) or sheet.named(title.name)
    return found or _starred(sheet, title.name)


def _starred(sheet: Sheet, name: str) -> Card | None:
    """A title with stars for influence behind it (`Ice Wall **`); a title's own star was tried before."""
    bare = name.rstrip("* ")
    return sheet.named(bare) if bare and bare != name else None
