"""Collects every text of the program that people read, and brings the files of translations up to date.

    make words                 texts.pot is not kept: each app/words/CODE.po gets the new texts, loses the old
    make words LANGUAGE=fr     begins a language: app/words/fr.po with every text and no translation

A text that changed keeps its translation marked as fuzzy, which the tests refuse until somebody looks at it.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "app" / "words"
# By the name of a function: which of its arguments are texts; (1, 2) is for one and for many.
CALLS = {
    "say": None,
    "say_count": (1, 2),
    "t": None,
    "tn": (1, 2),
    "message": None,
    "messages": (1, 2),
    "Refused": (2,),
    "whole": (2,),
    "optional_whole": (2,),
    "choice": (3,),
}
METHODS = [("app/**.py", "python"), ("templates/**.html", "jinja2")]
OPTIONS = {"templates/**.html": {"trimmed": "false", "silent": "false"}}
# A comment that begins so is for translators; it stands on the line before the text.
COMMENT = "words:"


def texts() -> Catalog:
    """Every text of the program, without translations, in the order of the files."""
    catalog = Catalog(project="Cache Refresh Manager", charset="utf-8", fuzzy=False)
    found = extract_from_dir(
        ROOT, METHODS, OPTIONS, keywords=CALLS, comment_tags=[COMMENT], strip_comment_tags=True
    )
    for name, _line, text, comments, _context in sorted(found, key=lambda each: (each[0], each[1])):
        if text and (isinstance(text, str) or all(text)):
            # Without lines: a moved line would change every file of translations.
            catalog.add(text, None, locations=[(name, 0)], auto_comments=comments)
    return catalog


def brought_up_to_date(language: str) -> Catalog:
    """The translations of a language, with every text of today and none of before."""
    file = FOLDER / f"{language}.po"
    template = texts()
    if not file.exists():
        fresh = Catalog(locale=language.replace("-", "_"), project="Cache Refresh Manager", fuzzy=False)
        fresh.update(template)
        return fresh
    with file.open("rb") as opened:
        catalog = read_po(opened, locale=language.replace("-", "_"))
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def write(catalog: Catalog, file: Path) -> None:
    """Keep a catalogue, without dates and lines, which would differ each time."""
    still = datetime(2026, 1, 1, tzinfo=UTC)
    catalog.header_comment = (
        f"# The texts of the program in the language {catalog.locale}: see docs/languages.md."
    )
    catalog.creation_date = catalog.revision_date = still
    with file.open("wb") as opened:
        write_po(opened, catalog, width=100, include_lineno=False, sort_by_file=False)


def main() -> None:
    """The command line."""
    codes = sys.argv[1:] or [file.stem for file in FOLDER.glob("*.po")]
    for code in codes:
        catalog = brought_up_to_date(code)
        write(catalog, FOLDER / f"{code}.po")
        open_texts = [each.id for each in catalog if each.id and not all(_strings(each.string))]
        sys.stdout.write(f"{code}: {len(catalog)} texts, {len(open_texts)} without a translation\n")


def _strings(string: object) -> list[str]:
    return list(string) if isinstance(string, tuple) else [str(string or "")]


if __name__ == "__main__":
    main()
