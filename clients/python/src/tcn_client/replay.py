# SPDX-License-Identifier: Apache-2.0
"""Results of "tcn replay" and "tcn sweep" as pandas tables. The format is told in docs/replay.md."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

import pandas as pd

_SCHEMA = 1


class Unreadable(Exception):
    """The file is no result of a replay that this version knows."""


class Replay:
    """One result.json: the same scenario with one or more optimizers and seeds."""

    def __init__(self, document: dict[str, Any], source: str = "result.json") -> None:
        if not isinstance(document, dict) or document.get("kind") != "tcn-replay":
            raise Unreadable(f"{source} is no result of tcn replay")
        if document.get("schema") != _SCHEMA:
            raise Unreadable(f"{source} has schema {document.get('schema')}, known is {_SCHEMA}")
        self.document = document

    @property
    def scenario(self) -> dict[str, Any]:
        """Name, what it is about, topology, pipes, resource controls."""
        return self.document["scenario"]

    @property
    def settings(self) -> dict[str, Any]:
        """What the replay was run with."""
        return self.document["settings"]

    @property
    def optimizers(self) -> list[str]:
        """Names, in the order in which they were asked for."""
        return [optimizer["name"] for optimizer in self.document["optimizers"]]

    def summary(self) -> pd.DataFrame:
        """A row per optimizer and figure: median, min and max over the seeds, and the bound that nobody can beat."""
        bound = self.document.get("bound") or {}
        rows = [
            {"optimizer": optimizer["name"], "figure": figure, **spread, "bound": bound.get(figure)}
            for optimizer in self.document["optimizers"]
            for figure, spread in optimizer["summary"].items()
        ]
        return pd.DataFrame(rows).set_index(["optimizer", "figure"])

    def runs(self) -> pd.DataFrame:
        """A row per optimizer and seed, with all figures and the completion times of its transfers."""
        return pd.DataFrame(
            {
                "optimizer": name,
                "seed": run["seed"],
                "endSeconds": run["endSeconds"],
                "movedBytes": run["movedBytes"],
                **run["summary"],
                **{"completions." + key: value for key, value in run["completions"].items()},
            }
            for name, run in self._runs()
        )

    def transfers(self) -> pd.DataFrame:
        """A row per transfer of each run, with its completion time; none of runs beyond 100,000 transfers."""
        rows = [
            {"optimizer": name, "seed": run["seed"], **transfer}
            for name, run in self._runs()
            for transfer in run["transfers"]
        ]
        table = pd.DataFrame(rows)
        if not table.empty:
            table["completionSeconds"] = table["finishSeconds"] - table["arrivalSeconds"]
        return table

    def coflows(self) -> pd.DataFrame:
        """A row per group of transfers of each run."""
        return pd.DataFrame(
            {"optimizer": name, "seed": run["seed"], **coflow}
            for name, run in self._runs()
            for coflow in run.get("coflows") or []
        )

    def intervals(self) -> pd.DataFrame:
        """The series over time: a row per point of each run."""
        return self._series(lambda run: [(None, run["intervals"], run["intervals"]["endSeconds"])])

    def pipes(self) -> pd.DataFrame:
        """The series of each pipe, of the first seed."""
        return self._series(
            lambda run: [
                (pipe, series, run["intervals"]["endSeconds"]) for pipe, series in (run.get("pipes") or {}).items()
            ]
        )

    def _series(self, parts: Any) -> pd.DataFrame:
        tables = []
        for name, run in self._runs():
            for pipe, series, times in parts(run):
                table = pd.DataFrame({key: values for key, values in series.items() if isinstance(values, list)})
                table["endSeconds"] = times[: len(table)]
                table.insert(0, "seed", run["seed"])
                table.insert(0, "optimizer", name)
                if pipe is not None:
                    table.insert(2, "pipe", pipe)
                tables.append(table)
        return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()

    def _runs(self) -> list[tuple[str, dict[str, Any]]]:
        return [(optimizer["name"], run) for optimizer in self.document["optimizers"] for run in optimizer["runs"]]


def read(place: str | os.PathLike[str]) -> Replay:
    """Reads result.json, or the folder that "tcn replay --out" has written."""
    path = pathlib.Path(place)
    file = path / "result.json" if path.is_dir() else path
    try:
        document = json.loads(file.read_text())
    except (OSError, ValueError) as failure:
        raise Unreadable(f"{file} cannot be read: {failure}") from failure
    return Replay(document, str(file))


def read_sweep(place: str | os.PathLike[str]) -> pd.DataFrame:
    """Reads sweep.csv of the folder that "tcn sweep --out" has written: medians over the seeds, by point of the
    grid, with the least ("...Min") and the most ("...Max") of the seeds."""
    path = pathlib.Path(place)
    return pd.read_csv(path / "sweep.csv" if path.is_dir() else path)
