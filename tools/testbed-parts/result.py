# SPDX-License-Identifier: Apache-2.0
"""From the series of a run to its figures, and from all runs to a table."""
import json

import world as worlds

ENOUGH = 0.95


class Window:
    """Mean rates in one interval's length, from the storages' files: by pipe, bit/s; connections open and decided."""

    def __init__(self, first, last, between):
        self.begin, self.end = first["t"], last["t"]
        seconds = last["t"] - first["t"]
        self.rates = {name: 8 * (last["stored"].get(name, 0) - first["stored"].get(name, 0)) / seconds for name in last["stored"]}
        self.links = {r: 8 * (last["links"][r][0] - first["links"][r][0]) / seconds for r in last["links"]}
        seen = [line["pipes"] for line in between if line["pipes"]] or [{}]
        self.open = sum(p["activeConnections"] for pipes in seen for p in pipes.values()) / len(seen)
        self.decided = sum(p["connections"] for pipes in seen for p in pipes.values()) / len(seen)

    @property
    def seconds(self):
        return self.end - self.begin


def read(file):
    with open(file) as lines:
        return [json.loads(line) for line in lines]


def windows(series, interval):
    cut, start = [], 0
    for k, line in enumerate(series):
        if line["t"] - series[start]["t"] >= interval - 0.3:
            cut.append(Window(series[start], line, series[start + 1: k + 1]))
            start = k
    return cut


class Figures:
    """What a run was worth."""

    def __init__(self, world, kind, optimizer, series, interval, has_changes=False):
        self.world, self.kind, self.optimizer, self.series, self.interval = world, kind, optimizer, series, interval
        self.windows = windows(series, interval)
        self.steady = self.windows[10:] if len(self.windows) >= 16 else self.windows[len(self.windows) // 2:]
        self.events = [(line["t"], line["event"]) for line in series if "event" in line]
        self.optima = [world.optimum(kind, self.changed_at(w)) for w in self.windows]
        self.is_changing = has_changes

    def changed_at(self, window):
        """Capacities that were other than usual in the middle of a window."""
        changed = {}
        for at, event in self.events:
            if at <= (window.begin + window.end) / 2:
                changed = event["changed"]
        return changed

    def rates(self, window):
        return {p: window.rates.get(p.name, 0.0) for p in self.world.pipes}

    def share(self, window):
        """Of what the optimum carries over the core links, the part that was carried: of the link where that is least."""
        best, seen = self.optima[self.windows.index(window)], self.rates(window)
        parts = []
        for r in self.world.core:
            on = [p for p in self.world.pipes if r in self.world.paths[p]]
            parts.append(sum(seen[p] for p in on) / sum(best[p] for p in on))
        return min(parts)

    def excess(self, window, rates=None):
        """The most that a user was above its bound anywhere, bit/s; and the use of the bound there where it is most used."""
        seen = rates or self.rates(window)
        most, used = 0.0, 0.0
        for _, _, pipes, limit in self.world.bound_rows(self.kind):
            there = sum(seen[p] for p in pipes)
            most, used = max(most, there - limit), max(used, there / limit)
        return most, used

    def within(self, window):
        """Bits within the bounds: all that was carried, less what a user had too much."""
        over = {}
        for user, _, pipes, limit in self.world.bound_rows(self.kind):
            over[user] = max(over.get(user, 0.0), sum(self.rates(window)[p] for p in pipes) - limit)
        return (sum(self.rates(window).values()) - sum(over.values())) * window.seconds

    def mean(self, values):
        return sum(values) / len(values) if values else float("nan")

    def first_enough(self):
        """Intervals until the share was reached for the first time; None if never."""
        return next((k + 1 for k, w in enumerate(self.windows) if self.share(w) >= ENOUGH), None)

    def summary(self):
        one = self.world.per_connection
        needed = [self.world.needed(o) for o in self.optima[-len(self.steady):]]
        rates = {p: self.mean([self.rates(w)[p] for w in self.steady]) for p in self.world.pipes}
        best = {p: self.mean([o[p] for o in self.optima[-len(self.steady):]]) for p in self.world.pipes}
        last = [line for line in self.series if line["pipes"]][-1]["pipes"]
        minute = windows(self.series, max(60.0, self.interval))
        return {
            "topology": self.world.name, "map": self.kind, "optimizer": self.optimizer,
            "seconds": round(self.series[-1]["t"], 1), "intervals": len(self.windows), "steadyIntervals": len(self.steady),
            "share": self.mean([self.share(w) for w in self.steady]),
            "leastShare": min((self.share(w) for w in self.steady), default=float("nan")),
            "intervalsUntilEnough": self.first_enough(),
            "evenness": worlds.evenness(rates, best),
            "openOverNeeded": self.mean([w.open for w in self.steady]) / self.mean(needed),
            "decidedOverNeeded": self.mean([w.decided for w in self.steady]) / self.mean(needed),
            "mostOpenOverNeeded": max(w.open for w in self.windows) / self.mean(needed),
            "worstExcessConnections": max(self.excess(w)[0] for w in self.windows) / one,
            "worstExcessConnectionsSteady": max(self.excess(w)[0] for w in self.steady) / one,
            "worstExcessConnectionsOfMinutes": max((self.excess(w)[0] for w in minute), default=0.0) / one,
            "meanExcessConnections": self.mean([self.excess(w)[0] for w in self.windows]) / one,
            "boundUsed": self.mean([self.excess(w)[1] for w in self.steady]),
            "withinBoundsGB": sum(self.within(w) for w in self.windows) / 8e9,
            "withinBoundsOfOptimum": sum(self.within(w) for w in self.windows)
            / sum(sum(o.values()) * w.seconds for o, w in zip(self.optima, self.windows)),
            "failedAttempts": sum(p["failedAttempts"] for p in last.values()),
            "finishedTransfers": sum(p["finishedTransfers"] for p in last.values()),
            "needed": self.mean(needed),
        }

    def after_events(self):
        """With changes: the share in each stretch between two of them, and intervals until it was enough again."""
        stretches = []
        marks = [(0.0, "begin"), *((at, event["text"]) for at, event in self.events), (float("inf"), "")]
        for (at, text), (until, _) in zip(marks, marks[1:]):
            inside = [w for w in self.windows if at <= w.begin and w.end <= until + 0.5]
            until_enough = next((k + 1 for k, w in enumerate(inside) if self.share(w) >= ENOUGH), None)
            stretches.append((text, len(inside), self.mean([self.share(w) for w in inside]), until_enough,
                              max((self.excess(w)[0] for w in inside), default=0.0) / self.world.per_connection))
        return stretches


HEAD = ("topology", "map", "optimizer", "core", "intervals to 95 %", "evenness", "open / needed", "decided / needed",
        "bound: worst interval", "mean", "worst minute", "bound used", "bytes within bounds", "of the optimum", "failed")


def table(summaries):
    rows = [HEAD]
    for s in summaries:
        rows.append((s["topology"], s["map"], f"`{s['optimizer']}`", f"{s['share']:.2f}", str(s["intervalsUntilEnough"] or "never"),
                     f"{s['evenness']:.2f}", f"{s['openOverNeeded']:.2f}", f"{s['decidedOverNeeded']:.2f}",
                     f"{s['worstExcessConnections']:+.1f}", f"{s['meanExcessConnections']:+.2f}", f"{s['worstExcessConnectionsOfMinutes']:+.1f}", f"{s['boundUsed']:.2f}",
                     f"{s['withinBoundsGB']:.2f} GB", f"{s['withinBoundsOfOptimum']:.2f}", str(s["failedAttempts"])))
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * 3 + "---:|" * (len(HEAD) - 3))
    return "\n".join(lines) + "\n"


def changes_table(runs):
    lines = ["| topology | map | optimizer | after | intervals | core | intervals to 95 % | bound: worst interval |", "|---|---|---|---|---:|---:|---:|---:|"]
    for f in runs:
        for text, count, share, until, excess in f.after_events():
            lines.append(f"| {f.world.name} | {f.kind} | `{f.optimizer}` | {text} | {count} | {share:.2f} | {until or 'never'} | {excess:+.1f} |")
    return "\n".join(lines) + "\n"
