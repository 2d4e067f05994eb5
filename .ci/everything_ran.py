"""Fails unless the tests ran whole: nothing skipped, and browser and PostgreSQL tests among them.

Usage: everything_ran.py REPORT, a JUnit file that pytest wrote. Prints nothing when all is well, so that
pytest's own closing line stays the last one.
"""

import sys
from pathlib import Path

from defusedxml import ElementTree


def complaints(report: Path) -> list[str]:
    """What is wrong with a run, one sentence each."""
    if not report.is_file():
        return [f"{report} is missing: pytest did not come to its end."]
    cases = list(ElementTree.parse(report).iter("testcase"))
    names = [f"{case.get('classname')}::{case.get('name')}" for case in cases]
    skipped = {name for name, case in zip(names, cases, strict=True) if case.find("skipped") is not None}
    ran = [name for name in names if name not in skipped]
    found = [f"{name} was skipped." for name in sorted(skipped)]
    if not any(name.startswith("tests.browser.") for name in ran):
        found.append("No browser test ran.")
    if not any("postgres" in name.partition("::")[2] for name in ran):
        found.append("No PostgreSQL test ran.")
    return found


if __name__ == "__main__":
    problems = complaints(Path(sys.argv[1]))
    if problems:
        sys.exit("\n".join(["Not everything ran:", *problems]))
