"""Login users: what each may do with whose folders, on a real file system, with the kernel as the judge."""

import asyncio
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from other_users import ANNA, BRUNO, PEOPLE, SERVICE, STRANGER, as_user, needs_root

from edge_agent import cli
from edge_agent.inbox import Inbox
from edge_agent.inbox_files import fingerprint, move
from edge_agent.places import REGISTRY, served
from edge_agent.results import write_whole
from edge_agent.users import Owners, Registry, User, UsersError, add_user, read_registry, remove_user

pytestmark = needs_root

WRITE = os.O_WRONLY | os.O_CREAT


@pytest.fixture
def home(machine: Path) -> Path:
    """The service's home, with anna and bruno added."""
    for name in PEOPLE:
        add_user(machine / "service", name)
    return machine / "service"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def folder_of(home: Path, name: str) -> Path:
    return home / "users" / name


def dropped(path: Path, text: str = "Plan a trip", *, mode: int = 0o666, umask: int = 0o077) -> Callable[[], None]:
    def work() -> None:
        os.umask(umask)
        handle = os.open(path, WRITE, mode)
        os.write(handle, text.encode())
        os.close(handle)

    return work


def test_the_user_writes_goals_and_reads_results_through_the_link(home: Path, machine: Path) -> None:
    link = machine / "anna" / ".swarm"
    assert link.lstat().st_uid == ANNA
    assert served(link) is not None
    as_user(ANNA, dropped(link / "goals" / "trip.md"))
    goal = folder_of(home, "anna") / "goals" / "trip.md"
    assert goal.stat().st_uid == ANNA
    # A umask of 077 does not lock the service out, and it may move what it took.
    assert as_user(SERVICE, goal.read_text) == "Plan a trip"
    as_user(SERVICE, lambda: str(move(goal, fingerprint(goal.lstat()), goal.parent / "taken", follow=False)))
    assert as_user(ANNA, lambda: names(link / "goals" / "taken")) == ["trip.md"]

    def write_result() -> None:
        os.umask(0o077)
        folder = folder_of(home, "anna") / "results" / "trip-1"
        folder.mkdir()
        write_whole(folder / "RESULT.md", b"Go to Kyoto")

    as_user(SERVICE, write_result)
    result = link / "results" / "trip-1" / "RESULT.md"
    assert as_user(ANNA, result.read_text) == "Go to Kyoto"
    for work in (
        lambda: result.write_text("mine"),
        lambda: result.unlink(),
        lambda: (result.parent / "x").touch(),
        lambda: (link / "results" / "x").touch(),
        lambda: (link / "x").touch(),
        lambda: names(link),
        lambda: (link / "goals").rename(link / "other"),
    ):
        with pytest.raises(PermissionError):
            as_user(ANNA, work)


@pytest.mark.parametrize("other", [BRUNO, STRANGER])
def test_others_neither_read_nor_plant(home: Path, other: int) -> None:
    anna = folder_of(home, "anna")
    as_user(ANNA, dropped(anna / "goals" / "trip.md", mode=0o666, umask=0))
    (anna / "results" / "r.md").write_text("secret")
    attempts: list[Callable[[], Any]] = [
        lambda: names(anna),
        lambda: names(anna / "goals"),
        lambda: names(anna / "results"),
        lambda: (anna / "goals" / "trip.md").read_text(),
        lambda: (anna / "results" / "r.md").read_text(),
        lambda: (anna / "goals" / "planted.md").touch(),
        lambda: os.link(anna / "results" / "r.md", "/tmp/swarm-users-link"),
        lambda: (anna / "control.sock").stat(),
        lambda: names(home),
        lambda: names(home / "users"),
    ]
    for attempt in attempts:
        with pytest.raises(PermissionError):
            as_user(other, attempt)


def test_what_lies_in_the_home_is_closed_when_the_first_user_comes(machine: Path) -> None:
    home = machine / "service"
    home.chmod(0o700)
    (home / "state").mkdir(mode=0o755)
    (home / "config.toml").write_text("")
    (home / "link").symlink_to("/etc/passwd")
    for path in (home / "state", home / "config.toml"):
        os.chown(path, SERVICE, SERVICE)
    before = Path("/etc/passwd").stat().st_mode
    add_user(home, "anna")
    assert stat.S_IMODE(home.stat().st_mode) == 0o711
    assert [stat.S_IMODE((home / name).stat().st_mode) & 0o007 for name in ("state", "config.toml")] == [0, 0]
    assert Path("/etc/passwd").stat().st_mode == before


class Taken:
    """What an inbox handed over."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def submit(self, goal: Any) -> Any:
        self.texts.append(goal.text)
        return "ab" * 32


def look_as_service(folder: Path, times: int = 1) -> tuple[list[str], dict[str, str]]:
    """What the service takes out of the folder, and what it complains of."""

    async def look() -> tuple[list[str], dict[str, str]]:
        taken, now = Taken(), 0.0
        inbox = Inbox(folder, taken.submit, lambda _: False, mark=lambda of: of, now=lambda: now)
        for _ in range(times):
            for _ in range(3):
                await inbox.look()
                now += 2.5
        return taken.texts, inbox.problems

    texts, problems = as_user(SERVICE, lambda: asyncio.run(look()))
    return texts, problems


def test_a_file_that_may_not_be_read_is_named_until_it_is_mended(home: Path) -> None:
    goals = folder_of(home, "anna") / "goals"
    private = home.parent / "anna" / "trip.md"
    as_user(ANNA, dropped(private, mode=0o600))
    as_user(ANNA, lambda: private.rename(goals / "trip.md") and None)
    texts, problems = look_as_service(goals, times=20)
    assert texts == []
    assert "chmod a+r" in problems["trip.md"]
    assert (goals / "trip.md").exists(), "it waits for its owner, however long"
    as_user(ANNA, lambda: (goals / "trip.md").chmod(0o644))
    assert look_as_service(goals) == (["Plan a trip"], {})
    assert (goals / "taken" / "trip.md").stat().st_uid == SERVICE, "a copy with a date of its own: it can be moved back"
    as_user(ANNA, lambda: (goals / "taken" / "trip.md").rename(goals / "trip.md") and None)


def test_planted_links_and_pipes_lead_nowhere(home: Path) -> None:
    anna, bruno = folder_of(home, "anna") / "goals", folder_of(home, "bruno") / "goals"
    secret = home / "secret.md"
    secret.write_text("the key")
    os.chown(secret, SERVICE, SERVICE)

    def plant() -> None:
        (anna / "link.md").symlink_to(secret)
        (anna / "loop.md").symlink_to(anna)
        os.mkfifo(anna / "pipe.md")
        (anna / "dir.md").mkdir()
        (anna / "taken").symlink_to(bruno)
        (anna / "rejected").symlink_to(home)
        (anna / "good.md").write_text("Plan a trip")
        (anna / "bad.md").write_bytes(b"\x89PNG")

    as_user(ANNA, plant)
    texts, problems = look_as_service(anna)
    assert texts == ["Plan a trip"]
    assert problems.keys() == {"good.md", "bad.md", "link.md", "loop.md", "dir.md"}, "an empty pipe waits longer"
    assert "links are not followed" in problems["link.md"]
    assert names(bruno) == []
    assert secret.read_text() == "the key"
    assert not (home / "bad.md").exists()


def test_a_hard_link_is_not_taken(home: Path) -> None:
    goals = folder_of(home, "anna") / "goals"
    other = folder_of(home, "anna") / "other.md"
    other.write_text("what the service alone may read")
    os.link(other, goals / "trip.md")  # (a kernel without fs.protected_hardlinks lets users do so)
    texts, problems = look_as_service(goals)
    assert texts == []
    assert "hard link" in problems["trip.md"]


def test_added_twice_is_the_same_user_and_numbers_are_never_given_again(home: Path) -> None:
    assert add_user(home, "anna") == User(name="anna", uid=ANNA, number=1)
    assert [user.number for user in read_registry(home).users] == [2, 1]
    remove_user(home, "bruno", purge=True)
    assert add_user(home, "bruno").number == 3
    registry = home / REGISTRY
    assert (registry.stat().st_uid, stat.S_IMODE(registry.stat().st_mode)) == (0, 0o644)


def test_removed_is_closed_but_kept_and_comes_back(home: Path, machine: Path) -> None:
    anna = folder_of(home, "anna")
    (anna / "results" / "r.md").write_text("an answer")
    assert remove_user(home, "anna", purge=False) is None
    assert not (machine / "anna" / ".swarm").is_symlink()
    with pytest.raises(PermissionError):
        as_user(ANNA, lambda: names(anna / "results"))
    assert (anna / "results" / "r.md").read_text() == "an answer"
    add_user(home, "anna")
    assert as_user(ANNA, (machine / "anna" / ".swarm" / "results" / "r.md").read_text) == "an answer"
    remove_user(home, "anna", purge=True)
    assert not anna.exists()
    with pytest.raises(UsersError, match="was not added"):
        remove_user(home, "anna", purge=False)


def test_a_home_of_their_own_is_left_alone(machine: Path) -> None:
    own = machine / "anna" / ".swarm"
    as_user(ANNA, own.mkdir)
    with pytest.raises(UsersError, match="exists already"):
        add_user(machine / "service", "anna")
    assert read_registry(machine / "service") == Registry()
    assert not (machine / "service" / "users").exists()


def test_who_cannot_have_the_link_is_not_added(machine: Path) -> None:
    (machine / "anna").chmod(0o500)
    with pytest.raises(UsersError) as said:
        add_user(machine / "service", "anna")
    assert str(said.value) == f"{machine}/anna/.swarm: Permission denied"
    assert read_registry(machine / "service") == Registry()
    assert names(machine / "service") == []


def test_who_cannot_have_the_folders_has_no_link(machine: Path) -> None:
    (machine / "service" / "users").mkdir()
    os.chown(machine / "service" / "users", SERVICE, SERVICE)
    with pytest.raises(UsersError, match="somebody else than root"):
        add_user(machine / "service", "anna")
    assert names(machine / "anna") == []


def test_an_account_that_nobody_logs_in_with_is_not_added(machine: Path) -> None:
    with pytest.raises(UsersError, match="nobody logs in as daemon"):
        add_user(machine / "service", "daemon")
    assert names(machine / "service") == []


def test_root_follows_no_link_that_the_service_could_have_made(machine: Path) -> None:
    target = machine / "precious"
    target.mkdir(mode=0o700)
    as_user(SERVICE, lambda: (machine / "service" / "users").symlink_to(target))
    with pytest.raises(UsersError, match="not a folder that can be trusted"):
        add_user(machine / "service", "anna")
    assert stat.S_IMODE(target.stat().st_mode) == 0o700
    (machine / "service" / "users").unlink()
    as_user(SERVICE, lambda: (machine / "service" / "users").mkdir(mode=0o777))
    with pytest.raises(UsersError, match="somebody else than root"):
        add_user(machine / "service", "anna")


@pytest.mark.parametrize("name", ["", ".", "../x", "-x"])
def test_names_that_are_none(machine: Path, name: str) -> None:
    with pytest.raises(UsersError, match="no user's name"):
        add_user(machine / "service", name)


def test_another_user_of_the_same_name_gets_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PEOPLE, "anna", STRANGER)
    with pytest.raises(UsersError, match="another anna"):
        add_user(home, "anna")


def test_the_command_line(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    at = f"--home={home}"
    assert cli.main(["user", "list", at]) == 0
    assert f"anna                 user id {ANNA}" in capsys.readouterr().out
    assert cli.main(["user", "remove", "anna", at]) == 0
    assert "for root alone" in capsys.readouterr().out
    assert cli.main(["user", "add", "anna", at]) == 0
    assert "~anna/.swarm/goals" in capsys.readouterr().out
    assert cli.main(["user", "remove", "nobody-here", at]) == 1
    assert "was not added" in capsys.readouterr().err
    monkeypatch.setattr(os, "geteuid", lambda: ANNA)
    assert cli.main(["user", "add", "anna", at]) == 1
    assert "put sudo before it" in capsys.readouterr().err


def test_nobody_can_make_a_mark_but_the_service() -> None:
    registry = Registry(next=4, users=(User(name="anna", uid=ANNA, number=2),))
    owners = Owners(b"k" * 32)
    mark = owners.mark(2, "ab" * 32)
    assert (len(mark), mark[:32]) == (64, "ab" * 16)
    assert owners.owner(mark, registry) == 2
    assert owners.owner(owners.mark(3), registry) == 3, "a former user is known as one"
    assert Owners(b"l" * 32).owner(mark, registry) is None
    assert owners.owner("ab" * 32, registry) is None
    assert owners.owner("", registry) is None
    assert owners.mark(2) != owners.mark(2)
    assert owners.owner(owners.mark(5), registry) is None
    assert owners.owner(owners.mark(5), Registry(next=6)) == 5
