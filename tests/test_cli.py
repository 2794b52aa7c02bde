"""The command line: usage, errors in one line, output for people and for programs, whatever it is given."""

import asyncio
import functools
import io
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from other_users import STRANGER, as_user, needs_root
from plan_script import Script
from processes import TESTS

from edge_agent import __version__, cli
from edge_agent.control import ControlServer
from edge_agent.goal_files import MAX_FILE_BYTES
from edge_agent.plan.tree import tree
from edge_agent.records import Child

NASTY = "\x1b]0;owned\x07\x9b2J"
GOAL = "ab" * 32
STATUS = {
    "home": "/home",
    "agents": [
        {
            "name": "attic",
            "version": "1",
            "peer_id": "12D3",
            "roles": ["scorer"],
            "model": None,
            "addresses": [],
            "why": {"scorer": f"as configured {NASTY}"},
            "hardware": "x86_64",
            "load": 0.0,
            "peers": [
                {
                    "name": f"cellar {NASTY}",
                    "peer_id": "12D4",
                    "roles": ["executor"],
                    "cover": [],
                    "lacking": [],
                    "liveness": "alive",
                    "heard": 1.0,
                    "hardware": f"aarch64 {NASTY}",
                    "load": 0.0,
                    "version": f"1 {NASTY}",
                }
            ],
            "goals": {"open": 1, "ended": 0, "forgotten": 0},
            "open": [{"goal": GOAL, "title": f"Japan {NASTY}", "tasks": 7, "finished": 2, "effort": "quick"}],
            "short": [{"goal": GOAL, "title": f"Japan {NASTY}", "lacks": ["waits for a scorer: none lives"]}],
            "records": 3,
            "working_on": [{"task": f"The route {NASTY}", "claim": "c", "progress": 0.5}],
            "problems": [f"no model {NASTY}"],
        }
    ],
    "problems": [f"goals: {NASTY}"],
}


def nasty_tree() -> Any:
    """A goal's tree, as the agent tells it, with what terminals obey wherever a peer can put it."""
    script = Script(quorum=2)
    script.accepted_split([Child(title=f"The route {NASTY}"), Child(title="The budget")])
    return json.loads(msgspec.json.encode(tree(script.goal))) | {"title": f"Japan {NASTY}"}


class Agent:
    """An agent's control socket with the answers that the test gives."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.asked: list[dict[str, Any]] = []
        self.answers: dict[str, Any] = {
            "status": STATUS,
            "tree": {
                "agent": "attic",
                "digest": "d",
                "names": {"anna": f"cellar {NASTY}"},
                "goals": [nasty_tree()],
                "lacks": {},
            },
            "submit": {"goal": GOAL, "title": f"Japan {NASTY}"},
            "results": {
                "goal": GOAL,
                "state": "finished",
                "folder": "japan-abababab",
                "files": {"RESULT.md": f"# Japan {NASTY}\n", "plan.md": "plan", "plan.json": "{}"},
            },
            "cancel": {"goal": GOAL, "title": f"Japan {NASTY}"},
        }
        self.server = ControlServer(home, dict.fromkeys(self.answers, self._answer))

    async def _answer(self, request: dict[str, Any]) -> Any:
        self.asked.append(request)
        return self.answers[request["command"]]

    async def run(self, *arguments: str) -> int:
        """Run the command against this agent; the exit code."""
        return await asyncio.to_thread(cli.main, [*arguments, "--home", str(self.home)])


@pytest.fixture
async def agent(tmp_path: Path) -> AsyncIterator[Agent]:
    agent = Agent(tmp_path / "home")
    await agent.server.start()
    yield agent
    await agent.server.stop()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--version", __version__),
        ("--help", "goals folder"),
        ("run --help", "--model"),
        ("config show --help", "as TOML"),
    ],
)
def test_version_and_help(arguments: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(arguments.split())
    assert end.value.code == 0
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "hand in a goal"),
        (["goal"], "say that a goal is no longer wanted"),
        (["init"], "nothing has to be set up. swarm-agent up starts"),
        (["retry", "Japan"], "write swarm-agent goal retry"),
        (["goal", "cancel"], "required: GOAL"),
        (["dance"], "invalid choice"),
        (["stauts"], "did you mean status?"),
        (["--effort", "quick", "submit", "Plan a trip"], "stands after it: COMMAND --effort"),
        (["--json", "run"], "prints no JSON"),
        (["--home"], "--home: expected one argument"),
        (["up", "--max-depth", "9"], "from 0 to 8"),
        (["up", "--max-tasks", "many"], "a whole number from 1 to"),
        (["run", "--json"], "unrecognized arguments: --json"),
        (["status", "attic"], "unrecognized arguments: attic"),
        (["submit", "Plan", "a", "trip", "--effort", "quick"], 'quotation marks: "Plan a trip"'),
        (["goal", "cancel", "Plan", "a", "trip"], 'quotation marks: "Plan a trip"'),
        (["--home", "", "status"], "--home: it is empty"),
    ],
)
def test_wrong_usage_is_2(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(arguments)
    assert end.value.code == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    "order", ["--home {home} --json {command}", "--home={home} {command} --json", "{command} --home {home} --json"]
)
async def test_home_and_json_may_stand_before_the_command_and_after_it(
    agent: Agent, order: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("status", "goal cancel japan"):
        words = order.format(home=agent.home, command=command).split()
        assert await asyncio.to_thread(cli.main, words) == 0
        assert json.loads(capsys.readouterr().out) == agent.answers[command.split()[-2 if " " in command else 0]]
    assert await asyncio.to_thread(cli.main, ["goal", "--home", str(agent.home), "cancel", "japan"]) == 0


def test_the_last_home_that_is_named_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    homes = [f"--home={tmp_path / name}" for name in ("one", "two")]
    assert cli.main([homes[0], "status", homes[1]]) == 1
    assert f"no agent runs for {tmp_path / 'two'}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["status"], "no agent runs for"),
        (["run", "--config", "missing.toml"], "missing.toml does not exist"),
        (["run", "--config", "."], "cannot be read"),
        (["model", "pull", "gpt-9"], "gpt-9"),
        (["status", "--home", __file__], "is a file: --home names the folder"),
    ],
)
def test_an_error_is_one_line(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--home", str(tmp_path / "home"), *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("swarm-agent: ")
    assert words in err
    assert err.count("\n") == 1


@needs_root
def test_what_belongs_to_another_user_is_named_without_a_number(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "anna").chmod(0o700)
    goal = machine / "anna" / "picnic.md"
    goal.write_text("Plan a picnic")

    def told(*arguments: str) -> str:
        assert cli.main(arguments) == 1
        return capsys.readouterr().err

    home = machine / "anna" / ".swarm"
    for words in (["invite"], ["config", "check"]):
        text = as_user(STRANGER, functools.partial(told, *words, f"--home={home}"))
        assert text.startswith(f"swarm-agent: {home}: Permission denied: it belongs to another user (ask as")
    assert as_user(STRANGER, lambda: told("submit", str(goal))) == f"swarm-agent: {goal} may not be read\n"


def test_a_mistake_in_the_configuration_names_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.toml").write_text('name = "x"\nrole = 3\n')
    assert cli.main(["model", "list", "--home", str(tmp_path)]) == 1
    assert "config.toml, line 2" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["status", "tree", "results japan", "submit Plan", "cancel japan"])
async def test_nothing_that_a_terminal_obeys_is_printed(
    agent: Agent, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for options in ([], ["--json"]):
        assert await agent.run(*command.split(), *options) == 0
        out, err = capsys.readouterr()
        assert "Japan" in out or "attic" in out
        assert not {"\x1b", "\x07", "\x9b"} & set(out + err)


@pytest.mark.parametrize("command", ["status", "tree", "results japan", "submit Plan", "cancel japan"])
async def test_json_is_the_answer(agent: Agent, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert await agent.run(*command.split(), "--json") == 0
    assert json.loads(capsys.readouterr().out) == agent.answers[command.split()[0]]


async def test_results_are_exported(agent: Agent, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await agent.run("results", "japan", "--export", str(tmp_path / "out"), "--json") == 0
    folder = Path(json.loads(capsys.readouterr().out)["folder"])
    assert folder == tmp_path / "out" / "japan-abababab"
    assert {path.name for path in folder.iterdir()} == {"RESULT.md", "plan.md", "plan.json"}


async def test_a_plan_without_an_answer_is_shown_as_such(agent: Agent, capsys: pytest.CaptureFixture[str]) -> None:
    del agent.answers["results"]["files"]["RESULT.md"]
    assert await agent.run("results", "japan") == 0
    out, err = capsys.readouterr()
    assert out == "plan\n"
    assert "no answer yet" in err
    agent.answers["tree"]["goals"] = []
    assert await agent.run("tree") == 0
    assert capsys.readouterr().out == "no goals yet\n"


async def test_a_goal_comes_from_the_command_line_a_file_or_standard_input(
    agent: Agent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "japan.txt"
    file.write_bytes("Größe".encode("latin-1"))
    assert await agent.run("submit", str(file)) == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\ufeffNach Köln".encode("utf-16-le"))))
    assert await agent.run("submit", "-") == 0
    assert await agent.run("submit", "Plan a trip\nby train/bus") == 0
    assert await agent.run("submit", "vegan/vegetarian") == 0
    assert await agent.run("submit", "Plan " + "a very long trip " * 500) == 0
    assert [(one["text"].lstrip("\ufeff")[:20], one["name"]) for one in agent.asked] == [
        ("Größe", "japan.txt"),
        ("Nach Köln", ""),
        ("Plan a trip\nby train", ""),
        ("vegan/vegetarian", ""),
        ("Plan a very long tri", ""),
    ]
    assert await agent.run("submit", "Plan a trip", "--effort", "quick") == 0
    assert [one["effort"] for one in agent.asked[-2:]] == [None, "quick"]


async def test_who_sits_at_a_terminal_is_told_what_comes_next(
    agent: Agent, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await agent.run("submit", "Plan a trip") == 0
    assert capsys.readouterr().out.count("\n") == 1
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert await agent.run("submit", "Plan a trip") == 0
    assert f"`swarm-agent results {GOAL[:8]}` its answer" in capsys.readouterr().out
    typed = io.TextIOWrapper(io.BytesIO(b"Plan a trip"))
    monkeypatch.setattr(typed, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", typed)
    assert await agent.run("submit", "-") == 0
    assert "Ctrl-D" in capsys.readouterr().err


async def test_what_cannot_be_a_goal_is_refused_before_anybody_is_asked(
    agent: Agent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "image.md").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    (tmp_path / "blank.md").write_bytes(b" \n")
    (tmp_path / "book.txt").write_bytes(b"word " * MAX_FILE_BYTES)
    monkeypatch.chdir(tmp_path)
    for given, words in (
        (str(tmp_path), "is a folder"),
        ("japn.md", "there is no file japn.md"),
        ("./goals/japan", "there is no file ./goals/japan"),
        ("image.md", "PNG"),
        ("book.txt", "too large"),
        ("", "the goal is empty"),
        ("  ", "the goal is empty"),
        ("blank.md", "blank.md holds no text"),
    ):
        assert await agent.run("submit", given) == 1
        assert words in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff" * 10 * MAX_FILE_BYTES)))
    assert await agent.run("submit", "-") == 1
    assert "standard input is no goal" in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    assert await agent.run("submit", "-") == 1
    assert "standard input holds no text" in capsys.readouterr().err
    assert agent.asked == []


async def test_an_agent_that_does_not_answer_may_still_take_the_goal(
    agent: Agent, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    never = asyncio.Event()

    async def sleep(request: dict[str, Any]) -> Any:
        await never.wait()

    monkeypatch.setattr(agent, "_answer", sleep)
    agent.server._handlers = {"submit": sleep}
    monkeypatch.setattr("edge_agent.cli_goal.TAKING_SECONDS", 0.1)
    assert await agent.run("submit", "Plan a trip") == 1
    assert "may still take the goal" in capsys.readouterr().err
    never.set()


def run_with(*arguments: str, **streams: Any) -> "subprocess.CompletedProcess[bytes]":
    # As for most people: what is written lies in a buffer until the end.
    environment = streams.pop("env", os.environ)
    return subprocess.run(
        [sys.executable, "-m", "edge_agent.cli", *arguments],
        cwd=TESTS.parent,
        check=False,
        timeout=60,
        stdin=subprocess.DEVNULL,
        env={name: value for name, value in environment.items() if name != "PYTHONUNBUFFERED"},
        **streams,
    )


@pytest.mark.parametrize("arguments", ["model list", "--help", "submit --help"])
def test_a_reader_that_has_gone_is_no_traceback(tmp_path: Path, arguments: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = run_with(*arguments.split(), f"--home={tmp_path}", stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert done.returncode == 1
    assert done.stderr == b""


@pytest.mark.parametrize("arguments", ["model list", "--help"])
def test_a_full_disk_behind_the_output_is_said_once(tmp_path: Path, arguments: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run_with(*arguments.split(), f"--home={tmp_path}", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr == b"swarm-agent: [Errno 28] No space left on device\n"


def test_closed_and_narrow_outputs_are_no_traceback(tmp_path: Path) -> None:
    def close_output() -> None:
        os.close(1)

    done = run_with("model", "list", f"--home={tmp_path}", stderr=subprocess.PIPE, preexec_fn=close_output)
    assert (done.returncode, done.stderr) == (0, b"")
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = run_with("status", f"--home={tmp_path}/größe", capture_output=True, env=environment)
    assert done.returncode == 1
    assert b"no agent runs for" in done.stderr


def test_commands_that_need_no_agent_load_none() -> None:
    program = (
        "import sys, edge_agent.cli; print(*(name for name in ('libp2p', 'trio', 'httpx') if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=TESTS.parent, check=True, capture_output=True, text=True)
    assert done.stdout == "\n"


def test_a_user_without_a_home_is_told_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(path: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", no_home)
    error = io.StringIO()
    monkeypatch.setattr(sys, "stderr", error)
    assert cli.main(["status"]) == 1
    assert "--home" in error.getvalue()


def test_up_takes_its_goal_from_a_file_as_submit_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str | None] = []

    async def run_trial(trial: Any, console: Any) -> int:
        taken.append(trial.submit)
        return 0

    monkeypatch.setattr("edge_agent.trial.run_trial", run_trial)
    goal = tmp_path / "garage.md"
    goal.write_text('+++\neffort = "quick"\n+++\nTidy the garage\n')
    home = str(tmp_path / "home")
    assert cli.main(["up", "--home", home, "--submit", str(goal)]) == 0
    assert cli.main(["up", "--home", home, "--submit", "Tidy the attic"]) == 0
    assert cli.main(["up", "--home", home, "--submit", str(tmp_path / "none.md")]) == 1
    assert taken == [goal.read_text(), "Tidy the attic"]
