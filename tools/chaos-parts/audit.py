# SPDX-License-Identifier: Apache-2.0
"""Holds the journal against what the server says, what the database has and what lies on the storages."""
import collections
import time
import urllib.parse
import zlib

from load import FINAL, Away, Client

SAMPLES = 5


class Audit:
    def __init__(self, say):
        self.say = say
        self.lines = []
        self.passed = 0
        self.failed = 0

    def check(self, name, bad, total=None, note=""):
        """One line of the table; bad is a list of what is wrong."""
        if bad:
            self.failed += 1
        else:
            self.passed += 1
        of = "" if total is None else f" of {total}"
        self.lines.append(f"{'FAILED' if bad else 'ok':7} {name}: {len(bad)}{of}{'  ' + note if note else ''}")
        for text in bad[:SAMPLES]:
            self.lines.append(f"          {text}")
        if len(bad) > SAMPLES:
            self.lines.append(f"          and {len(bad) - SAMPLES} more")

    def note(self, text):
        self.lines.append(f"        {text}")


def await_end(server, journal, seconds, say):
    """Waits until all accepted jobs are over; returns what the server says of each, and how long it took."""
    client = Client(server)
    started = time.monotonic()
    ids = {e["id"]: e for e in journal.jobs.values() if e["id"]}
    known, missing = {}, {}
    while True:
        waiting = [i for i in ids if known.get(i, {}).get("job_state") not in FINAL]
        missing = {}
        for at in range(0, len(waiting), 100):
            some = waiting[at:at + 100]
            try:
                status, answer, _ = client.request("GET", "/jobs/" + ",".join(some))
            except Away:
                break
            if status >= 500 or not isinstance(answer, (list, dict)):
                break
            for job in answer if isinstance(answer, list) else [answer]:
                if job.get("job_state"):
                    known[job["job_id"]] = job
                else:
                    missing[job.get("job_id")] = job
        waiting = [i for i in ids if known.get(i, {}).get("job_state") not in FINAL]
        if len(waiting) <= len(missing) or time.monotonic() - started > seconds:
            return known, missing, time.monotonic() - started
        time.sleep(1)


def files_of(client, job):
    for _ in range(5):
        try:
            status, answer, _ = client.request("GET", f"/jobs/{job}/files")
            if status == 200:
                return answer
        except Away:
            pass
        time.sleep(0.5)
    return []


def audit(run, audit_, known, missing, waited):
    """All checks; run holds journal, store, server, database and the like."""
    journal, store = run.journal, run.store
    entries = list(journal.jobs.values())
    accepted = [e for e in entries if e["id"]]
    unknown = [e for e in entries if e["state"] == "unknown"]
    kinds = collections.Counter(e["kind"] for e in accepted)
    audit_.note(f"{len(accepted)} jobs accepted with {sum(len(e['files']) for e in accepted)} files ("
                + ", ".join(f"{n} {k}" for k, n in sorted(kinds.items())) + f"), {len(unknown)} of unknown outcome, "
                f"{len(journal.cancels)} cancelled; answers {dict(sorted(journal.answers.items()))}")
    audit_.check("accepted and lost (REST)", [f"{i}: {m}" for i, m in missing.items()], len(accepted))
    stuck = [f"{e['id']} ({e['kind']}): {known.get(e['id'], {}).get('job_state')}" for e in accepted
             if e["id"] not in missing and known.get(e["id"], {}).get("job_state") not in FINAL]
    if stuck:
        client = Client(run.server)
        for i, text in enumerate(stuck[:SAMPLES]):
            stuck[i] = text + " " + "; ".join(f"{f['file_id']} {f['file_state']} {f.get('reason') or ''}" for f in files_of(client, text.split()[0])
                                              if f["file_state"] not in FINAL)[:300]
    audit_.check(f"stuck {waited:.0f} s after the load", stuck, len(accepted))

    check_database(run, audit_, entries, accepted, unknown, kinds)
    check_outcomes(run, audit_, accepted, known)
    check_storages(run, audit_, entries, known)

    audit_.check("status 500, or 503 without Retry-After", journal.bad_answers, sum(journal.answers.values()))
    audit_.check("health not truthful", run.health_wrong, run.health_checked, "(faults looked at)")
    audit_.check("the server ended by itself", run.died)
    audit_.check("configuration that was acknowledged and is gone", limits_gone(run), len(run.load.limits))
    audit_.check("defects in the server's log", run.defects_in_log())
    audit_.check("trouble of the suite itself", run.load.defects)


def check_database(run, audit_, entries, accepted, unknown, kinds):
    rows = run.query.rows(run.database, "select j.id, j.state, j.total, j.finished, j.failed, j.canceled, j.metadata, j.type from job j")
    jobs = {r[0]: r for r in rows}
    transfers = run.query.rows(run.database, "select job_id, state, metadata, id, case when dirty then 1 else 0 end from transfer"
                               if run.has_dirty else "select job_id, state, metadata, id, 0 from transfer")
    by_job = collections.defaultdict(list)
    for t in transfers:
        by_job[t[0]].append(t)
    audit_.check("accepted and lost (database)", [e["id"] for e in accepted if e["id"] not in jobs], len(accepted))
    tokens = collections.Counter()
    for job in rows:
        metadata = job[6] + " ".join(t[2] for t in by_job[job[0]][:1])
        for part in metadata.split('"token":')[1:2]:
            tokens[part.strip(' "')[:32]] += 1
    audit_.check("taken twice", [f"{token}: {n} jobs" for token, n in tokens.items() if n > 1], len(entries))
    counts = {e["token"]: e for e in unknown}
    part, whole = [], 0
    for job in rows:
        found = job[6] + " ".join(t[2] for t in by_job[job[0]])
        for token, e in counts.items():
            if token in found:
                whole += 1
                if e["kind"] != "sources" and len(by_job[job[0]]) != len(e["files"]):
                    part.append(f"{job[0]}: {len(by_job[job[0]])} of {len(e['files'])} files")
                if job[1] not in FINAL:
                    part.append(f"{job[0]}: stored with unknown outcome, and {job[1]}")
    audit_.check("of unknown outcome, stored in part or stuck", part, len(unknown), f"({whole} whole, {len(unknown) - whole} not at all)")
    wrong = []
    for job in rows:
        if job[7] == "R" or job[1] not in FINAL:
            continue
        states = collections.Counter(t[1] for t in by_job[job[0]])
        told = dict(zip(("FINISHED", "FAILED", "CANCELED"), map(int, job[3:6])))
        if any(told[s] != states[s] for s in told) or int(job[2]) != len(by_job[job[0]]):
            wrong.append(f"{job[0]} type {job[7]} {job[1]}: {told} of {job[2]}, its files {dict(states)}")
    audit_.check("job counters that differ from the files", wrong, len(rows))


def check_outcomes(run, audit_, accepted, known):
    """What each job had to come to."""
    client = Client(run.server)
    wrong, broken_promises, excused = [], [], 0
    for e in accepted:
        state = known.get(e["id"], {}).get("job_state")
        if state not in FINAL:
            continue
        cancel = e.get("cancel")
        if cancel in FINAL and cancel != state and not (cancel == "CANCELED" and state in ("FINISHEDDIRTY",)):
            broken_promises.append(f"{e['id']}: the answer said {cancel}, it is {state}")
        if cancel:
            continue
        expected = "FAILED" if any(f["expect"] == "FAILED" for f in e["files"]) else "FINISHED"
        if state != expected:
            reasons = "; ".join(f"{f['file_state']} {f.get('reason') or ''}" for f in files_of(client, e["id"]) if f["file_state"] != "FINISHED")[:400]
            if run.excuses(e, state, reasons):
                excused += 1
            else:
                wrong.append(f"{e['id']} ({e['kind']}): {state}, not {expected}: {reasons}")
    audit_.check("wrong outcome", wrong, len(accepted), f"({excused} failed for a fault of a storage)" if excused else "")
    audit_.check("cancelled in the answer, not afterwards", broken_promises, len(run.journal.cancels))


def check_storages(run, audit_, entries, known):
    store = run.store
    missing, order = [], []
    owned = {}
    for e in entries:
        for f in e["files"]:
            owned.setdefault((f["to"], f["path"]), []).append((e, f))
    finished = 0
    for e in entries:
        if known.get(e["id"], {}).get("job_state") != "FINISHED" or e.get("replaced"):
            continue
        for f in e["files"]:
            if f.get("is_hop"):
                continue
            finished += 1
            file = store.find(f["to"], f["path"])
            if file is None or not file.whole or len(file.data) != f["size"] or f"{zlib.adler32(file.data):08x}" != f["adler32"]:
                there = "nothing" if file is None else f"{len(file.data)} bytes, {zlib.adler32(file.data):08x}"
                missing.append(f"{e['id']} ({e['kind']}) {f['destination']}: {there}, not {f['size']} bytes, {f['adler32']}")
        for f in e["files"]:
            for before in f.get("after", []):
                b = e["files"][before]
                ended, began = store.first_whole.get((b["to"], b["path"])), store.first_write.get((f["to"], f["path"]))
                if ended and began and began < ended:
                    order.append(f"{e['id']}: {f['path']} began {ended - began:.3f} s before its predecessor was whole")
    audit_.check("finished, but not whole at the destination", missing, finished)
    audit_.check("DAG order broken", order)
    partial, left = [], []
    for (storage, path), file in list(store.files.items()):
        if file.owner != "tcn":
            continue
        what = owned.get((storage, path), [])
        states = [known.get(e["id"], {}).get("job_state") for e, _ in what]
        told = run.is_listed_leftover(storage, path)
        text = f"{storage}{path} {len(file.data)} bytes, job {[e['id'] for e, _ in what]} {states}"
        if not file.whole and not told:
            partial.append(text)
        elif file.whole and what and all(s in ("CANCELED", "FAILED") for s in states) and not told \
                and all(e["kind"] not in ("dag", "bulk", "multihop") for e, _ in what):
            left.append(text)
    audit_.check("partial files left and not listed", partial, sum(f.owner == "tcn" for f in store.files.values()))
    audit_.check("whole files of cancelled or failed transfers left and not listed", left)
    by_kind = collections.defaultdict(list)
    for kind, text in store.violations:
        by_kind[kind].append(text)
    audit_.check("files of others removed or written over", by_kind["foreign"], sum(f.owner == "tool" for f in store.files.values()))
    audit_.check("two writers at a time", by_kind["overlap"])
    twice = sum(1 for key, n in store.whole_writes.items() if n > max(1, len(owned.get(key, []))))
    audit_.note(f"storages: {dict(store.counts)}; {twice} files were written whole more often than jobs asked for them"
                + (f"; faults {dict(store.injected)}" if store.injected else ""))


def limits_gone(run):
    if not run.load.limits:
        return []
    status, answer, _ = Client(run.server).request("GET", "/tcn/v1/endpoint-limits")
    if status != 200:
        return [f"GET /tcn/v1/endpoint-limits: {status}"]
    rows = answer if isinstance(answer, list) else answer.get("endpointLimits") or answer.get("limits") or []
    found = {urllib.parse.urlsplit(r["endpoint"]).netloc: r.get("maxInbound") for r in rows}
    return [f"{storage}: {most} was acknowledged, {found.get(urllib.parse.urlsplit(storage).netloc)} is there"
            for storage, most in run.load.limits.items() if found.get(urllib.parse.urlsplit(storage).netloc) != most]
