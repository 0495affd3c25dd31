# SPDX-License-Identifier: Apache-2.0
"""The "easy" API of the FTS client's library, with certificate, proxy and token.

With the argument "last": delegation by force and the end of everybody's jobs, for when nothing else runs.
"""
import sys
import time
import uuid

import fts3.rest.client.easy as fts

import checks
from checks import ENDPOINT, FINAL, Here, MIB, SLOW_SIZE, wait_for

tokens = {"own": checks.token("easy-user"), "read": checks.storage_token(), "write": checks.storage_token()}
source = Here("one", "in/easy-a").make()
second = Here("one", "in/easy-b").make(2 * MIB)
slow = [Here("slow", f"in/easy-{number}").make(SLOW_SIZE) for number in range(6)]
WAYS = ("certificate", "proxy", "token")


def context(way="certificate"):
    if way == "token":
        return fts.Context(ENDPOINT, fts_access_token=tokens["own"], capath=checks.CA)
    if way == "proxy":
        return fts.Context(ENDPOINT, ucert=checks.PROXY, capath=checks.CA)
    return fts.Context(ENDPOINT, ucert=checks.CERTIFICATE, ukey=checks.KEY, capath=checks.CA)


def transfer(from_, to, way="certificate", **more):
    if way == "token":
        more |= {"source_token": tokens["read"], "destination_token": tokens["write"]}
    return fts.new_transfer(from_.url, to.url, **more)


def state_of(ctx, job):
    return fts.get_job_status(ctx, job)["job_state"]


def ended(ctx, job):
    wait_for(lambda: state_of(ctx, job) in FINAL)
    return fts.get_job_status(ctx, job, list_files=True)


def finished(case, ctx, job, text="becomes FINISHED"):
    told = ended(ctx, job)
    case.check(text, told["job_state"] == "FINISHED", [(f["file_state"], f["reason"]) for f in told["files"]])
    return told


def becomes(ctx, job, state):
    return wait_for(lambda: state_of(ctx, job) in (*FINAL, state)) and state_of(ctx, job) == state


def core(case, way):
    ctx = context(way)
    me = fts.whoami(ctx)
    case.equal("whoami tells the method", me["method"], "oauth2" if way == "token" else "certificate")
    case.equal("whoami tells the VO's id", me["vos_id"],
               [str(uuid.uuid5(uuid.UUID(me["base_id"]), vo)) for vo in me["vos"]])
    case.equal("delegate tells the id", fts.delegate(ctx), "" if way == "token" else me["delegation_id"])

    copies = [Here("two", f"easy/{way}-{number}") for number in range(2)]
    files = [transfer(source, copies[0], way, checksum=source.checksum, filesize=source.size, activity="Production",
                      scitag=70, metadata={"k": 1}),
             transfer(second, copies[1], way, metadata="words")]
    job = fts.submit(ctx, fts.new_job(files, verify_checksum=True, metadata={"j": 1}, priority=4, retry=1,
                                      timeout=300, max_time_in_queue=6))
    told = finished(case, ctx, job)
    case.equal("the job tells what was asked for",
               [told[key] for key in ("priority", "retry", "verify_checksum", "internal_job_params")],
               [4, 1, "b", "nostreams:1,timeout:300"])
    case.equal("its metadata", told["job_metadata"]["j"], 1)
    waits = told["max_time_in_queue"] - time.time()
    case.check("max_time_in_queue in hours", 5 * 3600 < waits <= 6 * 3600, waits)
    case.equal("the files tell theirs", [(f["file_metadata"], f["activity"], f["scitag"]) for f in told["files"]],
               [({"k": 1}, "Production", 70), ({"label": "words"}, "default", None)])
    case.check("the destinations hold the files", copies[0].same_as(source) and copies[1].same_as(second))

    going = fts.submit(ctx, fts.new_job([transfer(slow[WAYS.index(way)], Here("two", f"easy/{way}-slow"), way)]))
    case.check("a slow one becomes ACTIVE", becomes(ctx, going, "ACTIVE"), state_of(ctx, going))
    listed = [j["job_id"] for j in fts.list_jobs(ctx)]
    case.check("list_jobs tells it and not the finished one", going in listed and job not in listed)
    for text, more in (("vo", {"vo": me["vos"][0]}), ("user_dn", {"user_dn": me["user_dn"]}),
                       ("source_se and dest_se", {"source_se": "http://127.0.0.1", "dest_se": "http://127.0.0.1"}),
                       ("state_in", {"delegation_id": me["delegation_id"], "state_in": ["SUBMITTED", "ACTIVE"]})):
        case.check(f"list_jobs by {text}", going in [j["job_id"] for j in fts.list_jobs(ctx, **more)])
    listed = fts.list_jobs(ctx, delegation_id=me["delegation_id"], state_in=["STAGING"])
    case.check("list_jobs of another state does not", going not in [j["job_id"] for j in listed])
    case.equal("list_jobs of another storage tells none", fts.list_jobs(ctx, dest_se="http://other.example.org"), [])

    told = fts.get_jobs_statuses(ctx, [job, going])
    case.equal("get_jobs_statuses", {j["job_id"]: j["job_state"] for j in told}, {job: "FINISHED", going: "ACTIVE"})
    told = fts.get_jobs_statuses(ctx, [job, going], list_files=True)
    case.equal("with files", sorted(f["file_state"] for j in told for f in j["files"]),
               ["ACTIVE", "FINISHED", "FINISHED"])
    lost = str(uuid.uuid4())
    case.raises("with a missing one too: ClientError", fts.exceptions.ClientError, fts.get_jobs_statuses, ctx,
                [job, lost])
    case.raises("only a missing one: NotFound", fts.exceptions.NotFound, fts.get_jobs_statuses, ctx, [lost])
    case.raises("get_job_status of a missing one: NotFound", fts.exceptions.NotFound, fts.get_job_status, ctx, lost)

    case.equal("cancel tells the state", fts.cancel(ctx, going)["job_state"], "CANCELED")
    case.equal("which stays", state_of(ctx, going), "CANCELED")
    case.equal("cancel of a finished one too", fts.cancel(ctx, job)["job_state"], "FINISHED")
    case.raises("cancel of a missing one: NotFound", fts.exceptions.NotFound, fts.cancel, ctx, lost)


def some_files(case):
    ctx = context("proxy")
    job = fts.submit(ctx, fts.new_job([transfer(file, Here("two", f"easy/some-{number}"))
                                       for number, file in enumerate(slow[3:6])]))
    ids = [file["file_id"] for file in fts.get_job_status(ctx, job, list_files=True)["files"]]
    case.equal("cancel of two files", fts.cancel(ctx, job, ids[:2]), ["CANCELED", "CANCELED"])
    case.check("leaves the job", state_of(ctx, job) not in FINAL)
    case.equal("cancel of the third", fts.cancel(ctx, job, ids[2:]), "CANCELED")
    case.equal("ends the job", state_of(ctx, job), "CANCELED")


def deterministic(case, way):
    ctx = context(way)
    me = fts.whoami(ctx)
    sid = f"easy-{way}"
    wanted = str(uuid.uuid5(uuid.uuid5(uuid.UUID(me["base_id"]), me["vos"][0]), sid))
    copy = Here("two", f"easy/{sid}")
    job = fts.new_job([transfer(source, copy, way)], id_generator=fts.JobIdGenerator.deterministic, sid=sid)
    case.equal("the id is as computed", fts.submit(ctx, job), wanted)
    case.raises("the second time: ClientError 409", fts.exceptions.ClientError, fts.submit, ctx, job, says="409")
    finished(case, ctx, wanted, "the first becomes FINISHED")
    case.raises("and again 409", fts.exceptions.ClientError, fts.submit, ctx, job, says="409")
    job["params"]["sid"] = None
    case.raises("without sid: 400", fts.exceptions.ClientError, fts.submit, ctx, job, says="sid")


def queue_time(case):
    ctx = context()
    ban = "http://queue.example.org"
    fts.ban_se(ctx, ban, "wait", 0, True)
    new = fts.new_transfer(source.url, ban + "/f")
    job = fts.submit(ctx, fts.new_job([new], max_time_in_queue="2s"))
    later = fts.submit(ctx, fts.new_job([new], max_time_in_queue="10m"))
    told = fts.get_job_status(ctx, later)["max_time_in_queue"] - time.time()
    case.check("10m is stored", 500 < told <= 600, told)
    told = ended(ctx, job)
    case.check("2s in a queue that stands ends the job", told["job_state"] in ("FAILED", "CANCELED"), told["job_state"])
    case.check("with a reason", told["files"][0]["reason"], told["files"][0])
    case.check("the other waits on", state_of(ctx, later) not in FINAL)
    fts.cancel(ctx, later)
    fts.unban_se(ctx, ban)


def overwrite(case):
    ctx = context()
    copy = Here("two", "easy/overwrite").make(10)
    told = ended(ctx, fts.submit(ctx, fts.new_job([transfer(source, copy)])))
    case.equal("without it becomes FAILED", told["job_state"], "FAILED")
    case.check("and says why", told["files"][0]["reason"] == "DESTINATION [17] Destination file exists and overwrite"
               " is not enabled", told["files"][0]["reason"])
    job = fts.submit(ctx, fts.new_job([transfer(source, copy)], dst_file_report=True))
    told = ended(ctx, job)["files"][0]["file_metadata"]
    case.check("dst_file_report tells what is there", (told or {}).get("dst_file", {}).get("file_size") == 10, told)
    job = fts.submit(ctx, fts.new_job([transfer(source, copy)], overwrite=True))
    finished(case, ctx, job, "with it becomes FINISHED")
    case.check("and is replaced", copy.same_as(source))
    job = fts.submit(ctx, fts.new_job([transfer(source, copy)], overwrite_on_retry=True, retry=-1))
    case.equal("overwrite_on_retry does not replace at first", ended(ctx, job)["job_state"], "FAILED")


def multihop(case, way):
    ctx = context(way)
    middle, copy = Here("two", f"easy/{way}-middle"), Here("one", f"easy/{way}-end")
    hops = [transfer(source, middle, way, checksum=source.checksum), transfer(middle, copy, way)]
    told = finished(case, ctx, fts.submit(ctx, fts.new_job(hops, multihop=True)))
    case.equal("job type and files", (told["job_type"], [f["file_state"] for f in told["files"]]),
               ("H", ["FINISHED"] * 2))
    case.check("the end holds the file", copy.same_as(source))
    case.check("the copy between stays, as in FTS", middle.same_as(source))


def broken_multihop(case):
    ctx = context()
    middle, copy = Here("two", "easy/broken-middle"), Here("one", "easy/broken-end")
    hops = [transfer(Here("one", "in/not-there"), middle), transfer(middle, copy)]
    told = ended(ctx, fts.submit(ctx, fts.new_job(hops, multihop=True)))
    case.equal("the job becomes FAILED", told["job_state"], "FAILED")
    case.equal("the first hop FAILED, the second never used", [f["file_state"] for f in told["files"]],
               ["FAILED", "NOT_USED"])
    case.check("no file is left", not middle.exists and not copy.exists)


def several_sources(case, way):
    ctx = context(way)
    copy = Here("two", f"easy/{way}-several")
    missing = Here("one", "in/not-there")
    new = transfer(missing, copy, way, selection_strategy="orderly")
    new["sources"].append(source.url)
    if way == "token":
        new["source_tokens"].append(tokens["read"])
    told = finished(case, ctx, fts.submit(ctx, fts.new_job([new])))
    states = {f["source_surl"]: f["file_state"] for f in told["files"]}
    case.equal("job type", told["job_type"], "R")
    case.equal("the first fails, the second is used", states, {missing.url: "FAILED", source.url: "FINISHED"})
    case.check("the destination holds the file", copy.same_as(source))

    copy = Here("two", f"easy/{way}-first")
    new = transfer(source, copy, way, selection_strategy="orderly")
    new["sources"].append(missing.url)
    if way == "token":
        new["source_tokens"].append(tokens["read"])
    told = finished(case, ctx, fts.submit(ctx, fts.new_job([new])), "the good one first becomes FINISHED")
    case.equal("and the other is never used", sorted(f["file_state"] for f in told["files"]),
               ["FINISHED", "NOT_USED"])


def refusals(case):
    ctx = context()
    error = fts.exceptions.ClientError
    case.raises("new_staging_job with bring_online", error, fts.submit, ctx,
                fts.new_staging_job([source.url], bring_online=60), says="staging from tape")
    case.raises("new_staging_job with copy_pin_lifetime", error, fts.submit, ctx,
                fts.new_staging_job([{"surl": source.url, "metadata": None, "staging_metadata": None}],
                                    copy_pin_lifetime=60), says="staging from tape")
    case.raises("archive_timeout", error, fts.submit, ctx,
                fts.new_job([transfer(source, source)], archive_timeout=60), says="tape")
    case.raises("overwrite_when_only_on_disk", error, fts.submit, ctx,
                fts.new_job([transfer(source, source)], archive_timeout=60, overwrite_when_only_on_disk=True),
                says="tape")
    case.raises("new_delete_job: MethodNotAllowed", fts.exceptions.MethodNotAllowed, fts.submit, ctx,
                fts.new_delete_job([source.url]))
    case.raises("a bad URL", error, fts.submit, ctx, fts.new_job([fts.new_transfer("nothing", source.url)]),
                says="Bad request")
    case.raises("no transfers", error, fts.submit, ctx, fts.new_job([]), says="Bad request")
    case.raises("overwrite_hop without multihop", error, fts.submit, ctx,
                fts.new_job([transfer(source, source)], overwrite_hop=True), says="multihop")
    user = context("token")
    denied = fts.exceptions.Unauthorized
    case.raises("a user may not cancel_all", denied, fts.cancel_all, user)
    case.raises("nor cancel_all of a VO", denied, fts.cancel_all, user, "testers")
    case.raises("nor ban a storage", denied, fts.ban_se, user, "http://other.example.org")
    case.raises("nor ban a user", denied, fts.ban_dn, user, "/CN=Somebody")
    other = fts.submit(context(), fts.new_job([transfer(source, Here("two", "easy/private"))]))
    case.raises("nor see the job of another VO", denied, fts.get_job_status, user, other)
    case.raises("nor cancel it", denied, fts.cancel, user, other)
    finished(case, context(), other, "which runs on")


def bans(case):
    ctx = context("proxy")
    away = "https://held.example.org"
    case.equal("ban_se to wait tells no jobs", fts.ban_se(ctx, away, "wait", 60, True), [])
    new = fts.new_job([fts.new_transfer(source.url, away + "/f")])
    job = fts.submit(ctx, new)
    case.equal("a new job is on hold", fts.get_job_status(ctx, job, list_files=True)["files"][0]["file_state"],
               "ON_HOLD")
    case.equal("ban_se to cancel tells the job", fts.ban_se(ctx, away), [job])
    told = fts.get_job_status(ctx, job, list_files=True)
    case.equal("which is CANCELED with its file", (told["job_state"], told["files"][0]["file_state"]),
               ("CANCELED", "CANCELED"))
    case.equal("and says why", told["files"][0]["reason"], "Storage banned")
    case.raises("new ones: Unauthorized", fts.exceptions.Unauthorized, fts.submit, ctx, new, says=away)
    fts.unban_se(ctx, away)
    fts.unban_se(ctx, away)
    again = fts.submit(ctx, new)
    case.check("after unban_se they are taken", again)
    fts.cancel(ctx, again)

    user = fts.Context(ENDPOINT, fts_access_token=checks.token("easy-banned"), capath=checks.CA)
    job = fts.submit(user, fts.new_job([fts.new_transfer(Here("slow", "in/easy-0").url,
                                                         Here("two", "easy/banned").url)]))
    case.equal("ban_dn tells the user's job", fts.ban_dn(ctx, "easy-banned"), [job])
    told = fts.get_job_status(ctx, job, list_files=True)
    case.equal("which is CANCELED", (told["job_state"], told["files"][0]["reason"]), ("CANCELED", "User banned"))
    case.raises("the user may do nothing: Unauthorized", fts.exceptions.Unauthorized, fts.list_jobs, user)
    fts.unban_dn(ctx, "easy-banned")
    case.check("after unban_dn again", isinstance(fts.list_jobs(user), list))
    case.raises("nobody bans himself: 409", fts.exceptions.ClientError, fts.ban_dn, ctx, fts.whoami(ctx)["user_dn"],
                says="409")


def contexts(case):
    info = context().get_endpoint_info()
    case.equal("the server's API version", info["api"]["major"], 3)
    for text, bad in (("an expired token", checks.token(life=-600)), ("no token", "x.y.z")):
        case.raises(f"{text}: Unauthorized", fts.exceptions.Unauthorized,
                    lambda: fts.list_jobs(fts.Context(ENDPOINT, fts_access_token=bad, capath=checks.CA)))


def force(case):
    for way in ("certificate", "proxy"):
        ctx = context(way)
        before = fts.delegate(ctx, force=True)
        case.equal(f"delegate by force with {way}, twice", fts.delegate(ctx, force=True), before)
    case.equal("in the old way", fts.delegate(context(), force=True, legacy_mode=True), before)
    job = fts.submit(context(), fts.new_job([transfer(source, Here("two", "easy/forced"))]), force_delegation=True)
    finished(case, context(), job, "submit with force_delegation becomes FINISHED")


def everything(case):
    admin, user = context(), context("token")

    def jobs():
        theirs = [fts.submit(user, fts.new_job([transfer(slow[0], Here("two", "easy/end-user"), "token")]))]
        mine = [fts.submit(admin, fts.new_job([transfer(slow[1], Here("two", "easy/end-admin"))]))]
        return theirs, mine

    (theirs,), (mine,) = jobs()
    said = fts.cancel_all(admin, "testers")
    case.check("cancel_all of a VO counts", said["affected_jobs"] >= 1 and said["affected_files"] >= 1, said)
    case.equal("and ends that VO's", state_of(user, theirs), "CANCELED")
    case.check("but not others'", state_of(admin, mine) not in FINAL)
    said = fts.cancel_all(admin)
    case.check("cancel_all counts", said["affected_jobs"] >= 1 and said["affected_dm"] == 0, said)
    case.equal("and ends all", state_of(admin, mine), "CANCELED")
    case.equal("no job is left", fts.list_jobs(admin), [])


part = checks.Part("easy")
if sys.argv[1:] == ["last"]:
    part.round([("delegate", force)])
    part.round([("cancel_all", everything)])
else:
    rounds = [("core, " + way, core, way) for way in WAYS]
    rounds += [("deterministic ids, " + way, deterministic, way) for way in WAYS]
    rounds += [("multihop, " + way, multihop, way) for way in WAYS]
    rounds += [("several sources, " + way, several_sources, way) for way in WAYS]
    rounds += [("files of a job", some_files), ("time in queue", queue_time), ("overwrite", overwrite),
               ("broken multihop", broken_multihop), ("refusals", refusals), ("bans", bans), ("contexts", contexts)]
    part.round(rounds, 16)
part.end()
