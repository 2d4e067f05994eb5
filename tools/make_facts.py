"""Make the tables of app/deckcheck/facts from a folder of fact files.

    python tools/make_facts.py FOLDER

FOLDER holds cards.csv (one row per printing), packs.csv, cycles.csv, mwl.csv, mwl_later.csv, errata.csv,
factions.csv, titles_i18n.csv and titles_ja.csv. The tables written are tab-separated, UTF-8, first row the
column names; one row per *title* in cards.tsv, because the rules know a card by its title. Running the script
twice on the same folder writes the same bytes.
"""

import argparse
import csv
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "app" / "deckcheck" / "facts"
CARD_COLUMNS = (
    "side",
    "faction",
    "type",
    "keywords",
    "influence",
    "deck_limit",
    "agenda_points",
    "minimum_deck_size",
    "influence_limit",
    "unique",
)
# Slips of the source: German Neural Katana (20100) bears Project Beale's name there.
WRONG_TITLES = {("de", "Projekt Beale", "Neural Katana")}
# Lists that today's data files beside the Standard ones belong to other formats.
FOREIGN_LISTS = ("startup-", "sunset-")


def read(folder: Path, name: str) -> list[dict[str, str]]:
    """All rows of one fact file."""
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(name: str, header: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """Write one table; a tab or line break inside a value would break it, so it stops the script."""
    lines = []
    for row in (header, *rows):
        if any("\t" in cell or "\n" in cell for cell in row):
            raise SystemExit(f"{name}: a value holds a tab or a line break: {row}")
        lines.append("\t".join(row))
    (TARGET / name).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def cards(printings: list[dict[str, str]]) -> list[tuple[str, ...]]:
    """One row per title; the printings as `code:product:position:quantity`, oldest code first."""
    by_title: dict[str, list[dict[str, str]]] = {}
    for row in sorted(printings, key=lambda row: row["code"]):
        by_title.setdefault(row["title"], []).append(row)
    rows = []
    for title, group in by_title.items():
        newest = group[-1]
        flag = "draft" if any(row["flag"] == "draft" for row in group) else ""
        where = ";".join(f"{r['code']}:{r['pack']}:{r['position']}:{r['quantity']}" for r in group)
        rows.append((title, *(newest[column] for column in CARD_COLUMNS), flag, where))
    return rows


def lists(folder: Path) -> list[tuple[str, ...]]:
    """One row per list and title: family, name, first day, title, mechanism, value."""
    rows: dict[tuple[str, ...], None] = {}
    for family, name in (("napd", "mwl.csv"), ("standard", "mwl_later.csv")):
        for row in read(folder, name):
            if row["list"].startswith(FOREIGN_LISTS):
                continue
            mechanism, _, value = row["kind"].partition(" ")
            mechanism = {"banned": "removed"}.get(mechanism, mechanism)
            rows[(family, row["name"], row["date_start"], row["title"], mechanism, value)] = None
    return sorted(rows, key=lambda row: (row[2], row[1], row[3]))


def titles(folder: Path, printings: list[dict[str, str]]) -> list[tuple[str, ...]]:
    """Titles in other languages: language, title there, English title."""
    english = {row["code"]: row["title"] for row in printings}
    found: dict[tuple[str, ...], None] = {}
    for row in read(folder, "titles_i18n.csv"):
        if row["code"] in english:
            found[(row["lang"], row["title"], english[row["code"]])] = None
    for row in read(folder, "titles_ja.csv"):
        found[("ja", row["title_ja"], english.get(row["code"], row["title"]))] = None
    known = set(english.values())
    return sorted(row for row in found if row[2] in known and row not in WRONG_TITLES)


def main() -> None:
    """Read the folder named on the command line and write every table."""
    parser = argparse.ArgumentParser(description="Make the tables of app/deckcheck/facts.")
    parser.add_argument("folder", type=Path, help="the folder with cards.csv, packs.csv, …")
    folder: Path = parser.parse_args().folder
    printings = read(folder, "cards.csv")
    write("cards.tsv", ("title", *CARD_COLUMNS, "flag", "printings"), cards(printings))
    columns: tuple[str, ...] = (
        "code",
        "name",
        "cycle",
        "position",
        "date_release",
        "size",
        "kind",
        "publisher",
    )
    header = ("code", "name", "cycle", "position", "released", "size", "kind", "publisher")
    write("products.tsv", header, [tuple(r[c] for c in columns) for r in read(folder, "packs.csv")])
    columns = ("code", "name", "position", "kind")
    write("cycles.tsv", columns, [tuple(r[c] for c in columns) for r in read(folder, "cycles.csv")])
    columns = ("code", "name", "side")
    write("factions.tsv", columns, [tuple(r[c] for c in columns) for r in read(folder, "factions.csv")])
    write("mwl.tsv", ("family", "list", "from", "title", "mechanism", "value"), lists(folder))
    columns = ("title", "field", "value", "from")
    write("errata.tsv", columns, [tuple(r[c] for c in columns) for r in read(folder, "errata.csv")])
    write("titles.tsv", ("language", "title", "english"), titles(folder, printings))
    sys.stdout.write(f"Wrote {len(list(TARGET.glob('*.tsv')))} tables to {TARGET}\n")


if __name__ == "__main__":
    main()
