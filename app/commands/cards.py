"""`cards import PATH`: new cards for this installation, from card JSON of NetrunnerDB. All or nothing."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from app.deckcheck.catalog import forget_catalogs, load_catalog, read_catalog
from app.deckcheck.cyberpunk import load_cyber_cards
from app.deckcheck.importing import KEYS, Import, ImportRefused, read_import
from app.deckcheck.mwl import all_lists, forget_lists, list_called
from app.deckcheck.snapshots import all_snapshots, forget_snapshots, pool_products
from app.deckcheck.tables import ADDED

DATA_DIR = "CACHE_REFRESH_DATA_DIR"
LARGEST = 64 * 1024 * 1024

cards = typer.Typer(no_args_is_help=True, help="The card catalogue of this installation.")


def added_tables() -> Path:
    """The folder of the tables this installation adds to the program's own; it need not exist."""
    return Path(os.environ.get(DATA_DIR) or "data") / ADDED


@cards.command("import")
def import_cards(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A JSON file or a folder of them.")],
) -> None:
    """Add the cards, packs and cycles in PATH to the catalogue; a running server sees them after a restart.

    PATH is an answer of NetrunnerDB's API, or a file or the folder of its card repository, in the older
    layout or in that of its folder v2 (with lists, pools and snapshots). A bad file changes nothing.
    """
    target = added_tables()
    before = load_catalog(target)
    try:
        found = read_import(_files(path), before)
        write_tables(found, target)
    except ImportRefused as refused:
        typer.echo(f"Nothing was imported. {refused}", err=True)
        raise typer.Exit(1) from None
    new = sum(before.titled(card.title) is None for card in found.cards.values())
    told = [f"{len(found.cards)} titles ({new} new)", f"{len(found.products)} packs"]
    counts = {
        ("list", "lists"): len({row[1] for row in found.lists}),
        ("snapshot", "snapshots"): len(found.snapshots),
        ("card of the Cyberpunk TCG", "cards of the Cyberpunk TCG"): len(found.cyberpunk),
    }
    told.extend(f"{count} {one if count == 1 else many}" for (one, many), count in counts.items() if count)
    typer.echo(f"{', '.join(told)} in {target}")


def write_tables(found: Import, target: Path) -> None:
    """Write the tables beside the old ones, load them once, and only then let them take the old ones' place.

    Raises ImportRefused when the new tables do not load.
    """
    # Here and not above: `check` shares this module, and needs nothing of the database.
    from app.storage.sqlite_file import private_folder

    fresh, old = target.with_name(target.name + ".new"), target.with_name(target.name + ".old")
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    private_folder(fresh)
    for name, content in found.tables().items():
        (fresh / name).write_text(_merged(target / name, content), encoding="utf-8", newline="\n")
    try:
        _load(fresh)
    except (KeyError, ValueError) as error:
        shutil.rmtree(fresh)
        raise ImportRefused(f"The new tables do not load: {error}.") from error
    if target.exists():
        target.rename(old)
    fresh.rename(target)
    shutil.rmtree(old, ignore_errors=True)
    forget_catalogs()
    forget_lists()
    forget_snapshots()
    load_cyber_cards.cache_clear()


def _load(folder: Path) -> None:
    """Read everything once. Raises KeyError or ValueError for what does not load or name what it should."""
    catalog = read_catalog(folder)
    all_lists(folder)
    pools = pool_products(folder)
    for rows in all_snapshots(folder).values():
        for row in rows:
            if row.list:
                list_called(row.list, folder)
            if unknown := set(pools[row.pool]) - set(catalog.products):
                raise ValueError(f"the pool {row.pool} names sets nobody knows: {', '.join(sorted(unknown))}")


def _merged(old: Path, content: str) -> str:
    """The rows of an earlier import that the new one does not replace, then the new rows."""
    header, *rows = content.splitlines()
    key = KEYS.get(old.name, (0,))
    names = {_key(row, key) for row in rows}
    earlier = old.read_text(encoding="utf-8").splitlines()[1:] if old.is_file() else []
    kept = [row for row in earlier if _key(row, key) not in names]
    return "\n".join([header, *kept, *rows]) + "\n"


def _key(row: str, columns: tuple[int, ...]) -> tuple[str, ...]:
    cells = row.split("\t")
    return tuple(cells[column] for column in columns)


def _files(path: Path) -> Iterator[tuple[str, object]]:
    """Every JSON file in the path with its parsed content. Raises ImportRefused."""
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    if not files:
        raise ImportRefused(f"{path} holds no .json file.")
    for file in files:
        try:
            if file.stat().st_size > LARGEST:
                raise ImportRefused(f"{file} is larger than {LARGEST // 1024**2} MB.")
            yield file.name, json.loads(file.read_text(encoding="utf-8-sig"))
        except OSError as error:
            raise ImportRefused(f"{file}: {error.strerror}.") from None
        except (ValueError, RecursionError) as error:
            if isinstance(error, ImportRefused):
                raise
            raise ImportRefused(f"{file} is no JSON: {error}.") from None
