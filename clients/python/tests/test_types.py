# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def test_the_types_are_those_of_the_server(tcn, tmp_path):
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(tcn.openapi()))
    made = subprocess.run([sys.executable, ROOT / "generate", document, "--check"], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr


def test_a_document_that_differs_is_told(tcn, tmp_path):
    changed = tcn.openapi()
    changed["components"]["schemas"]["Pipe"]["properties"]["more"] = {"type": "string", "description": "More."}
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(changed))
    made = subprocess.run([sys.executable, ROOT / "generate", document, "--check"], capture_output=True, text=True)
    assert made.returncode == 1
    assert "types.py" in made.stderr


def test_every_route_has_a_method_and_every_method_a_route(tcn):
    code = (ROOT / "src" / "tcn_client" / "client.py").read_text()
    called = set(re.findall(r'self\._(?:call|pages|whole)\(\s*"(\w+)", "(/[^"]*)"', code))
    served = {
        (method.upper(), path.removeprefix("/tcn/v1"))
        for path, methods in tcn.openapi()["paths"].items()
        for method in methods
    }
    assert called == served


def test_every_parameter_of_a_route_is_offered(tcn):
    code = (ROOT / "src" / "tcn_client" / "client.py").read_text()
    missing = {
        parameter["name"]
        for methods in tcn.openapi()["paths"].values()
        for operation in methods.values()
        for parameter in operation.get("parameters", [])
        if parameter["in"] != "path" and f'"{parameter["name"]}"' not in code
    }
    assert missing == set()
