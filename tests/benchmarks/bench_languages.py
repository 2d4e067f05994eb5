"""What a translated page costs: `make bench-languages`.

Pages of an event in the middle of a round are asked for in turns, in English and in Japanese, and with texts
taken from the source as they stand, without any look-up. The processor time of this process is compared, less
that of an empty request; the least of all turns counts, since other programs only add. On a busy machine that
still swings by a tenth, so the look-ups of each Japanese page are also made alone, as often as the page makes
them: how many, and what they take beyond the bare texts, of the time of the page. That share may be 5 %.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from app import sentences
from app.deckcheck.catalog import load_catalog
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.settings import Settings
from app.storage.database import Database
from app.web.app import create_app
from app.web.http.language import LANGUAGE_COOKIE
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from app.words.reader import Reader, reading
from tests.stages import FILLED_AT, Stages, make_stages, player_session, session_of, write_hastily

TURNS = 50
MOST = 0.05
WITHOUT, ENGLISH, JAPANESE = "without", "en", "ja"


def untranslated(text: str, many: str | None = None, values: Any = None) -> str:
    """The text of the source, for one or for many."""
    return text if many is None or values["n"] == 1 else many


@contextmanager
def without_translation() -> Iterator[None]:
    """Texts stay as they stand in the source; nothing is looked up."""
    found = sentences._found
    sentences._found = untranslated
    try:
        yield
    finally:
        sentences._found = found


def pages_of(stages: Stages) -> dict[str, tuple[str, str]]:
    """Addresses nobody keeps in memory, with the cookie of who asks."""
    owner = f"{ACCOUNT_COOKIE}={session_of(Role.OWNER)}"
    event = f"/t/{stages.playing.code}"
    player = f"{PLAYER_COOKIE}={player_session(next(iter(stages.playing.seats.values()))[0])}"
    return {
        "player’s page": (f"{event}/me", player),
        "player’s decks": (f"{event}/me/decks", player),
        "dashboard": (f"{event}/desk", owner),
        "players": (f"{event}/desk/players", owner),
        "journal": (f"{event}/desk/journal", owner),
        "settings": (f"{event}/desk/settings", owner),
        "deck lists": (f"{event}/print/decks", owner),
        "deck check": ("/check", owner),
    }


def timed(ask: Callable[[], Any]) -> float:
    """Processor seconds of one request."""
    begun = time.process_time()
    ask()
    return time.process_time() - begun


def measured(
    http: TestClient, pages: dict[str, tuple[str, str]]
) -> tuple[float, dict[str, dict[str, float]]]:
    """The least processor time of an empty request, and of each page in each way."""
    empty = float("inf")
    least = {name: dict.fromkeys((WITHOUT, ENGLISH, JAPANESE), float("inf")) for name in pages}
    for _ in range(TURNS):
        empty = min(empty, timed(lambda: http.get("/healthz")))
        for name, (address, cookie) in pages.items():
            for way in (WITHOUT, ENGLISH, JAPANESE):
                language = JAPANESE if way == JAPANESE else ENGLISH
                head = {"cookie": f"{cookie}; {LANGUAGE_COOKIE}={language}"}

                def ask(address: str = address, head: dict[str, str] = head) -> None:
                    assert http.get(address, headers=head).status_code == 200, address

                if way == WITHOUT:
                    with without_translation():
                        spent = timed(ask)
                else:
                    spent = timed(ask)
                least[name][way] = min(least[name][way], spent)
    return empty, least


def texts_of(http: TestClient, address: str, cookie: str) -> list[tuple[Any, ...]]:
    """Every text a Japanese page looks up, with what it is looked up by."""
    found, asked = sentences._found, list[tuple[Any, ...]]()

    def noted(*text: Any) -> str:
        asked.append(text)
        return found(*text)

    sentences._found = noted
    try:
        http.get(address, headers={"cookie": f"{cookie}; {LANGUAGE_COOKIE}={JAPANESE}"})
    finally:
        sentences._found = found
    return asked


def looking_up(texts: list[tuple[Any, ...]]) -> float:
    """Processor seconds that Japanese takes for these texts, beyond taking them as they stand."""

    def least_of(found: Callable[..., str]) -> float:
        return min(timed(lambda: [found(*text) for text in texts]) for _ in range(TURNS))

    with reading(Reader(JAPANESE)):
        return least_of(sentences._found) - least_of(untranslated)


def main() -> int:
    """Measure, print a table, and say whether all is within the limit."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/hall.sqlite3")
        database.migrate()
        write_hastily(database)
        stages = make_stages(Installation(database, load_catalog(), lambda _notice: None), FILLED_AT)
        database.dispose()
        settings = Settings(
            database_url=f"sqlite:///{folder}/hall.sqlite3",
            data_dir=Path(folder),
            environment="development",
            rate_limits=False,
        )
        with TestClient(create_app(settings, now=lambda: FILLED_AT)) as http:
            pages = pages_of(stages)
            empty, least = measured(http, pages)
            texts = {name: texts_of(http, *page) for name, page in pages.items()}
    print(f"{'page':16} {'without':>9} {'English':>9} {'Japanese':>9} {'texts':>6} {'look-ups':>8}")
    worst = 0.0
    sums = dict.fromkeys((WITHOUT, ENGLISH, JAPANESE), 0.0)
    for name, ways in least.items():
        alone = {way: spent - empty for way, spent in ways.items()}
        sums = {way: sums[way] + spent for way, spent in alone.items()}
        share = looking_up(texts[name]) / alone[WITHOUT]
        worst = max(worst, share)
        print(_line(name, alone), f"{len(texts[name]):6} {share:8.2%}")
    print(_line("all", sums))
    return 0 if worst <= MOST else 1


def _line(name: str, ways: dict[str, float]) -> str:
    ratios = (ways[way] / ways[WITHOUT] for way in (ENGLISH, JAPANESE))
    return f"{name:16} {ways[WITHOUT] * 1000:6.2f} ms " + " ".join(f"{ratio - 1:+9.1%}" for ratio in ratios)


if __name__ == "__main__":
    sys.exit(main())
