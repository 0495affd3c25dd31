# SPDX-License-Identifier: Apache-2.0
import pathlib

import nbclient
import nbformat
import pytest

NOTEBOOKS = sorted((pathlib.Path(__file__).resolve().parent.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.name)
def test_every_cell_of_the_notebook_runs(file, world, monkeypatch):
    for name, value in {"TCN_URL": "url", "TCN_CA": "ca", "X509_USER_CERT": "cert", "X509_USER_KEY": "key"}.items():
        monkeypatch.setenv(name, world[value])
    monkeypatch.setenv("TCN_REPLAY", world["replay"])
    monkeypatch.setenv("XDG_CONFIG_HOME", world["empty"])
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    notebook = nbformat.read(file, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/png" in output.get("data", {}) for output in outputs), "a figure is drawn"
    text = "".join(output.get("text", "") + output.get("data", {}).get("text/plain", "") for output in outputs)
    assert "tcn-zero" in text
    assert world["storages"]["a"]["url"] in text


def test_notebooks_are_kept_without_their_outputs():
    assert NOTEBOOKS
    for file in NOTEBOOKS:
        for cell in nbformat.read(file, as_version=4).cells:
            assert not cell.get("outputs"), file
