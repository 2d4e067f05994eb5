"""Databases, and the served program that the terminal talks about."""

from tests.plugins import loads

pytest_configure = loads("tests.databases", "tests.servers")
