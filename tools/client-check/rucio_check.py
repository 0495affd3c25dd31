# SPDX-License-Identifier: Apache-2.0
"""Rucio's FTS3Transfertool, without a Rucio database: what it sends, and how its own code takes the answers."""
import datetime
import time
import uuid
from types import SimpleNamespace

import rucio.transfertool.fts3 as fts3
from rucio.common.exception import DuplicateFileTransferSubmission, TransferToolWrongAnswer
from rucio.common.types import InternalAccount, InternalScope
from rucio.db.sqla.constants import RequestState, RequestType

import checks
from checks import ENDPOINT, Here, MIB, SLOW_SIZE

WAYS = ("certificate", "proxy", "token")


class Rse:
    def __init__(self, name, tape=False, **attributes):
        self.name = name
        self.id = name.lower()
        self.tape = tape
        self.attributes = attributes

    def is_tape(self):
        return self.tape

    def is_tape_or_staging_required(self):
        return self.tape


ONE, TWO, SLOW = Rse("ONE", oidc_support=True), Rse("TWO", oidc_support=True), Rse("SLOW", oidc_support=True)
RSES = {"one": ONE, "two": TWO, "slow": SLOW}


def rse_of(file):
    return RSES[file.path.relative_to(checks.BOX).parts[0]]


class Hop:
    """What Rucio's core hands to its transfertool: one hop with its request."""

    def __init__(self, name, sources, copy, size=None, adler32=None, to=None, rule="rule", **attributes):
        first = next((file for file in sources if file.exists), None)
        self.files = {rse_of(file).name + str(n): file for n, file in enumerate(sources)}
        self.sources = [SimpleNamespace(rse=rse_of(file), scheme="davs", url=file.url) for file in sources]
        self.src = self.sources[0]
        self.dst = SimpleNamespace(rse=to or rse_of(copy), scheme="davs")
        self.dest_url = copy.url
        self.rws = SimpleNamespace(
            request_id=f"{name}-{uuid.uuid4().hex[:8]}", scope=InternalScope("user.alice"), name=name,
            activity="User Subscriptions", request_type=RequestType.TRANSFER,
            byte_count=size if size is not None else first.size if first else MIB, md5=None,
            adler32=adler32 or (first.adler32 if first else "0a1b2c3d"), priority=3, rule_id=rule,
            account=InternalAccount("root"), attributes={"lifetime": None, **attributes})

    def source_url(self, source):
        return source.url

    def request(self, job):
        """As Rucio's poller has it from the database."""
        return {"id": self.rws.request_id, "external_id": job, "external_host": ENDPOINT,
                "state": RequestState.SUBMITTED, "bytes": self.rws.byte_count, "adler32": self.rws.adler32,
                "md5": None, "attributes": dict(self.rws.attributes)}


# Rucio would ask its database for these, and an issuer for tokens
sources_seen = {}
fts3.get_source_rse = lambda request_id, url, session=None: sources_seen.get(url, (None, None))
fts3.determine_audience_for_rse = lambda rse_id: "https://storage.example.org"
fts3.determine_scope_for_rse = lambda rse_id, scopes, extra_scopes=(): " ".join([*scopes, *extra_scopes])
fts3.request_token = lambda audience, scope: checks.token("rucio", scope, audience=audience)


def tool_for(way="certificate"):
    tool = fts3.FTS3Transfertool(ENDPOINT, oidc_support=way == "token", group_bulk=200,
                                 max_time_in_queue={"default": 168})
    if way == "proxy":
        tool.cert = (checks.PROXY, checks.PROXY)
    return tool


def submit(tool, *paths, **params):
    """Like the submitter: a job for each group. Gives the ids with the hops of each."""
    jobs = {}
    for job in tool.group_into_submit_jobs([list(path) for path in paths]):
        job["job_params"].update(params)
        jobs[tool.submit(job["transfers"], job["job_params"], timeout=30)] = job["transfers"]
    return jobs


def look(tool, jobs):
    """Like the poller: the reports of all jobs, by request."""
    return tool.bulk_query({job: {hop.rws.request_id: hop.request(job) for hop in hops}
                            for job, hops in jobs.items()})


def fields_of(answers):
    """What Rucio would write to its database, by request."""
    return {request: report.get_db_fields_to_update(session=object())
            for answer in answers.values() for request, report in answer.items()}


def ends(case, tool, jobs, wanted):
    """Polls until Rucio sees a final state of every request, and compares it."""
    requests = [hop.rws.request_id for hops in jobs.values() for hop in hops]

    def seen():
        fields = fields_of(look(tool, jobs))
        return fields if all(fields.get(request) for request in requests) else None

    fields = checks.wait_for(seen) or {}
    case.need("Rucio sees an end", fields, [(answer, fields_of({0: answer or {}})) for answer in
                                            look(tool, jobs).values()])
    case.check(f"Rucio sees {wanted.name}", all(fields[request]["state"] == wanted for request in requests), fields)
    return fields


def times(case, fields):
    now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
    hour = datetime.timedelta(hours=1)
    case.check("with the times", all(now - hour < one["started_at"] <= one["transferred_at"] <= now + hour / 60
                                     for one in fields.values()), fields)


source = Here("one", "in/rucio-a").make()
others = [Here("one", f"in/rucio-{number}").make(100_000 * (number + 1)) for number in range(12)]
slow = [Here("slow", f"in/rucio-{number}").make(SLOW_SIZE) for number in range(6)]


def server(case, way):
    tool = tool_for(way)
    case.check("version", tool.version()["api"]["major"] == 3 and "schema" in tool.version())
    me = tool.whoami()
    case.equal("whoami", me["method"], "oauth2" if way == "token" else "certificate")
    case.equal("whoami tells the VO's id", me["vos_id"][0],
               str(uuid.uuid5(uuid.UUID(me["base_id"]), me["vos"][0])))


def single(case, way):
    tool = tool_for(way)
    copy = Here("two", f"rucio/{way}")
    jobs = submit(tool, [Hop("single", [source], copy)])
    job, = jobs
    fields = ends(case, tool, jobs, RequestState.DONE)
    times(case, fields)
    one, = fields.values()
    case.equal("and no error, the right job and source",
               (one.get("err_msg"), one["external_id"], one["source_rse_id"]), (None, job, ONE.id))
    case.check("the destination holds the file", copy.same_as(source))
    told, = tool.query([job])
    case.equal("query tells the job", (told["job_id"], told["job_state"], told["job_metadata"]["issuer"]),
               (job, "FINISHED", "rucio"))
    told, = tool.query([job], details=True)
    case.equal("query with details the file", (told["file_state"], told["checksum"], told["activity"]),
               ("FINISHED", source.checksum, "User Subscriptions"))
    case.equal("its metadata comes back", told["file_metadata"]["name"], "single")
    done = tool.update_priority(job, 5)
    case.check("update_priority of a finished job tells so", "terminal" in done["http_message"], done)
    case.equal("cancel of it leaves it", tool.cancel([job])["job_state"], "FINISHED")


def several(case, way):
    tool = tool_for(way)
    copies = [Here("two", f"rucio/bulk-{way}-{number}") for number in range(len(others))]
    jobs = submit(tool, *[[Hop(f"bulk-{number}", [file], copy)]
                          for number, (file, copy) in enumerate(zip(others, copies))])
    case.equal("all files are one job", len(jobs), 1)
    ends(case, tool, jobs, RequestState.DONE)
    case.check("the destinations hold the files", all(c.same_as(f) for f, c in zip(others, copies)))


def multi_source(case, way):
    tool = tool_for(way)
    copy = Here("two", f"rucio/sources-{way}")
    missing = Here("slow", "in/not-there")
    sources_seen[source.url] = ("ONE", "one")
    hop = Hop("sources", [missing, source], copy)
    jobs = submit(tool, [hop])
    early = next(iter(look(tool, jobs).values()))
    told = [report.get("state") for report in fields_of({0: early}).values()] if early else []
    case.check("while it runs no report says that it failed",
               all(state in (None, RequestState.DONE) for state in told), early)
    fields = ends(case, tool, jobs, RequestState.DONE)
    times(case, fields)
    case.equal("from the source that had it", next(iter(fields.values()))["source_rse_id"], "one")
    case.check("the destination holds the file", copy.same_as(source))


def no_source(case):
    tool = tool_for()
    copy = Here("two", "rucio/none")
    fields = ends(case, tool, submit(tool, [Hop("none", [Here("slow", "in/no"), Here("one", "in/no")], copy)]),
                  RequestState.FAILED)
    case.check("with an error", next(iter(fields.values()))["err_msg"], fields)
    case.check("and no file", not copy.exists)


def multihop(case, way):
    tool = tool_for(way)
    middle, copy = Here("two", f"rucio/middle-{way}"), Here("one", f"rucio/end-{way}")
    hops = [Hop("hop-1", [source], middle), Hop("hop-2", [middle], copy, source.size, source.adler32)]
    jobs = submit(tool, hops)
    case.equal("the path is one job", len(jobs), 1)
    ends(case, tool, jobs, RequestState.DONE)
    case.equal("of several hops", tool.query(list(jobs))[0]["job_type"], "H")
    case.check("the end holds the file", copy.same_as(source))


def broken_multihop(case):
    tool = tool_for()
    middle = Here("two", "rucio/broken")
    hops = [Hop("hop-1", [Here("one", "in/no")], middle), Hop("hop-2", [middle], Here("one", "rucio/broken-end"))]
    fields = ends(case, tool, submit(tool, hops), RequestState.FAILED)
    case.check("the unused hop says so",
               any("Unused hop" in str(one["err_msg"]) for one in fields.values()), fields)


def failed(case):
    tool = tool_for()
    copy = Here("two", "rucio/failed")
    fields = ends(case, tool, submit(tool, [Hop("failed", [Here("one", "in/no")], copy)]), RequestState.FAILED)
    case.check("a missing source is told", "SOURCE" in next(iter(fields.values()))["err_msg"], fields)
    fields = ends(case, tool, submit(tool, [Hop("failed", [source], copy, adler32="00000001")]), RequestState.FAILED)
    case.check("a wrong checksum is told", "hecksum" in next(iter(fields.values()))["err_msg"], fields)
    case.check("and no file is left", not copy.exists)


def cancelled(case, way):
    tool = tool_for(way)
    copy = Here("two", f"rucio/cancelled-{way}")
    hop = Hop("cancelled", [slow[WAYS.index(way)]], copy)
    jobs = submit(tool, [hop])
    job, = jobs
    answer = tool.update_priority(job, 5)
    case.equal("update_priority", (answer["http_message"], answer["priority"]), (None, 5))
    case.equal("is stored", tool.query([job])[0]["priority"], 5)
    case.equal("a running transfer has no end yet", fields_of(look(tool, jobs)), {hop.rws.request_id: {}})
    case.equal("cancel", tool.cancel([job])["job_state"], "CANCELED")
    ends(case, tool, jobs, RequestState.FAILED)
    case.check("no file is left", checks.stays_away(copy))
    case.raises("cancel of an unknown job", Exception, tool.cancel, [str(uuid.uuid4())], says="Could not cancel")
    case.raises("update_priority of it", Exception, tool.update_priority, str(uuid.uuid4()), 4, says="Could not")
    case.raises("query of it", Exception, tool.query, [str(uuid.uuid4())], says="Could not")


def lost(case, way):
    tool = tool_for(way)
    nobody = str(uuid.uuid4())
    case.equal("alone", tool.bulk_query({nobody: {}}), {nobody: None})
    case.equal("of a form that no job has", tool.bulk_query({"no-such-id": {}}), {"no-such-id": None})
    hop = Hop("lost", [source], Here("two", f"rucio/lost-{way}"))
    jobs = submit(tool, [hop])
    answers = tool.bulk_query({**{job: {hop.rws.request_id: hop.request(job)} for job in jobs}, nobody: {}})
    case.check("beside another that is there", answers[nobody] is None and answers[next(iter(jobs))], answers)
    crowd = {str(uuid.uuid4()): {} for _ in range(100)}
    if way == "token":
        tool.headers["Authorization"] = "Bearer " + checks.token(
            "rucio", "fts " + " ".join(f"storage.read:/{number:060d}" for number in range(30)), audience="localhost")
    case.equal("a hundred at once", tool.bulk_query(crowd), dict.fromkeys(crowd))
    ends(case, tool, jobs, RequestState.DONE)


def deterministic(case, way):
    tool = tool_for(way)
    tool.deterministic_id = True
    me = tool.whoami()
    copy = Here("two", f"rucio/deterministic-{way}")
    hop = Hop("deterministic", [source], copy)
    wanted = str(uuid.uuid5(uuid.uuid5(uuid.UUID(me["base_id"]), me["vos"][0]), hop.rws.request_id))
    jobs = submit(tool, [hop])
    case.equal("the id is the one that Rucio computes", list(jobs), [wanted])
    try:
        again = list(submit(tool, [hop]))
    except DuplicateFileTransferSubmission:
        again = [wanted]
    case.equal("the second submission makes no other job", again, [wanted])
    ends(case, tool, jobs, RequestState.DONE)
    case.check("the destination holds the file", copy.same_as(source))


def destination_report(case):
    tool = tool_for()
    right, wrong = Here("two", "rucio/there-right"), Here("two", "rucio/there-wrong").make(source.size)
    right.path.parent.mkdir(parents=True, exist_ok=True)
    right.path.write_bytes(source.path.read_bytes())
    options = {"overwrite": False, "dst_file_report": True}
    good = submit(tool, [Hop("right", [source], right)], **options)
    bad = submit(tool, [Hop("wrong", [source], wrong)], **options)
    silent = submit(tool, [Hop("right", [source], right)], overwrite=False)
    ends(case, tool, good, RequestState.DONE)
    fields = ends(case, tool, bad, RequestState.FAILED)
    case.check("and what Rucio looks for is in the error", fts3.FTS_FILE_EXISTS_ERROR_MSG_LEGACY in
               next(iter(fields.values()))["err_msg"], fields)
    ends(case, tool, silent, RequestState.FAILED)
    report = tool.query(list(bad), details=True)[0]["file_metadata"]["dst_file"]
    case.equal("the report", report, {"file_size": source.size, "checksum_type": "ADLER32",
                                      "checksum_value": wrong.adler32, "file_on_tape": False, "file_on_disk": True})
    replaced = submit(tool, [Hop("replaced", [source], wrong)])
    ends(case, tool, replaced, RequestState.DONE)
    case.check("without the option Rucio overwrites", wrong.same_as(source))


def tape(case):
    tool = tool_for()
    away = Here("two", "rucio/tape")
    answer = TransferToolWrongAnswer
    case.raises("a submission to tape is refused", answer, submit, tool,
                [Hop("tape", [source], away, to=Rse("TAPE", tape=True, archive_timeout=3600))])
    hop = Hop("tape", [source], away)
    hop.src.rse = Rse("TAPE", tape=True)
    case.raises("one from tape too", answer, submit, tool, [hop])
    tool.deterministic_id = True
    jobs = submit(tool, [hop])
    case.equal("with deterministic ids Rucio finds it lost", look(tool, jobs), dict.fromkeys(jobs))


def bans(case):
    tool = tool_for()
    storage = "https://rucio.example.org"
    case.equal("set_se_status bans", tool.set_se_status(storage, "down for a day"), 0)
    said = {ban["se"]: (ban["status"], ban["message"]) for ban in tool.list_se_status()}
    case.equal("list_se_status tells it", said.get(storage), ("CANCEL", "down for a day"))
    hop = Hop("banned", [source], Here("two", "rucio/banned"))
    hop.dest_url = storage + "/f"
    case.raises("a submission is refused", TransferToolWrongAnswer, submit, tool, [hop])
    case.equal("with a timeout it waits", tool.set_se_status(storage, "down", timeout=60), 0)
    said = {ban["se"]: ban["status"] for ban in tool.list_se_status()}
    case.equal("which is told", said.get(storage), "WAIT")
    case.equal("unban", tool.set_se_status(storage, "up", ban=False), 0)
    case.check("which is told too", storage not in [ban["se"] for ban in tool.list_se_status()])
    case.raises("a user without the right may not", Exception, tool_for("token").set_se_status, storage, "x",
                says="Could not ban")


def limits(case):
    tool = tool_for()
    storage = "https://limits.example.org"
    said = tool.set_se_config(storage, inbound_max_active=11, outbound_max_active=12, inbound_max_throughput=1.5,
                              outbound_max_throughput=2.5, staging=3)
    case.check("set_se_config", said and said[0]["inbound_max_active"] == 11, said)
    told = tool.get_se_config(storage)
    case.equal("get_se_config tells it",
               [told["se_info"][key] for key in ("inbound_max_active", "outbound_max_active",
                                                 "inbound_max_throughput", "outbound_max_throughput")],
               [11, 12, 1.5, 2.5])
    case.check("and the limit of staging", [3] == [one["staging"] for one in told["operations"].values()], told)
    tool.set_se_config(storage, inbound_max_active=7)
    told = tool.get_se_config(storage)["se_info"]
    case.equal("a change leaves the rest", (told["inbound_max_active"], told["outbound_max_active"]), (7, 12))


def impostor(case):
    tool = tool_for("token")
    tool.headers["Authorization"] += "A"
    case.raises("a changed token", TransferToolWrongAnswer, submit, tool,
                [Hop("impostor", [source], Here("two", "rucio/impostor"))])
    case.raises("whoami with it", Exception, tool.whoami, says="Could not retrieve credentials")


part = checks.Part("rucio")
rounds = []
for way in WAYS:
    rounds += [(f"{name}, {way}", function, way) for name, function in (
        ("server", server), ("single", single), ("bulk", several), ("several sources", multi_source),
        ("multihop", multihop), ("cancel and update_priority", cancelled), ("lost", lost),
        ("deterministic ids", deterministic))]
rounds += [("no source", no_source), ("broken multihop", broken_multihop), ("failed", failed),
           ("dst_file_report", destination_report), ("tape", tape), ("list_se_status and set_se_status", bans),
           ("get_se_config and set_se_config", limits), ("bad token", impostor)]
part.round(rounds, 16)
part.end()
