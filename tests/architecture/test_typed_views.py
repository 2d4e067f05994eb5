"""Between presenters, pages and templates nothing is untyped: views have fields, not keys."""

import ast
import re
from pathlib import Path

from app.storage.tables import metadata
from app.storage.types import EnumText

UNTYPED = re.compile(r"\b(dict|Mapping|Sequence\[dict|list\[dict)\[str, (Any|object)\]")
PLACES = ("app/web/presenters", "app/web/pages")
# What is untyped for a reason: a value, and no names for a template.
KEPT = {
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


# What a column of an enum is called holds members of it on its way to a page, too.
OF_ENUMS = {
    column.name
    for table in metadata.tables.values()
    for column in table.columns
    if isinstance(column.type, EnumText)
}


def compared_with_text(source: str) -> list[str]:
    """Every comparison of an attribute named as a column of an enum with bare text, with its line."""
    return [
        f"{node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare)
        and isinstance(node.left, ast.Attribute)
        and node.left.attr in OF_ENUMS
        and any(
            isinstance(each, ast.Constant) and isinstance(each.value, str)
            for other in node.comparators
            for each in getattr(other, "elts", [other])
        )
    ]


def test_members_of_enums_are_not_compared_with_text() -> None:
    places = ("app/web", "app/services", "app/storage", "app/tournament", "app/commands")
    found = {
        str(path): lines
        for place in places
        for path in sorted(Path(place).rglob("*.py"))
        if (lines := compared_with_text(path.read_text()))
    }
    assert found == {}


def test_a_comparison_with_text_is_found() -> None:
    assert compared_with_text('table.state == "done"') == ["1: table.state == 'done'"]
    assert compared_with_text('view.kind in ("a", "b")') == ["1: view.kind in ('a', 'b')"]
    assert compared_with_text("table.state is TableState.DONE or view.name == 'x'") == []


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
