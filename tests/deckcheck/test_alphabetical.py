"""The order of names and titles in lists people read."""

import re
from pathlib import Path

import app
from app.deckcheck.folding import alphabetical


def test_accents_and_case_do_not_move_a_name_and_equals_keep_an_order() -> None:
    ordered = ["Ann Zed", "Anna Bee", "chi", "Chi Lin", "Éa", "eb", "Élodie", "Hugo", "Østen", "Zoë"]
    mixed = ordered[::-1]
    assert sorted(mixed, key=alphabetical) == ordered
    assert sorted(["elodie", "Élodie", "Elodie"], key=alphabetical) == sorted(
        ["Élodie", "Elodie", "elodie"], key=alphabetical
    )
    assert sorted(["★", "♥", "Ana"], key=alphabetical)[-1] == "Ana"


def test_no_list_of_names_or_titles_is_sorted_by_code_point() -> None:
    sorting = re.compile(r"(?:sorted|sort)\([^\n]*(?:key=str\.casefold|(?:name|title|\])\.casefold\(\))")
    found = [
        f"{file.name}: {line.strip()}"
        for file in Path(app.__file__).parent.rglob("*.py")
        for line in file.read_text().splitlines()
        if sorting.search(line) or re.search(r"for .* in sorted\(.*\.casefold\(\)", line)
    ]
    assert found == []
