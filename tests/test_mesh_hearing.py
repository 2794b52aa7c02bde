"""When a machine was cut off itself, and when it hears again."""

from edge_agent.mesh.hearing import DEAF_AFTER, Hearing

INTERVAL = 5.0


def test_while_somebody_is_heard_nothing_starts_anew() -> None:
    hearing = Hearing(100.0, INTERVAL)
    for now in (100.0, 110.0, 110.0 + DEAF_AFTER * INTERVAL):
        assert not hearing.sign(now)
    assert hearing.since == 100.0


def test_after_a_long_silence_all_around_it_starts_anew_once() -> None:
    hearing = Hearing(100.0, INTERVAL)
    hearing.sign(110.0)
    back = 110.0 + DEAF_AFTER * INTERVAL + 0.1
    assert hearing.since == 100.0, "while it is deaf it works alone: the silence counts"
    assert hearing.sign(back)
    assert hearing.since == back
    assert not hearing.sign(back + INTERVAL)
    assert hearing.since == back
