"""Two homes become one swarm while both run; outsiders hear nothing; the key shows nowhere."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from processes import Process, command, ended_at_last, free_port, write_homes
from waiting import wait_for

from edge_agent.home import Home
from edge_agent.membership import Membership, load_membership, membership_of, new_membership, save_membership, token_of

pytestmark = [pytest.mark.end_to_end, pytest.mark.mesh]

QUICK_GOALS = {"window_seconds": 6.0, "lease_seconds": 4.0, "max_depth": 1, "max_tasks": 4}
ROLES = ["decomposer", "scorer", "executor"]


def own_swarms(folder: Path, *names: str) -> dict[str, Path]:
    """Homes that know each other's addresses, each with a swarm of its own."""
    homes = write_homes(folder, dict.fromkeys(names, ROLES), goals=QUICK_GOALS, log_level="debug")
    for home in homes.values():
        Home(home).swarm_key.unlink()
    return homes


def run(home: Path, *arguments: str, stdin: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
    done = command(home, *arguments, stdin=stdin)
    assert done.returncode == code, done.stderr
    return done


def agent_of(process: Process) -> Any:
    """Its status; a busy machine may answer at the second or third time only."""
    return wait_for(lambda: process.ask("status"), f"{process.home.name} to answer")["agents"][0]


def titles(process: Process) -> set[str]:
    tree = process.ask("tree")
    return {goal["title"] for goal in tree["goals"]} if tree else set()


def peers(process: Process) -> set[str]:
    return {peer["name"] for peer in agent_of(process).get("peers", [])}


def test_invite_and_join_while_both_run(tmp_path: Path) -> None:
    homes = own_swarms(tmp_path, "attic", "cellar")
    processes: list[Process] = []
    with ended_at_last(processes):
        attic, cellar = (Process(homes[name], "run", SCRIPTED_WRITE_SECONDS="3") for name in homes)
        processes += [attic, cellar]
        for one in processes:
            one.wait_until_up()
        former = load_membership(Home(homes["cellar"]).swarm_key)
        assert former is not None
        run(homes["attic"], "submit", "Plan a picnic")
        run(homes["cellar"], "submit", "Plan a long journey around the world")
        wait_for(lambda: titles(cellar), "the goal in the cellar's own swarm")
        assert peers(attic) == peers(cellar) == set(), "two swarms do not hear each other"

        invited = run(homes["attic"], "invite")
        token = invited.stdout.removesuffix("\n")
        assert membership_of(token) == load_membership(Home(homes["attic"]).swarm_key)
        assert "\n" not in token and "swarm-agent join" in invited.stderr
        pid = cellar.process.pid
        joined = run(homes["cellar"], "join", "-", "--json", stdin=token + "\n")
        answer = json.loads(joined.stdout)
        assert answer["goals"] == ["Plan a long journey around the world"]
        (aside,) = answer["set_aside"]
        assert Path(aside).is_file() and former.swarm[:8] in aside

        both = {"Plan a picnic", "Plan a long journey around the world"}
        wait_for(lambda: titles(attic) == both and titles(cellar) == both, "the goals of both on both")
        wait_for(lambda: peers(attic) == {"cellar"} and peers(cellar) == {"attic"}, "each other's beacons")
        assert cellar.process.pid == pid and cellar.process.poll() is None
        assert agent_of(cellar)["swarm"] == agent_of(attic)["swarm"]
        assert run(homes["cellar"], "invite").stdout.strip() == token, "every member can invite"
        kept = next(Home(homes["cellar"]).swarm_key.parent.glob("swarm.key.former-*"))
        assert load_membership(kept) == former and kept.stat().st_mode & 0o777 == 0o600

        again = run(homes["cellar"], "join", token, code=1)
        assert "already a member" in again.stderr
        assert "damaged" in run(homes["cellar"], "join", token[:-3], code=1).stderr

        new = run(homes["attic"], "rekey").stdout.strip()
        assert membership_of(new).swarm == membership_of(token).swarm and new != token
        wait_for(lambda: peers(attic) == set(), "the cellar, which has the former key, to be gone")
        records = agent_of(cellar)["records"]
        run(homes["cellar"], "join", "-", stdin=new)
        wait_for(lambda: peers(attic) == {"cellar"}, "the cellar with the new key")
        assert agent_of(cellar)["records"] >= records, "the same swarm: its log is kept"
        assert len(list(Path(aside).parent.glob("records.sqlite.swarm-*[0-9]"))) == 1

        status = json.dumps(attic.ask("status")) + run(homes["attic"], "status").stdout
        shown = status + run(homes["attic"], "config", "show").stdout + attic.text() + cellar.text()
        for secret in (token, new):
            assert membership_of(secret).key not in shown
            assert secret not in shown and secret[10:60] not in shown
        for one in processes:
            assert one.terminate() == 0


def test_a_join_that_was_killed_is_finished_by_the_next_start(tmp_path: Path) -> None:
    (home,) = own_swarms(tmp_path, "attic").values()
    processes: list[Process] = []
    with ended_at_last(processes):
        first = Process(home, "run", SCRIPTED_WRITE_SECONDS="30")
        processes.append(first)
        first.wait_until_up()
        run(home, "submit", "Plan a long journey around the world")
        wait_for(lambda: titles(first), "the goal")
        first.kill()
        membership = new_membership()
        offline = run(home, "join", "-", stdin=token_of(membership))
        assert "No agent runs here" in offline.stdout
        second = Process(home, "run", SCRIPTED_WRITE_SECONDS="30")
        processes.append(second)
        second.wait_until_up()
        assert agent_of(second)["swarm"] == membership.swarm
        wait_for(lambda: titles(second) == {"Plan a long journey around the world"}, "the goal in the new swarm")
        second.kill()


def test_outsiders_hear_nothing(tmp_path: Path) -> None:
    """Another key, and another swarm with the right key: no peer, no record, no name of a goal."""
    names = ("attic", "cellar", "stranger", "cousin")
    homes = write_homes(tmp_path, dict.fromkeys(names, ROLES), goals=QUICK_GOALS, log_level="debug")
    key = load_membership(Home(homes["attic"]).swarm_key)
    assert key is not None
    save_membership(new_membership(key.swarm), Home(homes["stranger"]).swarm_key)
    save_membership(Membership(new_membership().swarm, key.key), Home(homes["cousin"]).swarm_key)
    processes: list[Process] = []
    with ended_at_last(processes):
        running = {name: Process(home, "run") for name, home in homes.items()}
        processes += running.values()
        for one in processes:
            one.wait_until_up()
        run(homes["attic"], "submit", "Surprise for Anna")
        wait_for(lambda: titles(running["cellar"]) == {"Surprise for Anna"}, "the goal on the other member")
        wait_for(lambda: next(homes["attic"].glob("results/*/RESULT.md"), None), "the answer")
        for name in ("stranger", "cousin"):
            status = agent_of(running[name])
            assert status["records"] == 0 and status["peers"] == [] and titles(running[name]) == set()
            assert "Anna" not in running[name].text()
            database = (homes[name] / "state" / "agent").glob("records.sqlite*")
            assert not any(b"Anna" in file.read_bytes() for file in database)
        assert peers(running["attic"]) == {"cellar"}


def test_a_copied_disk_is_noticed_and_one_of_the_two_takes_a_new_identity(tmp_path: Path) -> None:
    homes = write_homes(tmp_path, {"attic": ROLES, "cellar": ROLES}, goals=QUICK_GOALS, beacon_seconds=1.0)
    copy = tmp_path / "copy"
    processes: list[Process] = []
    with ended_at_last(processes):
        attic, cellar = (Process(homes[name], "run") for name in homes)
        processes += [attic, cellar]
        for one in processes:
            one.wait_until_up()
        run(homes["attic"], "submit", "Plan a picnic")
        wait_for(lambda: next(homes["attic"].glob("results/*/RESULT.md"), None), "the answer")
        identity = agent_of(attic)["peer_id"]
        shutil.copytree(homes["attic"], copy, ignore=shutil.ignore_patterns("control.*", "records.sqlite*", "goals"))
        text = (copy / "config.toml").read_text(encoding="utf-8")
        port = tomllib.loads(text)["listen"]
        (copy / "config.toml").write_text(text.replace(port, f"127.0.0.1:{free_port()}"), encoding="utf-8")
        twin = Process(copy, "run")
        processes.append(twin)
        twin.wait_until_up()
        pid = twin.process.pid
        assert agent_of(twin)["peer_id"] == identity

        def problems(process: Process) -> str:
            return " ".join(agent_of(process).get("problems", []))

        wait_for(lambda: agent_of(twin).get("peer_id", identity) != identity, "a new identity for the copy")
        wait_for(lambda: "took a new one" in problems(twin), "the owner of the copy to be told")
        wait_for(lambda: "disk copied" in problems(attic), "the owner of the first to be told")
        assert agent_of(attic)["peer_id"] == identity, "the one that was there before keeps its own"
        assert twin.process.pid == pid and twin.process.poll() is None
        kept = list((copy / "state" / "agent").glob("identity.key.copied-*"))
        assert len(kept) == 1 and kept[0].stat().st_mode & 0o777 == 0o600
        wait_for(lambda: len(agent_of(cellar)["peers"]) == 2, "two machines where there was one")
        for one in processes:
            assert one.terminate() == 0
