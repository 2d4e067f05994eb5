"""How fast a pasted deck is read and judged, against a bare loop that only splits its lines.

    python tests/benchmarks/bench_decks.py

Prints medians in microseconds, the ratio to the bare loop, and what loading the catalogue costs.
"""

import statistics
import time
from collections.abc import Callable
from datetime import date

from app.deckcheck.advice import advise
from app.deckcheck.catalog import Catalog, load_catalog, read_catalog
from app.deckcheck.decklists import read
from app.deckcheck.legality import check, judge
from app.deckcheck.pools import pool_at
from app.deckcheck.ranges import legal_ranges

DAY = date(2018, 2, 15)
TEXT = """Making Money

NBN: Making News (Revised Core Set)

Agenda (9)
3x Project Beale (Revised Core Set)
2x Breaking News (Core Set)
2x Priority Requisition (Revised Core Set)
2x Paper Trail (Terminal Directive Cards)

Asset (9)
3x PAD Campaign (Revised Core Set)
3x Marilyn Campaign (Terminal Directive Cards) ••••• •
1x Melange Mining Corp. (Revised Core Set)
2x Ghost Branch (Revised Core Set)

Operation (13)
3x Hedge Fund (Revised Core Set)
2x Closed Accounts (Revised Core Set)
2x SEA Source (Revised Core Set)
2x Psychographics (Revised Core Set)
2x IPO (Terminal Directive Cards)
2x Beanstalk Royalties (Revised Core Set) ••

Barrier (6)
2x Ice Wall (Revised Core Set) ••
2x Wall of Static (Revised Core Set)
2x Wraparound (Revised Core Set)

Code Gate (6)
2x Enigma (Revised Core Set)
2x Tollbooth (Revised Core Set)
2x Pop-up Window (Revised Core Set)

Sentry (4)
2x Data Raven (Revised Core Set)
2x Flare (Revised Core Set)

Upgrade (2)
2x Red Herrings (Revised Core Set)

10 influence spent (max 15, available 5)
20 agenda points (between 20 and 21)
49 cards (min 45)
Cards up to Down the White Nile
"""


def median(work: Callable[[], object], rounds: int = 400) -> float:
    """Median time of one call in microseconds."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1e6


def split_lines() -> list[list[str]]:
    """The bare loop: what any reader of lines has to do at least."""
    return [line.split(" ") for line in TEXT.split("\n")]


def read_and_check(catalog: Catalog) -> object:
    """What one answer of the desk costs in process."""
    return judge(catalog, read(TEXT, catalog), date=DAY)


def main() -> None:
    """Print every measurement."""
    load = median(read_catalog, rounds=15)
    catalog = load_catalog()
    decklist = read(TEXT, catalog)
    pool = pool_at(catalog, "cache-refresh", DAY)
    onesies = pool_at(catalog, "1.1.1.1", DAY)
    verdict = check(decklist, pool)
    bare = median(split_lines)
    print(f"catalogue load              {load:10.0f} µs")
    for name, work in {
        "bare loop": split_lines,
        "read": lambda: read(TEXT, catalog),
        "check": lambda: check(decklist, pool),
        "read and check": lambda: read_and_check(catalog),
        "verdict as JSON": verdict.as_json,
        "advice": lambda: advise(decklist, pool, verdict),
        "check, 1.1.1.1": lambda: check(decklist, onesies),
    }.items():
        each = median(work)
        print(f"{name:24}    {each:10.0f} µs   {each / bare:6.1f} × bare loop")
    ranges = median(lambda: legal_ranges(catalog, decklist, date(2026, 1, 1)), rounds=20)
    print(f"legal ranges                {ranges:10.0f} µs")
    print(f"{verdict.cards} cards, violations: {sorted(verdict.codes)}")


if __name__ == "__main__":
    main()
