# SPDX-License-Identifier: Apache-2.0
"""Client of TCN, a transport control plane. Told in docs/python.md."""

from tcn_client.client import NOT_THERE, Client
from tcn_client.errors import (
    Busy,
    Conflict,
    Invalid,
    NotAllowed,
    NotFound,
    Stale,
    TcnError,
    Unavailable,
    WaitTimeout,
)
from tcn_client.servers import NoServer, Server, find

__all__ = [
    "NOT_THERE",
    "Busy",
    "Client",
    "Conflict",
    "Invalid",
    "NoServer",
    "NotAllowed",
    "NotFound",
    "Server",
    "Stale",
    "TcnError",
    "Unavailable",
    "WaitTimeout",
    "find",
]
