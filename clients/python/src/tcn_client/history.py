# SPDX-License-Identifier: Apache-2.0
"""The history of a server as pandas tables, and as CSV files: "python -m tcn_client.history --help". The rows are told in
docs/native-api.md."""

from __future__ import annotations

import argparse
import csv
import pathlib
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from tcn_client.client import Client
from tcn_client.errors import NotFound, TcnError
from tcn_client.servers import NoServer, find

_COLUMNS = (
    "at lengthSeconds connections openConnections throughputBps running queued finished failed price limitBps reason"
    " rationale"
).split()
_NUMBERS = [name for name in _COLUMNS if name not in ("at", "reason", "rationale")]


def read(tcn: Client, **which: Any) -> pd.DataFrame:
    """A row per interval, or per ten minutes, by the moment at which it ended. Takes what Client.history takes:
    pipe, control or user, since, until, resolution."""
    return table(tcn.history(**which))


def read_pipes(tcn: Client, pipes: Iterable[str], **which: Any) -> pd.DataFrame:
    """The same of several pipes, by pipe and moment. Pipes of which there is no history are left out."""
    tables = {}
    for pipe in pipes:
        try:
            tables[pipe] = read(tcn, pipe=pipe, **which)
        except NotFound:
            continue
    return pd.concat(tables, names=["pipe", "at"]) if tables else table([])


def read_csv(file: str | pathlib.Path) -> pd.DataFrame:
    """What was written by this module, or by GET /tcn/v1/history as CSV."""
    got = pd.read_csv(file, dtype={"reason": "string", "rationale": "string"})
    missing = [name for name in _COLUMNS if name not in got.columns]
    if missing:
        raise ValueError(f"{file} is no history: {', '.join(missing)} is missing")
    return table(got[_COLUMNS].to_dict("records"))


def table(rows: Iterable[Any]) -> pd.DataFrame:
    """Rows of a history as a table, by moment."""
    got = pd.DataFrame(list(rows), columns=_COLUMNS)
    got["at"] = pd.to_datetime(got["at"], utc=True, format="ISO8601")
    got[_NUMBERS] = got[_NUMBERS].astype("float64")
    return got.set_index("at")


def write(tcn: Client, file: pathlib.Path, **which: Any) -> int:
    """Writes a history as CSV, row by row, whatever its length. Returns the number of rows. A file is there as a whole or
    not at all."""
    part = file.with_name(file.name + ".part")
    count = 0
    try:
        with part.open("w", newline="", encoding="utf-8") as out:
            rows = csv.DictWriter(out, _COLUMNS)
            rows.writeheader()
            for row in tcn.history(page=10_000, **which):
                rows.writerow({name: row[name] for name in _COLUMNS})
                count += 1
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return count


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tcn_client.history",
        description="Writes the history of a pipe, a resource control or a user, or of all together, as CSV.")
    of = parser.add_mutually_exclusive_group()
    of.add_argument("--pipe")
    of.add_argument("--control", help='as in "BOUND cms link:a>b"')
    of.add_argument("--user")
    parser.add_argument("--since", metavar="MOMENT", help="as in 2026-12-01T08:00:00Z (default: a day before the end)")
    parser.add_argument("--until", metavar="MOMENT", help="(default: now)")
    parser.add_argument("--resolution", choices=["interval", "10m"])
    parser.add_argument("--context", help="of ./tcn context; by default the present one")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE")
    given = parser.parse_args(arguments)
    try:
        with Client(find(given.context) if given.context else None) as tcn:
            count = write(
                tcn, given.out, pipe=given.pipe, control=given.control, user=given.user, since=given.since,
                until=given.until, resolution=given.resolution)
    except (TcnError, NoServer, OSError) as failed:
        print(f"tcn_client.history: {failed}", file=sys.stderr)
        return 1
    print(f"{count} rows; written: {given.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
