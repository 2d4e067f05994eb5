"""Names of the program that nothing names again: functions, methods, classes, constants of modules.

Fields are left to other tests: those of views to the template contract, those of rows to the column rules.
What stays although the program does not name it is in `dead_code_kept.txt`, a name and its reason a line.
"""

import sys
from pathlib import Path

from vulture import Vulture

KEPT = Path(__file__).with_name("dead_code_kept.txt")
# Called by what they are registered with: routes, commands, fixtures of the framework.
REGISTERED = [
    "@router.*",
    "@app.*",
    "@*.command",
    "@*.get",
    "@command",
    "@*.callback",
    "@model_validator",
    "@field_validator",
    "@event.listens_for",
]
FIELDS = "variable"


def kept() -> dict[str, str]:
    """Every name that stays, with its reason; ValueError for a line without one."""
    found = {}
    for line in KEPT.read_text().splitlines():
        if line.strip():
            name, reason = line.split(": ", 1)
            found[name] = reason
    return found


def unnamed() -> dict[str, str]:
    """Every name that nothing names again, with its place."""
    vulture = Vulture(ignore_decorators=REGISTERED)
    vulture.scavenge(["app", "tools"])
    for template in Path("templates").rglob("*.html"):
        vulture.used_names |= set(template.read_text().replace("(", " ").replace(".", " ").split())
    items = vulture.get_unused_code(min_confidence=60)
    return {each.name: f"{each.filename}:{each.first_lineno}" for each in items if each.typ != FIELDS}


def main() -> int:
    """Print what is dead, and what is kept without need; 1 if there is any."""
    found, stays = unnamed(), kept()
    told = []
    for name in sorted(found.keys() - stays.keys()):
        told.append(
            f"{found[name]}: nothing names {name}: remove it, or keep it with a reason in {KEPT.name}"
        )
    for name in sorted(stays.keys() - found.keys()):
        told.append(f"{KEPT.name}: {name} is named, or gone: take its line out")
    sys.stdout.write("".join(f"{line}\n" for line in told))
    return int(bool(told))


if __name__ == "__main__":
    sys.exit(main())
