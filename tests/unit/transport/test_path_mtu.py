from core.transport.path_mtu import BASE_BYTES, DOUBT_S, LADDER, RAISE_AFTER_S, TRIES, PathMtu


def search(mtu: PathMtu, carries: int, now: float, rounds: int = 100) -> float:
    """Probes over a path that carries so much, until there is nothing more to try; the time then."""
    for _ in range(rounds):
        length = mtu.due(now)
        if length is not None and length <= carries:
            mtu.on_answer(length, now + 0.02)
        if mtu.due_s - now > 10:
            return now
        now = max(now, mtu.due_s)
    raise AssertionError("the search does not end")


def test_the_longest_that_gets_through_is_found_on_every_path():
    for carries in (1200, 1300, 1372, 1400, 1452, 1471, 1472, 4000, 8952, 16_000, 60_000):
        mtu = PathMtu(limit_bytes=16_000)
        search(mtu, carries, now=5.0)
        assert mtu.length_bytes == max(step for step in LADDER if step <= carries)


def test_it_starts_with_what_every_path_carries_and_stays_within_its_limit():
    mtu = PathMtu(limit_bytes=1_430)
    assert mtu.length_bytes == BASE_BYTES
    search(mtu, 9_000, now=0.0)
    assert mtu.length_bytes == 1372
    assert PathMtu(limit_bytes=1_000).length_bytes == 1_000


def test_a_length_is_given_up_after_a_few_lost_probes_and_tried_again_much_later():
    mtu = PathMtu(limit_bytes=1_372)
    now, tried = 0.0, 0
    while now < RAISE_AFTER_S / 2:
        tried += mtu.due(now) is not None
        now += 0.1
    assert tried == TRIES
    assert mtu.due(RAISE_AFTER_S + 10) == 1372


def test_one_lost_probe_does_not_matter():
    mtu = PathMtu(limit_bytes=1_372)
    assert mtu.due(0.0) == 1372
    assert mtu.due(0.1) is None
    assert mtu.due(mtu.due_s) == 1372
    mtu.on_answer(1372, 1.0)
    assert mtu.length_bytes == 1372


def test_a_black_hole_brings_it_back_to_the_base_for_a_while():
    mtu = PathMtu(limit_bytes=16_000)
    now = search(mtu, 1472, now=0.0)
    mtu.on_black_hole(now)
    assert mtu.length_bytes == BASE_BYTES
    assert mtu.due(now + DOUBT_S - 0.1) is None
    search(mtu, 1372, now + DOUBT_S)
    assert mtu.length_bytes == 1372


def test_answers_to_what_was_never_asked_change_nothing():
    mtu = PathMtu(limit_bytes=1_452)
    mtu.on_answer(16_000, 0.0)
    mtu.on_answer(100, 0.0)
    assert mtu.length_bytes == BASE_BYTES
