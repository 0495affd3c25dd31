# SPDX-License-Identifier: Apache-2.0
"""The load of the chaos suite: clients that submit jobs of all kinds, cancel some, change the configuration, and write
into a journal on disk what they asked for and what they were told."""
import http.client
import json
import random
import ssl
import threading
import time
import uuid
import zlib

KINDS = {  # kind: how often
    "plain": 30, "bulk": 12, "multihop": 8, "sources": 12, "dag": 10, "existing": 5, "overwrite": 6, "missing": 4, "again": 6,
}
CANCELED = 0.12  # of the jobs are cancelled
FINAL = ("FINISHED", "FAILED", "FINISHEDDIRTY", "CANCELED")


class Away(Exception):
    """No answer: what was asked for may have happened or not."""


class NotSent(Exception):
    """Nobody listens: what was asked for has not happened."""


class Client:
    """One connection to the server, made anew when it breaks."""

    def __init__(self, server, timeout=None):
        self.server = server
        self.moves = getattr(server, "is_many", False)  # from server to server, now and then and after each trouble
        self.asked = 0
        self.timeout = timeout or (20 if self.moves else 60)
        self.context = None
        self.connection = None

    def request(self, method, path, body=None, wait=True):
        """Status, parsed answer and headers; Away if the connection broke. Waits for a server that does not listen."""
        while True:
            try:
                return self._request(method, path, body)
            except NotSent as e:
                if not wait:
                    raise Away(str(e)) from e
                time.sleep(0.3)

    def _request(self, method, path, body):
        try:
            if self.context is None:
                pki = self.server.data / "pki"
                self.context = ssl.create_default_context(cafile=str(pki / "ca.pem"))
                self.context.check_hostname = False
                self.context.load_cert_chain(str(pki / "demo-user.pem"), str(pki / "demo-user.key"))
            if self.connection is None:
                connection = http.client.HTTPSConnection("127.0.0.1", self.server.next_port(), timeout=min(self.timeout, 5 if self.moves else 60),
                                                         context=self.context)
                try:
                    connection.connect()
                except OSError as e:
                    raise NotSent(type(e).__name__) from e
                connection.sock.settimeout(self.timeout)
                self.connection = connection
            headers = {"Content-Type": "application/json"} if body is not None else {}
            self.connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = self.connection.getresponse()
            data = answer.read()
            self.asked += 1
            if self.moves and (answer.status in (502, 503) or self.asked % 7 == 0):
                self.close()
            try:
                parsed = json.loads(data) if data else None
            except ValueError:
                parsed = data.decode(errors="replace")
            return answer.status, parsed, answer.headers
        except (OSError, http.client.HTTPException) as e:
            self.close()
            raise Away(type(e).__name__) from e

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None


class Journal:
    """What was asked for, on disk as it happens and in memory for the audit."""

    def __init__(self, file):
        self.out = open(file, "a", buffering=1)
        self.lock = threading.Lock()
        self.jobs = {}  # token -> entry
        self.answers = {}  # status -> count
        self.bad_answers = []
        self.cancels = {}  # job id -> state that the answer told
        self.slowest = 0.0
        self.outages = ()  # further answers that say "not now" or "nobody knows"

    def write(self, **event):
        with self.lock:
            self.out.write(json.dumps({"at": round(time.time(), 3), **event}) + "\n")

    def add(self, entry):
        with self.lock:
            self.jobs[entry["token"]] = entry

    def told(self, what, status, headers, answer):
        with self.lock:
            self.answers[status] = self.answers.get(status, 0) + 1
            if status >= 500 and status not in (503, *self.outages) or status == 503 and not headers.get("Retry-After"):
                self.bad_answers.append(f"{what}: {status}" + (" without Retry-After" if status == 503 else "") + f" {str(answer)[:200]}")


class Load:
    def __init__(self, server, store, storages, journal, jobs, seed, clients, say):
        self.server = server
        self.store = store
        self.storages = storages  # name -> address
        self.journal = journal
        self.jobs = jobs
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.submitted = 0
        self.allowed = 0.0
        self.ended = threading.Event()
        self.numbers = 0
        self.say = say
        self.defects = []
        self.limits = {}  # configuration: what the last acknowledged change said
        self.is_many = getattr(server, "is_many", False)
        self.group = None  # what ids are made of, where clients choose them
        self.again = 0
        self.contents = [self.random.randbytes(self.random.randrange(1000, 300_000)) for _ in range(40)]
        self.threads = [threading.Thread(target=self._work, args=(seed * 1000 + i,), daemon=True) for i in range(clients)]
        self.threads.append(threading.Thread(target=self._change, args=(seed * 1000 + 999,), daemon=True))

    def start(self):
        for thread in self.threads:
            thread.start()

    def allow(self, part):
        """Jobs may be submitted up to this part of all."""
        self.allowed = max(self.allowed, part * self.jobs)

    def finish(self):
        self.allowed = self.jobs
        for thread in self.threads[:-1]:
            thread.join(600)
        self.ended.set()
        self.threads[-1].join(100)

    # ---- what a job is made of ----

    def _number(self):
        with self.lock:
            self.numbers += 1
            return self.numbers

    def _source(self, draw, storage, number):
        data = draw.choice(self.contents)
        path = f"/in/{number}"
        self.store.plant(storage, path, data)
        return self.storages[storage] + path, data

    def _pair(self, draw):
        return draw.sample(sorted(self.storages), 2)

    def _file(self, draw, to=None):
        """A file that can be copied, with all that the audit needs to know."""
        source, target = self._pair(draw)
        if to is not None:
            target = to
            source = draw.choice([name for name in sorted(self.storages) if name != to])
        number = self._number()
        url, data = self._source(draw, source, number)
        path = f"/out/{number % 13}/{number}"
        return {"source": url, "to": target, "path": path, "destination": self.storages[target] + path,
                "size": len(data), "adler32": f"{zlib.adler32(data):08x}", "expect": "FINISHED"}

    def _make(self, draw, kind):
        """The body of a submission, its route and the files that the audit looks for."""
        params = {"retry": 6, "retry_delay": 1, "verify_checksum": draw.choice(["both", "target", "none"])}
        if kind == "dag":
            return self._dag(draw)
        files = [self._file(draw) for _ in range(draw.randrange(3, 8) if kind == "bulk" else 1)]
        first = files[0]
        entries = [{"sources": [f["source"]], "destinations": [f["destination"]]} for f in files]
        if kind == "multihop":
            second = dict(first)
            via = draw.choice([n for n in sorted(self.storages) if n != first["to"]])
            path = f"/out/hop/{self._number()}"
            second["hop"] = self.storages[via] + path
            entries = [{"sources": [first["source"]], "destinations": [second["hop"]]},
                       {"sources": [second["hop"]], "destinations": [first["destination"]]}]
            files = [dict(first, to=via, path=path, destination=second["hop"], is_hop=True), first]
            params["multihop"] = True
        elif kind == "sources":
            others = [self.storages[n] + f"/none/{self._number()}" for n in draw.sample(sorted(self.storages), 2) if n != first["to"]]
            entries[0]["sources"] = draw.sample([first["source"], *others], 1 + len(others))
            entries[0]["selection_strategy"] = draw.choice(["orderly", "auto"])
            params["retry"] = 3
        elif kind == "existing":
            self.store.plant(first["to"], first["path"], b"somebody else's " * 50)
            first["expect"] = "FAILED"
            first["foreign"] = True
        elif kind == "overwrite":
            self.store.plant(first["to"], first["path"], b"to be replaced " * 90, may_overwrite=True)
            params["overwrite"] = True
        elif kind == "missing":
            first["expect"] = "FAILED"
            entries[0]["sources"] = [first["source"].replace("/in/", "/none/")]
        # a neighbour that nobody may touch
        if draw.random() < 0.1:
            self.store.plant(first["to"], first["path"] + ".neighbour", b"not yours")
        for entry, file in zip(entries, files):
            if draw.random() < 0.4 and kind not in ("missing", "sources"):
                entry["checksum"] = "ADLER32:" + file["adler32"]
            if draw.random() < 0.5 and kind not in ("missing", "multihop"):
                entry["filesize"] = file["size"]
        return "/jobs", {"files": entries, "params": params}, files

    def _dag(self, draw):
        shape = draw.choice([[[], [0], [1]], [[], [0], [0], [1, 2]], [[], [], [0, 1]]])
        files = [self._file(draw) for _ in shape]
        transfers = []
        for i, after in enumerate(shape):
            files[i]["after"] = after
            if after and draw.random() < 0.5:  # moves on what its predecessor wrote
                before = files[after[0]]
                if before["to"] != files[i]["to"]:
                    files[i].update(source=before["destination"], size=before["size"], adler32=before["adler32"])
            transfers.append({"name": f"t{i}", "source": files[i]["source"], "destination": files[i]["destination"], "retries": 6,
                              "after": [f"t{a}" for a in after]})
        return "/tcn/v1/transfers", {"transfers": transfers}, files

    # ---- submitting ----

    def _work(self, seed):
        draw = random.Random(seed)
        client = Client(self.server)
        while True:
            with self.lock:
                if self.submitted >= self.jobs:
                    return
                turn = self.submitted < self.allowed
                self.submitted += turn
            if not turn:
                time.sleep(0.1)
                continue
            try:
                self._one(draw, client)
            except Exception as e:  # a defect of the suite: told at the end
                self.defects.append(f"{type(e).__name__}: {e}")
                raise

    def _one(self, draw, client):
        kind = draw.choices(list(KINDS), KINDS.values())[0]
        again = kind == "again"
        route, body, files = self._make(draw, "plain" if again else kind)
        entry = self._submit(client, kind, route, body, files)
        if entry.get("id") and (again or draw.random() < CANCELED):
            time.sleep(draw.choice([0, 0.05, 0.3, 1, 3]))
            self._cancel(client, entry)
            if again:  # another file to the same place, at once
                last = files[0]
                next_file = self._file(draw, to=last["to"])
                next_file.update(path=last["path"], destination=last["destination"], again=True)
                body = {"files": [{"sources": [next_file["source"]], "destinations": [next_file["destination"]]}],
                        "params": {"retry": 6, "retry_delay": 1, "overwrite": True}}
                entry["replaced"] = True
                self._submit(client, "next", "/jobs", body, [next_file])
        time.sleep(draw.random() * 0.1)

    def _submit(self, client, kind, route, body, files):
        token = uuid.uuid4().hex
        chosen = None
        if route == "/jobs":
            body["params"]["job_metadata"] = {"token": token}
            if self.is_many:
                body["params"]["priority"] = int(token[0], 16) % 5 + 1
                if int(token[1], 16) % 2:  # such a job may be submitted again until an answer comes
                    body["params"].update(id_generator="deterministic", sid=token)
                    chosen = str(uuid.uuid5(self.group, token))
        else:
            for transfer in body["transfers"]:
                transfer["metadata"] = {"token": token}
        entry = {"token": token, "kind": kind, "files": files, "state": "asked", "id": None, "at": time.time()}
        self.journal.add(entry)
        self.journal.write(event="submit", kind=kind, token=token, body=body)
        started = time.monotonic()
        try:
            status, answer, headers = self._post(client, route, body, chosen)
        except Away as e:
            entry["state"] = "unknown"
            self.journal.write(event="unknown", token=token, why=str(e))
            time.sleep(0.5)
            return entry
        self.journal.slowest = max(self.journal.slowest, time.monotonic() - started)
        self.journal.told("submission", status, headers, answer)
        if status in (200, 201) and isinstance(answer, dict):
            entry["id"] = answer.get("job_id") or answer.get("jobId")
            entry["state"] = "accepted"
            if "transfers" in answer:
                entry["ids"] = [t["id"] for t in answer["transfers"]]
        elif status >= 500 or status in (408, 429):  # 408: the server stood still while the request came in
            entry["state"] = "unknown" if status >= 500 else "refused"
            time.sleep(1)
        else:
            entry["state"] = "refused"
            self.defects.append(f"a {kind} job was refused: {status} {str(answer)[:300]}")
        self.journal.write(event=entry["state"], token=token, id=entry["id"], status=status)
        return entry

    def _post(self, client, route, body, chosen):
        """Where the client has chosen the id, it asks one server after the other until it knows; 409: one before has taken it."""
        until = time.monotonic() + 120
        while True:
            try:
                status, answer, headers = client.request("POST", route, body)
                if chosen is None or status not in (409, 502, 503) or status != 409 and time.monotonic() > until:
                    return status, answer, headers
                if status == 409:
                    return 200, {"job_id": chosen}, headers
                self.journal.told("submission", status, headers, answer)
            except Away:
                if chosen is None or time.monotonic() > until:
                    raise
            self.again += 1
            time.sleep(0.5)

    def _cancel(self, client, entry):
        self.journal.write(event="cancel", id=entry["id"])
        entry["cancel"] = "unknown"
        try:
            status, answer, headers = client.request("DELETE", f"/jobs/{entry['id']}")
        except Away:
            time.sleep(0.5)
            return
        self.journal.told("cancel", status, headers, answer)
        if status == 200:
            entry["cancel"] = answer["job_state"]
            self.journal.cancels[entry["id"]] = answer["job_state"]
        self.journal.write(event="canceled", id=entry["id"], status=status, state=entry["cancel"])

    # ---- changes of the configuration and of bans ----

    def _change(self, seed):
        draw = random.Random(seed)
        client = Client(self.server)
        while not self.ended.wait(draw.uniform(0.5, 3)):
            storage = draw.choice(sorted(self.storages.values()))
            try:
                if draw.random() < 0.5:
                    most = draw.randrange(20, 60)
                    known = self.limits.pop(storage, None)  # unknown until it is acknowledged
                    status, answer, headers = client.request("PUT", "/tcn/v1/endpoint-limits", {"endpoint": storage, "maxInbound": most})
                    self.journal.told("limit", status, headers, answer)
                    if status // 100 == 2:
                        self.limits[storage] = most
                    elif status < 500 and known is not None:
                        self.limits[storage] = known
                else:
                    se = storage.rsplit(":", 1)[0]
                    self.journal.write(event="ban", se=se)
                    answer = client.request("POST", "/ban/se", {"storage": se, "status": "wait", "allow_submit": True})
                    self.journal.told("ban", answer[0], answer[2], answer[1])
                    self.ended.wait(draw.uniform(0.2, 2))
                    self._unban(client, se)
            except Away:
                time.sleep(0.5)
        self.unban_all()

    def _unban(self, client, se):
        for _ in range(100):
            try:
                status, answer, headers = client.request("DELETE", f"/ban/se?storage={se}")
                self.journal.told("unban", status, headers, answer)
                if status == 204:
                    self.journal.write(event="unban", se=se)
                    return
            except Away:
                pass
            time.sleep(0.5)
        self.defects.append(f"the ban of {se} cannot be ended")

    def unban_all(self):
        client = Client(self.server)
        for storage in self.storages.values():
            self._unban(client, storage.rsplit(":", 1)[0])
