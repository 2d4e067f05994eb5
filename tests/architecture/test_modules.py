"""What keeps the program readable: small modules and functions, a docstring, no catch-all names."""

import ast
import re
from pathlib import Path

# The aim is 300 and 40; what is past these is more than one concept.
LONGEST_MODULE = 350
LONGEST_FUNCTION = 50
REFUSALS = {"Refused", "ResultRefused", "PodReportRefused", "LineRefused"}
DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
CATCH_ALL = re.compile(r"(^|_)(utils?|helpers?|managers?|misc|common)$")
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|NotImplemented" r"Error)\b")
SKIPPED = re.compile(r"pytest\.(mark\.(skip|skipif|xfail)|skip\(|importorskip|xfail\()")


def test_modules_are_short(app_modules: list[Path]) -> None:
    lengths = {str(path): len(path.read_text().splitlines()) for path in app_modules}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE} == {}


def test_functions_are_short(app_modules: list[Path]) -> None:
    found = []
    for path in app_modules:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    found.append(f"{path}: {node.name} has {lines} lines")
    assert found == []


def test_every_module_says_what_it_decides(app_modules: list[Path]) -> None:
    modules = [path for path in app_modules if path.name != "__init__.py"]
    assert [path for path in modules if not ast.get_docstring(ast.parse(path.read_text()))] == []


def test_public_names_are_documented(app_modules: list[Path]) -> None:
    found = []
    for path in app_modules:
        for node in ast.parse(path.read_text()).body:
            if not isinstance(node, DEFINITION) or node.name.startswith("_"):
                continue
            overload = any(ast.unparse(each) == "overload" for each in node.decorator_list)
            if not overload and not ast.get_docstring(node):
                found.append(f"{path}: {node.name}")
    assert found == []


def test_who_can_refuse_names_the_codes(app_modules: list[Path]) -> None:
    """Public functions of services and of the pure rooms; what they call names its own."""
    rooms = {"services", "tournament", "deckcheck", "judge"}
    silent, counted = [], 0
    for path in app_modules:
        if not rooms & set(path.parts):
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                codes = _refused_with(node)
                counted += bool(codes)
                told = ast.get_docstring(node) or ""
                silent += [f"{path}: {node.name} does not name {code}" for code in codes if code not in told]
    assert silent == [] and counted > 100


def _refused_with(function: ast.FunctionDef) -> list[str]:
    raised = [node.exc for node in ast.walk(function) if isinstance(node, ast.Raise)]
    return sorted(
        {
            str(call.args[0].value)
            for call in raised
            if isinstance(call, ast.Call) and ast.unparse(call.func) in REFUSALS
            if call.args and isinstance(call.args[0], ast.Constant)
        }
    )


def test_packages_hold_nothing_themselves(app_modules: list[Path]) -> None:
    packages = [path for path in app_modules if path.name == "__init__.py"]
    assert packages
    assert [path for path in packages if path.stat().st_size] == []


def test_no_module_is_a_drawer_for_everything(app_modules: list[Path]) -> None:
    assert [path for path in app_modules if CATCH_ALL.search(path.stem)] == []


def test_nothing_is_unfinished(text_files: dict[Path, str]) -> None:
    ours = {path: text for path, text in text_files.items() if path.suffix in {".py", ".html", ".js", ".css"}}
    assert [path for path, text in ours.items() if UNFINISHED.search(text)] == []


def test_no_test_is_skipped(text_files: dict[Path, str]) -> None:
    tests = {
        path: text for path, text in text_files.items() if path.parts[0] == "tests" and path.suffix == ".py"
    }
    assert len(tests) > 10
    here = Path("tests/architecture/test_modules.py")
    assert [path for path, text in tests.items() if path != here and SKIPPED.search(text)] == []
