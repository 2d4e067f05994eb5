"""What `doctor` says of one part, and whether a file or folder is private."""

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Finding:
    """What was found of one part: `level` is ok, warn or fail; the sentence says what to do."""

    level: str
    part: str
    sentence: str


Findings = Iterator[Finding]


def private(part: str, path: Path, wanted: str) -> Findings:
    """Whether only this user may look into a file or folder; `wanted` is the mode to set."""
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        sentence = f"other users of this computer may look into {path}: chmod {wanted} {path}"
        yield Finding("warn", part, sentence)
    else:
        yield Finding("ok", part, f"{path} is this user's alone")
