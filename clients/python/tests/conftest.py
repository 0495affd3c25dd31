# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib

import pytest

import tcn_client

SETTINGS = os.environ.get("TCN_PYTHON_CHECK")


def pytest_configure(config):
    if not SETTINGS:
        raise pytest.UsageError("these tests need a server: run tools/python-check")


@pytest.fixture(scope="session")
def world():
    """What tools/python-check has started: url, ca, cert, key, storages a and b, folders of replay and sweep."""
    return json.loads(pathlib.Path(SETTINGS).read_text())


@pytest.fixture(scope="session")
def server(world):
    return tcn_client.Server(world["url"], world["ca"], world["cert"], world["key"])


@pytest.fixture(scope="session")
def tcn(server):
    with tcn_client.Client(server) as client:
        yield client
