"""`check` and `pool` as a person or a script types them: output, streams and exit status."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from app.commands import decks

LEGAL = """Forty cards

Chaos Theory: Wünderkind

3x Sure Gamble
2x Diesel
2x Modded
3x Armitage Codebusting
2x Crypsis
3x Process Automation
2x Gordian Blade
2x Battering Ram
2x Pipeline
2x Tinkering
3x Dhegdheer
3x Adept
3x Egret
3x Careful Planning
2x Ubax
3x Möbius
"""
RUN = CliRunner()
cli = typer.Typer()
cli.command()(decks.check)
cli.command()(decks.pool)


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """A folder with a legal deck, an illegal one and a file that is no deck."""
    (tmp_path / "legal.txt").write_text(LEGAL, encoding="utf-8")
    (tmp_path / "illegal.txt").write_text(LEGAL.replace("2x Diesel", "3x Diesel"), encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    return tmp_path


def check(*arguments: object) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of `check`."""
    result = RUN.invoke(cli, ["check", *map(str, arguments), "--date", "2018-02-15"])
    return result.exit_code, result.stdout, result.stderr


def test_legal_deck(lists: Path) -> None:
    status, out, err = check(lists / "legal.txt")
    assert status == 0
    assert "legal on 2018-02-15 (Chaos Theory: Wünderkind, 40 cards" in out
    assert err == ""


def test_illegal_deck_says_what_is_wrong_and_what_to_do(lists: Path) -> None:
    status, out, _err = check(lists / "illegal.txt")
    assert status == 1
    assert "not legal" in out
    assert "line 6: 3 Diesel: the pool has 2. [copies-exceed-pool]" in out
    assert "Cut 1 Diesel: the pool has 2." in out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "nothing here"),
        (b"\x7fELF" + bytes(400), "not text"),
        (b"x" * 300_000, "256 kB"),
        (b"<deck", ""),
    ],
)
def test_what_is_no_deck_is_unreadable(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    status, out, err = check(path)
    assert (status, out) == (2, "")
    assert err.startswith(f"{path}: cannot be read: ")
    assert reason in err


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    status, _out, err = check(tmp_path / "none.txt")
    assert status == 2
    assert "none.txt" in err


def test_unreadable_outranks_illegal(lists: Path) -> None:
    status, out, err = check(lists)
    assert status == 2
    assert out.count(" on 2018-02-15 (") == 2
    assert "picture.png" in err


def test_json_of_one_file_is_the_verdict(lists: Path) -> None:
    status, out, _err = check(lists / "illegal.txt", "--json")
    answer = json.loads(out)
    assert status == 1
    assert answer["legal"] is False
    assert answer["violations"][0]["code"] == "copies-exceed-pool"
    assert answer["advice"][0]["kind"] == "cut"
    assert "file" not in answer


def test_json_of_several_is_one_object_a_line_with_its_file(lists: Path) -> None:
    status, out, _err = check(lists / "legal.txt", lists, "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [Path(answer["file"]).name for answer in answers] == [
        "legal.txt",
        "illegal.txt",
        "legal.txt",
        "picture.png",
    ]
    assert [answer.get("legal") for answer in answers] == [True, False, True, None]
    assert "unreadable" in answers[-1]


def test_identity_chosen_apart(lists: Path) -> None:
    path = lists / "without.txt"
    path.write_text("\n".join(LEGAL.splitlines()[4:]), encoding="utf-8")
    status, out, _err = check(path)
    assert status == 1
    assert "[identity-missing]" in out
    status, out, _err = check(path, "--identity", "Chaos Theory")
    assert status == 0, out


def test_format_deluxe_and_list_can_be_chosen(lists: Path) -> None:
    status, out, _err = check(lists / "legal.txt", "--format", "modded")
    assert status == 1
    assert "not-in-pool" in out
    status, out, _err = check(lists / "legal.txt", "--deluxe", "Honor and Profit", "--mwl", "none", "--json")
    assert status == 0
    assert json.loads(out)["deluxe"] == "Honor and Profit"
    assert json.loads(out)["mwl"] is None


@pytest.mark.parametrize(
    "wrong", [("--format", "extended"), ("--deluxe", "Downfall"), ("--mwl", "9.9"), ("--date", "2018-2-30")]
)
def test_a_choice_that_does_not_exist_is_a_sentence(lists: Path, wrong: tuple[str, str]) -> None:
    result = RUN.invoke(cli, ["check", str(lists / "legal.txt"), *wrong])
    assert result.exit_code == 2
    assert wrong[1] in result.stderr
    assert "Traceback" not in result.stderr


def test_standard_input() -> None:
    result = RUN.invoke(cli, ["check", "-", "--date", "2018-02-15"], input=LEGAL)
    assert result.exit_code == 0


def test_many_files_take_one_pass(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number:03}.txt").write_text(LEGAL, encoding="utf-8")
    status, out, _err = check(tmp_path, "--json")
    assert status == 0
    assert len(out.splitlines()) == 300


def test_pool() -> None:
    result = RUN.invoke(cli, ["pool", "--date", "2018-02-01"])
    assert result.exit_code == 0
    assert "titles with one deluxe: 404" in result.stdout
    assert "NAPD MWL 2.0" in result.stdout


def test_pool_as_json() -> None:
    result = RUN.invoke(cli, ["pool", "--date", "2018-02-01", "--json"])
    assert json.loads(result.stdout)["titles"] == {
        "without_deluxe": 349,
        "one_deluxe": 404,
        "two_deluxes": 459,
    }


def test_pool_of_a_snapshot_tells_the_day_and_the_whole_snapshot() -> None:
    out = RUN.invoke(cli, ["pool", "--format", "standard", "--date", "2019-05-10"]).output.splitlines()
    assert out[-2:] == [
        "titles on this day: 1184, 24 of them removed by the list",
        "the whole snapshot of 2019-05-10: 44 sets, 1119 titles, 24 removed, 1095 legal"
        " (Corp 607, Runner 488; identities 39 and 35)",
    ]
    assert "  Downfall (2019-03-18)" in out


def test_pool_before_the_format() -> None:
    result = RUN.invoke(cli, ["pool", "--date", "2016-01-01"])
    assert result.exit_code == 2
    assert "its first day is 28 April 2017" in result.stderr
