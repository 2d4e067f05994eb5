"""Databases of both engines, and a served program for restoring."""

from tests.plugins import loads

pytest_configure = loads("tests.databases", "tests.servers")
