# SPDX-License-Identifier: Apache-2.0
import pytest

import tcn_client

CONTEXTS = """current: grid
contexts:
- {name: grid, url: "https://grid.example.org:8446", ca: /etc/ca, cert: /tmp/proxy}
- {name: cloud, url: "https://cloud.example.org:8446", token-file: TOKEN}
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    (tmp_path / "tcn").mkdir()
    (tmp_path / "token").write_text("secret-token\n")
    (tmp_path / "tcn" / "contexts.yaml").write_text(CONTEXTS.replace("TOKEN", str(tmp_path / "token")))
    monkeypatch.chdir(tmp_path)
    return {"XDG_CONFIG_HOME": str(tmp_path)}


def test_the_current_context_is_used(home):
    server = tcn_client.find(environment=home)
    assert (server.url, server.ca, server.cert) == ("https://grid.example.org:8446", "/etc/ca", "/tmp/proxy")


def test_a_context_by_name_with_its_token_that_is_never_shown(home):
    server = tcn_client.find("cloud", environment=home)
    assert server.token == "secret-token"
    assert "secret" not in repr(server)
    assert tcn_client.find(environment={**home, "TCN_CONTEXT": "cloud"}) == server


def test_an_unknown_context_is_told_with_those_that_there_are(home):
    with pytest.raises(tcn_client.NoServer, match="cloud.*grid"):
        tcn_client.find("mars", environment=home)


def test_what_a_context_shows_goes_to_its_server_only(home):
    other = tcn_client.find(environment={**home, "TCN_URL": "https://other.example.org:8446"})
    assert (other.cert, other.token) == (None, None)
    grid = {"X509_USER_PROXY": "/tmp/x509up", "TCN_URL": "other.example.org:8446"}
    assert tcn_client.find(environment={**home, **grid}).cert == "/tmp/x509up"


def test_no_server_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(tcn_client.NoServer, match="context add"):
        tcn_client.find(environment={"XDG_CONFIG_HOME": str(tmp_path)})


@pytest.mark.parametrize("url", ["ftp://x", "https://", "https://host/path", "https://me@host", "https://host:port"])
def test_nonsense_is_no_address(url):
    with pytest.raises(tcn_client.NoServer, match="no address"):
        tcn_client.Server(url)


def test_a_token_does_not_travel_in_the_clear():
    with pytest.raises(tcn_client.NoServer, match="https"):
        tcn_client.Server("http://tcn.example.org", token="t")


def test_certificates_that_are_not_there_are_told(tmp_path):
    with pytest.raises(tcn_client.NoServer, match="cannot be read"):
        tcn_client.Client(tcn_client.Server("https://localhost", cert=str(tmp_path / "none.pem")))
