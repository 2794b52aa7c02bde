"""Sources of model files for tests: a web server that can misbehave, and a pip that copies from a folder."""

from __future__ import annotations

import sys
import threading
import zipfile
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PIP_SCRIPT = """
import pathlib, shutil, sys, time
shelf, requirement, destination = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
with (shelf / "log").open("a") as log:
    log.write(requirement + "\\n")
if (shelf / "hang").exists():
    time.sleep(600)
wheel = shelf / (requirement + ".whl")
if not wheel.exists():
    sys.exit("Looking in indexes\\nERROR: No matching distribution found for " + requirement)
shutil.copy(wheel, destination / "package-1-py3-none-any.whl")
"""


class Shelf:
    """A folder of wheels by requirement; ``command`` takes the place of pip's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def put(self, requirement: str, member: str, content: bytes) -> None:
        with zipfile.ZipFile(self.folder / f"{requirement}.whl", "w") as archive:
            archive.writestr("package/__init__.py", "raise SystemExit('a wheel was run')")
            archive.writestr(member, content)

    def command(self, requirement: str, destination: Path) -> list[str]:
        return [sys.executable, "-c", PIP_SCRIPT, str(self.folder), requirement, str(destination)]

    @property
    def asked(self) -> list[str]:
        log = self.folder / "log"
        return log.read_text().split() if log.exists() else []


class Site:
    """What the server answers. ``break_after`` cuts that many connections after half of what they owe."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.status = 200
        self.break_after = 0
        self.knows_ranges = True
        self.ranges: list[str | None] = []
        self.url = ""

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        wanted = handler.headers.get("Range")
        self.ranges.append(wanted)
        if self.status != 200:
            handler.send_error(self.status)
            return
        begin = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and self.knows_ranges else 0
        owed = self.content[begin:]
        handler.send_response(206 if begin else 200)
        handler.send_header("Content-Length", str(len(owed)))
        if begin:
            handler.send_header("Content-Range", f"bytes {begin}-{len(self.content) - 1}/{len(self.content)}")
        handler.end_headers()
        if self.break_after:
            self.break_after -= 1
            owed = owed[: len(owed) // 2]
        handler.wfile.write(owed)


@contextmanager
def serve(content: bytes):
    """A site with the content at ``url``, on this machine alone."""
    site = Site(content)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.answer(self)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.url = f"http://127.0.0.1:{server.server_address[1]}/model.gguf"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
