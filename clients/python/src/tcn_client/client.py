# SPDX-License-Identifier: Apache-2.0
"""The interface /tcn/v1 of a server, a method for each route."""

from __future__ import annotations

import contextlib
import contextvars
import random
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, Unpack, cast
from urllib.parse import parse_qs, quote, urlsplit

import httpx

from tcn_client import errors, servers, types

Json = Any
NOT_THERE = "not there"
"""As if_version: only if there is none of this name yet; Stale is raised if there is."""

_PREFIX = "/tcn/v1"
_PAGE = 500
_WITHOUT_REASON = {("POST", "/what-if"), ("POST", "/transfers"), ("POST", "/jobs/{id}/resubmit")}
_OVER = {"FINISHED", "FAILED", "CANCELED"}
_JOB_OVER = _OVER | {"FINISHEDDIRTY"}


class Client:
    """A server. To be closed, or used with "with".

    server: see tcn_client.servers.find; by default the one that the command line would ask.
    timeout: longest wait for an answer, in seconds.
    tries: how often a request that may be repeated is sent when the server is away or busy.
    """

    def __init__(
        self,
        server: servers.Server | None = None,
        *,
        timeout: float = 30.0,
        tries: int = 4,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        if tries < 1:
            raise ValueError("tries must be 1 or more")
        self.server = server or servers.find()
        headers = {"Accept": "application/json, application/problem+json, text/plain"}
        if self.server.token:
            headers["Authorization"] = "Bearer " + self.server.token
        self._tries = tries
        self._why: contextvars.ContextVar[str | None] = contextvars.ContextVar("why", default=None)
        self._http = httpx.Client(
            base_url=self.server.url + _PREFIX,
            headers=headers,
            timeout=timeout,
            verify=self.server.tls() if self.server.url.startswith("https") else True,
            transport=transport,
            trust_env=False,
        )

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    @contextlib.contextmanager
    def because(self, reason: str) -> Iterator[Client]:
        """with tcn.because("new disks"): what is changed within has this reason in the audit; one line."""
        before = self._why.set(reason)
        try:
            yield self
        finally:
            self._why.reset(before)

    # ---- users ----

    def users(self, *, dn: str | None = None) -> list[types.User]:
        """All users that one may act for, or the one for which a certificate acts."""
        return list(self._pages("GET", "/users", {"dn": dn}, _PAGE))

    def user(self, id: str, *, include: Iterable[Literal["pipes", "controls"]] = ()) -> types.UserSums:
        """include: more in the same answer, under "included"."""
        return self._call("GET", "/users/{id}", id, params={"include": ",".join(include) or None})

    def create_user(self, *, if_version: str | None = None, **user: Unpack[types.CreateUser]) -> types.User:
        """if_version: the version of the user as it was read; Stale is raised if it is another one by now."""
        return self._call("POST", "/users", body=user, headers=_once(if_version), may_repeat=True)

    def remove_user(self, id: str, *, if_version: str | None = None) -> None:
        self._call("DELETE", "/users/{id}", id, headers=_if(if_version))

    # ---- pipes ----

    def pipes(
        self,
        *,
        user: str | None = None,
        source: str | None = None,
        destination: str | None = None,
        page: int = _PAGE,
    ) -> Iterator[types.Pipe]:
        """All pipes by name, fetched in pages."""
        filters = {"user": user, "source": source, "destination": destination}
        return self._pages("GET", "/pipes", filters, page)

    def pipe(self, id: str, *, include: Iterable[Literal["why", "transfers", "controls"]] = ()) -> types.Pipe:
        """include: more in the same answer, under "included"."""
        return self._call("GET", "/pipes/{id}", id, params={"include": ",".join(include) or None})

    def create_pipe(
        self, *, force: bool = False, if_version: str | None = None, **pipe: Unpack[types.CreatePipe]
    ) -> types.Pipe:
        """force: also least connections that the limit of an endpoint does not allow."""
        params = {"force": force}
        return self._call("POST", "/pipes", params=params, body=pipe, headers=_once(if_version), may_repeat=True)

    def change_pipe(
        self, id: str, *, force: bool = False, if_version: str | None = None, **change: Unpack[types.ChangePipe]
    ) -> types.Pipe:
        """force: also least connections that the limit of an endpoint does not allow."""
        params = {"force": force}
        return self._call("PATCH", "/pipes/{id}", id, params=params, body=change, headers=_if(if_version))

    def remove_pipe(self, id: str, *, if_version: str | None = None) -> None:
        self._call("DELETE", "/pipes/{id}", id, headers=_if(if_version))

    # ---- resources and what users may take of them ----

    def resource_sets(self, *, resource: str | None = None) -> list[types.ResourceSet]:
        """All resource-sets, or those in which a resource of the present map is."""
        return list(self._pages("GET", "/resource-sets", {"resource": resource}, _PAGE))

    def resource_set(self, name: str) -> types.ResourceSet:
        return self._call("GET", "/resource-sets/{name}", name)

    def create_resource_set(
        self, *, if_version: str | None = None, **resource_set: Unpack[types.CreateResourceSet]
    ) -> types.ResourceSet:
        return self._call("POST", "/resource-sets", body=resource_set, headers=_once(if_version), may_repeat=True)

    def remove_resource_set(self, name: str, *, if_version: str | None = None) -> None:
        self._call("DELETE", "/resource-sets/{name}", name, headers=_if(if_version))

    def resources(self, matching: str | None = None) -> list[types.Resource]:
        return list(self._pages("GET", "/resources", {"matching": matching}, _PAGE))

    def resource_controls(
        self, *, user: str | None = None, resource_set: str | None = None
    ) -> list[types.ResourceControl]:
        return list(self._pages("GET", "/rc", {"user": user, "resourceSet": resource_set}, _PAGE))

    def set_rc(
        self,
        *,
        dry_run: bool = False,
        force: bool = False,
        if_version: str | None = None,
        **control: Unpack[types.SetRc],
    ) -> types.ResourceControl:
        """if_version: the version of what stood for this user on this set; Stale is raised if that has changed."""
        params = {"dryRun": dry_run, "force": force}
        return self._call("PUT", "/rc", params=params, body=control, headers=_once(if_version), may_repeat=True)

    def remove_rc(
        self,
        user: str,
        resource_set: str,
        kind: Literal["bound", "guarantee", "weight"] | None = None,
        *,
        if_version: str | None = None,
    ) -> None:
        params = {"user": user, "resourceSet": resource_set, "kind": kind}
        self._call("DELETE", "/rc", params=params, headers=_if(if_version))

    def what_if(self, **question: Unpack[types.WhatIfQuestion]) -> types.WhatIf:
        """What a change would do; nothing is changed. Takes a few seconds."""
        return self._call("POST", "/what-if", body=question)

    def control(self) -> types.Control:
        return self._call("GET", "/control")

    def bottlenecks(self) -> types.Bottlenecks:
        return self._call("GET", "/bottlenecks")

    def bottlenecks_dot(self) -> str:
        """The bottleneck structure for Graphviz."""
        return self._call("GET", "/bottlenecks", params={"format": "dot"})

    def map(self) -> types.Map:
        return self._call("GET", "/map")

    def map_pipes(self, *, user: str | None = None) -> list[types.PipeMapping]:
        return list(self._pages("GET", "/map/pipes", {"user": user}, _PAGE))

    def history(
        self,
        *,
        pipe: str | None = None,
        control: str | None = None,
        user: str | None = None,
        since: str | None = None,
        until: str | None = None,
        resolution: Literal["interval", "10m"] | None = None,
        page: int = 1000,
    ) -> Iterator[types.HistoryRow]:
        """How a pipe, a resource control, a user, or all together did over time, fetched in pages.

        since, until: moments as in "2026-12-01T08:00:00Z"; by default the last day."""
        filters = {"pipe": pipe, "control": control, "user": user, "resolution": resolution, "format": "json"}
        after = None
        while True:
            span = {"from": since, "to": until, "after": after, "limit": page}
            got: types.History = self._call("GET", "/history", params={**filters, **span})
            yield from got["rows"]
            after = got["next"]
            if after is None:
                return

    def tried_settings(self, pipe: str | None = None, *, limit: int = 100) -> list[types.TriedSetting]:
        """What a pipe, or all of one's pipes, moved on each number of connections that it had, the newest first."""
        got: types.TriedSettings = self._call("GET", "/history/settings", params={"pipe": pipe, "limit": limit})
        return got["settings"]

    # ---- storages ----

    def endpoints(self, endpoint: str | None = None, *, failing: bool = False) -> list[types.Endpoint]:
        """All storages of one's pipes, or one; or those at which the last attempts failed."""
        return list(self._pages("GET", "/endpoints", {"endpoint": endpoint, "failing": failing}, _PAGE))

    def endpoint_limits(self, endpoint: str | None = None) -> list[types.EndpointLimit]:
        return list(self._pages("GET", "/endpoint-limits", {"endpoint": endpoint}, _PAGE))

    def set_endpoint_limit(
        self, *, force: bool = False, if_version: str | None = None, **limit: Unpack[types.SetEndpointLimit]
    ) -> types.EndpointLimit:
        """force: also a limit below the least connections of its pipes."""
        params = {"force": force}
        return self._call(
            "PUT", "/endpoint-limits", params=params, body=limit, headers=_once(if_version), may_repeat=True
        )

    def remove_endpoint_limit(self, endpoint: str, *, if_version: str | None = None) -> None:
        self._call("DELETE", "/endpoint-limits", params={"endpoint": endpoint}, headers=_if(if_version))

    def bans(self, *, storage: str | None = None, user: str | None = None) -> types.Bans:
        """All bans, or those of a storage or of storages for a user. Fetched in pages."""
        return self._whole("GET", "/bans", {"storage": storage, "user": user}, "storages", "people")

    def ban_storage(self, **ban: Unpack[types.BanStorage]) -> types.StorageBanned:
        return self._call("PUT", "/bans/storages", body=ban)

    def unban_storage(self, storage: str, user: str | None = None) -> None:
        self._call("DELETE", "/bans/storages", params={"storage": storage, "user": user})

    def ban_person(self, **ban: Unpack[types.BanPerson]) -> types.PersonBanned:
        return self._call("PUT", "/bans/people", body=ban)

    def unban_person(self, dn: str) -> None:
        self._call("DELETE", "/bans/people", params={"dn": dn})

    def leftovers(self, *, page: int = _PAGE) -> Iterator[types.Leftover]:
        """Destinations at which something may have been left, fetched in pages."""
        after: str | None = None
        while True:
            got: types.Leftovers = self._call("GET", "/leftovers", params={"after": after, "limit": page})
            yield from got["leftovers"]
            after = got["next"]
            if after is None:
                return

    # ---- transfers and jobs ----

    def add_transfers(
        self,
        transfers: Sequence[types.AddTransfer],
        *,
        user: str | None = None,
        group: types.InGroup | None = None,
        rate: str | None = None,
        idempotency_key: str | None = None,
    ) -> types.TransfersAdded:
        """Adds transfers, all of them or none. Sent again without harm when no answer came: each call has a key."""
        body: dict[str, Any] = {"transfers": list(transfers)}
        if user is not None:
            body["user"] = user
        if group is not None:
            body["group"] = group
        if rate is not None:
            body["rate"] = rate
        key = idempotency_key or str(uuid.uuid4())
        return self._call("POST", "/transfers", body=body, headers={"Idempotency-Key": key}, may_repeat=True)

    def transfers(
        self,
        *,
        user: str | None = None,
        pipe: str | None = None,
        job: str | None = None,
        state: str | None = None,
        page: int = _PAGE,
    ) -> Iterator[types.Transfer]:
        """Transfers by number, fetched in pages."""
        filters = {"user": user, "pipe": pipe, "job": job, "state": state}
        return self._pages("GET", "/transfers", filters, page)

    def transfer(self, id: int, *, include: Iterable[Literal["why", "pipes"]] = ()) -> types.Transfer:
        """include: more in the same answer, under "included"."""
        return self._call("GET", "/transfers/{id}", id, params={"include": ",".join(include) or None})

    def cancel_transfer(self, id: int) -> types.TransferCanceled:
        return self._call("DELETE", "/transfers/{id}", id)

    def jobs(self, *, user: str | None = None, state: str | None = None, page: int = _PAGE) -> Iterator[types.Job]:
        """Jobs by id, fetched in pages."""
        return self._pages("GET", "/jobs", {"user": user, "state": state}, page)

    def job(self, id: str, *, include: Iterable[Literal["why", "transfers"]] = ()) -> types.Job:
        """include: more in the same answer, under "included"."""
        return self._call("GET", "/jobs/{id}", id, params={"include": ",".join(include) or None})

    def cancel_job(self, id: str) -> types.JobCanceled:
        return self._call("DELETE", "/jobs/{id}", id)

    def resubmit_job(self, id: str) -> types.JobAgain:
        return self._call("POST", "/jobs/{id}/resubmit", id, headers=_once(None), may_repeat=True)

    def groups(self, *, user: str | None = None, name: str | None = None) -> types.Groups:
        """Groups that are not over, the one that goes first first. Fetched in pages, as "orderedAt" of the first."""
        return self._whole("GET", "/groups", {"user": user, "name": name}, "groups")

    def group(self, id: int) -> types.Group:
        return self._call("GET", "/groups/{id}", id)

    def change_group(
        self, id: int, *, if_version: str | None = None, **change: Unpack[types.ChangeGroup]
    ) -> types.Group:
        return self._call("PATCH", "/groups/{id}", id, body=change, headers=_if(if_version))

    def cancel_group(self, id: int, *, if_version: str | None = None) -> types.GroupCanceled:
        return self._call("DELETE", "/groups/{id}", id, headers=_if(if_version))

    def why_transfer(self, id: int) -> types.TransferWhy:
        return self._call("GET", "/transfers/{id}/why", id)

    def why_pipe(self, id: str) -> types.PipeWhy:
        return self._call("GET", "/pipes/{id}/why", id)

    def why_job(self, id: str) -> types.JobWhy:
        return self._call("GET", "/jobs/{id}/why", id)

    def wait_for_job(self, id: str, *, timeout: float | None = None, poll: float = 2.0) -> types.Job:
        """Waits until a job is over and returns it. Goes on while the server is away for a while.

        Raises WaitTimeout when "timeout" seconds are over."""
        return cast(types.Job, self._wait(lambda: self.job(id), _JOB_OVER, f"job {id}", timeout, poll))

    def wait_for_transfers(
        self, ids: Iterable[int], *, timeout: float | None = None, poll: float = 2.0
    ) -> list[types.Transfer]:
        """Waits until all of them are over and returns them."""
        begun = time.monotonic()
        done = []
        for id in ids:
            left = None if timeout is None else max(0.0, timeout - (time.monotonic() - begun))
            done.append(
                cast(types.Transfer, self._wait(lambda: self.transfer(id), _OVER, f"transfer {id}", left, poll))
            )
        return done

    # ---- the server ----

    def health(self) -> types.Health:
        """How the server is; an answer with status DOWN is one, too."""
        return self._call("GET", "/health", good=(200, 503))

    def metrics(self) -> str:
        """In the text format of Prometheus."""
        return self._call("GET", "/metrics")

    def agents(self) -> types.Agents:
        """The agents that move files for the server in processes of their own. Fetched in pages."""
        return self._whole("GET", "/agents", {}, "agents")

    def token_limits(self, *, subject: str | None = None) -> list[types.TokenLimit]:
        """The limits of tokens that are in use: all for administrators, else one's own; or those of a subject."""
        return list(self._pages("GET", "/token-limits", {"subject": subject}, _PAGE))

    def messages(self) -> types.Messages:
        return self._call("GET", "/messages")

    def audit(
        self, *, dn: str | None = None, action: str | None = None, page: int = 100
    ) -> Iterator[types.AuditEntry]:
        """Changes that operators made, the newest first, fetched in pages; of all there are unless one stops."""
        return self._pages("GET", "/audit", {"dn": dn, "action": action}, page)

    def drain(self) -> list[types.Drain]:
        return self._call("GET", "/drain")

    def set_drain(self, **drain: Unpack[types.SetDrain]) -> types.Drain:
        return self._call("PUT", "/drain", body=drain)

    def cluster(self) -> types.Cluster:
        """The servers that share the database, and which one leads."""
        return self._call("GET", "/cluster")

    def hand_over(self) -> types.Handover:
        """Lets the server that leads give the lead to another one, and start anew."""
        return self._call("POST", "/cluster/handover", body={})

    def configuration(self) -> types.ConfigurationBody:
        return self.tagged_configuration()[0]

    def tagged_configuration(self) -> tuple[types.ConfigurationBody, str]:
        """The configuration, and the tag by which "apply" knows whether somebody else has changed it."""
        return self._call("GET", "/configuration", tagged=True)

    def apply(
        self,
        configuration: types.ConfigurationBody,
        *,
        remove: bool = False,
        dry_run: bool = False,
        force: bool = False,
        if_match: str | None = None,
    ) -> types.ConfigurationChanges:
        """Makes the configuration what is given, all or nothing; tells what changes.

        if_match: the tag of the configuration as it was read: Stale is raised if it has changed since then."""
        headers = {"If-Match": if_match} if if_match else None
        params = {"remove": remove, "dryRun": dry_run, "force": force}
        return self._call("PUT", "/configuration", params=params, body=configuration, headers=headers)

    def openapi(self) -> dict[str, Any]:
        return self._call("GET", "/openapi.json")

    # ---- how it is asked ----

    def _call(
        self,
        method: str,
        path: str,
        name: str | int | None = None,
        *,
        params: dict[str, Any] | None = None,
        body: Any = None,
        headers: dict[str, str] | None = None,
        may_repeat: bool = False,
        good: tuple[int, ...] = (200, 201, 204),
        tagged: bool = False,
        linked: bool = False,
    ) -> Json:
        url = path
        if name is not None:
            begin, end = path.index("{"), path.index("}")
            url = path[:begin] + quote(str(name), safe="") + path[end + 1 :]
        query = {key: _text(value) for key, value in (params or {}).items() if value is not None and value is not False}
        why = self._why.get()
        if why is not None and method != "GET" and (method, path) not in _WITHOUT_REASON:
            query["reason"] = why
        tries = self._tries if may_repeat or method == "GET" else 1
        for attempt in range(1, tries + 1):
            try:
                answer = self._http.request(method, url, params=query, json=body, headers=headers)
            except httpx.TransportError as failure:
                trouble: errors.TcnError = errors.Unavailable(
                    0, "NO_ANSWER", f"{self.server.url} does not answer: {failure}"
                )
                if attempt == tries:
                    raise trouble from failure
            else:
                if answer.status_code in good:
                    content = _content(answer)
                    if linked:
                        return content, answer.links.get("next", {}).get("url")
                    return (content, answer.headers.get("ETag", "")) if tagged else content
                trouble = errors.of(answer)
                if attempt == tries or not isinstance(trouble, (errors.Unavailable, errors.Busy)):
                    raise trouble
            pause = min(0.5 * 2 ** (attempt - 1), 10.0) * (0.5 + random.random())
            time.sleep(max(trouble.retry_after or 0.0, pause))
        raise AssertionError("unreachable")

    def _pages(self, method: str, path: str, filters: dict[str, Any], page: int) -> Iterator[Json]:
        """All rows: a page that has a next one names it, however many rows it has."""
        after = None
        while True:
            rows, next_page = self._call(
                method, path, params={**filters, "after": after, "limit": page}, linked=True
            )
            yield from rows
            if next_page is None:
                return
            after = parse_qs(urlsplit(next_page).query)["after"][0]

    def _whole(self, method: str, path: str, params: dict[str, Any], *lists: str) -> Json:
        """An answer with lists in it that come in pages: these whole, the rest as on the first page."""
        whole, next_page = self._call(method, path, params=params, linked=True)
        while next_page is not None:
            after = parse_qs(urlsplit(next_page).query)["after"][0]
            page, next_page = self._call(method, path, params={**params, "after": after}, linked=True)
            for each in lists:
                whole[each] += page[each]
        return whole

    def _wait(self, ask: Any, over: set[str], what: str, timeout: float | None, poll: float) -> Json:
        begun = time.monotonic()
        while True:
            state = "unknown: the server is away"
            try:
                found = ask()
                state = found["state"]
                if state in over:
                    return found
            except (errors.Unavailable, errors.Busy):
                pass
            if timeout is not None and time.monotonic() - begun + poll > timeout:
                raise errors.WaitTimeout(0, "WAIT_TIMEOUT", f"{what} is not over after {timeout:g} s: {state}")
            time.sleep(poll)


def _once(version: str | None) -> dict[str, str]:
    """As _if, with a key by which the server knows a request that is sent again."""
    return {**(_if(version) or {}), "Idempotency-Key": str(uuid.uuid4())}


def _if(version: str | None) -> dict[str, str] | None:
    if version == NOT_THERE:
        return {"If-None-Match": "*"}
    return {"If-Match": f'"{version}"'} if version else None


def _text(value: Any) -> str:
    return "true" if value is True else str(value)


def _content(answer: httpx.Response) -> Json:
    if answer.status_code == 204:
        return None
    if "json" in answer.headers.get("Content-Type", ""):
        return answer.json()
    return answer.text
