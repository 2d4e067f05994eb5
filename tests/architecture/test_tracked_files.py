"""Nothing of the machine a file was written on is in it, and no file says where packages come from."""

import re
from pathlib import Path

# Written apart so that this file doesn't match itself.
REGISTRIES = re.compile(
    r"pypi\.o"
    r"rg|pythonhosted\.o"
    r"rg|npmjs\.o"
    r"rg|deb\.debian\.o"
    r"rg|index"
    r"-url|extra"
    r"-index"
    r"|https?://[^\s\"'<>]*\.(whl|tgz|tar\.gz)\b"
)
MACHINES = re.compile(r"(?<![\w.*}])/(wo" r"rk|fa" r"rm|ho" r"me/\w+|ro" r"ot|Us" r"ers)/")
LOCK_FILES = {"package-lock.json", "poetry.lock", "uv.lock", "pdm.lock", "yarn.lock", "Pipfile.lock"}


def _lines(text_files: dict[Path, str], pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path}:{number}: {line.strip()[:160]}"
        for path, text in text_files.items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_file_names_a_package_registry(text_files: dict[Path, str]) -> None:
    assert _lines(text_files, REGISTRIES) == []


def test_no_file_names_a_folder_of_one_machine(text_files: dict[Path, str]) -> None:
    assert _lines(text_files, MACHINES) == []


def test_no_lock_file_is_kept(text_files: dict[Path, str]) -> None:
    assert [path for path in text_files if path.name in LOCK_FILES] == []
