"""Whether strangers reach this peer."""

from nat_doubles import Clock, at

from core.nat.behaviour import Sighting
from core.nat.facts import Behaviour
from core.nat.reachability import CONTACT_S, TRUSTED_S, Reachability

HERE, ACQUAINTANCE, STRANGER = at("203.0.113.7"), at("198.51.100.1"), at("198.51.100.9")
NONCE = b"nonce123"


def known():
    clock = Clock()
    found = Reachability(clock)
    found.on_contact(ACQUAINTANCE.host)
    return found, clock


def run_test(found, *sources, others=2):
    found.begin(NONCE)
    for source in sources:
        found.on_probe(NONCE, source)
    return found.end(NONCE, HERE, by_another_port=True, by_others=others)


def test_a_strangers_datagram_proves_it():
    found, _ = known()
    assert found.is_reachable is None
    run_test(found, STRANGER)
    assert found.is_reachable is True
    assert found.confirmed() == [HERE]
    assert found.filtering is Behaviour.ENDPOINT_INDEPENDENT


def test_an_acquaintances_does_not():
    found, _ = known()
    run_test(found, at(ACQUAINTANCE.host, 9))
    assert found.is_reachable is None
    run_test(found, at(ACQUAINTANCE.host, 9))
    assert found.is_reachable is False
    assert found.filtering is Behaviour.ADDRESS_DEPENDENT


def test_how_long_it_has_been_unknown():
    found, clock = known()
    clock.now += 50.0
    run_test(found, others=0)
    assert found.unknown_s == 50.0, "who is alone with this peer cannot tell"
    run_test(found, others=1)
    assert found.unknown_s == 0.0
    clock.now += 20.0
    assert found.unknown_s == 20.0
    run_test(found, STRANGER)
    clock.now += 20.0
    assert found.unknown_s == 0.0, "it is known"
    found.forget()
    clock.now += 7.0
    assert found.unknown_s == 7.0, "in another network it is not"


def test_a_made_up_nonce_proves_nothing():
    found, _ = known()
    found.on_probe(b"made up!", STRANGER)
    found.begin(NONCE)
    found.on_probe(b"made up!", STRANGER)
    found.end(NONCE, HERE, by_another_port=True, by_others=1)
    assert found.is_reachable is None


def test_one_silent_test_is_not_believed_and_two_are():
    found, _ = known()
    run_test(found)
    assert found.is_reachable is None
    run_test(found)
    assert found.is_reachable is False
    run_test(found, STRANGER)
    assert found.is_reachable is True


def test_tests_in_which_no_stranger_took_part_count_for_nothing():
    found, _ = known()
    for _ in range(5):
        run_test(found, others=0)
    assert found.is_reachable is None


def test_what_was_true_once_wears_off():
    found, clock = known()
    run_test(found, STRANGER)
    clock.now += TRUSTED_S + 1
    assert found.is_reachable is None
    assert found.confirmed() == []


def test_a_router_that_was_closed_later_is_noticed():
    found, clock = known()
    run_test(found, STRANGER)
    clock.now += 600
    run_test(found)
    run_test(found)
    assert found.is_reachable is False


def test_a_link_from_a_stranger_counts_more_than_silence_before():
    found, clock = known()
    run_test(found)
    run_test(found)
    clock.now += 1
    found.on_reached(HERE)
    assert found.is_reachable is True


def test_contacts_are_forgotten_as_routers_forget_them():
    found, clock = known()
    assert found.was_contacted(ACQUAINTANCE.host)
    clock.now += CONTACT_S + 1
    assert not found.was_contacted(ACQUAINTANCE.host)


def test_another_network_is_another_story():
    found, _ = known()
    found.on_seen(Sighting(ACQUAINTANCE, HERE))
    run_test(found, STRANGER)
    assert found.seen_at(4) == HERE
    found.forget()
    assert found.is_reachable is None
    assert found.seen_at(4) is None
    assert found.mapping([HERE]) is Behaviour.UNKNOWN


def test_memory_is_bounded():
    found, _ = known()
    for number in range(10_000):
        found.on_seen(Sighting(at("198.51.100.1", number + 1), HERE))
        found.on_contact(f"host {number}")
    assert len(found._sightings) <= 64
    assert len(found._contacts) <= 4096
