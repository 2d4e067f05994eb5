"""Databases, for what is killed and restarted."""

from tests.plugins import loads

pytest_configure = loads("tests.databases", "tests.servers")
