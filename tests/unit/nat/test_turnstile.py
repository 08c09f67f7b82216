"""How often somebody may ask."""

from nat_doubles import Clock

from core.nat.turnstile import Turnstile


def test_each_key_has_its_own_count_and_time():
    clock = Clock()
    stile = Turnstile(2, 10.0, clock)
    assert [stile.admits("a"), stile.admits("a"), stile.admits("a"), stile.admits("b")] == [True, True, False, True]
    clock.now += 9.9
    assert not stile.admits("a")
    clock.now += 0.2
    assert stile.admits("a")


def test_memory_is_bounded_and_the_known_are_not_driven_out():
    clock = Clock()
    stile = Turnstile(1, 10.0, clock, keys=3)
    assert all(stile.admits(key) for key in "abc")
    assert not stile.admits("d")
    assert not stile.admits("a")
    clock.now += 11
    assert all(stile.admits(key) for key in "def")
    assert not stile.admits("g")
