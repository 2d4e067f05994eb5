"""Writes constraints.txt: the version of every package that the tests of this environment ran with.

    make constraints

The file has names and versions alone, so that it says nothing of where they come from.
"""

from importlib.metadata import distributions
from pathlib import Path

FILE = Path(__file__).resolve().parents[1] / "constraints.txt"
# The project itself, and what makes environments.
LEFT_OUT = {"cache-refresh-manager", "pip", "setuptools", "wheel"}
HEAD = (
    "# The versions the tests ran with (make constraints); the Makefile and the Dockerfile install these.\n"
)

if __name__ == "__main__":
    found = {each.metadata["Name"].lower().replace("_", "-"): each.version for each in distributions()}
    lines = [f"{name}=={version}\n" for name, version in sorted(found.items()) if name not in LEFT_OUT]
    FILE.write_text(HEAD + "".join(lines))
