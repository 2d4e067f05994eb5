"""A language for tests: added as a translator adds one, by its file alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.words import catalogues, languages

HEAD = (
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n'
    'Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
)


@contextmanager
def with_language(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, entries: str) -> Iterator[None]:
    """The program with a file of this language in the folder, and no other but English."""
    (folder / f"{code}.po").write_text(HEAD + entries, encoding="utf-8")
    caches = (languages.languages, languages.own_name, catalogues.catalogue)
    with monkeypatch.context() as patched:
        patched.setattr(languages, "FOLDER", folder)
        for each in caches:
            each.cache_clear()
        yield
    for each in caches:
        each.cache_clear()
