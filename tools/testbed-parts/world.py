# SPDX-License-Identifier: Apache-2.0
"""What a topology file of the testbed says, what the server is told of it, and the optimum, worked out without TCN."""
import dataclasses
import math

# of a packet of 1500 bytes 1448 are a TCP segment, of a TLS record of 16406 bytes 16384 are the file's
PAYLOAD = 1448 / 1500 * 16384 / 16406
# Two sites and the link between them, in the map only: where newcomers are who share nothing with anybody.
ELSEWHERE = ("e1", "e2")
MOST_CONNECTIONS = 24  # of a pipe, unless the topology says otherwise
MAPS = ("right", "wrong", "none")


def rate(text):
    """Bit/s of 12.5mbit, 1gbit, 800kbit."""
    for unit, factor in (("kbit", 1e3), ("mbit", 1e6), ("gbit", 1e9)):
        if text.endswith(unit):
            return float(text[: -len(unit)]) * factor
    return float(text)


@dataclasses.dataclass(frozen=True)
class Pipe:
    user: str
    source: str
    destination: str

    @property
    def name(self):
        return f"{self.user}-{self.source}-{self.destination}"


class World:
    """A topology file: nodes, links, pipes, the bound of a user, and how wrong a wrong map is."""

    def __init__(self, file):
        self.name = file.name
        self.file = file
        self.routers, self.sites, self.links, self.pipes = [], [], {}, []
        self.wrong, self.core, self.background = {}, [], None
        self.bounds = {}
        self.most = MOST_CONNECTIONS
        for line in file.read_text().splitlines():
            words = line.split()
            if words and not words[0].startswith("#"):
                getattr(self, "_" + words[0])(*words[1:])
        self.per_connection = self.connection * PAYLOAD
        self.paths = {pipe: self._path(pipe.source, pipe.destination) for pipe in self.pipes}

    def _router(self, name):
        self.routers.append(name)

    def _site(self, name):
        self.sites.append(name)

    def _link(self, name, a, b, *more):
        values = dict(part.split("=", 1) for part in more)
        self.links[name] = (a, b, rate(values["rate"]), float(values["rtt"].removesuffix("ms")))

    def _connection(self, text):
        self.connection = rate(text)

    def _file(self, mebibytes):
        self.file_bytes = int(float(mebibytes) * (1 << 20))

    def _most(self, connections):
        self.most = int(connections)

    def _core(self, *directions):
        self.core = list(directions)

    def _pipe(self, *words):
        self.pipes.append(Pipe(*words))

    def _bound(self, user, text):
        self.bounds[user] = rate(text)

    def _wrong(self, link, factor):
        self.wrong[link] = float(factor)

    def _background(self, node, direction, text):
        self.background = (node, direction, rate(text))

    def _path(self, source, destination):
        """Directions of links along the fewest links, as core:ab."""
        way, todo = {source: []}, [source]
        while todo:
            node = todo.pop(0)
            for link, (a, b, _, _) in self.links.items():
                for here, there, direction in ((a, b, "ab"), (b, a, "ba")):
                    if here == node and there not in way:
                        way[there] = [*way[node], f"{link}:{direction}"]
                        todo.append(there)
        return way[destination]

    def with_background(self):
        """What the background leaves of the links on its way, which begins at the first router, bit/s on the wire."""
        node, _, bits = self.background
        return {r: self.links[r.split(":")[0]][2] - bits for r in self._path(self.routers[0], node)}

    def connection_limits(self):
        """What makes a connection carry so much and no more: the flow cap of each site's link, outwards."""
        for link, (a, b, _, _) in self.links.items():
            if a in self.sites:
                yield f"{link}:ab", self.connection
            elif b in self.sites:
                yield f"{link}:ba", self.connection

    def topology(self, kind):
        """The topology file for the server: what an operator knows (or believes) of the links; nothing of flow caps."""
        return {
            "name": f"testbed-{self.name}-{kind}",
            "nodes": [{"id": n, "type": "router"} for n in self.routers]
                     + [{"id": n, "type": "site"} for n in (*self.sites, *ELSEWHERE)],
            "links": [{"id": link, "a": a, "b": b, "latencyMs": rtt / 2,
                       "capacityGbps": bits / 1e9 * (self.wrong.get(link, 1) if kind == "wrong" else 1)}
                      for link, (a, b, bits, rtt) in self.links.items()]
                     + [{"id": "elsewhere", "a": ELSEWHERE[0], "b": ELSEWHERE[1], "latencyMs": 5, "capacityGbps": 1}],
            "sites": [{"id": s, "routers": [s], "endpoints": [url(s)]} for s in (*self.sites, *ELSEWHERE)],
        }

    def bound_rows(self, kind):
        """Where the bounds hold: (user, place, pipes, bit/s). Links where the server has a map, else storages only."""
        rows = []
        for user, limit in self.bounds.items():
            own = [p for p in self.pipes if p.user == user]
            if kind == "none":
                places = {f"read:{p.source}" for p in own} | {f"write:{p.destination}" for p in own}
                uses = lambda p, place: place in (f"read:{p.source}", f"write:{p.destination}")  # noqa: E731
            else:
                places = {r for p in own for r in self.paths[p]}
                uses = lambda p, place: place in self.paths[p]  # noqa: E731
            rows += [(user, place, [p for p in own if uses(p, place)], limit) for place in sorted(places)]
        return rows

    def capacities(self, changed=None):
        """Payload of each used direction, bit/s. changed: what is different now, by direction, bit/s on the wire."""
        used = sorted({r for path in self.paths.values() for r in path})
        return {r: (changed or {}).get(r, self.links[r.split(":")[0]][2]) * PAYLOAD for r in used}

    def optimum(self, kind, changed=None):
        """Rates by pipe that maximise the sum of log T within links, bounds and M connections of a pipe."""
        rows = [([p for p in self.pipes if r in self.paths[p]], c) for r, c in self.capacities(changed).items()]
        rows += [(pipes, limit) for _, _, pipes, limit in self.bound_rows(kind)]
        return proportional(self.pipes, rows, self.most * self.per_connection)

    def needed(self, rates):
        """Connections that carry these rates, as a real number."""
        return sum(rates.values()) / self.per_connection

    def constant(self, kind, more):
        """Connections of each pipe that are never changed: as few whole ones as carry its part of the optimum, and more of them."""
        return {p: min(self.most, math.ceil(bits / self.per_connection - 1e-6) + more) for p, bits in self.optimum(kind).items()}


def proportional(pipes, rows, most):
    """Maximises sum of log T_i under sum over a row of T <= its limit, and T_i <= most: prices, one row after the other."""
    prices = [0.0] * len(rows)
    mine = {p: [k for k, (members, _) in enumerate(rows) if p in members] for p in pipes}

    def rate_of(p, row=None, price=0.0):
        paid = sum(price if k == row else prices[k] for k in mine[p])
        return most if paid <= 1 / most else 1 / paid

    for _ in range(20_000):
        before = list(prices)
        for k, (members, limit) in enumerate(rows):
            if sum(rate_of(p, k, 0.0) for p in members) <= limit:
                prices[k] = 0.0
                continue
            low, high = 0.0, len(members) / limit  # at this price even those who pay nowhere else are within the limit
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (middle, high) if sum(rate_of(p, k, middle) for p in members) > limit else (low, middle)
            prices[k] = high
        if max(abs(a - b) for a, b in zip(before, prices)) <= 1e-9 * max(max(prices), 1e-300):
            break
    return {p: rate_of(p) for p in pipes}


def url(site):
    return f"https://{site}.tcn.test:1094"


def evenness(rates, best):
    """Geometric mean of rates over the best ones: 1 at the optimum of the sum of logarithms, 0 if one gets nothing."""
    if any(rates[p] <= 0 for p in best):
        return 0.0
    return math.exp(sum(math.log(rates[p] / best[p]) for p in best) / len(best))
