"""The part of the Hugging Face hub that streaming a data set asks for, on this machine."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class _Hub(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, name: str, files: dict[str, bytes]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.name, self.files = name, files
        self.asked: list[str] = []


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Hub

    def log_message(self, *_: Any) -> None:
        pass

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            paths = json.loads(body)["paths"]
        except ValueError:
            paths = parse_qs(body.decode())["paths"]
        self._json([self._entry(path) for path in paths if self._is_there(path)])

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        self.server.asked.append(path)
        api, raw = f"/api/datasets/{self.server.name}", f"/datasets/{self.server.name}/resolve/{COMMIT}/"
        if path == api or path.startswith(f"{api}/revision/"):
            revision = path.removeprefix(api).removeprefix("/revision/")
            if revision in ("", "main", COMMIT):
                siblings = [{"rfilename": name} for name in self.server.files]
                return self._json({"id": self.server.name, "sha": COMMIT, "siblings": siblings, "private": False})
        elif path.startswith(f"{api}/tree/{COMMIT}"):
            folder = path.removeprefix(f"{api}/tree/{COMMIT}").strip("/")
            if below := self._below(folder + "/" if folder else "", "recursive=true" in self.path.lower()):
                return self._json([self._entry(name) for name in below])
        elif path.startswith(raw) and path.removeprefix(raw) in self.server.files:
            return self._file(self.server.files[path.removeprefix(raw)])
        is_known = self.server.name in path
        return self._answer(404, b"", {"X-Error-Code": "EntryNotFound" if is_known else "RepoNotFound"})

    def _below(self, prefix: str, is_recursive: bool) -> list[str]:
        files = [name for name in self.server.files if name.startswith(prefix)]
        if is_recursive:
            return files
        return sorted({prefix + name.removeprefix(prefix).split("/")[0] for name in files})

    def _is_there(self, path: str) -> bool:
        return any(name == path or name.startswith(path.rstrip("/") + "/") for name in self.server.files)

    def _entry(self, path: str) -> dict[str, Any]:
        if path not in self.server.files:
            return {"type": "directory", "path": path, "oid": "0" * 40}
        return {"type": "file", "path": path, "oid": "0" * 40, "size": len(self.server.files[path])}

    def _json(self, document: Any) -> None:
        self._answer(200, json.dumps(document).encode(), {"Content-Type": "application/json"})

    def _file(self, content: bytes) -> None:
        headers = {"X-Repo-Commit": COMMIT, "ETag": f'"{len(content)}"', "Accept-Ranges": "bytes"}
        wanted = self.headers.get("Range")
        if wanted is None:
            return self._answer(200, content, headers)
        first, _, last = wanted.removeprefix("bytes=").partition("-")
        part = content[int(first) : int(last or len(content)) + 1]
        headers["Content-Range"] = f"bytes {first}-{int(first) + len(part) - 1}/{len(content)}"
        return self._answer(206, part, headers)

    def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


@contextmanager
def hub(name: str, files: dict[str, bytes]) -> Iterator[_Hub]:
    """Serves one data set at `COMMIT`, which `main` stands at."""
    server = _Hub(name, files)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
