"""The import rules of pyproject.toml hold (docs/architecture.md draws them)."""

import subprocess
import sys
from pathlib import Path


def test_imports_run_one_way(root: Path) -> None:
    # A process of its own: import-linter puts the folder on the import path and keeps a cache.
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as run; run()",
            "--no-cache",
        ],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    contracts = (root / "pyproject.toml").read_text().count("[[tool.importlinter.contracts]]")
    assert contracts >= 4
    assert f"{contracts} kept, 0 broken" in done.stdout
