"""Which languages the program speaks, and which of them somebody reads.

English is what the source is written in. Every other language is one file `CODE.po` in this folder, with the
translation of every text (docs/languages.md). `CODE` is a language tag of BCP 47, like `ja` or `pt-BR`.
"""

from functools import cache
from pathlib import Path

ENGLISH = "en"
FOLDER = Path(__file__).resolve().parent


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages: English first, then the others by code."""
    return (ENGLISH, *sorted(file.stem for file in FOLDER.glob("*.po")))


def file_of(code: str) -> Path:
    """The file of translations into a language."""
    return FOLDER / f"{code}.po"


@cache
def own_name(code: str) -> str:
    """What the speakers of a language call it: `English`, `日本語`."""
    from babel import Locale  # a tenth of a second, and only for who sees the switch

    locale = Locale.parse(code, sep="-")
    return (locale.get_display_name(locale) or code).capitalize()


def known(code: str | None) -> str | None:
    """The language of this tag, or the one it is a variety of; None where the program does not speak it."""
    tag = (code or "").strip().lower()
    by_tag = {each.lower(): each for each in languages()}
    while tag:
        if tag in by_tag:
            return by_tag[tag]
        tag = tag.rpartition("-")[0]
    return None


def preferred(accept: str) -> str:
    """The first language of an Accept-Language header that the program speaks (RFC 9110); else English."""
    wishes: list[tuple[float, int, str]] = []
    for place, each in enumerate(accept.split(",")[:20]):
        tag, _, told = each.replace(" ", "").partition(";q=")
        try:
            wishes.append((-float(told or 1), place, tag))
        except ValueError:
            continue
    for less, _, tag in sorted(wishes):
        found = known(tag)
        if found is not None and less < 0:
            return found
    return ENGLISH
