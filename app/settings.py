"""What the person who runs the program may set, and which of it is too unsafe for an event.

`DATABASE_URL` keeps the name every host uses; all other variables begin with `CACHE_REFRESH_`. The
environment is `production` unless somebody says otherwise, so forgetting a variable never makes an event
less safe.
"""

from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import AliasChoices, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

SQLITE_FILE = "cache-refresh.sqlite3"
DRAIN_SECONDS = 3.0  # a proxy that asks once a second has noticed by then (deploy/Caddyfile)
GUESSABLE_PASSWORDS = frozenset(
    {"", "admin", "change-me", "changeme", "example", "password", "postgres", "secret"}
)
LOCAL_SUFFIXES = (".local", ".lan", ".internal", ".home.arpa", ".localhost")


class Settings(BaseSettings):
    """The settings of one process, read once from its environment; `Settings(port=9000)` overrides some.

    Raises `pydantic.ValidationError` with one sentence per unusable value; secrets are never part of it.
    """

    model_config = SettingsConfigDict(
        env_prefix="CACHE_REFRESH_",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        populate_by_name=True,
    )

    environment: Literal["production", "development"] = "production"
    data_dir: Path = Path("data")
    database_url: str = Field(
        default_factory=lambda data: _sqlite_url(data),
        validation_alias=AliasChoices("database_url", "DATABASE_URL"),
        repr=False,
    )
    public_url: str | None = None
    host: str = "0.0.0.0"  # noqa: S104 - the phones of the hall must reach it
    port: int = Field(default=8000, ge=0, le=65535)
    log: Literal["auto", "json", "text"] = "auto"
    metrics_token: SecretStr | None = Field(default=None, min_length=16)
    rate_limits: bool = True
    drain_seconds: float = Field(
        default_factory=lambda data: 0.0 if data.get("environment") == "development" else DRAIN_SECONDS,
        ge=0,
        le=60,
    )

    @property
    def secure(self) -> bool:
        """Whether people reach the program through TLS, so cookies may be limited to it."""
        return self.public_url is not None and self.public_url.startswith("https://")

    @model_validator(mode="after")
    def _check_public_url(self) -> Self:
        if self.public_url is not None and not _is_origin(self.public_url):
            raise ValueError(
                "CACHE_REFRESH_PUBLIC_URL is the address people type and nothing more, like "
                "https://netrunner.example or http://192.168.1.20:8000"
            )
        return self

    @model_validator(mode="after")
    def _refuse_unsafe_production(self) -> Self:
        if self.environment != "production":
            return self
        if self.public_url is not None and not self.secure and not _is_local(self.public_url):
            raise ValueError(
                "CACHE_REFRESH_PUBLIC_URL is on the open internet without TLS: anybody on the way could "
                "read the organizer's session. Use an https:// address, or "
                "CACHE_REFRESH_ENVIRONMENT=development to try things out"
            )
        if _has_guessable_password(self.database_url):
            raise ValueError(
                "DATABASE_URL reaches its server over the network with a password anybody would guess. "
                "Choose another one, or set CACHE_REFRESH_ENVIRONMENT=development to try things out"
            )
        return self


def _sqlite_url(data: dict[str, Any]) -> str:
    """The database file in the data folder; `data_dir` is missing from `data` only if it was invalid."""
    return f"sqlite:///{data.get('data_dir', Path('data')) / SQLITE_FILE}"


def _is_origin(url: str) -> bool:
    """Whether a URL has scheme, host and perhaps a port, but no path, query or user."""
    parts = urlsplit(url)
    try:
        valid_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    return (
        parts.scheme in {"http", "https"}
        and bool(parts.hostname)
        and valid_port
        and parts.username is None
        and not (parts.path or parts.query or parts.fragment)
    )


def _is_local(url: str) -> bool:
    """Whether a URL stays within one hall: a private address, a bare name, or a local domain."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith(LOCAL_SUFFIXES)


def _has_guessable_password(database_url: str) -> bool:
    """Whether a PostgreSQL URL names a user on another machine with an empty or customary password."""
    parts = urlsplit(database_url)
    if not parts.scheme.startswith("postgres") or parts.hostname in {None, "localhost", "127.0.0.1", "::1"}:
        return False
    # No password in the URL may mean a password file, a certificate or trust: those are the host's decision.
    return parts.password is not None and parts.password.lower() in GUESSABLE_PASSWORDS
