"""The command line: `python -m app COMMAND`. Each command lives in a module of app/commands."""

import typer

from app.commands import accounts, backups, cards, decks, demo, doctor, events, serving

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,  # the values they would show hold secrets
    help="Run Cache Refresh tournaments and check decks.",
)
app.command()(serving.serve)
app.command()(demo.demo)
app.command()(decks.check)
app.command()(decks.pool)
app.command()(backups.backup)
app.command()(backups.restore)
app.command()(doctor.doctor)
app.command("export")(events.export_event)
app.command("import")(events.import_event)
app.add_typer(cards.cards, name="cards")
app.add_typer(accounts.organizer, name="organizer")
app.add_typer(accounts.token, name="token")
