"""A language for tests: added as a translator adds one, by its file alone."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.judge import entries as judge_entries
from app.judge import penalties, search, side_games, timing
from app.judge import words as judge_words
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


@contextmanager
def with_words_of_judges(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, words: str
) -> Iterator[None]:
    """The judge's desk with its words in this language as well, of a file that translates little."""
    for file in judge_words.FACTS.glob("*.toml"):
        shutil.copy(file, folder)
    (folder / f"{code}.toml").write_text(words, encoding="utf-8")
    caches = (
        judge_words.languages,
        judge_words.words,
        judge_entries.sources,
        judge_entries.entries,
        penalties.penalties,
        side_games.rules_cards,
        timing.timing,
        search.desk,
    )
    with monkeypatch.context() as patched:
        patched.setattr(judge_words, "FACTS", folder)
        for each in caches:
            each.cache_clear()
        yield
    for each in caches:
        each.cache_clear()
