# SPDX-License-Identifier: Apache-2.0
"""Every command of the FTS client and every option of each, with certificate, proxy and token."""
import json
import os
import pathlib
import re
import ssl
import subprocess
import threading
import urllib.error
import urllib.request

import checks
from checks import BOX, ENDPOINT, FINAL, Here, MIB, SLOW_SIZE, wait_for

CLIENT = pathlib.Path(checks.SETTINGS["client"])
COMMANDS = sorted(file.name for file in CLIENT.glob("fts-rest-*"))
JOB = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SE = "http://127.0.0.1"
WAYS = ("certificate", "proxy", "token")

used = {}
counting = threading.Lock()
tokens = {"own": checks.token(), "read": checks.storage_token(), "write": checks.storage_token()}


class Said:
    def __init__(self, code, text):
        self.code = code
        self.text = text

    def __str__(self):
        return f"exit code {self.code}\n{self.text}"

    @property
    def well(self):
        return self.code == 0

    @property
    def json(self):
        return json.loads(self.text)

    @property
    def job(self):
        found = JOB.search(self.text)
        return found.group() if found and self.well else None

    def refuses(self, text):
        return self.code == 1 and text in self.text


def run(command, *arguments, way="certificate", environment=None):
    """Runs the real command. Ways: certificate, proxy, token, or none for what the arguments say themselves."""
    own = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    for name in ("X509_USER_PROXY", "X509_USER_CERT", "X509_USER_KEY", "X509_CERT_DIR"):
        own.pop(name, None)
    own.update(environment or {}, HOME=str(BOX / "home"))
    options = ["-s", ENDPOINT, "--capath", checks.CA]
    if way == "certificate":
        options += ["--cert", checks.CERTIFICATE, "--key", checks.KEY]
    elif way == "proxy":
        own["X509_USER_PROXY"] = checks.PROXY
    elif way == "token":
        options += ["--fts-access-token", tokens["own"]]
        if command == "transfer-submit" and "-f" not in arguments:
            options += ["--src-access-token", tokens["read"], "--dst-access-token", tokens["write"]]
    options += map(str, arguments)
    with counting:
        used.setdefault(command, set()).update(word for word in options if word.startswith("-"))
    ended = subprocess.run([CLIENT / f"fts-rest-{command}", *options], env=own, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=180)
    return Said(ended.returncode, ended.stdout.decode())


tls = ssl.create_default_context(cafile=checks.CA)
tls.load_cert_chain(checks.CERTIFICATE, checks.KEY)


def ask(path):
    """For waiting: starting a command for each look costs too much."""
    try:
        with urllib.request.urlopen(ENDPOINT + path, context=tls, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        return {"job_state": f"HTTP {refused.code}"}


def state_of(job):
    return ask(f"/jobs/{job}")["job_state"]


def ended(job):
    wait_for(lambda: state_of(job) in FINAL)
    return state_of(job)


def becomes(job, state):
    wait_for(lambda: state_of(job) in (*FINAL, state))
    return state_of(job) == state


def status(case, job, way="certificate"):
    said = run("transfer-status", "-j", job, way=way)
    case.need("status -j ends 0", said.well, said)
    told = said.json
    return told[0] if isinstance(told, list) else told


def submit(case, *arguments, way="certificate"):
    said = run("transfer-submit", *arguments, way=way)
    case.need("is accepted", said.job, said)
    return said.job


source = Here("one", "in/a").make()
second = Here("one", "in/b").make(3 * MIB)
blank = Here("one", "in/c%20with%20space")
blank.path = BOX / "one" / "in" / "c with space"
blank.make(8 * MIB)
slow = [Here("slow", f"in/s{number}").make(SLOW_SIZE) for number in range(8)]


def entry(from_, to, **more):
    return {"sources": [from_.url], "destinations": [to.url], **more}


def bulk(name, files, key="files", **params):
    path = BOX / f"{name}.json"
    path.write_text(json.dumps({key: files, "params": params}))
    return path


# ---- the core, in each way ----


def identity(case, way):
    said = run("whoami", way=way)
    case.check("whoami ends 0", said.well, said)
    name = {"token": "User DN: tester"}.get(way, "User DN: /")
    for line in (name, "VO: ", "VO id: ", "Delegation id: ", "Base id: 01874efb-4735-4595-bc9c-591aef8240c9"):
        case.check(f"whoami tells {line.partition(':')[0]}", line in said.text, said)
    said = run("whoami", "-j", way=way)
    case.equal("whoami -j tells the method", said.json["method"], "oauth2" if way == "token" else "certificate")
    if way == "proxy":
        case.equal("the name is that of the certificate", said.json["dn"], run("whoami", "-j").json["dn"])


def other_identities(case):
    said = run("whoami", "-j", way="none", environment={"X509_USER_PROXY": checks.SETTINGS["second proxy"]})
    case.check("a proxy of a proxy is its user", said.well and said.json["dn"] == run("whoami", "-j").json["dn"], said)
    said = run("whoami", "-j", way="none", environment={
        "X509_USER_CERT": checks.CERTIFICATE, "X509_USER_KEY": checks.KEY})
    default = pathlib.Path(f"/tmp/x509up_u{os.geteuid()}")  # the client prefers this one
    case.check("X509_USER_CERT and X509_USER_KEY", said.well or default.exists(), said)
    if default.exists() or pathlib.Path("/etc/grid-security/hostcert.pem").exists():
        return
    said = run("whoami", way="none")
    case.check("without anything is anon", said.well and "User DN: anon" in said.text, said)
    said = run("transfer-list", way="none")
    case.check("who may not list", said.refuses("Unauthorized"), said)
    said = run("transfer-submit", source.url, Here("two", "refused").url, way="none")
    case.check("nor submit", said.refuses("Unauthorized"), said)


def core(case, way):
    copy = Here("two", f"core/{way}")
    job = submit(case, "-C", "both", source.url, copy.url, source.checksum, way=way)
    case.equal("becomes FINISHED", ended(job), "FINISHED")
    case.check("the destination holds the file", copy.same_as(source))
    said = run("transfer-status", job, way=way)
    for text in (f"Request ID: {job}", "Status: FINISHED", "Client DN: ", "Priority: 3", "VO Name: "):
        case.check(f"status tells {text.partition(':')[0]}", said.well and text in said.text, said)
    files = status(case, job, way)["files"]
    case.equal("status -j tells the file", [(f["file_state"], f["source_surl"]) for f in files],
               [("FINISHED", source.url)])
    said = run("transfer-cancel", job, way=way)
    case.check("cancelling a finished job tells its state", said.well and said.text.strip() == "FINISHED", said)

    copy = Here("two", f"core/{way}-slow")
    job = submit(case, "-j", slow[WAYS.index(way)].url, copy.url, way=way)
    case.check("a slow one becomes ACTIVE", becomes(job, "ACTIVE"), ask(f"/jobs/{job}/files"))
    said = run("transfer-list", way=way)
    case.check("list tells the running job", said.well and job in said.text, said)
    said = run("transfer-cancel", job, way=way)
    case.check("cancel tells the state", said.well and said.text.strip() == "CANCELED", said)
    said = run("transfer-status", job, way=way)
    case.check("it stays CANCELED", "Status: CANCELED" in said.text, said)
    case.check("a cancelled copy leaves no file", checks.stays_away(copy))

    said = run("transfer-status", "no-such-job", way=way)
    case.check("the status of an unknown job fails and says so", said.refuses("Not found"), said)
    said = run("transfer-cancel", "no-such-job", way=way)
    case.check("cancelling an unknown job fails and says so", said.refuses("404 Not Found"), said)


def many(case, way):
    pairs = [(file, Here("two", f"bulk-{way}/{name}")) for file, name in ((source, "a"), (second, "b"))]
    spaced = Here("two", f"bulk-{way}/c%20with%20space")
    spaced.path = BOX / "two" / f"bulk-{way}" / "c with space"
    pairs.append((blank, spaced))
    more = {"source_tokens": [tokens["read"]], "destination_tokens": [tokens["write"]]} if way == "token" else {}
    files = [entry(f, t, filesize=f.size, checksum=f.checksum, metadata={"n": i}, **more)
             for i, (f, t) in enumerate(pairs)]
    job = submit(case, "-f", bulk(f"bulk-{way}", files, verify_checksum="both", job_metadata="check"), way=way)
    case.equal("becomes FINISHED", ended(job), "FINISHED")
    told = status(case, job, way)
    case.equal("status -j tells three files", [f["file_state"] for f in told["files"]], ["FINISHED"] * 3)
    case.equal("with their metadata", [f["file_metadata"] for f in told["files"]], [{"n": i} for i in range(3)])
    case.equal("and the job's", told["job_metadata"]["label"], "check")
    case.check("the destinations hold the files", all(to.same_as(file) for file, to in pairs))


# ---- the options of a submission ----


def option(case, options, job_has, file_has=None, to=None):
    """One option on a file that really moves, and what the job says about it afterwards."""
    copy = to or Here("two", "options/" + re.sub("[^a-z0-9-]", "", case.name.lower()))
    job = submit(case, *options, source.url, copy.url)
    told = moved(case, job, job_has, file_has)
    case.check("the destination holds the file", copy.same_as(source))
    return told


def moved(case, job, job_has, file_has=None):
    state = ended(job)
    told = status(case, job)
    case.equal("becomes FINISHED" + f" ({told['reason']})" * (state != "FINISHED"), state, "FINISHED")
    for key, value in job_has.items():
        found = told[key]
        if isinstance(value, dict):
            found = {name: found.get(name) for name in value} if found else found
        case.equal(f"the job tells {key}", found, value)
    for key, value in (file_has or {}).items():
        case.equal(f"the file tells {key}", told["files"][0][key], value)
    return told


PLAIN = [
    # options, what the job says, what the file says
    (["--overwrite-on-retry"], {"overwrite_flag": "R"}, {}),
    (["--job-metadata", '{"k": [1, "x"]}'], {"job_metadata": {"k": [1, "x"]}}, {}),
    (["--file-metadata", "some words"], {}, {"file_metadata": {"label": "some words"}}),
    (["--staging-metadata", '{"s": 1}'], {}, {"staging_metadata": {"s": 1}}),
    (["--archive-metadata", '{"a": 1}'], {}, {"archive_metadata": {"a": 1}}),
    (["--file-size", str(MIB)], {}, {"user_filesize": MIB, "filesize": MIB}),
    (["-g", "any"], {"internal_job_params": None}, {}),
    (["-t", "SPACE"], {"destination_spacetoken": "SPACE"}, {}),
    (["-S", "SPACE"], {"source_spacetoken": "SPACE"}, {}),
    (["-K"], {"verify_checksum": "b"}, {}),
    (["-C", "source"], {"verify_checksum": "s"}, {}),
    (["-C", "target"], {"verify_checksum": "t"}, {}),
    (["-C", "none"], {"verify_checksum": "n"}, {}),
    (["--timeout", "120"], {"internal_job_params": "timeout:120"}, {}),
    (["--fail-nearline"], {"internal_job_params": None}, {}),
    (["--retry", "2"], {"retry": 2}, {}),
    (["--retry", "-1"], {"retry": -1}, {}),
    (["-p", "5"], {"priority": 5}, {"priority": 5}),
    (["--cloud-credentials", "any"], {}, {}),
    (["--nostreams", "4"], {"internal_job_params": "nostreams:4"}, {}),
    (["--ipv4"], {"internal_job_params": "ipv4"}, {}),
    (["--ipv6"], {"internal_job_params": "ipv6"}, {}),
    (["--s3alternate"], {"internal_job_params": "s3alternate"}, {}),
    (["--buffer-size", "65536"], {"internal_job_params": "buffersize:65536"}, {}),
    (["--strict-copy"], {"internal_job_params": "strict"}, {}),
    (["--disable-cleanup"], {"internal_job_params": "disable-cleanup"}, {}),
    (["--activity", "Production"], {}, {"activity": "Production"}),
    (["--scitag", "70"], {}, {"scitag": 70}),
    (["-e", "300"], {}, {}),
    (["-v"], {}, {}),
]
TAPE = [
    (["--bring-online", "60"], "staging from tape, which this server cannot do"),
    (["--copy-pin-lifetime", "60"], "staging from tape, which this server cannot do"),
    (["--archive-timeout", "60"], "wait for tape, which this server cannot do"),
    (["--overwrite-when-only-on-disk", "--archive-timeout", "60"], "tape"),
]


def refused(case, options, text):
    said = run("transfer-submit", *options, source.url, Here("two", "refused").url)
    case.check("is refused and the text says why", said.refuses(text), said)


def without_tape(case):
    for url, text in (("srm://a.example.org/f", "SRM"), ("gsiftp://a.example.org/f", "GridFTP")):
        said = run("transfer-submit", url, Here("two", "refused").url)
        case.check(f"{text} is refused and named", said.refuses(text), said)


def overwrite(case):
    copy = Here("two", "options/overwritten").make(100)
    option(case, ["-o"], {"overwrite_flag": "Y"}, to=copy)


def exists(case):
    copy = Here("two", "options/exists").make(100)
    before = copy.path.read_bytes()
    job = submit(case, source.url, copy.url)
    reported = submit(case, "--dst-file-report", "--file-metadata", '{"k": 1}', source.url, copy.url)
    case.equal("without -o becomes FAILED", ended(job), "FAILED")
    case.equal("and its file says why", status(case, job)["files"][0]["reason"],
               "DESTINATION [17] Destination file exists and overwrite is not enabled")
    case.equal("with --dst-file-report too", ended(reported), "FAILED")
    told = status(case, reported)["files"][0]["file_metadata"]
    case.equal("which tells what is there", told, {"k": 1, "dst_file": {
        "file_size": 100, "checksum_type": "ADLER32", "checksum_value": copy.adler32,
        "file_on_tape": False, "file_on_disk": True}})
    case.check("and leaves the file as it was", copy.path.read_bytes() == before)


def checksum(case):
    copy = Here("two", "options/wrong")
    job = submit(case, "-C", "both", second.url, copy.url, "ADLER32:00000001")
    case.equal("a wrong one becomes FAILED", ended(job), "FAILED")
    case.check("and leaves no file", not copy.exists)
    job = submit(case, Here("one", "in/not-there").url, copy.url)
    case.equal("a missing source becomes FAILED", ended(job), "FAILED")
    case.check("and leaves no file", not copy.exists)


def reuse(case):
    copies = [Here("two", f"reuse/{number}") for number in range(2)]
    path = bulk("reuse", [entry(source, copies[0]), entry(second, copies[1])], key="Files")
    moved(case, submit(case, "-r", "-f", path), {"job_type": "Y"})
    case.check("the destinations hold the files", copies[0].same_as(source) and copies[1].same_as(second))


def multihop(case):
    middle, copy = Here("two", "hops/middle"), Here("one", "hops/end")
    path = bulk("hops", [entry(source, middle), entry(middle, copy)])
    told = moved(case, submit(case, "-m", "-f", path), {"job_type": "H"})
    case.equal("both hops are FINISHED", [f["file_state"] for f in told["files"]], ["FINISHED"] * 2)
    case.check("the end holds the file", copy.same_as(source))
    case.check("the copy between stays, as in FTS", middle.same_as(source))


def overwrite_hop(case):
    middle, copy = Here("two", "hops/there").make(100), Here("one", "hops/new")
    path = bulk("overwrite-hop", [entry(source, middle), entry(middle, copy)])
    moved(case, submit(case, "-m", "--overwrite-hop", "-f", path), {"overwrite_flag": "M"})
    case.check("the end holds the file", copy.same_as(source))
    said = run("transfer-submit", "--overwrite-hop", source.url, copy.url)
    case.check("without -m it is refused", said.refuses("multihop"), said)


def blocking(case):
    copy = Here("two", "options/blocking")
    said = run("transfer-submit", "-b", "-i", "1", source.url, copy.url)
    case.check("-b -i 1 waits for the end", said.well and "Job finished with state FINISHED" in said.text, said)
    case.check("and the file is there", copy.same_as(source))
    said = run("transfer-submit", "-b", "-i", "1", Here("one", "in/not-there").url, copy.url + "2")
    case.check("of a failure too, with the reason",
               "Job finished with state FAILED" in said.text and "Reason: " in said.text, said)


def dry_run(case):
    copy = Here("two", "options/dry")
    said = run("transfer-submit", "--dry-run", source.url, copy.url)
    case.equal("prints the submission", said.well and said.json["files"][0]["sources"], [source.url])
    case.check("and sends none", copy.url not in run("transfer-list", "-j").text and not copy.exists)


def one_token(case):
    copies = [Here("two", f"options/token-{number}") for number in range(2)]
    said = run("transfer-submit", "--access-token", tokens["own"], source.url, copies[0].url, way="none")
    case.need("--access-token is taken", said.job, said)
    other = submit(case, "--unmanaged-tokens", source.url, copies[1].url, way="token")
    case.equal("becomes FINISHED", ended(said.job), "FINISHED")
    case.equal("--unmanaged-tokens too", ended(other), "FINISHED")
    case.check("the destinations hold the files", all(copy.same_as(source) for copy in copies))
    for command in ("whoami", "transfer-list", "server-status", "delegate"):
        said = run(command, "--access-token", tokens["own"], way="none")
        case.check(f"{command} takes it, or refuses for want of a right",
                   said.well or command == "server-status" and said.code == 1 and "Traceback" not in said.text, said)
    for text, bad in (("an expired token", checks.token(life=-600)),
                      ("a token of another audience", checks.token(audience="https://other.example.org")),
                      ("a token without the scope", checks.token(scope="openid")),
                      ("a changed token", tokens["own"][:-8] + "AAAAAAAA")):
        said = run("transfer-list", "--fts-access-token", bad, way="none")
        case.check(f"{text} is refused", said.code == 1, said)


# ---- the other commands ----


def trust(case):
    said = run("whoami", "--insecure", environment={"X509_CERT_DIR": "/nowhere"})
    case.check("--insecure ends 0", said.well, said)
    said = run("whoami", "-v")
    case.check("-v tells the version of the server", said.well and "REST API version" in said.text, said)


def lists(case):
    me = run("whoami", "-j").json
    job = submit(case, slow[3].url, Here("two", "lists/slow").url)
    for options in (["-u", me["dn"][0]], ["-o", me["vos"][0]], ["--source", SE], ["--destination", SE],
                    ["-u", me["dn"][0], "-o", me["vos"][0], "--source", SE, "--destination", SE, "-v"]):
        said = run("transfer-list", *options)
        case.check(f"list {options[0]}{' and more' * (len(options) > 2)} tells the job",
                   said.well and job in said.text, said)
    said = run("transfer-list", "--source", "http://other.example.org", "-j")
    case.check("list -j of another storage tells none", said.well and job not in said.text, said)
    case.check("list -j tells it otherwise", job in json.dumps(run("transfer-list", "-j").json))
    said = run("transfer-list", "-u", "/CN=Somebody Else", way="token")
    case.check("a user may not ask for somebody else's", said.refuses("user_dn"), said)

    case.check("it becomes ACTIVE", becomes(job, "ACTIVE"), state_of(job))
    said = run("server-status")
    case.check("server-status counts active ones", said.well and "active: " in said.text, said)
    host = said.text.strip().splitlines()[0].strip()
    said = run("server-status", "-H", host)
    case.check("server-status -H of this host too", said.well and "active: " in said.text, said)
    said = run("server-status", "-H", "other.example.org")
    case.check("server-status -H of another host counts none", said.well and "active" not in said.text, said)
    said = run("server-status", "--is-active")
    case.check("server-status --is-active ends with 1", said.code == 1 and "Traceback" not in said.text, said)
    case.check("server-status -j and -v end 0", run("server-status", "-j").well and run("server-status", "-v").well)
    said = run("transfer-cancel", "-j", "-v", job)
    case.check("cancel -j -v ends 0", said.well and "CANCELED" in said.text, said)


def some_files(case):
    path = bulk("some", [entry(file, Here("two", f"some/{number}")) for number, file in enumerate(slow[4:7])])
    job = submit(case, "-f", path)
    ids = [file["file_id"] for file in status(case, job)["files"]]
    said = run("transfer-cancel", f"{job}:{ids[0]},{ids[1]}")
    case.check("two files are CANCELED", said.well and said.text.split() == ["CANCELED"] * 2, said)
    states = [file["file_state"] for file in status(case, job)["files"]]
    case.check("the third is not", states[:2] == ["CANCELED"] * 2 and states[2] not in FINAL, states)
    said = run("transfer-cancel", f"{job}:1000000000")
    case.check("another's file does not belong to the job", "does not belong" in said.text, said)
    said = run("transfer-cancel", f"{job}:{ids[2]}")
    case.check("the third alone is CANCELED", said.well and said.text.strip() == "CANCELED", said)
    case.equal("then the job is", state_of(job), "CANCELED")


def deletion(case):
    listed = BOX / "deletion.list"
    listed.write_text(source.url + "\n")
    options = ["--job-metadata", "x", "--file-metadata", "y", "-S", "SPACE", "--retry", "1",
               "--cloud-credentials", "any", "-e", "300", "-b", "-i", "1"]
    for way in WAYS:
        said = run("delete-submit", *options, source.url, way=way)
        case.check(f"with {way} is refused and the text says so", said.refuses("eletion"), said)
    said = run("delete-submit", "-f", listed)
    case.check("-f is refused too", said.refuses("eletion"), said)
    said = run("delete-submit", "--dry-run", source.url)
    case.check("--dry-run prints the request", said.well and said.json["delete"] == [source.url], said)
    case.check("the file is still there", source.exists)


def storage_ban(case):
    here = Here("one", "in/a", host="localhost")
    job = submit(case, Here("slow", "in/s7", host="localhost").url, Here("two", "bans/a").url)
    case.check("a job becomes ACTIVE", becomes(job, "ACTIVE"), state_of(job))
    said = run("ban", "--storage", "http://localhost")
    case.check("the ban tells it", said.well and job in said.text, said)
    case.equal("and cancels it", state_of(job), "CANCELED")
    said = run("transfer-submit", here.url, Here("two", "bans/b").url)
    case.check("new ones are refused and the text names the storage", said.refuses("http://localhost"), said)
    case.check("unban ends 0", run("ban", "--storage", "http://localhost", "--unban").well)
    copy = Here("two", "bans/c")
    job = submit(case, here.url, copy.url)
    case.equal("then they run", ended(job), "FINISHED")
    case.check("and the file is there", copy.same_as(source))

    away = "http://waits.example.org"
    said = run("ban", "--storage", away, "--status", "wait", "--timeout", "60", "-v")
    case.check("--status wait tells no jobs", said.well and "No jobs affected" in said.text, said)
    said = run("transfer-submit", source.url, away + "/f")
    case.check("new ones are refused", said.code == 1, said)
    said = run("ban", "--storage", away, "--status", "wait", "--allow-submit", "-j")
    case.check("--allow-submit ends 0", said.well, said)
    job = submit(case, source.url, away + "/f")
    case.equal("a new one is on hold", status(case, job)["files"][0]["file_state"], "ON_HOLD")
    case.check("unban ends 0", run("ban", "--storage", away, "--unban").well)
    state = status(case, job)["files"][0]["file_state"]
    case.check("then it is not", state != "ON_HOLD", state)
    run("transfer-cancel", job)
    said = run("ban", "--storage", "http://other.example.org", way="token")
    case.check("a user without the right may not", said.code == 1, said)


def user_ban(case):
    mine = checks.token("to-be-banned")

    def list_as_user():
        return run("transfer-list", "--fts-access-token", mine, way="none")

    case.check("the user may list", list_as_user().well)
    said = run("ban", "--user", "to-be-banned")
    case.check("the ban ends 0", said.well, said)
    said = list_as_user()
    case.check("the user may do nothing", said.code == 1, said)
    case.check("unban ends 0", run("ban", "--user", "to-be-banned", "--unban", way="proxy").well)
    said = list_as_user()
    case.check("the user may list again", said.well, said)
    said = run("ban", "--user", run("whoami", "-j").json["dn"][0])
    case.check("nobody bans himself", said.code == 1, said)


def delegation(case):
    for way in WAYS:
        said = run("delegate", "-v", way=way)
        case.check(f"with {way} tells the id", said.well and re.search("Delegation id: [0-9a-f]{16}", said.text), said)
    for way in ("certificate", "proxy"):
        for number in ("first", "second"):
            said = run("delegate", "-f", "-v", way=way)
            case.check(f"-f with {way}, {number} time", said.well and "Termination time: 20" in said.text, said)
    said = run("delegate", "-f", "-H", "5", "--legacy-mode", "-j", "-v")
    case.check("-f -H 5 --legacy-mode", said.well, said)
    said = run("delegate", "-f", "-H", "5")
    case.check("-f -H 5", said.well, said)
    option(case, ["--delegate-when-lifetime-lt", "1000"], {})


def all_options(case):
    def options(command):
        text = subprocess.run([CLIENT / command, "--help"], capture_output=True, check=True).stdout.decode()
        found = []
        for line in text.partition("Options:")[2].splitlines():
            if line.startswith("  -"):
                words = re.split(r"\s{2,}", line.strip())[0]
                found.append(tuple(re.findall(r"(?<![\w-])--?\w[\w-]*", words)))
        return found

    common = options("fts-rest-whoami")
    anywhere = set().union(*used.values())
    number = 0
    missing = ["/".join(names) for names in common if "--help" not in names and not anywhere.intersection(names)]
    for command in COMMANDS:
        short = command.removeprefix("fts-rest-")
        own = [names for names in options(command) if names not in common]
        missing += [f"{command} {'/'.join(names)}" for names in own if not used.get(short, set()).intersection(names)]
        number += len(own)
    case.check(f"all {number + len(common) - 1} options ran of {', '.join(COMMANDS)}",
               not missing and len(COMMANDS) == 9, "not run: " + ", ".join(missing))


part = checks.Part("commands")
rounds = [("identity, " + way, identity, way) for way in WAYS]
rounds += [("other identities", other_identities)]
rounds += [("core, " + way, core, way) for way in WAYS]
rounds += [("bulk, " + way, many, way) for way in WAYS]
rounds += [("storage ban", storage_ban), ("list and server-status", lists), ("cancel ID:1,2", some_files),
           ("blocking", blocking), ("user ban", user_ban), ("delete-submit", deletion), ("tokens", one_token),
           ("overwrite", overwrite), ("destination exists", exists), ("checksum", checksum), ("reuse", reuse),
           ("multihop", multihop), ("overwrite-hop", overwrite_hop), ("dry run", dry_run), ("trust", trust)]
rounds += [("submit " + " ".join(options), option, options, job, file) for options, job, file in PLAIN]
rounds += [("submit " + " ".join(options), refused, options, text) for options, text in TAPE]
rounds += [("schemes", without_tape), ("delegation", delegation)]
part.round(rounds, 8)
part.round([("all", all_options)])
part.end()
