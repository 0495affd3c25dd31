# SPDX-License-Identifier: Apache-2.0
"""Which server, and as whom: looked for where the command line of TCN looks, see docs/cli.md."""

from __future__ import annotations

import os
import pathlib
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import yaml

_GRID = "/etc/grid-security/certificates"
_TRIAL = "https://localhost:8446"


class NoServer(Exception):
    """No server, or nothing usable to show to it, is named."""


@dataclass(frozen=True)
class Server:
    """A server and what is shown to it.

    url: as in https://tcn.example.org:8446
    ca: file or folder of authorities; None: those of the grid and of this machine.
    cert: certificate or proxy, a PEM file.
    key: its key; None: it is in the same file.
    token: a bearer token; it is never part of a repr.
    """

    url: str
    ca: str | None = None
    cert: str | None = None
    key: str | None = None
    token: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", _address(self.url))
        if self.key and not self.cert:
            raise NoServer("a key needs its certificate")
        if self.cert and self.token:
            raise NoServer("show a certificate or a token, not both")
        parts = urlsplit(self.url)
        if self.token and parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
            raise NoServer("a token is not sent without TLS, anybody could read it: use https")

    def __repr__(self) -> str:
        shown = "a token" if self.token else self.cert or "nothing"
        return f"Server({self.url!r}, showing {shown})"

    def tls(self) -> ssl.SSLContext:
        """What connections to it are made with. The server's certificate is always checked, with its name."""
        try:
            if self.ca is None:
                context = ssl.create_default_context()
                if os.path.isdir(_GRID):
                    context.load_verify_locations(capath=_GRID)
            elif os.path.isdir(self.ca):
                context = ssl.create_default_context(capath=self.ca)
            else:
                context = ssl.create_default_context(cafile=self.ca)
            if self.cert:
                context.load_cert_chain(self.cert, self.key)
        except (OSError, ssl.SSLError) as failure:
            raise NoServer(f"certificates cannot be read ({self.ca}, {self.cert}, {self.key}): {failure}") from failure
        return context


def _address(text: str) -> str:
    given = text.strip()
    url = (given if "://" in given else "https://" + given).rstrip("/").removesuffix("/tcn/v1")
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - a port that is no number is refused here
    except ValueError as failure:
        raise NoServer(f'"{text}" is no address of a server: {failure}') from failure
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query or parts.username:
        raise NoServer(f'"{text}" is no address of a server: write it as https://tcn.example.org:8446')
    return url


def _contexts_file(environment: Mapping[str, str]) -> pathlib.Path:
    config = environment.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return pathlib.Path(config) / "tcn" / "contexts.yaml"


def _context(environment: Mapping[str, str], name: str | None) -> dict[str, str] | None:
    file = _contexts_file(environment)
    root: Any = {}
    if file.exists():
        try:
            root = yaml.safe_load(file.read_text()) or {}
        except (OSError, yaml.YAMLError) as failure:
            raise NoServer(f"the file of contexts {file} cannot be read: {failure}") from failure
    entries = root.get("contexts") or [] if isinstance(root, dict) else []
    by_name = {entry.get("name"): entry for entry in entries if isinstance(entry, dict)}
    wanted = name or environment.get("TCN_CONTEXT")
    if wanted:
        if wanted not in by_name:
            raise NoServer(f"there is no context {wanted}; there are: {sorted(map(str, by_name))}")
        return by_name[wanted]
    current = by_name.get(root.get("current")) if isinstance(root, dict) else None
    return current or _trial()


def _trial() -> dict[str, str] | None:
    pki = pathlib.Path("data/pki").absolute()
    if not (pki / "ca.pem").exists() or not (pki / "demo-user.pem").exists():
        return None
    return {
        "url": _TRIAL,
        "ca": str(pki / "ca.pem"),
        "cert": str(pki / "demo-user.pem"),
        "key": str(pki / "demo-user.key"),
    }


def _token_of(file: str) -> str:
    try:
        token = pathlib.Path(os.path.expanduser(file)).read_text().strip()
    except OSError as failure:
        raise NoServer(f"the file of the token cannot be read: {failure}") from failure
    return _token(token, file)


def _token(text: str, where: str) -> str:
    token = text.strip()
    if not token or any(sign.isspace() for sign in token) or not token.isascii():
        raise NoServer(f"{where} holds no token")
    return token


def find(context: str | None = None, environment: Mapping[str, str] | None = None) -> Server:
    """The server that the command line would ask, and as whom it would ask.

    context: the name of a context of "tcn context"; by default TCN_URL, TCN_CONTEXT, the current context, or a server
    that was started for a trial in this folder.
    """
    env = os.environ if environment is None else environment
    url = None if context else env.get("TCN_URL")
    entry = _context(env, context)
    if not url and not entry:
        raise NoServer('no server is named: add one with "tcn context add NAME --url https://HOST:8446 ...", or set TCN_URL')
    address = _address(url or (entry or {})["url"])
    # What a context shows is shown to its server only.
    own = entry if entry and (context or address == _address(entry["url"])) else {}
    ca = env.get("TCN_CA") or own.get("ca") or env.get("X509_CERT_DIR")
    return Server(address, _expanded(ca), **_credential(env, own))


def _credential(env: Mapping[str, str], own: Mapping[str, str]) -> dict[str, Any]:
    if env.get("TCN_TOKEN"):
        return {"token": _token(env["TCN_TOKEN"], "TCN_TOKEN")}
    for file in (env.get("TCN_TOKEN_FILE"), own.get("token-file")):
        if file:
            return {"token": _token_of(file)}
    if own.get("cert"):
        return {"cert": _expanded(own["cert"]), "key": _expanded(own.get("key"))}
    if env.get("BEARER_TOKEN"):
        return {"token": _token(env["BEARER_TOKEN"], "BEARER_TOKEN")}
    if env.get("BEARER_TOKEN_FILE"):
        return {"token": _token_of(env["BEARER_TOKEN_FILE"])}
    if env.get("X509_USER_PROXY"):
        return {"cert": env["X509_USER_PROXY"]}
    if env.get("X509_USER_CERT"):
        return {"cert": env["X509_USER_CERT"], "key": env.get("X509_USER_KEY")}
    return {}


def _expanded(path: str | None) -> str | None:
    return os.path.expanduser(path) if path else None
