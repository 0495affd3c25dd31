# SPDX-License-Identifier: Apache-2.0
import json
import pathlib

import pytest

from tcn_client import replay


@pytest.fixture(scope="module")
def result(world):
    return replay.read(world["replay"])


def test_the_figures_are_those_of_the_summary_that_was_written(result, world):
    assert result.optimizers == ["fts", "tcn-zero"]
    summary = result.summary()
    document = json.loads((pathlib.Path(world["replay"]) / "result.json").read_text())
    for optimizer in document["optimizers"]:
        for figure, spread in optimizer["summary"].items():
            median = summary.loc[(optimizer["name"], figure), "median"]
            assert median == pytest.approx(spread["median"], nan_ok=True) or spread["median"] is None


def test_a_row_for_each_run_transfer_point_and_pipe(result):
    runs = result.runs()
    assert len(runs) == 4
    assert set(runs["seed"]) == {1, 2}
    transfers = result.transfers()
    assert len(transfers) == runs["completions.finished"].sum() + runs["completions.unfinished"].sum()
    finished = transfers[transfers["state"] == "FINISHED"]
    mean = finished.groupby(["optimizer", "seed"])["completionSeconds"].mean()
    for run in runs.to_dict("records"):
        assert mean[(run["optimizer"], run["seed"])] == pytest.approx(run["completions.meanSeconds"])
    intervals = result.intervals()
    assert {"throughputGbps", "endSeconds", "queued"} <= set(intervals.columns)
    assert set(intervals["optimizer"]) == set(result.optimizers)
    pipes = result.pipes()
    assert set(pipes["pipe"]) == {pipe["id"] for pipe in result.scenario["pipes"]}
    moved = pipes.groupby(["optimizer", "endSeconds"])["throughputGbps"].sum()
    whole = intervals[intervals["seed"] == 1].set_index(["optimizer", "endSeconds"])["throughputGbps"]
    assert (moved - whole).abs().max() < 1e-3


def test_a_sweep_is_read(world):
    table = replay.read_sweep(world["sweep"])
    assert set(table["optimizer"]) == {"fts"}
    assert len(table) == 2


def test_what_is_no_result_is_told(tmp_path):
    with pytest.raises(replay.Unreadable, match="cannot be read"):
        replay.read(tmp_path)
    (tmp_path / "result.json").write_text('{"kind": "other"}')
    with pytest.raises(replay.Unreadable, match="no result"):
        replay.read(tmp_path)
    (tmp_path / "result.json").write_text('{"kind": "tcn-replay", "schema": 2}')
    with pytest.raises(replay.Unreadable, match="schema 2"):
        replay.read(tmp_path)
