"""The translations of each language, read from its file when somebody first reads that language."""

import io
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import NamedTuple

from app.words.languages import ENGLISH, file_of, known


class Words(NamedTuple):
    """The translations of a language: `texts` by the English text, and the forms for numbers of things."""

    texts: Mapping[str, str]
    counted: NullTranslations


@cache
def catalogue(language: str) -> Words:
    """All translations into a language. A text without one stays English.

    The file of texts is compiled in memory, so nothing compiled can be older than it; that takes about a
    tenth of a second, once in each process.
    """
    if language == ENGLISH or known(language) != language:
        return Words({}, NullTranslations())
    from babel.messages.mofile import write_mo  # only who reads another language needs it
    from babel.messages.pofile import read_po

    with file_of(language).open("rb") as file:
        read = read_po(file, locale=language.replace("-", "_"))
    compiled = io.BytesIO()
    write_mo(compiled, read)
    compiled.seek(0)
    texts = {m.id: str(m.string) for m in read if isinstance(m.id, str) and m.id and m.string and not m.fuzzy}
    return Words(texts, GNUTranslations(compiled))


def translated(language: str, text: str) -> str:
    """A text in a language, with its names in braces."""
    return catalogue(language).texts.get(text, text)


def translated_count(language: str, one: str, many: str, n: float) -> str:
    """The text for `n` things in a language, with its names in braces."""
    if language == ENGLISH:
        return one if n == 1 else many
    # Forms are for whole numbers; half a point is said as several.
    return catalogue(language).counted.ngettext(one, many, int(n) if n == int(n) else 2)
