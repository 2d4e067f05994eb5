"""How the conftest of a folder loads fixtures that it shares with other folders, once for the whole run.

Pytest takes `pytest_plugins` from the root alone, which would import the program for the pure rooms, too.
"""

from collections.abc import Callable

import pytest


def loads(*names: str) -> Callable[[pytest.Config], None]:
    """A `pytest_configure` that loads these modules as plugins, unless another folder did."""

    def pytest_configure(config: pytest.Config) -> None:
        for name in names:
            if not config.pluginmanager.has_plugin(name):
                config.pluginmanager.import_plugin(name)

    return pytest_configure
