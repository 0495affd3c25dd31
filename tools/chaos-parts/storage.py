# SPDX-License-Identifier: Apache-2.0
"""Storages for the chaos suite: WebDAV with third-party copy over HTTP, all in one process, files in memory.

They write in place, as XRootD does: what breaks off leaves a part under the final name. Each remembers who wrote what
and when, and says what must never happen: two writers of one file at a time, a file of somebody else removed or
written over.
"""
import collections
import email.utils
import http.client
import http.server
import random
import socket
import threading
import time
import urllib.parse
import xml.sax.saxutils
import zlib

PIECE = 16 * 1024
LATE = 64 * 1024  # what may come between the check of a lease and the act
FAULTS = ("busy", "drop", "hang", "checksum", "partial")
NAMES = {}  # addresses of storages that have names, by name


class File:
    def __init__(self, data, owner, whole):
        self.data = data
        self.owner = owner  # "tool": not TCN's, not to be touched; "tcn": written by order of TCN
        self.whole = whole
        self.modified = time.time()
        self.late = None  # bytes that came after another one began to write here


class Store:
    """All files of all storages, and what happened to them."""

    def __init__(self, seed, say, log):
        self.log = open(log, "w", buffering=1)
        self.lock = threading.Lock()
        self.files = {}  # (storage, path) -> File
        self.may_overwrite = set()  # planted files that a job was told to replace
        self.writers = collections.Counter()
        self.open = collections.defaultdict(list)  # what is being written, by its place
        self.whole_writes = collections.Counter()
        self.first_write = {}
        self.first_whole = {}
        self.known = {}  # content by checksum and size: each content is in memory once
        self.violations = []
        self.injected = collections.Counter()
        self.counts = collections.Counter()
        self.random = random.Random(seed)
        self.fault = None
        self.fault_until = 0
        self.seconds_per_piece = 0.02  # 0.8 MB/s each, so that faults meet files on their way
        self.say = say
        self.closing = False
        self.may_be_silent = lambda: False  # whether a process that writes may stand still

    def violate(self, kind, text):
        self.violations.append((kind, text))
        self.say(f"VIOLATION {kind}: {text}")

    def note(self, what, key, size=0):
        self.log.write(f"{time.time():.3f} {what} {key[0]}{key[1]} {size}\n")

    def plant(self, storage, path, data, may_overwrite=False):
        with self.lock:
            self.files[storage, path] = File(data, "tool", True)
            if may_overwrite:
                self.may_overwrite.add((storage, path))

    def find(self, storage, path):
        with self.lock:
            return self.files.get((storage, path))

    def begin(self, key):
        with self.lock:
            self.writers[key] += 1
            self.note("writes", key)
            old = self.files.get(key)
            if self.writers[key] > 1:
                if self.may_be_silent() and all(time.time() - other.modified > 2 for other in self.open[key]):
                    for other in self.open[key]:
                        other.late = 0  # the connection of a process that stands still; it must bring nothing any more
                    self.counts["silent writers replaced"] += 1
                else:
                    self.violate("overlap", f"two writers of {key[0]}{key[1]} at a time")
            if old is not None and old.owner == "tool" and key not in self.may_overwrite:
                self.violate("foreign", f"the file of somebody else at {key[0]}{key[1]} was written over")
            self.first_write.setdefault(key, time.time())
            file = File(b"", "tcn", False)
            self.files[key] = file
            self.open[key].append(file)
            return file

    def add(self, key, file, piece):
        file.data = file.data + piece
        file.modified = time.time()
        if file.late is not None:
            file.late += len(piece)
            self.counts["late bytes"] += len(piece)
            if file.late > LATE >= file.late - len(piece):
                self.violate("overlap", f"a writer of {key[0]}{key[1]} went on after another had begun")

    def end(self, key, file, data, whole):
        with self.lock:
            self.writers[key] -= 1
            self.open[key].remove(file)
            self.note("whole" if whole else "broken off", key, len(data))
            mark = (zlib.adler32(data), len(data))
            file.data = self.known.setdefault(mark, data)
            file.whole = whole
            file.modified = time.time()
            if whole:
                self.whole_writes[key] += 1
                self.first_whole.setdefault(key, time.time())
                self.counts["written"] += 1
            else:
                self.counts["broken off"] += 1

    def remove(self, key):
        with self.lock:
            file = self.files.get(key)
            if file is None:
                return False
            if file.owner == "tool" and key not in self.may_overwrite:
                self.violate("foreign", f"the file of somebody else at {key[0]}{key[1]} was removed")
            del self.files[key]
            self.note("removed", key)
            self.counts["removed"] += 1
            return True

    def draw(self, chances):
        """The fault that this request meets, or None."""
        fault = self.fault
        if fault is None or time.time() > self.fault_until or fault not in chances:
            return None
        with self.lock:
            hit = self.random.random() < 0.5
        if hit:
            self.injected[fault] += 1
            return fault
        return None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    store = None
    name = ""
    copies = True

    def log_message(self, *_):
        pass

    def setup(self):
        super().setup()
        self.connection.settimeout(120)

    # ---- answers ----

    def answer(self, status, text="", **headers):
        body = text.encode()
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def break_off(self):
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def path_only(self):
        return urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)

    def is_upset(self, chances):
        """Whether a fault has dealt with the request."""
        fault = self.store.draw(chances)
        if fault == "busy":
            self.close_connection = True  # a body may still be on its way
            self.answer(503, "busy", Retry_After="1", Connection="close")
            return True
        if fault == "drop":
            self.break_off()
            return True
        if fault == "hang":
            self.stall()
            self.break_off()
            return True
        return False

    def stall(self):
        until = min(self.store.fault_until, time.time() + 15)
        while time.time() < until and not self.store.closing:
            time.sleep(0.1)

    # ---- requests ----

    def do_HEAD(self):
        if self.is_upset(("busy", "drop", "hang")):
            return
        file = self.store.find(self.name, self.path_only())
        if file is None:
            self.answer(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(file.data)))
        self.send_header("Last-Modified", email.utils.formatdate(file.modified, usegmt=True))
        if self.headers.get("Want-Digest"):
            value = zlib.adler32(file.data)
            if self.store.draw(("checksum",)):
                value ^= 1
            self.send_header("Digest", f"adler32={value:08x}")
        self.end_headers()

    def do_GET(self):
        if self.is_upset(("busy", "drop", "hang")):
            return
        file = self.store.find(self.name, self.path_only())
        if file is None:
            self.answer(404, "no such file")
            return
        data = file.data
        cut = len(data) // 2 if self.store.draw(("partial",)) else len(data)
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        for at in range(0, cut, PIECE):
            self.wfile.write(data[at:min(at + PIECE, cut)])
            time.sleep(self.store.seconds_per_piece)
        if cut < len(data):
            self.break_off()

    def do_PUT(self):
        if self.is_upset(("busy",)):
            return
        path = self.path_only()
        key = (self.name, path)
        self.store.note("put asked", key)
        if self.headers.get("If-None-Match") == "*" and self.store.find(*key) is not None:
            self.close_connection = True
            self.answer(412, "file exists")
            return
        if "100-continue" in self.headers.get("Expect", "").lower():
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        length = int(self.headers.get("Content-Length") or -1)
        if length < 0:
            self.close_connection = True
            self.answer(411)
            return
        fault = self.store.draw(("drop", "hang", "partial"))
        wanted = length if fault is None else length // 2
        self.write(key, self.pieces(self.rfile, wanted), length, fault)

    def handle_expect_100(self):
        return True  # we say it ourselves, after the look at what is there

    def pieces(self, stream, length):
        left = length
        while left > 0:
            piece = stream.read(min(PIECE, left))
            if not piece:
                return
            left -= len(piece)
            time.sleep(self.store.seconds_per_piece)
            yield piece

    def write(self, key, pieces, length, fault):
        file = self.store.begin(key)
        parts = []
        whole = False
        try:
            for piece in pieces:
                parts.append(piece)
                self.store.add(key, file, piece)
            whole = sum(map(len, parts)) == length
            if fault == "hang":
                self.stall()
        except OSError:
            pass
        finally:
            self.store.end(key, file, b"".join(parts), whole)
        if whole:
            self.answer(201)
        elif fault == "partial":
            self.close_connection = True
            self.answer(500, "the disk failed", Connection="close")
        else:
            self.break_off()

    def do_DELETE(self):
        if self.is_upset(("busy", "hang")):
            return
        self.answer(204 if self.store.remove((self.name, self.path_only())) else 404)

    def do_MKCOL(self):
        self.answer(201)

    def do_PROPFIND(self):
        if self.is_upset(("busy",)):
            return
        path = self.path_only()
        file = self.store.find(self.name, path)
        if file is None:
            self.answer(404)
            return
        self.answer(
            207,
            '<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:"><D:response><D:href>'
            + xml.sax.saxutils.escape(urllib.parse.quote(path))
            + f"</D:href><D:propstat><D:prop><D:getcontentlength>{len(file.data)}</D:getcontentlength>"
            f"<D:getlastmodified>{email.utils.formatdate(file.modified, usegmt=True)}</D:getlastmodified>"
            "<D:resourcetype/></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response></D:multistatus>",
            Content_Type="application/xml",
        )

    # ---- third-party copies ----

    def do_COPY(self):
        if not self.copies:
            self.answer(405, "no third-party copy here")
            return
        if self.is_upset(("busy", "drop", "hang")):
            return
        if self.headers.get("Source"):
            self.pull(self.headers["Source"])
        else:
            self.push(self.headers.get("Destination", ""))

    def pull(self, source):
        key = (self.name, self.path_only())
        self.store.note("pull asked", key)
        if self.headers.get("Overwrite", "T").upper() == "F" and self.store.find(*key) is not None:
            self.answer(412, "file exists")
            return
        fault = self.store.draw(("drop", "hang", "partial"))
        self.begin_report()
        file, parts, whole, trouble, length = None, [], False, None, -1
        try:
            remote, answer = self.ask(source, "GET")
            try:
                if answer.status != 200:
                    trouble = f"failure: Remote side failed with status code {answer.status}"
                else:
                    length = int(answer.headers["Content-Length"])
                    file = self.store.begin(key)
                    last = time.time()
                    for piece in self.pieces(answer, length if fault is None else length // 2):
                        parts.append(piece)
                        self.store.add(key, file, piece)
                        if time.time() - last > 0.5:
                            last = time.time()
                            self.marker(sum(map(len, parts)))
                    whole = sum(map(len, parts)) == length
                    if fault == "hang":
                        self.stall()
            finally:
                remote.close()
        except (OSError, http.client.HTTPException) as e:
            trouble = f"failure: Transferred a partial file ({type(e).__name__})"
        finally:
            if file is not None:
                self.store.end(key, file, b"".join(parts), whole)
        self.end_report(whole, trouble, fault)

    def push(self, destination):
        file = self.store.find(self.name, self.path_only())
        if file is None:
            self.answer(404, "no such file")
            return
        self.begin_report()
        whole, trouble = False, None
        data = file.data
        fault = self.store.draw(("drop", "partial"))
        try:
            address = urllib.parse.urlsplit(destination)
            remote = connect(address)
            try:
                remote.putrequest("PUT", address.path)
                remote.putheader("Content-Length", str(len(data)))
                remote.endheaders()
                last = time.time()
                cut = len(data) if fault is None else len(data) // 2
                for at in range(0, cut, PIECE):
                    remote.send(data[at:min(at + PIECE, cut)])
                    time.sleep(self.store.seconds_per_piece)
                    if time.time() - last > 0.5:
                        last = time.time()
                        self.marker(at)
                if cut == len(data):
                    answer = remote.getresponse()
                    whole = answer.status // 100 == 2
                    if not whole:
                        trouble = f"failure: Remote side failed with status code {answer.status}"
            finally:
                remote.close()
        except (OSError, http.client.HTTPException) as e:
            trouble = f"failure: Transferred a partial file ({type(e).__name__})"
        self.end_report(whole, trouble, fault)

    def ask(self, url, method):
        address = urllib.parse.urlsplit(url)
        remote = connect(address)
        remote.request(method, address.path)
        return remote, remote.getresponse()

    def begin_report(self):
        self.send_response(201)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.marker(0)

    def chunk(self, text):
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def marker(self, count):
        """Fails when the one who asked has gone; the copy stops then."""
        self.chunk(
            f"Perf Marker\nTimestamp: {int(time.time())}\nStripe Index: 0\n"
            f"Stripe Bytes Transferred: {count}\nTotal Stripe Count: 1\nEnd\n"
        )

    def end_report(self, whole, trouble, fault):
        if fault == "drop":
            self.break_off()
            return
        try:
            self.chunk("success: Created" if whole else trouble or "failure: Transferred a partial file")
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.close_connection = True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, *_):
        pass


def connect(address):
    return http.client.HTTPConnection(NAMES.get(address.hostname, address.hostname), address.port, timeout=30)


def start(store, name, host, copies):
    handler = type("Handler" + name, (Handler,), {"store": store, "name": name, "copies": copies})
    server = Server((host, 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True, kwargs={"poll_interval": 0.2}).start()
    return server
