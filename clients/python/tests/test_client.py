# SPDX-License-Identifier: Apache-2.0
import itertools
import pathlib
import uuid

import httpx
import pytest

import tcn_client


def test_the_server_is_up(tcn):
    health = tcn.health()
    assert health["status"] == "UP"
    assert "tcn_" in tcn.metrics()
    assert tcn.messages()["on"] is False
    assert tcn.agents() == {"on": False, "agents": []}
    assert [drain["drained"] for drain in tcn.drain()] == [False]
    assert health["role"] == tcn.cluster()["role"] == "alone"
    with pytest.raises(tcn_client.Conflict):
        tcn.hand_over()


def test_the_history_is_read_page_by_page(tcn):
    rows = list(tcn.history(page=2))
    assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)
    assert all(row["throughputBps"] >= 0 for row in rows)


def test_users_pipes_and_controls_come_and_go(tcn):
    user = tcn.create_user(id="py", weight=2.0, dns=["/DC=org/CN=Py"])
    assert {**user, "version": "v"} == {"id": "py", "weight": 2.0, "dns": ["/DC=org/CN=Py"], "version": "v"}
    with pytest.raises(tcn_client.Stale):
        tcn.create_user(id="py", weight=7.0, if_version=tcn_client.NOT_THERE)
    with pytest.raises(tcn_client.Stale):
        tcn.create_user(id="py", weight=7.0, if_version="v0")
    assert tcn.create_user(id="py", weight=2.5, if_version=user["version"])["weight"] == 2.5
    pipe = tcn.create_pipe(source="davs://p1.invalid", destination="davs://p2.invalid", user="py", maxConnections=9)
    assert "/" in pipe["id"], "slashes in names are part of the test"
    assert tcn.pipe(pipe["id"])["maxConnections"] == 9
    assert tcn.change_pipe(pipe["id"], weight=3.0)["weight"] == 3.0
    assert tcn.user("py")["pipes"] == 1
    assert tcn.why_pipe(pipe["id"])["code"] == "IDLE"

    tcn.create_resource_set(name="py-links", resources=["link:*"])
    assert tcn.resource_set("py-links")["resources"] == ["link:*"]
    planned = tcn.set_rc(user="py", resourceSet="py-links", boundBps=1e9, dry_run=True)
    assert planned["dryRun"] is True
    assert [rc for rc in tcn.resource_controls() if rc["user"] == "py"] == []
    when = {"zone": "Europe/Zurich", "weekly": [{"from": "08:00", "until": "18:00"}]}
    assert tcn.set_rc(user="py", resourceSet="py-links", boundBps=1e9, when=when)["boundBps"] == 1e9
    tcn.remove_rc("py", "py-links")

    assert tcn.set_endpoint_limit(endpoint="davs://p1.invalid", maxOutbound=3)["maxOutbound"] == 3
    assert {limit["endpoint"] for limit in tcn.endpoint_limits()} >= {"davs://p1.invalid"}
    tcn.remove_endpoint_limit("davs://p1.invalid")

    assert tcn.ban_storage(storage="davs://p2.invalid", user="py", status="WAIT")["jobs"] == []
    assert [ban["storage"] for ban in tcn.bans()["storages"]] == ["davs://p2.invalid"]
    tcn.unban_storage("davs://p2.invalid", "py")

    tcn.remove_pipe(pipe["id"])
    tcn.remove_resource_set("py-links")
    with tcn.because("end of the test"):
        tcn.remove_user("py")
    removed = next(entry for entry in tcn.audit() if entry["action"] == "remove-user")
    assert removed["reason"] == "end of the test"
    assert (removed["before"]["id"], removed["after"]) == ("py", None)


def test_a_configuration_is_kept_and_put_back(tcn):
    kept = tcn.configuration()
    tcn.create_resource_set(name="gone-soon", resources=["link:none"])
    changes = tcn.apply(kept, remove=True, dry_run=True)
    assert changes["applied"] is False
    assert [(change["change"], change["name"]) for change in changes["changes"]] == [("REMOVE", "gone-soon")]
    tcn.apply(kept, remove=True)
    assert tcn.configuration() == kept


def test_of_two_who_read_the_same_the_second_is_refused(tcn):
    mine, tag = tcn.tagged_configuration()
    tcn.apply({"resourceSets": [{"name": "theirs", "resources": ["link:x"]}]}, if_match=tag)
    with pytest.raises(tcn_client.Stale) as stale:
        tcn.apply(mine, remove=True, if_match=tag)
    assert (stale.value.status, stale.value.code) == (412, "PRECONDITION_FAILED")
    assert tcn.resource_set("theirs")["resources"] == ["link:x"]
    tcn.apply(mine, remove=True, if_match=tcn.tagged_configuration()[1])


def test_lists_come_page_by_page(tcn):
    tcn.create_user(id="pages")
    made = {
        tcn.create_pipe(source=f"davs://s{k}.invalid", destination="davs://t.invalid", user="pages")["id"]
        for k in range(7)
    }
    assert [pipe["id"] for pipe in tcn.pipes(user="pages", page=3)] == sorted(made)
    assert len(list(itertools.islice(tcn.pipes(user="pages", page=2), 3))) == 3
    for id in made:
        tcn.remove_pipe(id)
    tcn.remove_user("pages")


def test_files_are_moved_and_waited_for(tcn, world):
    folder = pathlib.Path(world["storages"]["a"]["root"])
    (folder / "raw").write_bytes(b"raw data" * 1000)
    a, b = world["storages"]["a"]["url"], world["storages"]["b"]["url"]
    added = tcn.add_transfers(
        [
            {"name": "raw", "source": f"{a}/raw", "destination": f"{b}/raw"},
            {"name": "back", "source": f"{b}/raw", "destination": f"{a}/back", "after": ["raw"]},
            {"source": f"{a}/nothing-of-this-name", "destination": f"{b}/never", "retries": 0},
        ]
    )
    assert [transfer["name"] for transfer in added["transfers"]] == ["raw", "back", None]
    job = tcn.wait_for_job(added["jobId"], timeout=60, poll=0.2)
    assert job["state"] == "FINISHEDDIRTY"
    assert job["transfers"] == {"total": 3, "finished": 2, "failed": 1, "canceled": 0, "open": 0}
    assert (folder / "back").read_bytes() == b"raw data" * 1000
    ids = [transfer["id"] for transfer in added["transfers"]]
    assert [transfer["state"] for transfer in tcn.wait_for_transfers(ids)] == ["FINISHED", "FINISHED", "FAILED"]
    assert [transfer["id"] for transfer in tcn.transfers(job=added["jobId"], page=2)] == ids
    assert tcn.why_transfer(ids[2])["code"] == "FAILED"
    whole = tcn.job(added["jobId"], include=["why", "transfers"])["included"]
    assert [transfer["id"] for transfer in whole["transfers"]] == ids
    assert whole["why"]["code"] == "FAILED"
    one = tcn.transfer(ids[0], include=["why", "pipes"])["included"]
    assert one["pipes"][0]["id"] == added["transfers"][0]["pipe"]
    assert set(tcn.user("demo", include=["pipes", "controls"])["included"]) == {"pipes", "controls"}
    assert tcn.why_job(added["jobId"])["state"] == "FINISHEDDIRTY"
    assert tcn.resubmit_job(added["jobId"])["of"] == added["jobId"]
    assert added["jobId"] in {job["id"] for job in tcn.jobs(page=1)}


def test_the_same_key_adds_nothing_twice(tcn, world):
    source = world["storages"]["a"]["url"] + "/raw"
    one = [{"source": source, "destination": world["storages"]["b"]["url"] + "/keyed"}]
    key = str(uuid.uuid4())
    first = tcn.add_transfers(one, idempotency_key=key)
    assert tcn.add_transfers(one, idempotency_key=key) == first
    with pytest.raises(tcn_client.Invalid) as refused:
        tcn.add_transfers([{**one[0], "source": source + "-other"}], idempotency_key=key)
    assert refused.value.status == 422
    tcn.wait_for_job(first["jobId"], timeout=60, poll=0.2)


def test_a_group_is_changed_as_it_was_seen(tcn, world):
    url = world["storages"]["b"]["url"]
    tcn.add_transfers(
        [{"source": world["storages"]["a"]["url"] + "/raw", "destination": f"{url}/grouped"}], group={"name": "py-group"}
    )
    found = tcn.groups(user="demo", name="py-group")["groups"][0]
    seen = tcn.group(found["id"])["version"]
    changed = tcn.change_group(found["id"], weight=3.0, if_version=seen)
    assert changed["weight"] == 3.0
    with pytest.raises(tcn_client.Stale):
        tcn.change_group(found["id"], weight=4.0, if_version=seen)
    with pytest.raises(tcn_client.Stale):
        tcn.cancel_group(found["id"], if_version=seen)
    assert tcn.cancel_group(found["id"], if_version=changed["version"])["id"] == found["id"]


@pytest.mark.parametrize(
    "add",
    [
        lambda client: client.add_transfers([{"source": "davs://a/f", "destination": "davs://b/f"}]),
        lambda client: client.create_user(id="x"),
        lambda client: client.create_pipe(source="davs://a", destination="davs://b", user="x"),
        lambda client: client.create_resource_set(name="s"),
        lambda client: client.set_rc(user="x", resourceSet="s", boundBps=1e9),
        lambda client: client.set_endpoint_limit(endpoint="davs://a", maxOutbound=1),
        lambda client: client.resubmit_job("j"),
    ],
)
def test_a_lost_answer_is_made_up_for_with_the_same_key(server, add):
    keys, answers = [], iter([None, httpx.Response(503), httpx.Response(201, json={"jobId": "j", "transfers": []})])

    def handle(request):
        keys.append(request.headers["Idempotency-Key"])
        answer = next(answers)
        if answer is None:
            raise httpx.ReadError("the connection broke", request=request)
        return answer

    with tcn_client.Client(server, transport=httpx.MockTransport(handle)) as client:
        assert add(client)["jobId"] == "j"
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_what_may_have_been_done_is_not_sent_again(server):
    asked = []

    def handle(request):
        asked.append(request.method)
        raise httpx.ReadError("the connection broke", request=request)

    with tcn_client.Client(server, transport=httpx.MockTransport(handle)) as client:
        with pytest.raises(tcn_client.Unavailable):
            client.change_pipe("p", maxConnections=3)
    assert asked == ["PATCH"]


def test_refusals_are_exceptions(tcn):
    with pytest.raises(tcn_client.NotFound) as missing:
        tcn.pipe("no/such/pipe")
    assert (missing.value.status, missing.value.code) == (404, "NOT_FOUND")
    assert "no/such/pipe" in missing.value.detail
    with pytest.raises(tcn_client.Conflict):
        tcn.remove_resource_set("all-links")
    with pytest.raises(tcn_client.Invalid) as wrong:
        tcn.create_user(id="x", wieght=2)
    assert wrong.value.field == "wieght"
    assert "weight" in wrong.value.detail
    with pytest.raises(tcn_client.WaitTimeout):
        tcn._wait(lambda: {"state": "ACTIVE"}, {"FINISHED"}, "it", 0.1, 0.05)


def test_who_shows_nothing_is_refused(world):
    with tcn_client.Client(tcn_client.Server(world["url"], world["ca"])) as nobody:
        assert nobody.health()["status"] == "UP"
        with pytest.raises(tcn_client.NotAllowed) as refused:
            nobody.users()
    assert refused.value.status == 403


def test_a_server_of_a_strange_authority_is_not_talked_to(world):
    stranger = tcn_client.Server(world["url"], world["strange-ca"], world["cert"], world["key"])
    with tcn_client.Client(stranger, tries=1) as client:
        with pytest.raises(tcn_client.Unavailable) as refused:
            client.health()
    assert "certificate" in refused.value.detail.lower()


def test_a_server_that_is_away_is_told(world):
    with tcn_client.Client(tcn_client.Server("https://localhost:1", world["ca"]), tries=2) as client:
        with pytest.raises(tcn_client.Unavailable) as away:
            client.health()
    assert away.value.status == 0
    assert "localhost:1" in away.value.detail
