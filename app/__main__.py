"""`python -m app` is the command line."""

from app.cli import app

if __name__ == "__main__":
    app(prog_name="python -m app")
