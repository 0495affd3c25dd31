# SPDX-License-Identifier: Apache-2.0
"""What a server refuses, as exceptions."""

from __future__ import annotations

from typing import Any

import httpx


class TcnError(Exception):
    """A request was not done.

    status: the HTTP status, 0 if there was no answer.
    code: the status as a word for programs, such as "NOT_FOUND".
    detail: what is wrong and what to do, for people.
    field: the key or parameter that is wrong, as in "transfers[0].source"; None if it is not one of them.
    retry_after: seconds after which the server wants to be asked again, None if it does not say.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        field: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {detail}" if status else detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field
        self.retry_after = retry_after


class Invalid(TcnError):
    """The request makes no sense to the server (400, 413, 422)."""


class NotAllowed(TcnError):
    """The caller may not do this (401, 403)."""


class NotFound(TcnError):
    """There is no such thing (404)."""


class Conflict(TcnError):
    """What is there already is in the way (409)."""


class Stale(TcnError):
    """Somebody else has changed it since it was read (412)."""


class Busy(TcnError):
    """Too many requests at once (429)."""


class Unavailable(TcnError):
    """The server is away, or cannot work now (no answer, 503)."""


class WaitTimeout(TcnError):
    """What was waited for is not over yet."""


_KINDS: dict[int, type[TcnError]] = {
    400: Invalid,
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    408: Unavailable,
    409: Conflict,
    412: Stale,
    413: Invalid,
    422: Invalid,
    429: Busy,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}


def of(answer: httpx.Response) -> TcnError:
    """The exception for an answer that is none of the good ones."""
    try:
        problem: Any = answer.json()
    except ValueError:
        problem = {}
    if not isinstance(problem, dict):
        problem = {}
    title = str(problem.get("title") or answer.reason_phrase or "error")
    after = answer.headers.get("Retry-After", "")
    return _KINDS.get(answer.status_code, TcnError)(
        answer.status_code,
        "_".join(title.upper().replace("-", " ").split()),
        str(problem.get("detail") or title),
        problem.get("field"),
        float(after) if after.isdigit() else None,
    )
