# SPDX-License-Identifier: Apache-2.0
"""What the parts of the client check share: the settings, files and tokens, and the count of checks.

Cases are functions. Those of one round run at the same time, each prints its lines when it has ended.
"""
import concurrent.futures
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import sys
import threading
import time
import traceback
import zlib

SETTINGS = json.loads(pathlib.Path(os.environ["TCN_CLIENT_CHECK"]).read_text())
BOX = pathlib.Path(SETTINGS["box"])
ENDPOINT = SETTINGS["endpoint"]
CA = SETTINGS["ca"]
CERTIFICATE = SETTINGS["certificate"]
KEY = SETTINGS["key"]
PROXY = SETTINGS["proxy"]
FINAL = ("FINISHED", "FAILED", "FINISHEDDIRTY", "CANCELED")
PATIENCE = 90  # seconds that a transfer may take on a busy machine
MIB = 1 << 20
SLOW_SIZE = 24 * MIB  # a minute and a half at the rate of the slow storage


def _issuer():
    path = str(pathlib.Path(__file__).parent / "token-issuer")
    loader = importlib.machinery.SourceFileLoader("token_issuer", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("token_issuer", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def token(subject="tester", scope="fts", **more):
    return _issuer().make_token(BOX / "issuer", subject, scope, **more)


def storage_token():
    return token(scope="storage.read:/ storage.modify:/")


class Here:
    """A file on one of the storages."""

    def __init__(self, storage, path, host="127.0.0.1"):
        self.path = BOX / storage / path
        self.url = f"http://{host}:{SETTINGS['storages'][storage]}/{path}"

    def make(self, size=MIB):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(os.urandom(size))
        return self

    @property
    def exists(self):
        return self.path.exists()

    @property
    def size(self):
        return self.path.stat().st_size

    @property
    def adler32(self):
        return f"{zlib.adler32(self.path.read_bytes()):08x}"

    @property
    def checksum(self):
        return "ADLER32:" + self.adler32

    def same_as(self, other):
        return self.exists and self.path.read_bytes() == other.path.read_bytes()


def wait_for(test, seconds=PATIENCE):
    """The first true answer of the test, or its last one. Asks less and less often."""
    until = time.monotonic() + seconds
    pause = 0.3
    while True:
        answer = test()
        if answer or time.monotonic() > until:
            return answer
        time.sleep(pause)
        pause = min(2, pause * 1.3)


def stays_away(file, seconds=30):
    return wait_for(lambda: not file.exists, seconds)


class Stop(Exception):
    """The rest of a case makes no sense."""


class Case:
    def __init__(self, name):
        self.name = name
        self.lines = []
        self.passed = 0
        self.failed = 0

    def check(self, text, result, said=""):
        line = f"{self.name}: {text}"
        if result:
            self.passed += 1
            self.lines.append("ok      " + line)
        else:
            self.failed += 1
            self.lines.append("FAILED  " + line)
            self.lines += ["        | " + part for part in str(said).strip().splitlines()[-25:]]
        return result

    def need(self, text, result, said=""):
        if not self.check(text, result, said):
            raise Stop

    def equal(self, text, found, wanted):
        return self.check(text, found == wanted, f"found {found!r}, wanted {wanted!r}")

    def raises(self, text, kind, action, *arguments, says="", **more):
        try:
            answer = action(*arguments, **more)
        except kind as raised:
            return self.check(text, says in str(raised), f"{type(raised).__name__}: {raised}")
        except Exception as raised:  # the wrong one
            return self.check(text, False, f"{type(raised).__name__}: {raised}")
        return self.check(text, False, f"no exception, but {answer!r}")


class Part:
    """Runs cases and counts."""

    def __init__(self, name):
        self.name = name
        self.passed = 0
        self.failed = 0
        self.printing = threading.Lock()

    def _run(self, name, function, arguments):
        case = Case(name)
        start = time.monotonic()
        try:
            function(case, *arguments)
        except Stop:
            pass
        except Exception:
            case.check("runs to its end", False, traceback.format_exc())
        with self.printing:
            print(*case.lines, sep="\n", flush=True)
            self.passed += case.passed
            self.failed += case.failed
            if os.environ.get("TCN_CHECK_TIMES"):
                print(f"        {name}: {time.monotonic() - start:.1f} s", flush=True)

    def round(self, cases, at_once=6):
        """Runs cases at the same time: tuples of a name, a function and its arguments."""
        with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
            for running in [pool.submit(self._run, name, function, more) for name, function, *more in cases]:
                running.result()

    def end(self):
        print(f"{self.name}: {self.passed} passed, {self.failed} failed", flush=True)
        sys.exit(1 if self.failed or not self.passed else 0)
