"""Collects every text of the program that people read, and brings the files of translations up to date.

    make words                 texts.pot is not kept: each app/words/CODE.po gets the new texts, loses the old
    make words LANGUAGE=fr     begins a language: app/words/fr.po with every text and no translation

A text that changed keeps its translation marked as fuzzy, which the tests refuse until somebody looks at it.
"""

import ast
import gc
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "app" / "words"
# By the name of a function: which of its arguments are texts; (1, 2) is for one and for many.
CALLS = {
    "say": (1,),
    "say_count": (1, 2),
    "t": (1,),
    "tn": (1, 2),
    "message": (1,),
    "messages": (1, 2),
    "Refused": (2,),
    "whole": (2,),
    "optional_whole": (2,),
    "choice": (3,),
}
METHODS = [("templates/**.html", "jinja2")]
OPTIONS = {"templates/**.html": {"trimmed": "false", "silent": "false"}}
# A comment that begins so is for translators; it stands on the line before the text.
COMMENT = "words:"


def texts() -> Catalog:
    """Every text of the program, without translations, in the order of the files."""
    catalog = Catalog(project="Cache Refresh Manager", charset="utf-8", fuzzy=False)
    for name, text, comments in sorted([*_in_python(), *_in_templates()], key=lambda found: found[0]):
        # Without lines: a moved line would change every file of translations.
        catalog.add(text, None, locations=[(name, 0)], auto_comments=comments)
    return catalog


Found = tuple[str, str | tuple[str, ...], list[str]]


def _in_templates() -> Iterator[Found]:
    keywords = {name: places for name, places in CALLS.items() if name in ("t", "tn")}
    found = extract_from_dir(
        ROOT, METHODS, OPTIONS, keywords=keywords, comment_tags=[COMMENT], strip_comment_tags=True
    )
    for name, _line, text, comments, _context in found:
        if text and (isinstance(text, str) or all(text)):
            yield name, text, list(comments)


def _parsed(source: str) -> ast.Module:
    """The syntax tree of a module.

    CPython counts the depth of all trees that are made in one place. A collection of garbage in the middle
    may let another thread begin one, which ends this one as a SystemError.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if collects:
            gc.enable()


def _in_python() -> Iterator[Found]:
    for file in sorted((ROOT / "app").rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        lines = source.splitlines()
        calls = [node for node in ast.walk(_parsed(source)) if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            places = CALLS.get(_name_of(call.func))
            if places is None:
                continue
            arguments = [
                _strings(call.args[place - 1]) if len(call.args) >= place else () for place in places
            ]
            for text in zip(*arguments, strict=False):
                if all(text):
                    name = file.relative_to(ROOT).as_posix()
                    yield name, text[0] if len(text) == 1 else text, _comments_above(lines, call.lineno)


def _name_of(called: ast.expr) -> str:
    return (
        called.id
        if isinstance(called, ast.Name)
        else called.attr
        if isinstance(called, ast.Attribute)
        else ""
    )


def _strings(argument: ast.expr) -> tuple[str, ...]:
    """The string of an argument, or both of one that depends on a condition."""
    if isinstance(argument, ast.IfExp):
        return (*_strings(argument.body), *_strings(argument.orelse))
    is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return (argument.value,) if is_text else ()


def _comments_above(lines: list[str], number: int) -> list[str]:
    comments: list[str] = []
    for line in reversed(lines[: number - 1]):
        if not line.lstrip().startswith("#"):
            break
        comments.insert(0, line.lstrip("# ").strip())
    text = " ".join(comments)
    return [text.removeprefix(COMMENT).strip()] if text.startswith(COMMENT) else []


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
        open_texts = [each.id for each in catalog if each.id and not all(_forms(each.string))]
        sys.stdout.write(f"{code}: {len(catalog)} texts, {len(open_texts)} without a translation\n")


def _forms(string: object) -> list[str]:
    return list(string) if isinstance(string, tuple) else [str(string or "")]


if __name__ == "__main__":
    main()
