# SPDX-License-Identifier: Apache-2.0
"""What the chaos suite runs: the server as a process, the database, a proxy before it, a small disk, Kafka."""
import functools
import glob
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import zipfile

NOBODY = 65534


class Trouble(Exception):
    """The suite itself cannot go on."""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def run(command, env=None, **more):
    home = os.path.dirname(os.path.dirname(java()))
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
                          env={**os.environ, "JAVA_HOME": home, **(env or {})}, **more)
    if done.returncode != 0:
        raise Trouble(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout[-3000:]}")
    return done.stdout


@functools.cache
def java():
    """A Java 25: that of JAVA_HOME, of PATH, or one where the launcher looks too."""
    found = shutil.which("java")
    homes = [os.environ.get("JAVA_HOME"), found and os.path.dirname(os.path.dirname(os.path.realpath(found))),
             *sorted(glob.glob("/usr/lib/jvm/*") + glob.glob("/opt/java/*") + glob.glob(os.path.expanduser("~/.sdkman/candidates/java/*")))]
    for home in filter(None, homes):
        try:
            if 'JAVA_VERSION="25' in pathlib.Path(home, "release").read_text():
                return os.path.join(home, "bin", "java")
        except OSError:
            pass
    raise Trouble("no JDK 25 found: set JAVA_HOME to one")


# ---- the server ----


class Server:
    """The server in a process of its own, that is killed, paused and started again."""

    ready = b"TCN is ready at"

    def __init__(self, jar, box, data, settings, heap, fast_start, say, name="server"):
        self.box = box
        self.name = name
        self.data = data
        self.log = box / f"{name}.log"
        self.port = free_port()
        self.process = None
        self.settings = settings
        self.say = say
        self.heap = heap
        self.starts = 0
        self.options = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
        self.jar = jar
        if fast_start:
            self._train(jar)

    def _train(self, jar):
        """Unpacks the jar and keeps its loaded classes: a start takes a third of the time then."""
        self.say("preparing quick starts")
        run([java(), "-Djarmode=tools", "-jar", str(jar), "extract", "--destination", str(self.box / "app")])
        self.jar = self.box / "app" / jar.name
        cache = self.box / "app.aot"
        self.starts = -1
        self.options.append(f"-XX:AOTCacheOutput={cache}")
        data, self.data = self.data, self.box / "training"
        settings, self.settings = self.settings, {}
        self.start()
        self.process.terminate()
        try:
            self.process.wait(180)  # it writes the cache at its end
        except subprocess.TimeoutExpired:
            self.say("the machine is too busy to prepare quick starts: starts are slow ones")
            self.process.kill()
            self.process.wait()
            cache.unlink(missing_ok=True)
        self.options.pop()
        self.settings, self.data = settings, data
        if cache.exists():
            self.options += [f"-XX:AOTCache={cache}", "-Xlog:aot=off", "-Xlog:cds=off"]

    def next_port(self):
        """Where the next connection of a client goes."""
        return self.port

    def command(self):
        command = [java(), f"-Xmx{self.heap}", *self.options, "--enable-native-access=ALL-UNNAMED",
                   "--sun-misc-unsafe-memory-access=allow", "-jar", str(self.jar), "serve", "--data", str(self.data),
                   "--port", str(self.port), "--address", "127.0.0.1", "--interval", "1s"]
        for key, value in self.settings.items():
            command += ["--set", f"{key}={value}"]
        return command

    def spawn(self):
        self.starts += 1
        self.offset = self.log.stat().st_size if self.log.exists() else 0
        with open(self.log, "ab") as out:
            self.process = subprocess.Popen(self.command(), stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                                            cwd=self.box, start_new_session=True)

    def is_ready(self):
        with open(self.log, "rb") as log:
            log.seek(self.offset)
            return self.ready in log.read()

    def start(self, patience=240):
        self.spawn()
        until = time.monotonic() + patience
        while not self.is_ready():
            if self.process.poll() is not None:
                raise Trouble("the server does not start:\n" + self.tail())
            if time.monotonic() > until:
                raise Trouble("the server is not ready in time:\n" + self.tail())
            time.sleep(0.1)

    def start_until_ready(self, patience=240):
        """As a supervisor does: starts it again and again, for a database may be away."""
        until = time.monotonic() + patience
        while True:
            try:
                self.start(max(10, until - time.monotonic()))
                return
            except Trouble:
                if self.is_alive():
                    self.kill()
                if time.monotonic() > until:
                    raise
                time.sleep(1)

    def dump_threads(self, name):
        """What all threads do, virtual ones too, into a file of the box."""
        file = self.box / name
        file.unlink(missing_ok=True)
        subprocess.run([os.path.join(os.path.dirname(java()), "jcmd"), str(self.process.pid), "Thread.dump_to_file", str(file)],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return file

    def tail(self, lines=15):
        if not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        self.process.kill()
        self.process.wait()

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def stop(self):
        if self.is_alive():
            self.resume()
            self.process.terminate()
            try:
                self.process.wait(90)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


# ---- databases ----


class H2:
    name = "h2"

    def __init__(self, data):
        self.data = data

    def settings(self):
        return {}

    def query_url(self):
        return f"jdbc:h2:file:{self.data}/db/tcn;IFEXISTS=TRUE;ACCESS_MODE_DATA=r", "", ""

    def close(self):
        pass


class Postgres:
    """A private PostgreSQL on a loopback port: the one that is installed, else the one of the tests, by Maven."""

    name = "postgresql"

    def __init__(self, box, disk, root, say, connections=60):
        self.connections = connections
        self.box = box / "pg"
        self.box.mkdir()
        self.disk = disk
        self.bin = self._binaries(root, say)
        self.port = free_port()
        self.data = disk / "pgdata"
        self.data.mkdir()
        self.as_owner = []
        if os.getuid() == 0:
            self.as_owner = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--"]
            for folder in (*box.resolve().parents, *disk.resolve().parents):
                if folder not in (box, disk) and not folder.stat().st_mode & 0o001:
                    raise Trouble(f"PostgreSQL refuses root and runs as nobody, who may not enter {folder}: "
                                  "choose another folder for --keep, one below /tmp for instance")
            for folder in (self.box, self.data):
                os.chown(folder, NOBODY, NOBODY)
        for folder in (box, disk):
            folder.chmod(0o755)
        password = self.box / "password"
        password.write_text("chaos\n")
        password.chmod(0o644)
        run([*self.as_owner, f"{self.bin}/initdb", "-D", str(self.data), "-U", "tcn", f"--pwfile={password}",
             "--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync"], cwd=self.box)
        self.start()
        self.proxy = Proxy(self.port)

    def _binaries(self, root, say):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda p: [int(n) for n in re.findall(r"\d+", p)])
        for folder in reversed(found):
            if os.access(f"{folder}/initdb", os.X_OK) and os.access(f"{folder}/postgres", os.X_OK):
                return folder
        version = re.search(r"<postgres-binaries.version>(.*?)<", (root / "pom.xml").read_text()).group(1)
        machine = {"x86_64": "amd64", "aarch64": "arm64v8"}[os.uname().machine]
        say(f"PostgreSQL {version} from Maven Central")
        run(["mvn", "-B", "-q", "-ntp", "-N", "dependency:copy", f"-DoutputDirectory={self.box}/jar",
             f"-Dartifact=io.zonky.test.postgres:embedded-postgres-binaries-linux-{machine}:{version}"], cwd=root)
        jar = next((self.box / "jar").glob("*.jar"))
        import tarfile  # needed here only
        with zipfile.ZipFile(jar) as packed:
            name = next(n for n in packed.namelist() if n.endswith(".txz"))
            with packed.open(name) as archive, tarfile.open(fileobj=archive, mode="r:xz") as unpacked:
                unpacked.extractall(self.box / "program", filter="fully_trusted")
        return str(self.box / "program" / "bin")

    def start(self, tries=40):
        for left in range(tries - 1, -1, -1):  # after a kill its last children may still be there
            try:
                self._start()
                return
            except Trouble:
                if left == 0:
                    raise
                time.sleep(0.5)

    def _start(self):
        run([*self.as_owner, f"{self.bin}/pg_ctl", "-D", str(self.data), "-l", str(self.box / "log"), "-w", "-t", "120", "-o",
             f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off "
             f"-c max_connections={self.connections} -c shared_buffers=32MB -c max_wal_size=64MB -c min_wal_size=32MB", "start"], cwd=self.box)

    def stop(self, mode="fast"):
        subprocess.run([*self.as_owner, f"{self.bin}/pg_ctl", "-D", str(self.data), "-m", mode, "-w", "stop"],
                       cwd=self.box, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    def kill(self):
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)  # its children see that and end
        time.sleep(0.5)

    def is_up(self):
        return subprocess.run([*self.as_owner, f"{self.bin}/pg_ctl", "-D", str(self.data), "status"], cwd=self.box,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def settings(self):
        return {"spring.datasource.url": f"jdbc:postgresql://127.0.0.1:{self.proxy.port}/postgres",
                "spring.datasource.username": "tcn", "spring.datasource.password": "chaos"}

    def query_url(self):
        return f"jdbc:postgresql://127.0.0.1:{self.port}/postgres", "tcn", "chaos"

    def close(self):
        self.proxy.close()
        self.stop("immediate")


class Proxy:
    """Stands between two that talk: passes bytes, or none, takes no connection, or cuts where it hurts."""

    def __init__(self, target, target_host="127.0.0.1", host="127.0.0.1", port=0):
        self.target = (target_host, target)
        self.hung = False
        self.cut_commits = 0.0  # chance that a connection is cut after PostgreSQL's answer to COMMIT
        self.commits_cut = 0
        self.random = random.Random(1)
        self.lock = threading.Lock()
        self.open = set()
        self.host = host
        self.port = port
        self.allow()

    def allow(self):
        """Takes connections, at first and after `refuse`."""
        self.listener = socket.create_server((self.host, self.port), backlog=100)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def refuse(self):
        """Takes no connection any more, and cuts those that there are."""
        self.listener.shutdown(socket.SHUT_RDWR)  # wakes up who waits for one
        self.listener.close()
        self.cut_all()

    def _accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        try:
            server = socket.create_connection(self.target, timeout=10)
            server.settimeout(None)
        except OSError:
            client.close()
            return
        pair = (client, server)
        with self.lock:
            self.open.add(pair)
        threading.Thread(target=self._pump, args=(client, server, pair, False), daemon=True).start()
        self._pump(server, client, pair, True)

    def _pump(self, source, target, pair, from_server):
        try:
            while True:
                data = source.recv(65536)
                if not data:
                    break
                while self.hung:
                    time.sleep(0.05)
                if from_server and self.cut_commits and b"C\x00\x00\x00\x0bCOMMIT\x00" in data \
                        and self.random.random() < self.cut_commits:
                    self.commits_cut += 1
                    break
                target.sendall(data)
        except OSError:
            pass
        self._close(pair)

    def _close(self, pair):
        with self.lock:
            self.open.discard(pair)
        for end in pair:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def cut_all(self):
        with self.lock:
            pairs = list(self.open)
        for pair in pairs:
            self._close(pair)

    def close(self):
        self.hung = False
        self.listener.close()
        self.cut_all()


class Query:
    """Asks the database when the server is down or, with PostgreSQL, at any time; by the drivers in the server's jar."""

    def __init__(self, jar, box):
        self.drivers = []
        with zipfile.ZipFile(jar) as packed:
            for name in packed.namelist():
                if re.match(r"BOOT-INF/lib/(h2|postgresql)-[^/]*\.jar$", name):
                    self.drivers.append(str(box / "drivers" / os.path.basename(name)))
                    os.makedirs(box / "drivers", exist_ok=True)
                    pathlib.Path(self.drivers[-1]).write_bytes(packed.read(name))
        self.program = pathlib.Path(__file__).parent / "Query.java"

    def rows(self, database, sql):
        url, user, password = database.query_url()
        text = run([java(), "-XX:TieredStopAtLevel=1", "-cp", ":".join(self.drivers), str(self.program), url, user, password, sql])
        return [line.split("\t") for line in text.splitlines()]


# ---- the disk ----


class Disk:
    """A small file system of its own, where root runs the suite; else a plain folder that cannot get full."""

    def __init__(self, box, mebibytes):
        self.folder = box / "disk"
        self.folder.mkdir()
        self.mounted = False
        if os.getuid() == 0 and mebibytes:
            done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m,mode=755", "tcn-chaos", str(self.folder)],
                                  stderr=subprocess.DEVNULL)
            self.mounted = done.returncode == 0

    def fill(self):
        with open(self.folder / "filler", "wb", buffering=0) as filler:
            piece = b"\0" * 65536
            try:
                while True:
                    filler.write(piece)
            except OSError:
                pass
            try:
                while True:
                    filler.write(piece[:512])
            except OSError:
                pass

    def free(self):
        (self.folder / "filler").unlink(missing_ok=True)

    def close(self):
        if self.mounted:
            for _ in range(20):
                if subprocess.run(["umount", str(self.folder)], stderr=subprocess.DEVNULL).returncode == 0:
                    return
                time.sleep(0.3)
            subprocess.run(["umount", "-l", str(self.folder)], stderr=subprocess.DEVNULL)


class Kafka:
    def __init__(self, root, box, listeners=()):
        self.listeners = {"TCN_KAFKA_LISTENERS": ",".join(listeners)}
        home = root / "tcn-api" / "target" / "kafka"
        self.tool = str(root / "tools" / "kafka")
        self.home = str(home if (home / "classpath").exists() else box / "kafka-home")
        self.folder = str(box / "kafka")
        while True:
            self.port = free_port()
            if self.port < 65535:
                break
        self.up = False

    def start(self):
        run([self.tool, "up", self.home, self.folder, str(self.port)], env=self.listeners)
        self.up = True

    def stop(self):
        if self.up:
            run([self.tool, "down", self.folder])
            self.up = False

    def kill(self):
        os.kill(int(pathlib.Path(self.folder, "pid").read_text()), signal.SIGKILL)
        time.sleep(0.3)

    def settings(self):
        return {"tcn.events.kafka.bootstrap-servers": f"127.0.0.1:{self.port}"}


def remove(folder):
    shutil.rmtree(folder, ignore_errors=True)
