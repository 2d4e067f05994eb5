"""Runs one or two tests that failed once more, alone; ends with 0 only if they pass now.

Usage: again_alone.py REPORT, a JUnit file that pytest wrote. A test that failed beside others
and passes alone depends on time or order: its name is told, so that it is mended. A run that did not come to
its end, and one with more than two failures, is not tried again.
"""

import subprocess
import sys
from pathlib import Path

from defusedxml import ElementTree

MOST = 2


def failed(report: Path) -> list[str]:
    """The names pytest runs them by, `tests/web/test_pages.py::test_home[en]`."""
    if not report.is_file():
        return []
    cases = ElementTree.parse(report).iter("testcase")
    return [
        f"{(case.get('classname') or '').replace('.', '/')}.py::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]


def again(report: Path) -> str | None:
    """What is still wrong, or None."""
    names = failed(report)
    if not 0 < len(names) <= MOST:
        return f"Not run again: {len(names)} tests failed, or the run did not come to its end."
    if subprocess.run([sys.executable, "-m", "pytest", *names]).returncode:  # noqa: S603 - names of our own tests
        return "Failed again: " + ", ".join(names)
    told = f"Failed beside others and passed alone, so they depend on time or order: {', '.join(names)}"
    sys.stderr.write(f"{told}\n")
    return None


if __name__ == "__main__":
    sys.exit(again(Path(sys.argv[1])))
