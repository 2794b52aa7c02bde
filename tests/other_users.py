"""Login users for tests: ids that nobody has, and work done with their rights alone. Needs root, and no useradd."""

from __future__ import annotations

import concurrent.futures.thread  # noqa: F401  where the interpreter lies in a closed folder nothing is found later
import json
import os
import pwd
import shutil
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from edge_agent import users

SERVICE, ANNA, BRUNO, STRANGER, DAEMON = 61_000, 61_001, 61_002, 61_003, 61_004
PEOPLE = {"anna": ANNA, "bruno": BRUNO}
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may act as others")


def as_user(user: int, work: Callable[[], Any]) -> Any:
    """What ``work`` returns (JSON) in a child process of this user; its errors are raised here by their kind."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        answer: dict[str, Any] = {"error": "no answer"}
        try:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            answer = {"value": work()}
        except OSError as error:
            answer = {"errno": error.errno, "text": str(error)}
        except BaseException:
            answer = {"error": traceback.format_exc()}
        finally:
            os.write(writing, json.dumps(answer).encode()[:60_000])
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = json.loads(pipe.read())
    os.waitpid(child, 0)
    if "errno" in answer:
        raise OSError(answer["errno"], answer["text"])
    assert "error" not in answer, answer["error"]
    return answer["value"]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that everybody can pass, with a service's home, and homes of anna and bruno, who can log in."""
    folder = Path(tempfile.mkdtemp(prefix="swarm-users-"))
    folder.chmod(0o711)
    (folder / "service").mkdir(mode=0o711)
    os.chown(folder / "service", SERVICE, SERVICE)
    for name, user in PEOPLE.items():
        (folder / name).mkdir(mode=0o700)
        os.chown(folder / name, user, user)

    def find(name: str) -> pwd.struct_passwd:
        user, shell = (DAEMON, "/usr/sbin/nologin") if name == "daemon" else (PEOPLE[name], "/bin/sh")
        return pwd.struct_passwd((name, "x", user, user, "", str(folder / name), shell))

    monkeypatch.setattr(users.pwd, "getpwnam", find)
    yield folder
    shutil.rmtree(folder)
