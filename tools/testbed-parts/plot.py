# SPDX-License-Identifier: Apache-2.0
"""Figures as SVG: of one topology and map, all optimizers over time."""
import html
import math

COLOURS = {"tcn": "#0b6e4f", "tcn-first": "#1f78b4", "tcn-learned": "#b15928", "tcn-zero": "#8e44ad", "fts": "#d62728", "fts-model": "#7f7f7f",
           "falcon": "#e08e0b", "falcon-central": "#8c6d1f", "fstream": "#17a2b8", "marlin": "#c2185b", "harp": "#5b7f95"}
WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 820, 170, 62, 16, 60, 44


def nice_steps(top, number=4):
    """Marks of an axis from 0 to a round number not less than top."""
    raw = max(top, 1e-9) / number
    unit = 10 ** math.floor(math.log10(raw))
    step = next(m * unit for m in (1, 2, 2.5, 5, 10) if m * unit >= raw)
    return [step * k for k in range(math.ceil(top / step - 1e-9) + 1)]


class Figure:
    def __init__(self, title, seconds):
        self.title, self.seconds = title, seconds
        self.parts, self.panels = [], 0

    def panel(self, title, lines, level=None, level_name=""):
        """lines: (name, colour, [(second, value)]); level: [(second, value)] of a dashed line."""
        y0 = TOP + self.panels * (PANEL + GAP)
        self.panels += 1
        top = max([v for _, _, points in lines for _, v in points] + [v for _, v in level or []] + [1e-9])
        marks = nice_steps(top * 1.03)
        x = lambda t: LEFT + (WIDTH - LEFT - RIGHT) * t / self.seconds  # noqa: E731
        y = lambda v: y0 + PANEL * (1 - v / marks[-1])  # noqa: E731
        add = self.parts.append
        add(f'<text x="{LEFT}" y="{y0 - 7}" class="t">{html.escape(title)}</text>')
        for mark in marks:
            add(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(mark):.1f}" y2="{y(mark):.1f}" class="g"/>'
                f'<text x="{LEFT - 6}" y="{y(mark) + 4:.1f}" class="a" text-anchor="end">{mark:g}</text>')
        for second in nice_steps(self.seconds, 10):
            if second <= self.seconds:
                add(f'<text x="{x(second):.1f}" y="{y0 + PANEL + 15}" class="a" text-anchor="middle">{second:g}</text>')
        for name, colour, points in lines:
            way = " ".join(f"{x(t):.1f},{y(v):.1f}" for t, v in points)
            add(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="1.6"><title>{html.escape(name)}</title></polyline>')
        if level:
            way = " ".join(f"{x(t):.1f},{y(v):.1f}" for t, v in level)
            add(f'<polyline points="{way}" fill="none" stroke="#222" stroke-dasharray="6 4"/>'
                f'<text x="{WIDTH - RIGHT}" y="{y(level[-1][1]) - 5:.1f}" class="a" text-anchor="end">{html.escape(level_name)}</text>')

    def write(self, file, names):
        legend, at = [], LEFT
        for name in names:
            legend.append(f'<line x1="{at}" x2="{at + 18}" y1="22" y2="22" stroke="{COLOURS.get(name, "#333")}" stroke-width="3"/>'
                          f'<text x="{at + 23}" y="26" class="a">{html.escape(name)}</text>')
            at += 40 + 8 * len(name)
        height = TOP + self.panels * (PANEL + GAP) - 14
        file.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">\n'
            '<!-- SPDX-License-Identifier: Apache-2.0 -->\n'
            f'<title>{html.escape(self.title)}</title>\n'
            '<style>text{font-family:sans-serif;fill:#222}.t{font-size:13px;font-weight:bold}.a{font-size:11px}.g{stroke:#ddd}</style>\n'
            '<rect width="100%" height="100%" fill="#fff"/>\n'
            + "\n".join(legend + self.parts)
            + f'\n<text x="{WIDTH - RIGHT}" y="{height - 2}" class="a" text-anchor="end">seconds</text>\n</svg>\n')


def middle(window):
    return (window.begin + window.end) / 2


def compare(file, runs):
    """Runs of one topology and map: what the core links carry, what the bounded user has there, connections."""
    world, kind = runs[0].world, runs[0].kind
    figure = Figure(f"{world.name}, map {kind}", max(f.series[-1]["t"] for f in runs))
    colour = lambda f: COLOURS.get(f.optimizer, "#333")  # noqa: E731
    longest = max(runs, key=lambda f: len(f.windows))
    figure.panel(f"{world.name}, map {kind}: Mbit/s of files, all pipes",
                 [(f.optimizer, colour(f), [(middle(w), sum(f.rates(w).values()) / 1e6) for w in f.windows]) for f in runs],
                 [(middle(w), sum(o.values()) / 1e6) for w, o in zip(longest.windows, longest.optima)], "optimum")
    for user, limit in world.bounds.items():
        at = max(world.bound_rows(kind), key=lambda row: len(row[2]))
        figure.panel(f"Mbit/s of user {user} where its bound holds and is most used",
                     [(f.optimizer, colour(f), [(middle(w), f.excess(w)[1] * limit / 1e6) for w in f.windows]) for f in runs],
                     [(0, at[3] / 1e6), (figure.seconds, at[3] / 1e6)], "bound")
    figure.panel("connections open, all pipes", [(f.optimizer, colour(f), [(middle(w), w.open) for w in f.windows]) for f in runs],
                 [(middle(w), world.needed(o)) for w, o in zip(longest.windows, longest.optima)], "needed")
    figure.write(file, [f.optimizer for f in runs])
