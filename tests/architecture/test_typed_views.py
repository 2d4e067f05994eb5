"""Between presenters, pages and templates nothing is untyped: views have fields, not keys."""

import ast
import re
from pathlib import Path

UNTYPED = re.compile(r"\b(dict|Mapping|Sequence\[dict|list\[dict)\[str, (Any|object)\]")
PLACES = ("app/web/presenters", "app/web/pages")
# What is untyped for a reason: a value, and no names for a template.
KEPT = {
    "app/web/presenters/decks.py": "verdicts are stored as JSON",
    "app/web/presenters/marked_list.py": "verdicts are stored as JSON",
    "app/web/presenters/pool_editor.py": "changes of a pool are stored as JSON",
    "app/web/presenters/journal.py": "details of entries are stored as JSON",
    "app/web/pages/event_forms.py": "changes of settings, by the service's own names",
    "app/web/pages/desk/player.py": "changes of an entry, by the service's own names",
}
READ = re.compile(r"\b(?:typed|other_typed|errors)\.(\w+)")


def untyped(source: str) -> list[str]:
    """Every annotation and alias of a module that is a mapping to anything, with its line."""
    found = []
    for node in ast.walk(ast.parse(source)):
        kinds = []
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            kinds.append(node.annotation)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            kinds.append(node.returns)
        if isinstance(node, ast.Assign):
            kinds.append(node.value)
        found += [f"{kind.lineno}: {ast.unparse(kind)}" for kind in kinds if UNTYPED.match(ast.unparse(kind))]
    return found


def test_no_untyped_mapping_is_between_pages_and_templates() -> None:
    found = {
        str(path): lines
        for place in PLACES
        for path in sorted(Path(place).rglob("*.py"))
        if (lines := untyped(path.read_text()))
    }
    assert {path: lines for path, lines in found.items() if path not in KEPT} == {}
    assert sorted(found) == sorted(KEPT)


def test_an_untyped_mapping_is_found() -> None:
    assert untyped("Values = dict[str, Any]") == ["1: dict[str, Any]"]
    assert untyped("def shown(typed: Mapping[str, object]) -> list[dict[str, Any]]: ...") == [
        "1: list[dict[str, Any]]",
        "1: Mapping[str, object]",
    ]
    assert untyped("def shown(names: dict[str, str]) -> None: ...") == []


COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
INCLUDED = re.compile(r"""\{% include "(.+?)" %\}""")


def whole(path: Path) -> str:
    """A template with what it includes, without comments."""
    text = COMMENT.sub("", path.read_text())
    return text + "".join(whole(Path("templates") / name) for name in INCLUDED.findall(text))


def fields_read_of_nothing(text: str) -> set[str]:
    """The names a template reads of what was typed, or of errors, without a field of that name in it."""
    return {name for name in READ.findall(text) if not re.search(rf"""['"]{name}['"]""", text)} - {"get"}


def test_a_form_reads_back_only_its_own_fields() -> None:
    wrong = {
        str(path): names
        for path in sorted(Path("templates").rglob("*.html"))
        if (names := fields_read_of_nothing(whole(path)))
    }
    assert wrong == {}


def test_a_field_that_is_not_in_the_form_is_found() -> None:
    form = "{{ field('name', t('Name'), typed.nmae, error=errors.name) }}"
    assert fields_read_of_nothing(form) == {"nmae"}
