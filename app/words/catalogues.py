"""The translations of each language, read from its file when somebody first reads that language."""

import io
from functools import cache
from gettext import GNUTranslations, NullTranslations

from app.words.languages import ENGLISH, file_of, known


@cache
def catalogue(language: str) -> NullTranslations:
    """All translations into a language. A text without one stays English.

    The file of texts is compiled in memory, so nothing compiled can be older than it; that takes about a
    tenth of a second, once in each process.
    """
    if language == ENGLISH or known(language) != language:
        return NullTranslations()
    from babel.messages.mofile import write_mo  # only who reads another language needs it
    from babel.messages.pofile import read_po

    with file_of(language).open("rb") as file:
        read = read_po(file, locale=language.replace("-", "_"))
    compiled = io.BytesIO()
    write_mo(compiled, read)
    compiled.seek(0)
    return GNUTranslations(compiled)


def translated(language: str, text: str) -> str:
    """A text in a language, with its names in braces."""
    # An empty text is the key of the file's head.
    return catalogue(language).gettext(text) if text else ""


def translated_count(language: str, one: str, many: str, n: float) -> str:
    """The text for `n` things in a language, with its names in braces."""
    # Forms are for whole numbers; half a point is said as several.
    return catalogue(language).ngettext(one, many, int(n) if n == int(n) else 2)
