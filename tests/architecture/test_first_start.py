"""What a fresh machine lacks is installed or named, and a run that left something out is no success."""

import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def install_on(root: Path, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs install_chromium.py on a machine that has only these programs."""

    def run(*programs: str, **environment: str) -> subprocess.CompletedProcess[str]:
        for name in programs:
            program = tmp_path / name
            program.write_text(f'#!/bin/sh\necho "{name} $*" >> "{tmp_path}/calls"\n')
            program.chmod(0o755)
        return subprocess.run(
            [sys.executable, str(root / "tests/browser/install_chromium.py")],
            env={"PATH": str(tmp_path), **environment},
            capture_output=True,
            text=True,
            timeout=30,
        )

    return run


def test_nothing_is_done_where_a_browser_is(install_on: Callable[..., Any], tmp_path: Path) -> None:
    done = install_on("chromium", "apt-get")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (tmp_path / "calls").exists()


def test_without_apt_the_command_to_type_is_told(install_on: Callable[..., Any]) -> None:
    done = install_on()
    assert done.returncode == 1
    assert "apt-get update && apt-get install -y chromium" in done.stderr


def test_root_on_debian_installs_it(install_on: Callable[..., Any], tmp_path: Path) -> None:
    done = install_on("apt-get")
    if os.geteuid() == 0:
        calls = (tmp_path / "calls").read_text().splitlines()
        assert [line.split("300 ")[1].split()[0] for line in calls] == ["update", "install"]
        assert "chromium" in calls[1]
        # This apt-get brings nothing, and that is noticed.
        assert "although apt installed it" in done.stderr
    else:
        assert "sudo" in done.stderr
    assert done.returncode == 1


def test_a_browser_named_wrongly_is_not_replaced(install_on: Callable[..., Any]) -> None:
    done = install_on("chromium", CHROMIUM="/no/such/browser")
    assert done.returncode == 1
    assert "CHROMIUM=/no/such/browser" in done.stderr


@pytest.fixture
def complaints(root: Path) -> Callable[[Path], list[str]]:
    """The function of .ci/everything_ran.py."""
    found: Callable[[Path], list[str]] = runpy.run_path(str(root / ".ci/everything_ran.py"))["complaints"]
    return found


BROWSER = '<testcase classname="tests.browser.test_event" name="test_two_phones" />'
POSTGRES = '<testcase classname="tests.storage.test_database" name="test_ping[postgres]" />'
SKIPPED = '<testcase classname="tests.web.test_pages" name="test_info"><skipped message="no" /></testcase>'
SKIPPED_BROWSER = BROWSER.replace(" />", "><skipped /></testcase>")


@pytest.mark.parametrize(
    ("cases", "expected"),
    [
        pytest.param([BROWSER, POSTGRES], [], id="everything ran"),
        pytest.param([POSTGRES], ["No browser test ran."], id="no browser"),
        pytest.param([BROWSER], ["No PostgreSQL test ran."], id="no PostgreSQL"),
        pytest.param(
            [BROWSER, POSTGRES, SKIPPED], ["tests.web.test_pages::test_info was skipped."], id="one skipped"
        ),
        pytest.param(
            [SKIPPED_BROWSER, POSTGRES],
            ["tests.browser.test_event::test_two_phones was skipped.", "No browser test ran."],
            id="browser skipped",
        ),
    ],
)
def test_a_run_is_whole_or_says_what_is_missing(
    complaints: Callable[[Path], list[str]], cases: list[str], expected: list[str], tmp_path: Path
) -> None:
    report = tmp_path / "junit.xml"
    report.write_text(f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>")
    assert complaints(report) == expected


def test_a_run_without_a_report_is_not_whole(complaints: Callable[[Path], list[str]], tmp_path: Path) -> None:
    assert "did not come to its end" in complaints(tmp_path / "junit.xml")[0]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        pytest.param([], "did not come to its end", id="nothing failed, so something else broke"),
        pytest.param(["test_fine"], None, id="passes alone"),
        pytest.param(
            ["test_fine", "test_broken"], "Failed again: tests/test_two.py::test_fine, ", id="fails again"
        ),
        pytest.param(["test_fine"] * 3, "Not run again: 3 tests failed", id="too many"),
    ],
)
def test_what_failed_beside_others_is_run_again_alone(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str], said: str | None
) -> None:
    cases = [f'<testcase classname="tests.test_two" name="{name}"><failure /></testcase>' for name in names]
    report = tmp_path / "junit.xml"
    report.write_text(f"<testsuites><testsuite>{BROWSER}{''.join(cases)}</testsuite></testsuites>")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_two.py").write_text(
        "def test_fine(): pass\n\n\ndef test_broken(): raise ValueError\n"
    )
    monkeypatch.chdir(tmp_path)
    wrong = runpy.run_path(str(root / ".ci/again_alone.py"))["again"](report)
    assert (wrong is None) if said is None else said in wrong


def test_ci_calls_what_the_makefile_has(root: Path) -> None:
    script = (root / ".ci/run").read_text()
    assert "make lint" in script and "make test" in script
    assert os.access(root / ".ci/run", os.X_OK)
