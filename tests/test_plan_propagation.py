"""The plan's invariants on generated histories, and its equality with the plain reference fold."""

from __future__ import annotations

import random
from collections import Counter

from histories import History, properties, seeds, shuffled
from hypothesis import given
from plan_script import Script
from reference_fold import ReferenceGoal, ReferencePlan

from edge_agent.plan import GoalPlan, Plan, Step
from edge_agent.records import Child, Claim, Record, Requorum, whole_id

many = properties(250)
some = properties(80)


def fold(records: list[Record]) -> Plan:
    plan = Plan()
    for record in records:
        plan.apply(record)
    return plan


def assert_same(goal: GoalPlan, reference: ReferenceGoal) -> None:
    tasks, candidates = goal.tasks, {split.id: split for task in goal.tasks.values() for split in task.all_candidates}
    assert tasks.keys() == reference.tasks.keys()
    assert candidates.keys() == reference.proposals.keys() | reference.wholes.keys()
    for task_id, expected in reference.tasks.items():
        task = tasks[task_id]
        assert (task.depth, task.budget, task.fixed_leaf) == (expected.depth, expected.budget, expected.fixed_leaf)
        assert task.after == expected.after
    decisions = {split.id: split.decision for split in candidates.values() if split.decision is not None}
    assert decisions == reference.decisions
    assert {task.id: task.accepted.id for task in tasks.values() if task.accepted} == reference.accepted
    assert {split.id: split.beneath for split in candidates.values() if split.beneath} == reference.beneath
    assert {claim.id for claim in goal.claims() if claim.counted} == reference.counted.keys()
    assert {claim.id for claim in goal.claims() if claim.failed} == reference.failed_claims
    assert {claim.id: claim.result.id for claim in goal.claims() if claim.result} == {
        claim: result.id for claim, result in reference.results.items()
    }
    for (task_id, phase, split), holders in reference.holders.items():
        attempts = goal.attempts(Step(goal.id, task_id, phase, split))
        assert {n: attempts.holder(n).id for n in range(1, attempts.highest + 1)} == {
            n: holder.id for n, holder in holders.items()
        }
    assert {task.id: task.text.id for task in tasks.values() if task.text} == {
        task: text.id for task, text in reference.texts.items()
    }
    assert {task.id for task in tasks.values() if task.failed} == set(filter(reference.failed, tasks))
    assert {task.id for task in tasks.values() if task.ended} == set(filter(reference.ended, tasks))
    assert {task.id for task in tasks.values() if task.live} == set(filter(reference.live, tasks))
    assert {task.id for task in goal.live_tasks()} == set(filter(reference.live, tasks))
    assert {(step.task, step.phase, step.split) for step in goal.ready()} == reference.ready()
    assert {task.id for task in goal.undecided()} == reference.undecided()
    assert (goal.state, goal.priority) == (reference.state, reference.priority)


@many
@given(seeds, seeds)
def test_plan_equals_the_reference_fold_whatever_the_order(seed: int, order: int) -> None:
    history = History(seed, forgets=seed % 5 == 0)
    plan, reference = fold(shuffled(history.records, order)), ReferencePlan(history.records)
    assert {goal.id for goal in plan.goals()} == reference.goals.keys()
    assert {record.id for record in history.records if record.id in plan} == reference.records.keys()
    for goal in plan.goals():
        assert_same(goal, reference.goals[goal.id])


@some
@given(seeds, seeds)
def test_plan_equals_the_reference_fold_at_every_stage_of_hearing(seed: int, order: int) -> None:
    mixed = shuffled(History(seed, forgets=seed % 5 == 0).records, order)
    plan = Plan()
    for position, record in enumerate(mixed):
        plan.apply(record)
        if position % 12 == 0:
            reference = ReferencePlan(mixed[: position + 1])
            for goal in plan.goals():
                assert_same(goal, reference.goals[goal.id])


@many
@given(seeds, seeds, seeds)
def test_i1_same_records_same_digest_in_any_order_and_with_duplicates(seed: int, one: int, other: int) -> None:
    history = History(seed, forgets=seed % 3 == 0)
    digest = fold(history.records).digest()
    assert fold(shuffled(history.records, one)).digest() == digest
    assert fold(shuffled(history.records, other, duplicates=0.9)).digest() == digest


@some
@given(seeds, seeds)
def test_i1_two_parts_that_are_merged_come_to_the_same_plan(seed: int, order: int) -> None:
    records = History(seed, forgets=seed % 3 == 0).records
    rng = random.Random(order)
    parts = [[record for record in records if rng.random() < share] for share in (0.3, 0.6, 0.9)]
    digests = set()
    for own in parts:
        plan = fold(own)
        rest = [record for record in records if record not in own]
        rng.shuffle(rest)
        for record in rest:
            plan.apply(record)
        digests.add(plan.digest())
    assert len(digests) == 1


@some
@given(seeds, seeds)
def test_i2_one_accepted_split_and_one_text_a_task(seed: int, order: int) -> None:
    for goal in fold(shuffled(History(seed).records, order)).goals():
        for task in goal.tasks.values():
            accepted = [split for split in task.all_candidates if split.state == "accepted"]
            assert len(accepted) <= 1
            assert bool(accepted) == any(split.decision is not None for split in task.all_candidates)
            results = [claim.result for claim in goal.claims() if claim.step.task == task.id and claim.result]
            assert task.text == min(results, key=lambda record: record.order, default=None)


@some
@given(seeds, seeds)
def test_i3_no_counted_claim_lies_before_a_decision_it_rests_on(seed: int, order: int) -> None:
    for goal in fold(shuffled(History(seed).records, order)).goals():
        for claim in [claim for claim in goal.claims() if claim.counted]:
            splits = list(goal.task(claim.step.task).splits_above())
            if claim.step.split is not None:
                splits.append(goal.candidate(claim.step.split))
            assert claim.record.clock > goal.record.clock
            assert all(split.decision is not None and split.decision < claim.record.clock for split in splits)


@some
@given(seeds, seeds)
def test_i4_accepted_tasks_stay_within_budget_and_depth_at_every_stage(seed: int, order: int) -> None:
    plan = Plan()
    for record in shuffled(History(seed).records, order):
        plan.apply(record)
        for goal in plan.goals():
            live = goal.live_tasks()
            assert len(live) <= goal.policy.max_tasks
            assert max(task.depth for task in live) <= goal.policy.max_depth


@some
@given(seeds, seeds)
def test_i9_finished_tasks_and_counted_claims_only_grow(seed: int, order: int) -> None:
    plan = Plan()
    finished: set[str] = set()
    counted: set[str] = set()
    decided: dict[str, int] = {}
    for record in shuffled(History(seed).records, order):
        plan.apply(record)
        goals = plan.goals()
        now_finished = {task.id for goal in goals for task in goal.tasks.values() if task.finished}
        now_counted = {claim.id for goal in goals for claim in goal.claims() if claim.counted}
        splits = [split for goal in goals for task in goal.tasks.values() for split in task.all_candidates]
        now_decided = {split.id: split.decision for split in splits if split.decision is not None}
        assert finished <= now_finished
        assert counted <= now_counted
        assert all(now_decided[split] <= clock for split, clock in decided.items())
        finished, counted, decided = now_finished, now_counted, now_decided


def test_the_histories_hold_what_they_are_meant_to_hold() -> None:
    """Else the properties above could hold because nothing happens."""
    seen: Counter[str] = Counter()
    for seed in range(120):
        for goal in ReferencePlan(History(seed).records).goals.values():
            held = goal.holders.values()
            decided = [[split for split in goal.splits_of(task) if split in goal.decisions] for task in goal.tasks]
            rivals = [splits for splits in decided if len(splits) > 1]
            seen["tasks with rival decisions"] += len(rivals)
            seen["tasks with work beneath rivals"] += sum(
                sum(split in goal.beneath for split in splits) > 1 for splits in rivals
            )
            seen["lost races"] += len(goal.counted) - sum(map(len, held))
            seen["void claims"] += len(goal.by_kind[Claim]) - len(goal.counted)
            seen["later attempts"] += sum(max(attempts) > 1 for attempts in held)
            seen["closed phases"] += sum(max(attempts) > goal.goal.policy.max_attempts for attempts in held)
            seen["merges"] += sum(goal.counted[claim].body.phase == "merge" for claim in goal.results)
            seen["nested accepted splits"] += sum(goal.tasks[task].depth > 0 for task in goal.accepted)
            seen["accepted wholes"] += sum(split in goal.wholes for split in goal.accepted.values())
            seen["failed tasks"] += sum(map(goal.failed, goal.tasks))
            seen["decisions by requorum"] += sum(
                requorum.clock in goal.decisions.values() for requorum in goal.by_kind[Requorum]
            )
            seen["open goals"] += goal.state == "open"
            seen["finished goals"] += goal.state == "finished"
            seen["cancelled goals"] += goal.state == "cancelled"
            seen["failed goals"] += goal.state == "failed"
    assert len(seen) == 15
    assert min(seen.values()) >= 3, seen


def test_a_late_decision_wakes_everything_that_was_built_on_it() -> None:
    """Split, nested split, claim and result are all there before the first vote arrives."""
    script = Script(quorum=1, max_tasks=20)
    top = script.split([Child(title="Big", leaf=False), Child(title="Small")])
    vote = script.vote(top, "bert")
    nested = script.accepted_split(2, task=script.child(top, 0).id)
    script.done(script.child(nested, 0).id)
    plan = script.again([record for record in script.records if record is not vote])
    goal = plan.goal(script.id)
    assert goal is not None
    assert goal.root.accepted is None and not any(task.finished for task in goal.tasks.values())
    plan.apply(vote)
    assert plan.digest() == script.plan.digest()
    assert goal.task(script.child(nested, 0).id).finished


def test_an_earlier_result_moves_the_accepted_split_at_every_level_above() -> None:
    script = Script(quorum=1, max_tasks=30)
    first = script.accepted_split([Child(title="A", leaf=False)] * 2)
    second = script.accepted_split([Child(title="B", leaf=False)] * 2)
    nested = script.accepted_split(2, task=script.child(second, 0).id)
    assert script.root.accepted is script.candidate(first)
    claim = script.claim(script.child(nested, 1).id)
    script.result(claim)
    assert script.root.accepted is script.candidate(second)
    assert script.candidate(second).beneath == script.candidate(nested).beneath
    whole = whole_id(script.child(first, 0).id)
    script.vote(whole, "bert")
    early = script.claim(script.child(first, 0).id, split=whole, author="edda")
    script.result(early)
    assert script.root.accepted is script.candidate(second), "the earlier result keeps the split"
