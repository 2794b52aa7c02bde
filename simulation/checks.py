"""What has to hold, all along and at the end: the invariants of the design, and that work ends and is not wasted.

===  =============================================================  ==================================================
I1   same records, same digest, in any order, with duplicates       at the end, on a shuffled copy
I3   no counted claim before the decisions that it rests on         whenever a claim counts
I4   tasks and depth within the policy; every goal ends             at each look; at the end
I5   what was said survives a crash                                 at each start
I6   a restarted machine never contradicts itself                   whenever something is said
I7   damaged bytes never reach the plan                             whenever some arrive
I8   an observer says nothing                                       whenever something is said
I9   finished tasks and counted claims only grow                    at each look
-    what was forgotten stays so, and nothing of it comes back      at each look; at the end, on the disks too
===  =============================================================  ==================================================

And: records do not grow without end; no attempt is taken over before its lease is over; no claim is run twice, unless
it was dropped; without faults nothing is run twice but what failed or, at work for ten leases, was taken over; once all
has ended nobody says or does anything any more, and nothing waits in an outbox.

Left out of I6 are machines that lost their memory (wiped, or their clock set right), that share their key, or that are
buggy on purpose.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import TYPE_CHECKING, Final

from edge_agent.mesh.presence import SUSPECT_AFTER, Beacon
from edge_agent.plan import ClaimState, GoalPlan, Plan, Step
from edge_agent.records import Claim, Failure, Forget, Goal, PeerId, Proposal, Record, RecordId, Result, TaskId, Vote
from edge_agent.roles.claim import LEASES_OF_A_CLAIM
from edge_agent.roles.intents import OpenClaim

if TYPE_CHECKING:
    from simulation.machine import Machine
    from simulation.world import World

MAX_FAILURES: Final = 20


class Known:
    """What a machine's plan said of a goal when it was last checked."""

    def __init__(self) -> None:
        self.finished: set[TaskId] = set()
        self.counted: set[RecordId] = set()
        self.was_finished = False


class Watch:
    """What a machine really heard of a claim: since when it counted here, was last named, and moved last."""

    __slots__ = ("moved_at", "named_at", "progress", "since")

    def __init__(self, now: float) -> None:
        self.since = self.named_at = self.moved_at = now
        self.progress = 0.0


class Checks:
    """Told what happens; ``failures`` says what did not hold."""

    def __init__(self, world: World, *, enabled: bool = True) -> None:
        self.failures: list[str] = []
        self.runs: dict[Step, list[RecordId]] = {}
        """The claims whose work was begun, by step."""
        self.takeovers = 0
        self.failed_claims: set[str] = set()
        self.clones_noticed: set[int] = set()
        self.role_changes: dict[int, int] = {}
        """How often each machine took roles on or gave some up."""
        self._world = world
        self._enabled = enabled
        self._published: dict[RecordId, Record] = {}
        self._told: dict[int, set[RecordId]] = {}
        self._once: set[Hashable] = set()
        self._excused: set[PeerId] = set()
        self._known: dict[tuple[int, RecordId], Known] = {}
        self._digests: dict[int, str] = {}
        self._watches: dict[tuple[int, str], Watch] = {}
        self._forgotten: dict[int, set[RecordId]] = {}
        self._run_claims: set[RecordId] = set()
        self._signs: dict[int, tuple[float, float]] = {}
        """For each machine: when it last saw a sign of another, and when it last did so after a silence all around."""

    def fail(self, machine: Machine | None, text: str) -> None:
        """Something did not hold."""
        where = "" if machine is None else f"m{machine.number}: "
        if len(self.failures) < MAX_FAILURES:
            self.failures.append(f"at {self._world.schedule.now:.3f} s: {where}{text}")
        self._world.trace.note(None if machine is None else machine.number, "BROKEN", text)

    # What happens to machines.

    def excuse(self, machine: Machine) -> None:
        """From now on this identity may repeat and contradict itself."""
        self._excused.add(machine.peer_id)

    def wiped(self, machine: Machine) -> None:
        """The machine lost its records."""
        self.excuse(machine)
        self._forget_machine(machine)

    def set_aside(self, machine: Machine) -> None:
        """The machine set its clock right, and its own records of a future beyond the bound aside."""
        self.excuse(machine)
        self._forget_machine(machine)

    def _forget_machine(self, machine: Machine) -> None:
        self._told.pop(machine.number, None)
        self._forgotten.pop(machine.number, None)
        for key in [key for key in self._known if key[0] == machine.number]:
            del self._known[key]

    def crashing(self, machine: Machine) -> None:
        """The power goes: what foreign records were not stored yet are lost, and with them what followed."""
        for key in [key for key in self._known if key[0] == machine.number]:
            del self._known[key]
        for watch in [key for key in self._watches if key[0] == machine.number]:
            del self._watches[watch]
        self._forgotten.pop(machine.number, None)  # a Forget that was only heard may not have been stored yet
        self._signs.pop(machine.number, None)

    def started(self, machine: Machine) -> None:
        """I5: all that was said is still there."""
        agent = machine.agent
        if agent is None:
            return
        for record_id in sorted(self._told.get(machine.number, ())):
            record = self._published[record_id]
            forgotten = record.goal is not None and agent.plan.forgets(record.goal)
            if not forgotten and not agent.log.holds(record_id):
                self.fail(machine, f"I5: lost what it had said: {record_id[:6]}")

    def clone_noticed(self, machine: Machine) -> None:
        """The machine heard its own identity from elsewhere."""
        if machine.number not in self.clones_noticed:
            self.clones_noticed.add(machine.number)
            self._world.trace.note(machine.number, "notices", "that another machine uses its key")

    def roles_changed(self, machine: Machine) -> None:
        """A machine took a role on, or gave one up."""
        self.role_changes[machine.number] = self.role_changes.get(machine.number, 0) + 1

    # What is said and heard.

    def is_known(self, record: Record) -> bool:
        """Whether somebody said this before."""
        return record.id in self._published

    def said(self, machine: Machine, record: Record) -> None:
        """A machine published a record."""
        self._published[record.id] = record
        most = self._world.config.most_records
        if most is not None and len(self._published) > most:
            raise RuntimeError(f"more than {most} records were said: this goes on without end")
        self._told.setdefault(machine.number, set()).add(record.id)
        body = record.body
        if isinstance(body, Failure):
            self.failed_claims.add(body.claim)
        if machine.observes:
            self.fail(machine, f"I8: an observer said {record.id[:6]}")
        subject = _said_once(record)
        if subject is None or machine.buggy or record.author in self._excused:
            return
        if (record.author, subject) in self._once:
            self.fail(machine, f"I6: said twice: {subject}")
        self._once.add((record.author, subject))

    def counted(self, machine: Machine, record: Record) -> None:
        """A record is new to a machine's plan."""
        if self._enabled and isinstance(record.body, Claim):
            self._watches[machine.number, record.id] = Watch(self._world.schedule.now)

    def sign_of_others(self, machine: Machine) -> None:
        """A machine heard or met another one."""
        now = self._world.schedule.now
        last, since = self._signs.get(machine.number, (now, 0.0))
        deaf = now - last > SUSPECT_AFTER * self._world.config.beacon_seconds
        self._signs[machine.number] = now, now if deaf else since

    def named(self, machine: Machine, beacon: Beacon) -> None:
        """A beacon reached a machine."""
        if not self._enabled:
            return
        for claim, progress in beacon.claims.items():
            watch = self._watches.get((machine.number, claim))
            if watch is not None:
                watch.named_at = self._world.schedule.now
                if progress > watch.progress:
                    watch.progress, watch.moved_at = progress, self._world.schedule.now

    def refused(self, machine: Machine, before: int) -> None:
        """I7: damaged bytes arrived; ``before``: how many records the plan held."""
        agent = machine.agent
        if agent is not None and len(agent.plan) != before:
            self.fail(machine, "I7: damaged bytes reached the plan")

    # What is decided and done.

    def opening(self, machine: Machine, intent: OpenClaim) -> None:
        """A machine opens a claim: an attempt of another machine only after a Failure, or once its lease is over."""
        agent = machine.agent
        goal = None if agent is None else agent.plan.goal(intent.goal)
        if agent is None or goal is None or intent.attempt == 1 or not self._enabled:
            return
        holder = goal.attempts(Step(intent.goal, intent.task, intent.phase, intent.split)).holder()
        if holder is None or holder.failed:
            return
        self.takeovers += 1
        watch = self._watches.get((machine.number, holder.id))
        lease = goal.policy.lease / 1_000
        since = max(agent.started_at, machine.woke_at, watch.since if watch is not None else 0.0)
        met = max(since, self._signs.get(machine.number, (0.0, 0.0))[1])
        now, slack = self._world.schedule.now, 2 * self._world.config.beacon_seconds
        named_at = met if watch is None else max(met, watch.named_at)
        moved_at = met if watch is None else max(met, watch.moved_at)
        ends = min(named_at + lease, moved_at + lease, since + LEASES_OF_A_CLAIM * lease)
        if now < ends - slack:
            self.fail(machine, f"took over claim {holder.id[:6]} {ends - now:.1f} s before its lease was over")

    def ran(self, machine: Machine, claim: ClaimState) -> None:
        """A machine began the work of its claim."""
        self.runs.setdefault(claim.step, []).append(claim.id)
        if claim.id in self._run_claims and claim.author not in self._excused:
            self.fail(machine, f"ran claim {claim.id[:6]} twice")
        self._run_claims.add(claim.id)

    def dropped(self, claim: RecordId) -> None:
        """A run was dropped: its split was not accepted, say. Should that one be accepted again, it may run again."""
        self._run_claims.discard(claim)

    def looked(self, machine: Machine) -> None:
        """A machine looked at its plan: I3, I4, I9."""
        agent = machine.agent
        if agent is None or not self._enabled:
            return
        digest = agent.plan.digest()
        if self._digests.get(machine.number) == digest:
            return
        self._digests[machine.number] = digest
        forgotten = self._forgotten.setdefault(machine.number, set())
        for goal in agent.plan.goals():
            if goal.forgotten:
                forgotten.add(goal.id)
                if left := [one for one in goal.records.values() if not _is_kept(one)]:
                    self.fail(machine, f"{len(left)} records of the forgotten goal {goal.goal.title!r} came back")
            elif goal.id in forgotten:
                self.fail(machine, f"the forgotten goal {goal.goal.title!r} came back")
            else:
                self._check_goal(machine, goal)

    def _check_goal(self, machine: Machine, goal: GoalPlan) -> None:
        known = self._known.setdefault((machine.number, goal.id), Known())
        finished = {task.id for task in goal.tasks.values() if task.finished}
        counted = {claim.id: claim for claim in goal.claims() if claim.counted}
        if lost := known.finished - finished:
            self.fail(machine, f"I9: {len(lost)} finished tasks are no longer finished")
        if gone := known.counted - counted.keys():
            self.fail(machine, f"I9: {len(gone)} claims no longer count")
        if known.was_finished and goal.state != "finished":
            self.fail(machine, f"I9: a finished goal became {goal.state}")
        for claim_id in counted.keys() - known.counted:
            if not _rests_well(goal, counted[claim_id]):
                self.fail(machine, f"I3: claim {claim_id[:6]} counts, but does not lie after what it rests on")
        live = goal.live_tasks()
        if len(live) > goal.policy.max_tasks:
            self.fail(machine, f"I4: {len(live)} tasks are live, {goal.policy.max_tasks} are allowed")
        if any(task.depth > goal.policy.max_depth for task in live):
            self.fail(machine, "I4: a task lies deeper than the policy allows")
        known.finished, known.counted = finished, set(counted)
        known.was_finished = goal.state == "finished"

    # The end.

    @property
    def all_runs(self) -> int:
        """How often work on a claim was begun."""
        return sum(len(claims) for claims in self.runs.values())

    @property
    def extra_runs(self) -> int:
        """How many of these repeated a step that was begun before."""
        return sum(len(claims) - 1 for claims in self.runs.values())

    @property
    def unexplained_runs(self) -> int:
        """How many of the extra ones followed no Failure of an earlier claim."""
        return sum(
            max(0, len(claims) - 1 - sum(claim in self.failed_claims for claim in claims))
            for claims in self.runs.values()
        )

    def at_the_end(self, *, quiet_since: int, calm_world: bool) -> None:
        """When all settled, or did not. ``quiet_since``: records said until then; ``calm_world``: no faults."""
        world = self._world
        present = [machine for machine in world.machines if machine.listens]
        if len(self._published) != quiet_since:
            self.fail(None, f"{len(self._published) - quiet_since} records were said after all goals had ended")
        if world.can_end():
            for machine in present:
                self._check_ended(machine)
        digests = {machine.agent.plan.digest() for machine in present if machine.agent is not None}
        for machine in present:
            self._check_forgotten(machine)
        if len(digests) > 1:
            self.fail(None, f"{len(digests)} different digests among {len(present)} machines")
        if present and present[0].agent is not None:
            self._check_refolded(present[0].agent.plan)
        if calm_world and self.unexplained_runs > self.takeovers:
            text = (
                f"{self.unexplained_runs} runs were in vain although nothing went wrong, {self.takeovers} of takeovers"
            )
            self.fail(None, text)

    def _check_forgotten(self, machine: Machine) -> None:
        """Of a forgotten goal nothing is left but what is kept, on the disk either; and all goals are, in time."""
        agent = machine.agent
        if agent is None:
            return
        goals = agent.plan.goals()
        forgotten = {goal.id for goal in goals if goal.forgotten}
        left = [one for one in machine.disk.content.values() if one.goal in forgotten and not _is_kept(one)]
        if left:
            self.fail(machine, f"{len(left)} records of forgotten goals are still on the disk")
        if self._world.will_forget() and self._world.can_end() and len(forgotten) < len(goals):
            self.fail(machine, f"{len(goals) - len(forgotten)} goals were not forgotten in time")

    def _check_ended(self, machine: Machine) -> None:
        agent = machine.agent
        if agent is None:
            return
        if undone := [goal.goal.title for goal in agent.plan.goals() if goal.understood and not goal.ended]:
            self.fail(machine, f"I4: goals that did not end: {', '.join(undone)}")
        elif agent.hands.jobs:
            self.fail(machine, f"{agent.hands.jobs} pieces of work go on although all goals have ended")
        if agent.outbox:
            self.fail(machine, f"{agent.outbox} records wait to be said")
        if machine.disk.goal_files and not machine.observes:
            self.fail(machine, "a goal file was never taken")

    def _check_refolded(self, plan: Plan) -> None:
        """I1: the same records, shuffled and some of them twice, lead to the same digest."""
        records = [record for one in sorted(self._published) if (record := plan.record(one)) is not None]
        if len(records) != len(plan):
            return
        lots = Random(f"refold {self._world.seed}")
        mixed = records + lots.choices(records, k=len(records) // 5) if records else []
        lots.shuffle(mixed)
        again = Plan()
        for record in mixed:
            again.apply(record)
        if again.digest() != plan.digest():
            self.fail(None, "I1: the same records in another order lead to another plan")

    @property
    def said_so_far(self) -> int:
        """How many records were said in all."""
        return len(self._published)


def _rests_well(goal: GoalPlan, claim: ClaimState) -> bool:
    """I3: whether the claim's clock is above the decisions of its split and of all splits above its task."""
    splits = list(goal.task(claim.step.task).splits_above())
    if claim.step.split is not None:
        own = goal.candidate(claim.step.split)
        if own is None:
            return False
        splits.append(own)
    return claim.record.clock > goal.record.clock and all(
        split.decision is not None and claim.record.clock > split.decision for split in splits
    )


def _is_kept(record: Record) -> bool:
    """Whether the record is kept of a forgotten goal."""
    return isinstance(record.body, Goal | Forget)


def _said_once(record: Record) -> Hashable | None:
    """What an honest machine says once at most."""
    match record.body:
        case Goal(source_hash=source_hash) if source_hash:
            return "goal", source_hash
        case Proposal(task=task, round=number):
            return "proposal", task, number
        case Vote(proposal=proposal, approve=approve):
            return "vote", proposal, approve
        case Claim(task=task, phase=phase, split=split, attempt=attempt):
            return "claim", task, phase, split, attempt
        case Result(claim=claim):
            return "result", claim
        case Failure(claim=claim):
            return "failure", claim
        case _:
            return None
