"""Which card is meant by what stands behind the copies: marks, brackets and notes are taken off as needed."""

from app.deckcheck.catalog import Card
from app.deckcheck.folding import fold
from app.deckcheck.reading import lines
from app.deckcheck.reading.headings import is_product
from app.deckcheck.reading.mentions import mentions
from app.deckcheck.reading.sheet import Sheet


def named(sheet: Sheet, rest: str, code: str = "") -> Card | None:
    """The card of what stands behind the copies: marks, brackets and notes taken off as far as needed."""
    if code and (card := sheet.named("", code)):
        return None if names_another(sheet, rest, card) else card
    if "[" in rest:
        rest, noted = lines.id_note(rest)
        coded = sheet.named("", noted) if noted else None
        return named(sheet, rest) or (None if coded and names_another(sheet, rest, coded) else coded)
    title = lines.title(rest)
    if not title.bracket:
        return sheet.named(title.name) or _starred(sheet, title.name)
    if title.bracket[0].isdigit() or is_product(title.bracket, sheet.catalog):
        return sheet.named(title.name) or sheet.named(title.with_bracket)
    found = sheet.named(title.with_bracket) or sheet.named(title.name)
    return found or _starred(sheet, title.name)


def names_another(sheet: Sheet, text: str, card: Card) -> bool:
    """Whether words beside a card's code are the title of another card: then nobody knows which is meant.

    Titles of old, halves of identities and short forms are none.
    """
    found = mentions(text, sheet.catalog)
    return (
        bool(found)
        and all(title.is_plain and card not in title.cards for title in found)
        and not (card.is_identity or fold(found[0].text) in fold(card.title))
    )


def doubtful(card: Card, counted: lines.Counted) -> bool:
    """Whether brackets behind the title hold another number that may be copies: `1 Title (3)`, not the number
    of the card in its pack (`3x Sahasrara ( 47)`), nor what it costs in influence.
    """
    other = lines.copies_in_brackets(counted.rest)
    if other is None or other == int(counted.copies[:5]):
        return False
    explained = {printing.position for printing in card.printings}
    if card.influence:
        explained |= {card.influence, card.influence * int(counted.copies[:2])}
    return other not in explained


def _starred(sheet: Sheet, name: str) -> Card | None:
    """A title with stars for influence behind it (`Ice Wall **`); a title's own star was tried before."""
    bare = name.rstrip("* ")
    return sheet.named(bare) if bare and bare != name else None
