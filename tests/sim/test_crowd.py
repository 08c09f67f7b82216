"""A small crowd, as `python -m tests.sim.crowd` plays a large one."""

from collections import Counter

from tests.sim import clock
from tests.sim.crowd import Crowd
from tests.sim.internet import Host, Item
from tests.sim.signatures import remembered_commits, remembered_records, remembered_signatures

PEERS, STEPS, SPLITS = 60, 9, 2


def played() -> tuple[Crowd, Counter[str]]:
    heard: Counter[str] = Counter()

    def listen(sender: Host, receiver: Host, item: Item | None, size: int) -> None:
        heard[type(item).__name__] += 1

    crowd = Crowd(PEERS, STEPS, 0.3, SPLITS, seed=3)
    crowd.world.net.listeners.append(listen)
    with remembered_signatures(), remembered_records(), remembered_commits():
        clock.run(crowd.play())
    return crowd, heard


def test_a_crowd_goes_on_through_churn_and_partitions_and_newcomers_ask_little() -> None:
    crowd, heard = played()
    assert not crowd.violations
    head = crowd.world.peers[0].log.head()
    assert head is not None
    assert head.step >= STEPS
    assert crowd.healed == SPLITS
    assert crowd.joined == PEERS + crowd.left == PEERS + STEPS * int(0.3 * PEERS)
    print({kind: round(heard[kind] / crowd.joined, 1) for kind in ("FindNear", "AskCoordinator", "FetchState")})
    assert heard["FindNear"] < 36 * crowd.joined
    assert heard["AskCoordinator"] < 9 * crowd.joined
    assert heard["FetchState"] < 2 * crowd.joined
