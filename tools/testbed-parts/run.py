# SPDX-License-Identifier: Apache-2.0
"""One run: a fresh server with one optimizer and one map, queues that never run dry, and what was seen, once a second."""
import ctypes
import json
import os
import pathlib
import socket
import subprocess
import sys
import threading
import time

import load
import system
import world as worlds

PARTS = pathlib.Path(__file__).resolve().parent
CLONE_NEWNET = 0x40000000
KEEP_FINISHED = 45  # seconds that a copied file stays, so that its checksum can be asked for
QUEUE = 40  # transfers that wait in each pipe at the least
# Not optimizers, but what one would decide that knew everything from the start: connections more than the optimum needs.
CONSTANT = {"constant": 0, "constant+1": 1}


class Network:
    """The namespaces, links and storages of one topology; tools/testbed-parts/network makes them."""

    def __init__(self, world, box, prefix, net):
        self.world, self.box, self.prefix = world, box, prefix
        self.environment = {**os.environ, "TB_DIR": str(box), "TB_ID": prefix, "TB_NET": str(net)}

    def call(self, *words):
        done = subprocess.run([str(PARTS / "network"), *map(str, words)], env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        if done.returncode != 0:
            raise system.Trouble(done.stdout.strip() or f"network {words[0]} ended with {done.returncode}")
        return done.stdout

    def up(self):
        self.call("up", self.world.file)
        for direction, bits in self.world.connection_limits():
            self.link(direction, f"flow={bits / 1e6}mbit")
        for site in sorted({p.source for p in self.world.pipes}):
            self.call("files", site, self.world.file_bytes, 4)

    def down(self):
        self.call("down")

    def link(self, direction, *settings):
        answer = self._ask("set", direction, *settings)
        if not answer.startswith("ok"):
            raise system.Trouble(f"link {direction}: {answer.strip()}")

    def _ask(self, *words):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as s:
            s.connect(str(self.box / "linkem.sock"))
            s.sendall(" ".join(words).encode())
            s.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: s.recv(65536), b"")).decode()

    def counters(self):
        """Bytes that each direction of a link has delivered, and packets that it dropped."""
        counted = {}
        for line in self._ask("show").splitlines():
            values = dict(part.split("=", 1) for part in line.split("| ", 1)[1].split())
            counted[line.split()[0]] = [int(values["bytes"]), sum(int(values[k]) for k in ("drop_queue", "drop_flow", "drop_loss"))]
        return counted

    def inside(self, node):
        return Inside(f"/run/netns/{self.prefix}-{node}")

    def folder(self, pipe):
        return self.box / pipe.destination / "data" / pipe.name

    def clear(self):
        """Ends all copies, and removes what was copied."""
        self.call("restart")
        for pipe in self.world.pipes:
            system.remove(self.folder(pipe))


class Inside:
    """This thread in another network namespace, for a while: what it opens meanwhile belongs there."""

    libc = ctypes.CDLL(None, use_errno=True)

    def __init__(self, path):
        self.path = path

    def __enter__(self):
        self.home = os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
        there = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        self._enter(there)
        os.close(there)

    def __exit__(self, *_):
        self._enter(self.home)
        os.close(self.home)

    def _enter(self, descriptor):
        if self.libc.setns(descriptor, CLONE_NEWNET):
            raise system.Trouble(f"namespace {self.path} cannot be entered: {os.strerror(ctypes.get_errno())}")


class Server(system.Server):
    """The server in the control node."""

    def __init__(self, jar, box, network, optimizer, interval, settings, say, fast_start=False):
        self.network, self.optimizer, self.interval = network, optimizer, interval
        super().__init__(jar, box, box / "data", settings, "512m", fast_start, say)
        self.port = 8446

    def like(self, trained):
        """Starts as quickly as the one that was trained for it."""
        self.jar, self.options = trained.jar, trained.options

    def command(self):
        command = ["ip", "netns", "exec", f"{self.network.prefix}-ctl", system.java(), f"-Xmx{self.heap}", *self.options,
                   "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-jar", str(self.jar), "serve",
                   "--data", str(self.data), "--port", str(self.port), "--address", "127.0.0.1", "--interval", self.interval,
                   "--optimizer", self.optimizer, "--trust", str(self.network.box / "ca" / "ca.pem")]
        for key, value in self.settings.items():
            command += ["--set", f"{key}={value}"]
        return command


class Api(load.Client):
    """The server's own interface, from inside the control node."""

    def _request(self, method, path, body):
        with self.server.network.inside("ctl"):
            return super()._request(method, path, body)

    def ask(self, method, path, body=None):
        status, answer, _ = self.request(method, "/tcn/v1" + path, body)
        if status >= 300:
            raise system.Trouble(f"{method} {path} was answered with {status}: {answer}")
        return answer


class StoredBytes:
    """What the storages have got of each pipe: the growth of its files, whatever becomes of them later."""

    def __init__(self, network):
        self.network = network
        self.full = network.world.file_bytes
        self.total = {p: 0 for p in network.world.pipes}
        self.seen = {p: {} for p in network.world.pipes}

    def look(self):
        now = time.time()
        for pipe in self.total:
            files, there = self.seen[pipe], set()
            try:
                entries = list(os.scandir(self.network.folder(pipe)))
            except FileNotFoundError:
                continue
            for entry in entries:
                try:
                    found = entry.stat()
                except FileNotFoundError:
                    continue
                key = (entry.name, found.st_ino)
                there.add(key)
                grown = found.st_size - files.get(key, 0)
                if grown > 0:
                    self.total[pipe] += grown
                    files[key] = found.st_size
                if found.st_size >= self.full and now - found.st_mtime > KEEP_FINISHED:
                    os.unlink(entry.path)
            for key in files.keys() - there:
                del files[key]
        return {p.name: n for p, n in self.total.items()}


class Background:
    """Datagrams at a steady rate from the control node, which nobody answers."""

    def __init__(self, network, node):
        with network.inside("ctl"):
            self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        address = next(line.split()[2] for line in (network.box / "nodes").read_text().splitlines() if line.split()[1] == node)
        self.target, self.bits, self.ended = (address, 9), 0.0, threading.Event()
        threading.Thread(target=self._send, daemon=True).start()

    def _send(self):
        owed, last = 0.0, time.monotonic()
        while not self.ended.wait(0.005):
            now = time.monotonic()
            owed = min(owed + (now - last) * self.bits, self.bits * 0.1)
            last = now
            while owed >= 12000:
                try:
                    self.socket.sendto(b"\0" * 1472, self.target)
                except OSError:
                    pass
                owed -= 12000

    def close(self):
        self.ended.set()
        self.socket.close()


def changes(world, seconds):
    """What happens during a run with --changes: (second, words, settings of links, background in bit/s)."""
    core = world.background[1]
    link = core.split(":")[0]
    full = world.links[link][2]
    return [(0.20 * seconds, "rate halved", {core: f"rate={full / 2e6}mbit"}, 0.0, {core: full / 2}),
            (0.40 * seconds, "rate given back", {core: f"rate={full / 1e6}mbit"}, 0.0, {}),
            (0.55 * seconds, "loss 0.5 %", {core: "loss=0.5"}, 0.0, {}),
            (0.70 * seconds, "no loss", {core: "loss=0"}, 0.0, {}),
            (0.80 * seconds, "background", {}, world.background[2], world.with_background())]


class Run:
    """A run and its series: one line of JSON a second in series.jsonl."""

    def __init__(self, network, trained, folder, optimizer, kind, options, say):
        self.network, self.world, self.folder = network, network.world, folder
        self.optimizer, self.kind, self.options, self.say = optimizer, kind, options, say
        self.numbers = {p: 0 for p in self.world.pipes}
        folder.mkdir(parents=True, exist_ok=True)
        settings = {"tcn.control.seed": str(options.seed), "tcn.transfer-log.keep": "0",
                    **dict(part.split("=", 1) for part in options.set)}
        if kind != "none":
            (folder / "map.json").write_text(json.dumps(self.world.topology(kind), indent=1))
            settings["tcn.topology.file"] = str(folder / "map.json")
        self.server = Server(trained.jar, folder, network, "tcn" if optimizer in CONSTANT else optimizer, options.interval, settings, say)
        self.server.like(trained)
        self.api = Api(self.server, timeout=20)

    def go(self):
        background = None
        system.remove(self.server.data)
        self.server.log.unlink(missing_ok=True)
        try:
            self.server.start()
            self._declare()
            if self.options.changes:
                background = Background(self.network, self.world.background[0])
            with open(self.folder / "series.jsonl", "w", buffering=1) as out:
                self._watch(out, background)
        finally:
            self.api.close()
            if background:
                background.close()
            if self.server.is_alive():
                self.server.kill()  # nothing of it is needed any more; the storages end its copies below
            system.remove(self.server.data)
            for direction in self.world.core:
                bits = self.world.links[direction.split(":")[0]][2]
                self.network.link(direction, f"rate={bits / 1e6}mbit", "loss=0")
            self.network.clear()

    def _declare(self):
        ask = self.api.ask
        for user in sorted({p.user for p in self.world.pipes}):
            ask("POST", "/users", {"id": user, "dns": []})
        fixed = self.world.constant(self.kind, CONSTANT[self.optimizer]) if self.optimizer in CONSTANT else {}
        for p in self.world.pipes:
            ask("POST", "/pipes", {"id": p.name, "source": worlds.url(p.source), "destination": worlds.url(p.destination),
                                   "user": p.user, "minConnections": fixed.get(p, 1), "maxConnections": fixed.get(p, self.world.most)})
        places = "all-storages" if self.kind == "none" else "all-links"
        for user, bits in self.world.bounds.items():
            ask("PUT", "/rc", {"user": user, "resourceSet": places, "boundBps": bits})
        until = time.monotonic() + 30
        while self._lacks():
            if time.monotonic() > until:
                raise system.Trouble(f"the server is not ready for the load: {self._lacks()}")
            time.sleep(0.5)
        self._fill({p.name: 0 for p in self.world.pipes})

    def _newcomer(self, number):
        """A pipe of somebody else in another part of the network, with nothing to do; its name is between the others."""
        user = f"apart{number:03d}"
        self.api.ask("POST", "/users", {"id": user, "dns": []})
        source, destination = (worlds.url(site) for site in worlds.ELSEWHERE)
        self.api.ask("POST", "/pipes", {"id": user, "source": source, "destination": destination, "user": user,
                                        "minConnections": 1, "maxConnections": self.world.most})

    def _lacks(self):
        """What the server does not know yet: paths of pipes, and the resources that bounds hold on."""
        ask = self.api.ask
        unknown = [p for p in ask("GET", "/map/pipes") if p["state"] != "MAPPED"] if self.kind != "none" else []
        return unknown + [w for control in ask("GET", "/rc") for w in control.get("warnings", [])]

    def _fill(self, queued):
        """Keeps the queues from running dry."""
        more = []
        for p in self.world.pipes:
            for _ in range(max(0, 2 * QUEUE - queued[p.name]) if queued[p.name] < QUEUE else 0):
                self.numbers[p] += 1
                more.append({"source": f"{worlds.url(p.source)}/f/{self.numbers[p] % 4 + 1}",
                             "destination": f"{worlds.url(p.destination)}/{p.name}/{self.numbers[p]}"})
        by_user = {}
        for t in more:
            by_user.setdefault(t["destination"].split("/")[3].split("-")[0], []).append(t)
        for user, transfers in by_user.items():
            self.api.ask("POST", "/transfers", {"user": user, "transfers": transfers})

    def _watch(self, out, background):
        stored = StoredBytes(self.network)
        todo = changes(self.world, self.options.seconds) if self.options.changes else []
        begin = time.monotonic()
        interval = self.options.interval_seconds
        words = {}
        control_at = 0.0
        newcomers = 0
        tick = 0
        while True:
            now = time.monotonic() - begin
            line = {"t": round(now, 3), "stored": stored.look(), "links": self.network.counters(), "pipes": {}}
            while todo and now >= todo[0][0]:
                _, text, links, bits, changed = todo.pop(0)
                for direction, setting in links.items():
                    self.network.link(direction, setting)
                background.bits = bits
                line["event"] = {"text": text, "changed": changed}
            try:
                if now >= (newcomers + 1) * self.options.newcomer_seconds:
                    newcomers += 1
                    self._newcomer(newcomers)
                pipes = self.api.ask("GET", "/pipes")
                line["api"] = round(time.monotonic() - begin, 3)
                for p in pipes:
                    kept = {k: p.get(k) for k in ("connections", "realConnections", "activeConnections", "throughputBps",
                                                  "movedBytes", "held", "queuedTransfers", "finishedTransfers", "failedAttempts", "failedTransfers")}
                    if p.get("rationale") != words.get(p["id"]):
                        words[p["id"]] = kept["rationale"] = p.get("rationale")
                    line["pipes"][p["id"]] = kept
                if now >= control_at:
                    line["control"] = self.api.ask("GET", "/control")
                    control_at = now + interval
                self._fill({p["id"]: p["queuedTransfers"] for p in pipes})
            except load.Away as e:
                line["away"] = str(e)
                if not self.server.is_alive():
                    raise system.Trouble(f"the server ended: {self.server.tail()}") from e
            print(json.dumps(line, separators=(",", ":")), file=out)
            if now >= self.options.seconds:
                return
            tick += 1
            time.sleep(max(0.0, begin + tick - time.monotonic()))


def complain(text):
    print(f"testbed: {text}", file=sys.stderr)
