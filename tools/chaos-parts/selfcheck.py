# SPDX-License-Identifier: Apache-2.0
"""Shows that the checks can fail: evidence of each wrong is made up, and must be found, and nothing else."""
import os
import types
import zlib

import audit
import storage

DATA = b"0123456789"


def found(act, silent=False):
    """The kinds of violations that a storage tells of some acts."""
    store = storage.Store(1, lambda _: None, os.devnull)
    store.may_be_silent = lambda: silent
    act(store, ("a", "/x"))
    return [kind for kind, _ in store.violations]


def two_writers(store, key):
    store.begin(key)
    store.begin(key)


def silent_writer(late):
    def act(store, key):
        store.begin(key).modified -= 3
        old = store.open[key][0]
        new = store.begin(key)
        store.add(key, old, b"x" * late)
        store.end(key, new, DATA, True)
        store.end(key, old, b"", False)
    return act


def one_after_the_other(store, key):
    for _ in range(2):
        store.end(key, store.begin(key), DATA, True)
    store.remove(key)


def foreign_removed(store, key):
    store.plant(*key, DATA)
    store.remove(key)


def foreign_overwritten(store, key):
    store.plant(*key, DATA)
    store.begin(key)


def audited(spoil):
    """Names of the lines that fail for a job of two files, the second after the first, when the evidence is spoilt."""
    store = storage.Store(1, lambda _: None, os.devnull)
    files = [{"to": "a", "path": f"/{i}", "destination": f"http://a/{i}", "size": len(DATA), "adler32": f"{zlib.adler32(DATA):08x}",
              "after": [0] if i else []} for i in range(2)]
    for number in range(2):
        key = ("a", f"/{number}")
        store.end(key, store.begin(key), DATA, True)
        store.first_write[key], store.first_whole[key] = 10.0 * number, 10.0 * number + 1
    known = {"j": {"job_state": "FINISHED"}}
    spoil(store, known)
    book = audit.Audit(lambda _: None)
    run = types.SimpleNamespace(store=store, is_listed_leftover=lambda *_: False)
    audit.check_storages(run, book, [{"id": "j", "kind": "plain", "files": files}], known)
    return [line[8:].split(":")[0] for line in book.lines if line.startswith("FAILED")]


def half(store, _):
    store.files["a", "/0"].whole = False
    store.files["a", "/0"].data = DATA[:5]


def gone(store, _):
    del store.files["a", "/1"]


def too_early(store, _):
    store.first_write["a", "/1"] = 0.5


def cancelled(_, known):
    known["j"]["job_state"] = "CANCELED"


def check():
    whole, order = "finished, but not whole at the destination", "DAG order broken"
    cases = [
        ("two writers at a time", found(two_writers), ["overlap"]),
        ("two writers, and nobody was silent", found(two_writers, silent=True), ["overlap"]),
        ("a silent writer that was replaced and goes on", found(silent_writer(storage.LATE + 1), silent=True), ["overlap"]),
        ("a silent writer that was replaced and stays silent", found(silent_writer(0), silent=True), []),
        ("a silent writer where nobody stood still", found(silent_writer(0)), ["overlap"]),
        ("two writers one after the other", found(one_after_the_other), []),
        ("somebody else's file removed", found(foreign_removed), ["foreign"]),
        ("somebody else's file written over", found(foreign_overwritten), ["foreign"]),
        ("nothing wrong", audited(lambda *_: None), []),
        ("half a file of a finished job", audited(half), [whole, "partial files left and not listed"]),
        ("no file of a finished job", audited(gone), [whole]),
        ("a successor that began too early", audited(too_early), [order]),
        ("whole files of a cancelled job", audited(cancelled), ["whole files of cancelled or failed transfers left and not listed"]),
    ]
    wrong = 0
    for name, told, expected in cases:
        wrong += told != expected
        print(f"{'ok' if told == expected else 'FAILED':7} {name}: {told}")
    print(f"{len(cases) - wrong} passed, {wrong} failed")
    return wrong == 0
