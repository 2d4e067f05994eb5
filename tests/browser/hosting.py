"""The program for a browser test, served by a thread of the test's own process.

A process of its own takes three seconds to start, and each command beside it another one and a half; what is
served here is the same application on the same kind of database. The program as a process is met by
`test_first_start.py`, and by the tests of commands, of connections and of kills.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from app.commands.opening import new_secret
from app.services.kernel.errors import Refused
from app.services.people import accounts
from app.services.people.sessions import Scope, create_token
from app.settings import Settings
from app.web.app import create_app
from app.web.context import Context, utc_now
from app.web.server.serving import LiveServer
from tests.stages import write_hastily


@dataclass
class Host:
    """A served program; what others ask for by the command line it does by the same services."""

    file: Path
    port: int = 0
    limits: bool = True
    now: Callable[[], Any] = utc_now
    chance: dict[str, Any] | None = None
    _server: LiveServer | None = None
    _thread: threading.Thread | None = None
    _app: FastAPI | None = None

    @property
    def url(self) -> str:
        """The address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def app(self) -> FastAPI:
        """The application that runs."""
        assert self._app is not None
        return self._app

    def start(self) -> None:
        """Serve, on the port it had if it was served before."""
        settings = Settings(
            database_url=f"sqlite:///{self.file}",
            data_dir=self.file.parent,
            environment="development",
            rate_limits=self.limits,
        )
        self._app = create_app(settings, now=self.now, **(self.chance or {}))
        write_hastily(self._app.state.context.installation.database)
        listener = socket.create_server(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        self._server = LiveServer(uvicorn.Config(self._app, log_level="warning", access_log=False))
        self._thread = threading.Thread(target=self._server.run, args=([listener],))
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the program did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        """End it as the program ends itself: streams first."""
        assert self._server is not None and self._thread is not None
        self._server.should_exit = True
        self._thread.join(15)
        assert not self._thread.is_alive(), "the program did not end"
        self._server = self._thread = None

    def restart(self) -> None:
        """End it and serve a new application on the same port and data."""
        self.stop()
        self.start()

    def sign_in_link(self, name: str = "Olga") -> str:
        """A one-time link that signs in an organizer, who is new if nobody has this name yet."""
        installation, secret = self._context.installation, new_secret()
        try:
            accounts.new_sign_in_link(installation, self.now(), name, secret)
        except Refused:
            accounts.create_account(installation, self.now(), name, secret)
        return f"{self.url}/sign-in/{secret}"

    def token(self, name: str = "Olga") -> str:
        """An API token of an organizer, who is new if nobody has this name yet."""
        self.sign_in_link(name)
        secret = new_secret()
        create_token(self._context.installation, self.now(), name, "", Scope.WRITE, secret)
        return secret

    @property
    def _context(self) -> Context:
        context: Context = self.app.state.context
        return context


@contextmanager
def hosting(file: Path, **options: Any) -> Iterator[Host]:
    """The program on a database file, until the end of the block; options are fields of `Host`."""
    host = Host(file, **options)
    host.start()
    try:
        yield host
    finally:
        host.stop()
