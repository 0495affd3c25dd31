# SPDX-License-Identifier: Apache-2.0
"""Several servers and agents on one PostgreSQL and one Kafka: what runs, what is broken, and what is asked at the end."""
import secrets
import shutil
import socket
import statistics
import threading
import time
import uuid

import load
import storage
import system

LEASE, LOST_AFTER = 8, 12  # s: of a server's lead, and until a silent agent is taken for dead
LEADS_AGAIN = 90  # s, at most, until somebody leads and is well after a fault
FAULTS = {
    "kill": "kill -9 of a server that does not lead, and a start",
    "leader-kill": "kill -9 of the server that leads",
    "pause": "a server that does not lead stands still (SIGSTOP) for 30 to 120 s, while all else goes on",
    "leader-pause": "the server that leads stands still for so long",
    "handover": "the lead is handed over",
    "agent-kill": "kill -9 of an agent, and a start",
    "agent-pause": "an agent stands still for 30 to 120 s",
    "agent-stop": "an agent is told to stop, and started",
    "net-db": "one server gets no byte from or to PostgreSQL for 10 to 40 s",
    "net-kafka": "one server or agent none from or to Kafka",
    "net-peer": "one server none from those that pass requests on to it",
    "net-storage": "one agent reaches one storage no more for 10 to 40 s, the other agents and servers do",
    "net-cut": "all connections of one server or agent to PostgreSQL and Kafka cut",
    "kafka": "Kafka stopped for 5 to 30 s",
    "kafka-kill": "kill -9 of Kafka, and a start",
}


class Cluster:
    """All servers, for who asks any of them."""

    is_many = True

    def __init__(self, servers):
        self.servers = servers
        self.data = servers[0].data
        self.turn = 0

    def next_port(self):
        self.turn += 1
        return self.servers[self.turn % len(self.servers)].port


class Member(system.Server):
    """A server or an agent with proxies before what it uses, and what is known of it."""

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.proxies = {}
        self.ways = {}  # to storages, of an agent
        self.paused = False
        self.trouble_until = 0.0  # it may end by itself until then
        self.starting = False
        self.role = self.status = self.health = None
        self.seen = 0.0

    def excuse(self, seconds):
        self.trouble_until = max(self.trouble_until, time.monotonic() + seconds)

    @property
    def works(self):
        return self.is_alive() and not self.paused and not self.starting


class Agent(Member):
    ready = b"may work"

    def command(self):
        command = [system.java(), "-Xmx160m", *self.options, "--enable-native-access=ALL-UNNAMED", "-jar", str(self.jar), "agent"]
        for key, value in self.settings.items():
            command += ["--set", f"{key}={value}"]
        return command


class Many:
    """What is different from a run with one server; put before the class of such a run."""

    def prepare(self):
        given = self.given
        root = self.root
        jar = self.find_jar()
        self.disk = system.Disk(self.box, 0)
        self.closers.append(self.disk.close)
        self.database = system.Postgres(self.box, self.disk.folder, root, self.say, 40 + 20 * given.servers)
        self.closers.append(self.database.close)
        self.store = storage.Store(given.seed, self.say, self.box / "storages.log")
        names = [f"server-{i + 1}" for i in range(given.servers)] + [f"agent-{i + 1}" for i in range(given.agents)]
        ports = {name: system.free_port() for name in names}
        kafka_proxies = {name: system.Proxy(port) for name, port in ports.items()}
        self.kafka = system.Kafka(root, self.box, [f"{n.replace('-', '').upper()}:{ports[n]}:{kafka_proxies[n].port}" for n in names])
        self.closers.append(self.kafka.stop)
        self.kafka.start()
        addresses = self.start_storages()
        if "net-storage" in given.faults:
            addresses = self.name_storages()
        self.query = system.Query(jar, self.box)
        key = self.box / "agents.key"
        key.write_bytes(secrets.token_bytes(32))
        self.restarts, self.takeovers, self.background, self.last_pause = [], {}, [], -1e9
        self.members, self.servers, self.agents = [], [], []
        own = dict(part.split("=", 1) for part in given.set)
        common = {"tcn.agent.cancel-grace": "2s", "tcn.agent.stall-timeout": "20s", "tcn.agent.allow-own-addresses": "true"}
        for i in range(given.servers):
            name = names[i]
            proxies = {"db": system.Proxy(self.database.port), "kafka": kafka_proxies[name]}
            brokers = f"127.0.0.1:{proxies['kafka'].port}"
            settings = {**common, **self.database.settings(), "spring.datasource.url": f"jdbc:postgresql://127.0.0.1:{proxies['db'].port}/postgres",
                        "tcn.pipes.min-connections": "8", "tcn.pipes.max-connections": "24", "tcn.cluster.enabled": "true",
                        "tcn.cluster.lease": f"{LEASE}s", "tcn.agents.enabled": "true", "tcn.agents.brokers": brokers,
                        "tcn.agents.key-file": str(key), "tcn.agents.lost-after": f"{LOST_AFTER}s",
                        "tcn.events.kafka.bootstrap-servers": brokers}
            data = self.disk.folder / name
            server = Member(jar, self.box, data, {}, given.heap, i == 0 and given.each >= 2, self.say, name=name)
            proxies["peer"] = system.Proxy(server.port)
            server.proxies = proxies
            server.settings = {**settings, "tcn.cluster.address": f"https://127.0.0.1:{proxies['peer'].port}", **own}
            if i:
                shutil.copytree(self.servers[0].data / "pki", data / "pki")
                server.jar = self.servers[0].jar
            else:
                self.java_options = server.options
            server.options = [*self.java_options, *self.names_for(server)]
            self.add(server, self.servers)
            server.start()
            self.say(f"{name} is ready")
        for i in range(given.agents):
            name = names[given.servers + i]
            proxies = {"kafka": kafka_proxies[name]}
            settings = {**common, "tcn.agents.brokers": f"127.0.0.1:{proxies['kafka'].port}", "tcn.agents.key-file": str(key),
                        "tcn.agents.self.name": name, "tcn.agents.self.lease": f"{LOST_AFTER - 4}s", "tcn.agents.self.beat": "1s",
                        "tcn.agents.self.finish": "1s", "tcn.agents.self.slots": "30"}
            if i % 2:
                settings["tcn.agent.third-party-copy"] = "off"
            agent = Agent(self.servers[0].jar, self.box, self.disk.folder / name, settings, given.heap, False, self.say, name=name)
            agent.options = [*self.java_options, *self.names_for(agent, 10 + i)]
            agent.proxies = proxies
            self.add(agent, self.agents)
            agent.start()
            self.say(f"{name} is ready")
        self.server = Cluster(self.servers)
        self.store.may_be_silent = self.somebody_stood_still
        self.journal = load.Journal(self.box / "journal.jsonl")
        self.journal.outages = (502,)
        self.load = load.Load(self.server, self.store, addresses, self.journal, given.jobs, given.seed, given.clients, self.say)
        for server in self.servers:
            threading.Thread(target=self._watch, args=(server,), daemon=True).start()
        leader = self.await_leader(patience=60)
        client = load.Client(leader)
        self.load.group = uuid.UUID(client.request("GET", "/whoami")[1]["vos_id"][0])
        threading.Thread(target=self._supervise, daemon=True).start()
        self.busy = dict.fromkeys((a.name for a in self.agents), 0)  # how often an agent was seen at work
        threading.Thread(target=self._watch_agents, daemon=True).start()

    def name_storages(self):
        """Storages get names, so that each agent comes to each of them by a way of its own. Returns their addresses."""
        addresses = {}
        for name, (host, port) in self.storage_ends.items():
            storage.NAMES[f"storage-{name}.chaos"] = host
            addresses[name] = f"http://storage-{name}.chaos:{port}"
        return addresses

    def names_for(self, member, net=None):
        """Options of Java by which a process knows the storages' names; with a net, through proxies of its own there."""
        if not storage.NAMES:
            return []
        lines = ["127.0.0.1 localhost", f"127.0.0.1 {socket.gethostname()}"]
        for number, (name, (host, port)) in enumerate(self.storage_ends.items(), start=2):
            if net is not None:
                way = system.Proxy(port, host, f"127.0.{net}.{number}", port)
                self.closers.append(way.close)
                member.ways[name] = way
            lines.append(f"{member.ways[name].host if net is not None else host} storage-{name}.chaos")
        file = self.box / f"hosts-{member.name}"
        file.write_text("\n".join(lines) + "\n")
        return [f"-Djdk.net.hosts.file={file}"]

    def add(self, member, those):
        those.append(member)
        self.members.append(member)
        self.closers.append(member.stop)

    # ---- what is seen ----

    def _watch(self, server):
        client = load.Client(server, timeout=4)
        while not self.stopping.wait(0.25):
            began = time.monotonic()
            try:
                answer = client.request("GET", "/tcn/v1/health", wait=False)[1]
                role, status = answer.get("role"), answer.get("status")
            except Exception:  # it is not there
                answer = role = status = None
            server.role, server.status, server.health, server.seen = role, status, answer, began

    def _watch_agents(self):
        client = load.Client(self.server)
        while not self.stopping.wait(0.5):
            try:
                answer = client.request("GET", "/tcn/v1/agents", wait=False)[1]
                for name in {a["name"] for a in answer["agents"] if a["running"]}:
                    self.busy[name] = self.busy.get(name, 0) + 1
            except Exception:  # nobody leads, or answers
                pass

    def leader(self, but=None, since=0.0):
        """Who leads and says that it is well, but not this process. One that was killed may lead again, as a new process."""
        for server in self.servers:
            if server.process is not but and server.role == "leader" and server.seen >= since and server.status in ("UP", "DEGRADED") and not server.paused:
                return server
        return None

    def await_leader(self, but=None, since=0.0, patience=LEADS_AGAIN):
        until = time.monotonic() + patience
        while time.monotonic() < until:
            found = self.leader(but, since)
            if found:
                return found
            time.sleep(0.05)
        return None

    def takeover(self, cause, old, process, since):
        """How long it took until another process leads and says that it is well."""
        new = self.await_leader(process, since)
        if new is None:
            self.health_wrong.append(f"{cause}: nobody led within {LEADS_AGAIN} s")
            self.say(f"VIOLATION {self.health_wrong[-1]}")
            return "nobody leads"
        took = time.monotonic() - since
        self.takeovers.setdefault(cause, []).append(took)
        return f"{old.name}, {new.name} leads after {took:.1f} s"

    def somebody_stood_still(self):
        return any(m.paused for m in self.members) or time.monotonic() - self.last_pause < 60

    # ---- who ends is started again ----

    def _supervise(self):
        while not self.stopping.wait(0.3):
            for member in self.members:
                if member.is_alive() or member.starting or member.paused:
                    continue
                self.look_at_end(member)
                member.starting = True
                threading.Thread(target=self._start_again, args=(member,), daemon=True).start()

    def look_at_end(self, member):
        code = member.process.returncode
        if code == -9:
            return
        last = [line for line in member.tail(3).splitlines() if line.strip()]
        text = f"{member.name} exit code {code}: {last[-1][:200] if last else ''}"
        self.done["ended by itself"] = self.done.get("ended by itself", 0) + 1
        if time.monotonic() < member.trouble_until:
            self.say(f"{text} (as it should, or may)")
        else:
            self.died.append(text)
            self.say(f"VIOLATION ended without a reason: {text}")

    def _start_again(self, member):
        began = time.monotonic()
        try:
            while not self.stopping.is_set():
                try:
                    member.start_until_ready()
                    self.restarts.append(time.monotonic() - began)
                    return
                except system.Trouble as e:
                    self.say(f"{member.name} does not start: {str(e)[-300:]}")
        finally:
            member.starting = False

    def look_after_server(self):
        pass  # the supervisor does

    def await_others(self, member, those):
        """Another one works beside this one: what all of them together cannot do is not asked for here."""
        until = time.monotonic() + 240
        while time.monotonic() < until:
            if any(m.works and (m.role or m in self.agents) for m in those if m is not member):
                return
            time.sleep(0.2)
        raise system.Trouble(f"beside {member.name} nobody works:\n{member.tail()}")

    def pick(self, those, role=None):
        """One of them that works and has this role, if one is named; waits for it."""
        until = time.monotonic() + 240
        while time.monotonic() < until:
            ready = [m for m in those if m.works and role in (None, m.role)]
            if ready:
                return self.random.choice(ready)
            time.sleep(0.2)
        raise system.Trouble(f"none of {', '.join(m.name for m in those)} works" + (f" as {role}" if role else ""))

    def follower(self):
        return self.pick(self.servers, "follower")

    def leader_now(self):
        found = self.await_leader()
        if found is None:
            raise system.Trouble("nobody leads")
        self.await_others(found, self.servers)
        return self.leader() or found

    # ---- faults ----

    def excuse_all(self, seconds):
        for member in self.members:
            member.excuse(seconds)

    def recovered(self, name, patience=LEADS_AGAIN):
        """Somebody leads again and says that he is well; all of them must at the end."""
        self.health_checked += 1
        began = time.monotonic()
        if self.await_leader(since=began, patience=patience):
            return f"(led after {time.monotonic() - began:.1f} s)"
        self.health_wrong.append(f"{name} is over for {patience} s and nobody leads: { {s.name: s.health for s in self.servers} }")
        self.say(f"VIOLATION {self.health_wrong[-1]}")
        return ""

    def truth(self, seconds, name, must_show):
        time.sleep(seconds)

    def long(self, least, most):
        return self.random.uniform(least, most) * self.given.scale

    def fault_kill(self):
        server = self.follower()
        self.await_others(server, self.servers)
        server.kill()
        return server.name

    def fault_leader_kill(self):
        server = self.leader_now()
        process, since = server.process, time.monotonic()
        server.kill()
        return self.takeover("leader killed", server, process, since)

    def hold(self, member, those):
        """Stops a process; it goes on by itself later, while other things break."""
        self.await_others(member, those)
        seconds = self.long(30, 120)
        member.paused = True
        self.last_pause = time.monotonic()
        led = member.role == "leader"
        member.pause()
        thread = threading.Thread(target=self._let_go, args=(member, seconds, led, time.monotonic()), daemon=True)
        self.background.append(thread)
        thread.start()
        return seconds

    def _let_go(self, member, seconds, led, since):
        while time.monotonic() < since + seconds:
            time.sleep(0.1)
        replaced = led and self.leader(member.process, since) is not None
        self.last_pause = time.monotonic()
        member.excuse(60)
        member.role = None
        pid = member.process
        member.resume()
        member.paused = False
        if replaced:
            try:
                code = pid.wait(15)
                self.say(f"{member.name} wakes up after {seconds:.0f} s and ends with {code}")
                if code not in (5, -9):
                    self.health_wrong.append(f"{member.name} woke up, was replaced, and ended with {code}, not 5")
            except Exception:
                self.health_wrong.append(f"{member.name} led, stood still for {seconds:.0f} s, was replaced and goes on: {member.health}")
                self.say(f"VIOLATION {self.health_wrong[-1]}")

    def fault_pause(self):
        server = self.follower()
        return f"{server.name} {self.hold(server, self.servers):.0f} s"

    def fault_leader_pause(self):
        server = self.leader_now()
        process, since = server.process, time.monotonic()
        seconds = self.hold(server, self.servers)
        if seconds < LEASE + 5:
            return f"{server.name} {seconds:.0f} s {self.recovered('leader-pause')}"
        return f"{seconds:.0f} s {self.takeover('leader stood still', server, process, since)}"

    def fault_handover(self):
        server = self.leader_now()
        process, since = server.process, time.monotonic()
        try:
            status = load.Client(server, timeout=10).request("POST", "/tcn/v1/cluster/handover", {}, wait=False)[0]
        except load.Away as e:
            return str(e)
        if status != 202:
            return f"{server.name} {status}"
        return self.takeover("handed over", server, process, since)

    def fault_agent_kill(self):
        agent = self.pick(self.agents)
        agent.kill()
        return agent.name

    def fault_agent_pause(self):
        agent = self.pick(self.agents)
        return f"{agent.name} {self.hold(agent, [*self.agents, *self.servers]):.0f} s"

    def fault_agent_stop(self):
        agent = self.pick(self.agents)
        agent.excuse(60)
        agent.process.terminate()
        try:
            code = agent.process.wait(40)
            if code:
                self.health_wrong.append(f"{agent.name} was told to stop and ended with {code}")
        except Exception:
            self.health_wrong.append(f"{agent.name} was told to stop and runs after 40 s")
        return agent.name

    def silence(self, member, what):
        seconds = self.long(10, 40)
        member.excuse(seconds + 60)
        must_end = what == "db" and member.role == "leader" and seconds > LEASE + 5
        process, since = member.process, time.monotonic()
        member.proxies[what].hung = True
        text = f"{member.name} {seconds:.0f} s"
        if must_end:
            text += " " + self.takeover("leader cut off from the database", member, process, since)
        time.sleep(max(0, since + seconds - time.monotonic()))
        if must_end and process.poll() is None:
            self.health_wrong.append(f"{member.name} led, hears nothing of the database for {seconds:.0f} s and goes on: {member.health}")
            self.say(f"VIOLATION {self.health_wrong[-1]}")
        member.proxies[what].hung = False
        return f"{text} {self.recovered(what)}"

    def fault_net_db(self):
        server = self.leader_now() if self.random.random() < 0.5 else self.follower()
        self.await_others(server, self.servers)
        return self.silence(server, "db")

    def fault_net_kafka(self):
        return self.silence(self.pick(self.members), "kafka")

    def fault_net_peer(self):
        return self.silence(self.pick(self.servers), "peer")

    def fault_net_storage(self):
        agent = self.pick(self.agents)
        self.await_others(agent, self.agents)
        name, way = self.random.choice(sorted(agent.ways.items()))
        seconds = self.long(10, 40)
        way.refuse()
        time.sleep(seconds)
        way.allow()
        return f"{agent.name} and storage {name} {seconds:.0f} s"

    def fault_net_cut(self):
        member = self.pick(self.members)
        member.excuse(60)
        for proxy in member.proxies.values():
            proxy.cut_all()
        return f"{member.name} {self.recovered('net-cut')}"

    def database_proxies(self):
        return [s.proxies["db"] for s in self.servers]

    def fault_kafka(self):
        seconds = self.given.kafka_away or self.long(5, 30)
        self.kafka.stop()
        time.sleep(seconds)
        self.kafka.start()
        return f"{seconds:.0f} s"

    def fault_kafka_kill(self):
        self.kafka.kill()
        self.kafka.start()
        return ""

    # ---- the end ----

    def all_well(self):
        """Nothing is broken any more: every server must be there and say so within two minutes."""
        for thread in self.background:
            thread.join(300)
        until = time.monotonic() + 120
        self.health_checked += 1
        while time.monotonic() < until:
            now = time.monotonic() - 3
            if all(s.works and s.seen > now and s.status == "UP" for s in self.servers) and sum(s.role == "leader" for s in self.servers) == 1:
                return
            time.sleep(0.3)
        self.health_wrong.append(f"two minutes after the last fault: { {s.name: s.health for s in self.servers} }")
        self.say(f"VIOLATION {self.health_wrong[-1]}")

    def dump(self):
        for server in self.servers:
            server.dump_threads(f"threads-{server.name}.txt")
        return "threads-*.txt"

    def defects_in_log(self):
        return [f"{m.name}: {line[:300]}" for m in self.members for line in m.log.read_text(errors="replace").splitlines() if "a defect of TCN" in line]

    def more_checks(self, book):
        rows = self.query.rows(self.database, "select id, job_id, state from transfer where state not in ('FINISHED', 'FAILED', 'CANCELED')")
        book.check("transfers in the database that are not over", [" ".join(r) for r in rows])
        rows = self.query.rows(self.database, "select epoch from server_lead where epoch <> (select term from server_lease)")
        book.check("terms in the database that differ", [" ".join(r) for r in rows])
        book.check("agents that were never seen at work", [name for name, n in self.busy.items() if not n], len(self.agents))
        book.note(f"agents seen at work, of samples each half second: {self.busy}")
        term = self.query.rows(self.database, "select term from server_lease")[0][0]
        times = [t for those in self.takeovers.values() for t in those]
        for cause, those in [*sorted(self.takeovers.items()), ("all", times)]:
            if those:
                book.note(f"takeovers, {cause}: {len(those)}, p50 {statistics.median(those):.1f} s, max {max(those):.1f} s")
        book.note(f"{term} terms; {len(self.restarts)} restarts of processes; {self.load.again} submissions sent again to another server")
        if storage.NAMES:
            logs = "".join(s.log.read_text(errors="replace") for s in self.servers)
            book.note(f"agents that did not reach a storage, by the servers' logs: {logs.count(' does not reach http')}, reached again: "
                      f"{sum(' reaches http' in line and ' again; it did not ' in line for line in logs.splitlines())}")
        lost = {s.name: s.log.read_text(errors="replace").count("The lease on the lead could not be renewed for") for s in self.servers}
        book.note(f"leases lost for want of an answer: {lost}")
