"""jinteki.net's comment lines, which carry since March 2026 what card lines cannot: identity and name.

`;; identity: TITLE`, `;; identity-code: 21054`, `;; title: NAME`, `;; notes: …`. The code is surer than the
title, which may be an older one; a code nobody knows leaves the title to decide. Other comments, and lines
people comment out with `//`, say nothing about the deck.
"""

from app.deckcheck.reading import lines
from app.deckcheck.reading.sheet import Sheet


def is_comment(line: str) -> bool:
    """Whether the line is a comment."""
    return line.startswith((";", "//"))


def read_comment(line: str, number: int, raw: str, sheet: Sheet) -> None:
    """Put what a comment line says on the sheet."""
    key, colon, value = line.lstrip("; ").partition(":")
    value = value.strip()
    if not colon or not value or not line.startswith(";"):
        return
    key = key.strip().lower()
    if key == "title" and not sheet.name:
        sheet.name = value
    elif key == "identity-code":
        card = sheet.named("", value)
        if card is not None and card.is_identity:
            sheet.claims.certain(card, number, raw)
        elif not sheet.claims:
            sheet.claims.claim(value, "", number, raw, marked=True)
    elif key == "identity":
        title = lines.title(value)
        sheet.claims.claim(title.name, title.bracket, number, raw, marked=True)
