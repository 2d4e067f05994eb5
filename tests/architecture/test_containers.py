"""docker-compose.yml says nothing Compose does not know, and its parts fit each other and the program.

Compose itself is not asked: where these tests run there may be none. So every key the file uses is listed
here with what it may hold, and a new one has to be looked up (https://docs.docker.com/reference/compose-file/).
"""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.settings import DRAIN_SECONDS, Settings
from app.web.server.workers import SHUTDOWN_SECONDS

PLACE = re.compile(r"\$\{(\w+)(?::\?([^}]+))?\}")
GIVEN = {"SITE_HOST": "netrunner.example", "POSTGRES_PASSWORD": "abc123def456"}
DURATION = r"\d+s"
NAME = r"[a-z][a-z0-9-]*"
OF_THE_FILE = {"services", "volumes", "networks"}
OF_THE_PROXY = {"FORWARDED_ALLOW_IPS"}  # read by uvicorn itself
CONDITIONS = "service_started|service_healthy|service_completed_successfully"

Content = dict[str, Any]


def text(pattern: str) -> Any:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value, re.DOTALL) is not None


def texts(pattern: str) -> Any:
    return lambda value: isinstance(value, list) and all(text(pattern)(each) for each in value)


def mapping(keys: str, value: Any) -> Any:
    return lambda found: isinstance(found, dict) and all(text(keys)(k) and value(v) for k, v in found.items())


def only(**keys: Any) -> Any:
    """A mapping of some of these keys and no others."""
    return lambda found: isinstance(found, dict) and all(k in keys and keys[k](v) for k, v in found.items())


SERVICE = {
    "build": text(r"\."),
    "image": text(r"[a-z][a-z0-9-]*(:\d+)?"),
    "restart": text("no|always|on-failure|unless-stopped"),
    "stop_grace_period": text(DURATION),
    "environment": mapping(r"[A-Z_]+", text(r".+")),
    "depends_on": lambda value: texts(NAME)(value) or mapping(NAME, only(condition=text(CONDITIONS)))(value),
    "networks": texts(NAME),
    "ports": texts(r"\d+:\d+(/udp)?"),
    "volumes": texts(r"(\./[\w/]+|[a-z-]+):/[\w/]+(:ro)?"),
    "healthcheck": only(
        test=lambda value: texts(".+")(value) and value[0] in ("CMD", "CMD-SHELL"),
        interval=text(DURATION),
        timeout=text(DURATION),
        retries=lambda value: type(value) is int and value > 0,
    ),
}


def interpolated(value: Any) -> Any:
    """The content with the variables of .env in it, as Compose reads it."""
    if isinstance(value, str):
        return PLACE.sub(lambda found: GIVEN[found[1]], value)
    if isinstance(value, dict):
        return {key: interpolated(each) for key, each in value.items()}
    return [interpolated(each) for each in value] if isinstance(value, list) else value


@pytest.fixture
def written(root: Path) -> str:
    return (root / "docker-compose.yml").read_text()


@pytest.fixture
def file(written: str) -> Content:
    found: Content = interpolated(yaml.safe_load(written))
    return found


@pytest.fixture
def services(file: Content) -> dict[str, Content]:
    found: dict[str, Content] = file["services"]
    return found


def test_every_key_is_known_and_holds_what_it_may(file: Content, services: dict[str, Content]) -> None:
    assert {key for key in file if not key.startswith("x-")} == OF_THE_FILE
    for name, service in services.items():
        assert text(NAME)(name)
        wrong = [key for key, value in service.items() if key not in SERVICE or not SERVICE[key](value)]
        assert wrong == [], name
        assert "image" in service
    assert all(value is None for value in file["volumes"].values())
    assert all(value is None or value == {"internal": True} for value in file["networks"].values())


def test_the_rules_above_find_what_compose_would_refuse() -> None:
    for key, wrong in (
        ("restart", "sometimes"),
        ("stop_grace_period", 20),
        ("ports", [443]),
        ("depends_on", {"database": {"condition": "healthy"}}),
        ("healthcheck", {"test": ["pg_isready"]}),
        ("healthcheck", {"every": "5s"}),
        ("environment", ["A=1"]),
        ("volumes", ["../outside:/data"]),
    ):
        assert not SERVICE[key](wrong), key


def test_variables_that_are_missing_are_asked_for_in_a_sentence(written: str) -> None:
    places = [found.groups() for found in PLACE.finditer(written)]
    assert {name for name, _ in places} == set(GIVEN)
    assert all(said and ".env" in said for _, said in places)
    assert written.count("$") == len(places), "a $ that is none of a variable must be written $$"


def test_what_is_named_is_there_and_what_is_there_is_named(
    file: Content, services: dict[str, Content], root: Path
) -> None:
    for place in ("networks", "volumes"):
        named = {each.partition(":")[0] for service in services.values() for each in service.get(place, [])}
        assert {name for name in named if not name.startswith(".")} == set(file[place])
    for service in services.values():
        assert set(service.get("depends_on", [])) <= set(services)
        for mount in service.get("volumes", []):
            source = mount.partition(":")[0]
            assert not source.startswith(".") or (root / source).is_file(), "Docker would make a folder of it"
        waits = service.get("depends_on")
        for name, how in waits.items() if isinstance(waits, dict) else ():
            assert how["condition"] != "service_healthy" or "healthcheck" in services[name]


def test_the_program_can_be_what_the_file_makes_of_it(
    services: dict[str, Content], monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = [service for service in services.values() if "build" in service]
    assert len(programs) == 2 and programs[0] == programs[1]
    names = {
        "DATABASE_URL" if name == "database_url" else f"CACHE_REFRESH_{name.upper()}"
        for name in Settings.model_fields
    }
    for name, value in programs[0]["environment"].items():
        assert name in names | OF_THE_PROXY
        monkeypatch.setenv(name, value)
    settings = Settings()
    assert settings.environment == "production" and settings.secure
    database = services["database"]["environment"]
    user, password, kept = (database[f"POSTGRES_{each}"] for each in ("USER", "PASSWORD", "DB"))
    assert settings.database_url == f"postgresql://{user}:{password}@database/{kept}"
    grace = int(programs[0]["stop_grace_period"][:-1])
    assert grace > DRAIN_SECONDS + SHUTDOWN_SECONDS, "Docker would kill a process that still answers"


def test_each_reaches_what_it_asks_and_only_the_proxy_is_reached_from_outside(
    file: Content, services: dict[str, Content], root: Path
) -> None:
    caddyfile = (root / "deploy/Caddyfile").read_text()
    backends = re.findall(r"\{\$APP_\d:([\w-]+):(\d+)\}", caddyfile)
    assert {name for name, _ in backends} == {n for n, service in services.items() if "build" in service}
    assert {int(port) for _, port in backends} == {Settings.model_fields["port"].default}
    assert f"EXPOSE {backends[0][1]}\n" in (root / "Dockerfile").read_text()
    proxy = services["caddy"]
    for name, _ in backends:
        assert set(services[name]["networks"]) & set(proxy["networks"])
        assert set(services[name]["networks"]) & set(services["database"]["networks"])
    assert not set(proxy["networks"]) & set(services["database"]["networks"])
    assert all(file["networks"][name] == {"internal": True} for name in services["database"]["networks"])
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert set(re.findall(r"\{\$(\w+)\}", caddyfile)) <= set(proxy["environment"])


def test_the_proxy_asks_often_enough_to_hear_that_a_process_leaves(root: Path) -> None:
    asked = re.search(
        r"health_uri /readyz\n\s*health_interval (\d+)s", (root / "deploy/Caddyfile").read_text()
    )
    assert asked and 2 * int(asked[1]) <= DRAIN_SECONDS
