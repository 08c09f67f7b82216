"""A web folder of release files by plain HTTP, as slow and as clumsy as wanted; counts what it serves."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

CHUNK_BYTES = 16 << 10


class ReleaseServer:
    """Serves the files of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bytes_per_s = float("inf")
        self.knows_ranges = True
        self.breaks_after_bytes: int | None = None
        """Each answer."""
        self.served_bytes = 0
        self.asked: list[tuple[str, int]] = []
        """Names of files, and from which byte on."""
        self.url = ""
        self._lock = threading.Lock()

    def note(self, name: str, start: int) -> None:
        with self._lock:
            self.asked.append((name, start))

    def count(self, count: int) -> None:
        with self._lock:
            self.served_bytes += count


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[ReleaseServer]:
    server = ReleaseServer(folder)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:  # as the library wants it
            _answer(self, server)

        def log_message(self, *_: object) -> None:
            pass

    listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listener.daemon_threads = True
    server.url = f"http://127.0.0.1:{listener.server_address[1]}/"
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()


def _answer(handler: BaseHTTPRequestHandler, server: ReleaseServer) -> None:
    name = unquote(handler.path.rpartition("/")[2])
    try:
        content = (server.folder / name).read_bytes()
    except OSError:
        handler.send_error(404)
        return
    start, told = 0, handler.headers.get("Range")
    if told is not None and server.knows_ranges:
        start = int(told.removeprefix("bytes=").partition("-")[0])
        if start >= len(content):
            handler.send_error(416)
            return
        handler.send_response(206)
        handler.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
    else:
        handler.send_response(200)
    server.note(name, start)
    handler.send_header("Content-Length", str(len(content) - start))
    handler.end_headers()
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, CHUNK_BYTES)
    with contextlib.suppress(OSError):  # whoever asked is gone
        _send(handler, server, content[start:])


def _send(handler: BaseHTTPRequestHandler, server: ReleaseServer, content: bytes) -> None:
    for at in range(0, len(content), CHUNK_BYTES):
        if server.breaks_after_bytes is not None and at >= server.breaks_after_bytes:
            handler.close_connection = True
            return
        part = content[at : at + CHUNK_BYTES]
        handler.wfile.write(part)
        server.count(len(part))
        time.sleep(len(part) / server.bytes_per_s)
