# SPDX-License-Identifier: Apache-2.0
"""The history as tables and files, and the page about it."""

import pathlib
import re
import subprocess
import sys
import time

import httpx
import pytest

import tcn_client
from tcn_client import history

ROOT = pathlib.Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def pipe(tcn, world):
    """A pipe that has a history: something was moved on it."""
    source = pathlib.Path(world["storages"]["a"]["root"]) / "history-source"
    source.write_bytes(b"x" * 100_000)
    added = tcn.add_transfers([{
        "source": world["storages"]["a"]["url"] + "/history-source",
        "destination": world["storages"]["b"]["url"] + "/history-copy"}])
    job = tcn.wait_for_job(added["jobId"], timeout=60)
    assert job["state"] == "FINISHED"
    name = tcn.transfer(added["transfers"][0]["id"])["pipe"]
    end = time.time() + 60
    while time.time() < end:
        try:
            if sum(row["finished"] for row in tcn.history(pipe=name, resolution="interval")) > 0:
                return name
        except tcn_client.NotFound:
            pass
        time.sleep(0.5)
    pytest.fail("the history of the pipe did not come")


def test_what_was_tried_is_told(tcn, pipe):
    # A setting is written every ten minutes: there may be none yet.
    for setting in tcn.tried_settings(pipe, limit=5):
        assert setting["pipe"] == pipe
        assert setting["connections"] > 0
    with pytest.raises(tcn_client.NotFound):
        tcn.tried_settings("no-such-pipe")


def surroundings(world, monkeypatch):
    for name, value in {"TCN_URL": "url", "TCN_CA": "ca", "X509_USER_CERT": "cert", "X509_USER_KEY": "key"}.items():
        monkeypatch.setenv(name, world[value])
    monkeypatch.setenv("TCN_REPLAY", world["replay"])
    monkeypatch.setenv("XDG_CONFIG_HOME", world["empty"])


def test_a_history_is_a_table_by_moment(tcn, pipe):
    table = history.read(tcn, pipe=pipe)
    assert table["finished"].sum() >= 1
    assert str(table.index.tz) == "UTC"
    assert table.index.is_monotonic_increasing
    assert table["throughputBps"].max() > 0
    assert table["reason"].dropna().str.fullmatch("[A-Z_]+").all()
    both = history.read_pipes(tcn, [pipe, "no such pipe"])
    assert set(both.index.get_level_values("pipe")) == {pipe}
    assert len(history.read_pipes(tcn, ["no such pipe"])) == 0


def test_a_file_holds_the_same_page_by_page(tcn, pipe, world, tmp_path, monkeypatch):
    surroundings(world, monkeypatch)
    file = tmp_path / "pipe.csv"
    until = history.read(tcn, pipe=pipe).index.max().isoformat().replace("+00:00", "Z")
    run = subprocess.run(
        [sys.executable, "-m", "tcn_client.history", "--pipe", pipe, "--until", until, "--out", str(file)],
        capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    table = history.read_csv(file)
    assert f"{len(table)} rows" in run.stdout
    expected = history.read(tcn, pipe=pipe, until=until)
    assert table["throughputBps"].tolist()[-len(expected):] == expected["throughputBps"].tolist()
    assert table.index.max() == expected.index.max()


def test_what_cannot_be_written_is_told(world, tmp_path, monkeypatch):
    surroundings(world, monkeypatch)
    file = tmp_path / "none.csv"
    run = subprocess.run(
        [sys.executable, "-m", "tcn_client.history", "--pipe", "no such pipe", "--out", str(file)],
        capture_output=True, text=True)
    assert run.returncode == 1
    assert "no history of pipe" in run.stderr
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="is no history: at, lengthSeconds"):
        history.read_csv(tmp_path / "other.csv")


def test_an_answer_that_breaks_leaves_no_part_of_a_file(server, tmp_path):
    calls = []

    def answer(request):
        calls.append(request)
        if len(calls) > 1:
            return httpx.Response(404, json={"detail": "gone", "code": "NOT_FOUND"})
        row = dict.fromkeys(history._COLUMNS) | {"at": "2026-12-01T08:00:00Z"}
        return httpx.Response(200, json={"rows": [row], "next": "2026-12-01T08:00:00Z"})

    with tcn_client.Client(server, transport=httpx.MockTransport(answer)) as tcn:
        with pytest.raises(tcn_client.NotFound):
            history.write(tcn, tmp_path / "total.csv")
    assert len(calls) == 2
    assert list(tmp_path.iterdir()) == []


def test_the_page_about_notebooks_runs_as_it_stands(pipe, world, monkeypatch, capsys):
    surroundings(world, monkeypatch)
    blocks = BLOCK.findall((ROOT / "docs" / "notebook.md").read_text(encoding="utf-8"))
    assert len(blocks) >= 4
    space = {}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"docs/notebook.md, piece {number}", "exec"), space)
    said = capsys.readouterr().out
    assert "files finished" in said
    assert "tcn-zero" in said
    assert "server" in said
