"""The questions of a newcomer in docs/architecture.md: each answer names a file that defines the name."""

import ast
import re
from pathlib import Path

ROW = re.compile(r"^\| ([^|]+\?) \| `(app/[^`]+)` \| `(\w+)` \|$", re.M)


def defined(path: Path) -> set[str]:
    """The names a module defines at its top level; imported ones are decided elsewhere."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def test_twenty_questions_lead_to_the_file_that_decides(root: Path) -> None:
    rows = ROW.findall((root / "docs/architecture.md").read_text(encoding="utf-8"))
    assert len({question for question, _, _ in rows}) >= 20
    wrong = [
        f"{question} {file}: {name}"
        for question, file, name in rows
        if not (root / file).is_file() or name not in defined(root / file)
    ]
    assert wrong == []
