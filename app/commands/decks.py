"""Decks and pools from the command line: `check` judges lists from files and folders, `pool` shows a card
pool.

Exit status of `check`: 0 all legal, 1 some not legal, 2 some unreadable (that outranks 1). Verdicts go to
standard output; what could not be read, and the progress bar, to standard error. A folder is walked file
by file, so ten thousand lists take no more memory than one.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import typer
from tqdm import tqdm

from app.commands.cards import added_tables
from app.deckcheck.advice import advise
from app.deckcheck.catalog import Catalog, load_catalog
from app.deckcheck.cyberpunk import CYBERPUNK, judge_cyberpunk, load_cyber_cards
from app.deckcheck.decklists import MAX_BYTES, Unreadable, read
from app.deckcheck.formats import Overrides, PoolError, all_formats, day_meant
from app.deckcheck.kept import KeptVerdict
from app.deckcheck.legality import check as check_deck
from app.deckcheck.mwl import UnknownList
from app.deckcheck.pools import CACHE_REFRESH, Pool, pool_at
from app.deckcheck.verdict import Change, Verdict

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2
STANDARD_INPUT = "-"

Day = Annotated[
    str | None, typer.Option("--date", metavar="D", help="Day of the pool, as 2018-02-15. Default: today.")
]
Format = Annotated[
    str,
    typer.Option("--format", metavar="F", help="cache-refresh, 1.1.1.1, standard, startup, eternal, socr7…"),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of sentences.")]


def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Lists, folders of lists, or - for input.")
    ],
    day: Day = None,
    format: Format = CACHE_REFRESH,
    identity: Annotated[
        str | None, typer.Option("--identity", metavar="I", help="The identity of lists that name none.")
    ] = None,
    deluxe: Annotated[
        str | None, typer.Option("--deluxe", help="Fix the deluxe: its name, its code or none.")
    ] = None,
    mwl: Annotated[str | None, typer.Option("--mwl", help="Another Most Wanted List, or none.")] = None,
    json_output: Json = False,
) -> None:
    """Say of each deck whether it is legal on a day, and what is wrong with it.

    Exits with 0 when all are legal, 1 when some are not, 2 when some could not be read.
    """
    with _refusals():
        judge = _Judge(load_catalog(added_tables()), format, _day(day, format), identity, deluxe, mwl)
    single = len(files) == 1 and not Path(files[0]).is_dir()
    worst = LEGAL
    total = None if single else _count(files)
    for path in tqdm(_walk(files), total=total, unit="deck", disable=True if single else None, leave=False):
        with _refusals():
            status = judge.report(path, single=single, as_json=json_output)
        worst = max(worst, status)
    raise typer.Exit(worst)


def pool(day: Day = None, format: Format = CACHE_REFRESH, json_output: Json = False) -> None:
    """Show the card pool of a format on a day: products, sizes and the Most Wanted List."""
    with _refusals():
        found = pool_at(load_catalog(added_tables()), format, _day(day, format))
    if json_output:
        typer.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=2))
    else:
        typer.echo("\n".join(_pool_lines(found)))


class _Judge:
    """Reads and judges one file after the other with the same pool."""

    def __init__(
        self,
        catalog: Catalog,
        format: str,
        day: date,
        identity: str | None,
        deluxe: str | None,
        mwl: str | None,
    ) -> None:
        self.catalog, self.identity, self.deluxe = catalog, identity, deluxe
        self.day = day
        self.pool = None if format == CYBERPUNK else pool_at(catalog, format, day, Overrides(mwl=mwl))

    def _verdict(self, path: str) -> tuple[Verdict, tuple[Change, ...]]:
        """The verdict on one file, and what to change. Raises Unreadable, OSError."""
        source = _bytes(path)
        if self.pool is None:
            return judge_cyberpunk(source, load_cyber_cards(self.catalog.added), self.day), ()
        decklist = read(source, self.catalog, identity=self.identity)
        verdict = check_deck(decklist, self.pool, deluxe=self.deluxe)
        return verdict, advise(decklist, self.pool, verdict)

    def report(self, path: str, *, single: bool, as_json: bool) -> int:
        """Print the verdict on one file; its exit status."""
        try:
            verdict, advice = self._verdict(path)
        except (Unreadable, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            _say(f"{path}: cannot be read: {reason}", error=True)
            if as_json and not single:
                _say(json.dumps({"file": path, "unreadable": reason}, ensure_ascii=False))
            return UNREADABLE
        if as_json:
            answer = verdict.as_json() | {"advice": [change.as_json() for change in advice]}
            if single:
                _say(json.dumps(answer, ensure_ascii=False, indent=2))
            else:
                _say(json.dumps({"file": path} | answer, ensure_ascii=False))
        else:
            _say("\n".join([*_verdict_lines(path, verdict), *(f"  → {change.message}" for change in advice)]))
        return LEGAL if verdict.legal else ILLEGAL


def _verdict_lines(path: str, verdict: Verdict) -> Iterator[str]:
    """The verdict in sentences: one line for the whole, one for every violation and warning."""
    nobody = "a deck" if verdict.format == CYBERPUNK else "no identity"
    what = [verdict.identity or nobody, f"{verdict.cards} {'card' if verdict.cards == 1 else 'cards'}"]
    if verdict.deluxe:
        what.append(verdict.deluxe)
    if verdict.influence is not None:
        limit = "∞" if verdict.influence_limit is None else verdict.influence_limit
        what.append(f"influence {verdict.influence}/{limit}")
    word = "legal" if verdict.legal else "not legal"
    yield f"{path}: {word} on {verdict.date.isoformat()} ({', '.join(what)})"
    for cause in KeptVerdict(verdict.as_json()).causes(_format_name(verdict.format)):
        place = f"{'line' if len(cause.lines) == 1 else 'lines'} {', '.join(map(str, cause.lines))}: "
        yield f"  {place if cause.lines else ''}{cause.message} [{cause.code}]"
    for warning in verdict.warnings:
        place = f"line {warning.line}: " if warning.line else ""
        yield f"  (warning) {place}{warning.message}"


def _format_name(code: str) -> str:
    spec = all_formats().get(code)
    return spec.name if spec else code


def _pool_lines(found: Pool) -> Iterator[str]:
    """The pool as a small table."""
    yield f"{found.name} on {found.day.isoformat()}, {found.mwl.name if found.mwl else 'no Most Wanted List'}"
    for slot in found.slots:
        choice = f" (choose {slot.choose})" if slot.choose is not None else ""
        yield f"{slot.name}{choice}:"
        for holding in slot.holdings:
            released = holding.product.released
            boxes = f"{holding.boxes} × " if holding.boxes > 1 else ""
            street_date = released.isoformat() if released else "no street date"
            yield f"  {boxes}{holding.product.name} ({street_date})"
    answer = found.as_json()
    sizes, whole = answer["titles"], answer["snapshot"]
    if whole is not None:
        removed = f", {answer['removed']} of them removed by the list" if found.mwl else ""
        yield f"titles on this day: {sizes['without_deluxe']}{removed}"
        identities = f"{whole['corp_identities']} and {whole['runner_identities']}"
        yield (
            f"the whole snapshot of {whole['from']}: {whole['sets']} sets, {whole['titles']} titles,"
            f" {whole['removed']} removed, {whole['legal']} legal"
            f" (Corp {whole['corp']}, Runner {whole['runner']}; identities {identities})"
        )
        return
    yield f"titles without a deluxe: {sizes['without_deluxe']}"
    if sizes["one_deluxe"] is not None:
        yield f"titles with one deluxe: {sizes['one_deluxe']}"
    if sizes["two_deluxes"] is not None:
        yield f"titles with two deluxes: {sizes['two_deluxes']}"


def _walk(paths: Sequence[str]) -> Iterator[str]:
    """The files named, and every file inside the folders named; names that begin with a dot are left out."""
    for path in paths:
        if not Path(path).is_dir():
            yield path
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                if not name.startswith("."):
                    yield os.path.join(folder, name)


def _count(paths: Sequence[str]) -> int:
    """How many files `_walk` will give, for the progress bar."""
    return sum(1 for _ in _walk(paths))


def _bytes(path: str) -> bytes:
    """The bytes of a file or of standard input, one more than a deck may have at most."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(path).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _say(text: str, *, error: bool = False) -> None:
    """Print a line without tearing the progress bar."""
    with tqdm.external_write_mode(file=sys.stdout):
        typer.echo(text, err=error)


def _day(text: str | None, format: str) -> date:
    """The day asked for, or today (the last day of a format that is played no more)."""
    if text is None:
        return day_meant(format, datetime.now(UTC).date())
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(
            f'"{text}" is no date; write it as 2018-02-15.', param_hint="--date"
        ) from None


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn a pool, deluxe or list that does not exist into a sentence and exit status 2."""
    try:
        yield
    except (PoolError, UnknownList) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(UNREADABLE) from None
