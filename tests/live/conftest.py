"""Databases, for what two processes tell each other."""

from tests.plugins import loads

pytest_configure = loads("tests.databases")
