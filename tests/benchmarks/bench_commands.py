"""How long each command holds the write lock in an event of 2,000 players and 10,000 journal entries.

    python -m tests.benchmarks.bench_commands [--players 2000] [--entries 10000]

Every command of the program is given at least once where the event stands, in an event of each structure, on
a SQLite file whose disk is not waited for: measured is the processor time from the lock to the commit, as
others may keep this machine busy. Ends with 1 if one holds it longer than 250 ms, or if a command of the
lifecycle's table was not given at all.
"""

import argparse
import gc
import sys
import tempfile
from pathlib import Path

from app.deckcheck.catalog import load_catalog
from app.services.event import tournaments
from app.services.event.settings import TournamentDraft
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.people.accounts import create_account
from app.tournament.lifecycle import COMMANDS
from tests.benchmarks.every_command import play, play_assigned, play_two_games
from tests.benchmarks.hands import NOW, Hands, Watched
from tests.stages import write_hastily

ALLOWED_MS = 250.0
FEWEST_PLAYERS = 150  # every_command.py acts at table 50 of round 1, and lets twenty and more players go


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--entries", type=int, default=10_000)
    asked = parser.parse_args()
    if asked.players < FEWEST_PLAYERS:
        parser.error(f"the commands are given at many tables: at least {FEWEST_PLAYERS} players")
    with tempfile.TemporaryDirectory() as folder:
        database = Watched(f"sqlite:///{Path(folder) / 'commands.sqlite3'}")
        database.held = []
        database.migrate()
        write_hastily(database)
        installation = Installation(database, load_catalog(), lambda _notice: None)
        account = create_account(installation, NOW, "Olga", "link of Olga")
        owner = Actor(ActorKind.ORGANIZER, account.id, "Olga")
        hands = Hands(installation, database, owner)
        # As the program does at its start: what stays, like the catalogue, is not looked through again.
        gc.collect()
        gc.freeze()
        for structure, act in (
            ("cache-refresh", lambda: play(hands, asked.players, asked.entries)),
            ("single-sided", lambda: play_assigned(hands, asked.players)),
            ("cache-refresh", lambda: play_two_games(hands, asked.players)),
        ):
            draft = TournamentDraft("Two thousand", NOW.date(), structure=structure)
            hands.id = tournaments.create_tournament(installation, owner, NOW, draft, seed=7).id
            hands.events.add(hands.id)
            act()
        used = hands.rights_used()
        database.dispose()
    for what, spent in sorted(hands.spent.items(), key=lambda item: -item[1]):
        print(f"{spent:9.1f} ms  {what}{'  TOO LONG' if spent > ALLOWED_MS else ''}")
    missing = COMMANDS.keys() - used
    print(f"not given: {', '.join(sorted(missing)) or 'none'}")
    return 1 if missing or max(hands.spent.values()) > ALLOWED_MS else 0


if __name__ == "__main__":
    sys.exit(main())
