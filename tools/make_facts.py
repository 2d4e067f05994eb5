"""Make the tables of app/deckcheck/facts from a folder of fact files.

    python tools/make_facts.py FOLDER [--titles FILE]

FOLDER holds cards.csv (one row per printing), packs.csv, cycles.csv, errata.csv, factions.csv,
titles_i18n.csv and titles_ja.csv, and in its folder `today` restrictions.csv, restriction_entries.csv,
sets.csv, snapshots.csv and pool_sets.csv. FILE holds further Japanese titles (columns japanese, title). The
tables written are tab-separated, UTF-8, first row the column names; one row per *title* in cards.tsv, because
the rules know a card by its title. Running the script twice on the same folder writes the same bytes.
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
# Lists kept in Standard's folder that are another format's: copies for one program, and Sunset's.
OTHER_LISTS = ("_for_classic_only", "sunset_")
MECHANISMS = {
    "banned": "removed",
    "universal_faction_cost": "universal_influence",
    "banned_subtype": "subtype",
}
# Other Japanese titles of Reign and Reverie that players use.
MORE_TITLES = (
    ("ja", "アレーラ・サルバトーレ", "Arella Salvatore"),
    ("ja", "プシュケー・マイク", "Psych Mike"),
    ("ja", "マシェ", "Mâché"),
    ("ja", "レディ・リバティ", "Lady Liberty"),
    ("ja", "盗聴", "Eavesdrop"),
    ("ja", "神経症", "Neurostasis"),
)
# Spellings that are read, but not shown: the other one of the same title is whole or parts its words.
OTHER_SPELLINGS = (
    ("ja", "PAD コネクタ", "PAD Tap"),
    ("ja", "アキタローワタナベ", "Akitaro Watanabe"),
    ("ja", "イチ 1.0", "Ichi 1.0"),
    ("ja", "セルポータル", "Cell Portal"),
    ("ja", "ネットシールド", "Net Shield"),
    ("ja", "ノイズ", "Noise: Hacker Extraordinaire"),
    ("ja", "ファムファタル", "Femme Fatale"),
    ("ja", "フレーム=アウト", "Flame-out"),
    ("ja", "マリア Z0L0K4", "Malia Z0L0K4"),
    ("ja", "ムティ・ムウェクンドゥ: 生命の改良", "Mti Mwekundu: Life Improved"),
)


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
    """One row per list and title: family, name, first day, title, mechanism, value.

    A `subtype` row has the subtype in place of the title; `point_limit` and `agenda_cap` rows have none.
    """
    head: dict[str, tuple[str, str, str]] = {}
    rows: dict[tuple[str, ...], None] = {}
    for row in read(folder, "restrictions.csv"):
        code = row["restriction_id"]
        if any(part in code for part in OTHER_LISTS):
            continue
        family = "napd" if code.startswith("napd_") else row["folder"]
        head[code] = family, row["name"], row["date_start"]
        for column, mechanism in (("point_limit", "point_limit"), ("max_3_point_agendas", "agenda_cap")):
            if row[column]:
                rows[(*head[code], "", mechanism, row[column])] = None
    for row in read(folder, "restriction_entries.csv"):
        if row["restriction_id"] in head:
            mechanism = MECHANISMS.get(row["kind"], row["kind"])
            rows[(*head[row["restriction_id"]], row["title"], mechanism, row["value"])] = None
    return sorted(rows, key=lambda row: (row[2], row[1], row[3], row[4]))


def snapshots(folder: Path) -> list[tuple[str, ...]]:
    """From which day which pool and which list count in a format: format, first day, pool, name of the list.

    Sunset stands among Standard's snapshots and is none of them.
    """
    names = {row["restriction_id"]: row["name"] for row in read(folder, "restrictions.csv")}
    rows = [
        (
            row["format"].replace("_", "-"),
            row["date_start"],
            row["pool_id"],
            names.get(row["restriction_id"], ""),
        )
        for row in read(folder, "snapshots.csv")
        if not row["snapshot_id"].startswith("sunset")
    ]
    return sorted(rows)


def pool_products(folder: Path) -> list[tuple[str, ...]]:
    """Pool and product, for every pool a snapshot names."""
    code = {row["set_id"]: row["legacy_code"] for row in read(folder, "sets.csv")}
    return sorted({(row["pool_id"], code[row["set_id"]]) for row in read(folder, "pool_sets.csv")})


def titles(folder: Path, printings: list[dict[str, str]], more: Path | None) -> list[tuple[str, ...]]:
    """Titles in other languages: language, title there, English title. The one to show is first."""
    english = {row["code"]: row["title"] for row in printings}
    found: dict[tuple[str, ...], None] = {}
    for row in read(folder, "titles_i18n.csv"):
        if row["code"] in english:
            found[(row["lang"], row["title"], english[row["code"]])] = None
    for row in read(folder, "titles_ja.csv"):
        found[("ja", row["title_ja"], english.get(row["code"], row["title"]))] = None
    for row in read(more.parent, more.name) if more else ():
        found[("ja", row["japanese"], row["title"])] = None
    found.update(dict.fromkeys(MORE_TITLES))
    known = set(english.values())
    last = {*MORE_TITLES, *OTHER_SPELLINGS}
    kept = (row for row in found if row[2] in known and row not in WRONG_TITLES)
    return sorted(kept, key=lambda row: (row in last, row))


def main() -> None:
    """Read the folder named on the command line and write every table."""
    parser = argparse.ArgumentParser(description="Make the tables of app/deckcheck/facts.")
    parser.add_argument("folder", type=Path, help="the folder with cards.csv, packs.csv, …")
    parser.add_argument("--titles", type=Path, help="a file of further Japanese titles")
    options = parser.parse_args()
    folder: Path = options.folder
    today = folder / "today"
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
    write("mwl.tsv", ("family", "list", "from", "title", "mechanism", "value"), lists(today))
    columns = ("title", "field", "value", "from", "to")
    header = ("title", "field", "value", "from", "until")
    write("errata.tsv", header, [tuple(r[c] for c in columns) for r in read(folder, "errata.csv")])
    write("titles.tsv", ("language", "title", "english"), titles(folder, printings, options.titles))
    write("snapshots.tsv", ("format", "from", "pool", "list"), snapshots(today))
    write("pool_products.tsv", ("pool", "product"), pool_products(today))
    sys.stdout.write(f"Wrote {len(list(TARGET.glob('*.tsv')))} tables to {TARGET}\n")


if __name__ == "__main__":
    main()
