"""What a kept password costs whoever would guess it."""

import subprocess
import sys
from pathlib import Path

PROGRAM = "from app.storage.credentials import password_hash; print(password_hash('long enough'))"


def test_the_program_hashes_passwords_with_argon2id_as_owasp_recommends() -> None:
    """In a process of its own: the tests themselves use a cheaper hash (tests/databases.py)."""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=root, capture_output=True, text=True, check=True
    )
    _, kind, version, parameters, _salt, _hash = done.stdout.strip().split("$")
    costs = dict(each.split("=") for each in parameters.split(","))
    assert (kind, version) == ("argon2id", "v=19")
    assert int(costs["m"]) >= 19 * 1024 and int(costs["t"]) >= 2
