"""Write the first migration anew from the tables: `python -m migrations.regenerate`.

Only for the time before the first release, while no database exists whose rows must survive. It refuses to
run once there is a second migration.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from alembic import command

from app.storage import migration
from app.storage.database import Database
from app.storage.tables import metadata

VERSIONS = migration.MIGRATIONS / "versions"
FIRST = "0001"
MESSAGE = "Everything an event consists of"


def main() -> None:
    """Replace 0001 by what autogenerate finds missing in an empty database, and tidy the file."""
    others = [file.name for file in VERSIONS.glob("*.py") if not file.name.startswith(FIRST)]
    if others:
        sys.exit(
            f"There are migrations after {FIRST} ({', '.join(sorted(others))}): add another one instead."
        )
    for file in VERSIONS.glob(f"{FIRST}_*.py"):
        file.unlink()
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/empty.sqlite3")
        with migration.migrating(database.engine) as connection:
            command.revision(
                migration.alembic_config(connection), message=MESSAGE, autogenerate=True, rev_id=FIRST
            )
        database.dispose()
    (file,) = VERSIONS.glob(f"{FIRST}_*.py")
    ruff = Path(sys.executable).with_name("ruff")
    file.write_text("".join(line for line in file.read_text().splitlines(True) if "# ###" not in line))
    subprocess.run([ruff, "format", "--quiet", file], check=True)  # noqa: S603 - our own file
    subprocess.run([ruff, "check", "--quiet", "--fix", file], check=True)  # noqa: S603 - our own file
    sys.stdout.write(f"{file.relative_to(Path.cwd())}: {len(metadata.tables)} tables\n")


if __name__ == "__main__":
    main()
