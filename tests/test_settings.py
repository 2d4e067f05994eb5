"""Settings come from the environment, and production refuses the unsafe ones."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import Settings


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", *(f"CACHE_REFRESH_{field.upper()}" for field in Settings.model_fields)):
        monkeypatch.delenv(name, raising=False)


def test_nothing_has_to_be_set() -> None:
    settings = Settings()
    assert settings.database_url == "sqlite:///data/cache-refresh.sqlite3"
    assert (settings.environment, settings.host, settings.port) == ("production", "0.0.0.0", 8000)
    assert settings.secure is False


def test_the_environment_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://to:long-and-strange@db/event")
    monkeypatch.setenv("CACHE_REFRESH_PORT", "9000")
    monkeypatch.setenv("CACHE_REFRESH_PUBLIC_URL", "https://netrunner.example")
    settings = Settings()
    assert settings.database_url == "postgresql://to:long-and-strange@db/event"
    assert (settings.port, settings.secure) == (9000, True)


def test_the_database_lies_in_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CACHE_REFRESH_DATA_DIR", "/srv/events")
    assert Settings().database_url == "sqlite:////srv/events/cache-refresh.sqlite3"


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    monkeypatch.setenv("CACHE_REFRESH_PUBLIC_URL", "")
    assert Settings() == Settings(database_url="sqlite:///data/cache-refresh.sqlite3")


def test_arguments_come_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CACHE_REFRESH_PORT", "9000")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///elsewhere.sqlite3")
    settings = Settings(port=1, data_dir=Path("x"), database_url="sqlite:///here.sqlite3")
    assert (settings.port, settings.database_url) == (1, "sqlite:///here.sqlite3")


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings().port = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    "url",
    [
        "http://netrunner.example",
        "http://8.8.8.8:8000",
    ],
)
def test_production_refuses_the_open_internet_without_tls(url: str) -> None:
    with pytest.raises(ValidationError, match="without TLS"):
        Settings(public_url=url)
    assert Settings(public_url=url, environment="development").public_url == url


@pytest.mark.parametrize(
    "url",
    [
        "http://192.168.1.20:8000",
        "http://10.0.0.5",
        "http://[fd00::1]:8000",
        "http://localhost:8000",
        "http://laptop:8000",
        "http://laptop.local",
        "http://app.localhost",
        "https://netrunner.example",
    ],
)
def test_a_hall_needs_no_tls(url: str) -> None:
    assert Settings(public_url=url).public_url == url


@pytest.mark.parametrize(
    "url",
    [
        "netrunner.example",
        "ftp://netrunner.example",
        "https://netrunner.example/",
        "https://netrunner.example/events",
        "https://to@netrunner.example",
        "https://netrunner.example:99999",
        "https://",
    ],
)
def test_a_public_url_is_an_address_and_nothing_more(url: str) -> None:
    with pytest.raises(ValidationError, match="the address people type"):
        Settings(public_url=url)


@pytest.mark.parametrize("password", ["postgres", "changeme", "Password", ""])
def test_production_refuses_guessable_database_passwords(password: str) -> None:
    url = f"postgresql://to:{password}@db.example/event"
    with pytest.raises(ValidationError, match="anybody would guess"):
        Settings(database_url=url)
    assert Settings(database_url=url, environment="development").database_url == url


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://to:postgres@localhost/event",
        "postgresql://postgres:@/event?host=/run/postgresql",
        "postgresql://to@db/event",
        "sqlite:///event.sqlite3",
    ],
)
def test_databases_of_this_machine_and_other_ways_to_prove_who_one_is_are_fine(url: str) -> None:
    assert Settings(database_url=url).database_url == url


def test_no_password_is_ever_shown() -> None:
    assert "strange" not in repr(Settings(database_url="postgresql://to:long-and-strange@db/event"))
    with pytest.raises(ValidationError) as refused:
        Settings(database_url="postgresql://to:long-and-strange@db/event", port=70_000)
    assert "strange" not in str(refused.value)
