"""Who contributes and who reduces: the owner's wish, then the place in the network, then speed."""

import asyncio
from pathlib import Path

import pytest

from core.data.ranges import SampleRange
from core.engine.roles import STEPS_SEEN, Choice, Roles, Situation, choose
from core.identity.ids import PeerId
from core.nat.facts import Behaviour, LinkFacts, NetworkFacts
from core.options import RunOptions
from core.training.api import Progress
from core.transport.api import Address, PathKind
from core.transport.api import Path as Way

HERE = Address("192.0.2.1", 4433)


def links(*kinds: PathKind) -> tuple[LinkFacts, ...]:
    return tuple(LinkFacts(PeerId(bytes(32)), Way(kind, HERE), 0.05, 0.0, 0.0) for kind in kinds)


SHUT_IN = NetworkFacts(is_reachable=False, mapping=Behaviour.ADDRESS_AND_PORT_DEPENDENT)
RELAYED = NetworkFacts(is_reachable=False, links=links(PathKind.RELAYED, PathKind.TUNNELLED))
PUNCHABLE = NetworkFacts(is_reachable=False, mapping=Behaviour.ENDPOINT_INDEPENDENT, links=links(PathKind.PUNCHED))
OPEN = NetworkFacts(is_reachable=True, mapping=Behaviour.ADDRESS_AND_PORT_DEPENDENT)
NO_UDP = NetworkFacts(udp_works=False)


@pytest.mark.parametrize(
    ("situation", "role", "does"),
    [
        (Situation(), "contributor", (True, True)),
        (Situation(network=OPEN), "contributor", (True, True)),
        (Situation(network=PUNCHABLE), "contributor", (True, True)),
        (Situation(network=SHUT_IN), "client", (True, False)),
        (Situation(network=RELAYED), "client", (True, False)),
        (Situation(network=NO_UDP), "client", (True, False)),
        (Situation(network=NetworkFacts(accepts_links=False)), "client", (True, False)),
        (Situation(trains=False), "auxiliary", (False, True)),
        (Situation(trains=False, network=SHUT_IN), "auxiliary", (False, False)),
        (Situation(micro_batch_s=30.0, step_s=10.0), "auxiliary", (False, True)),
        (Situation(micro_batch_s=30.0, step_s=10.0, is_accelerated=True), "contributor", (True, True)),
        (Situation(micro_batch_s=9.0, step_s=10.0), "contributor", (True, True)),
        (Situation(micro_batch_s=9.0, step_s=10.0, was_contributing=False), "auxiliary", (False, True)),
        (Situation(asked="contributor", network=SHUT_IN, micro_batch_s=30.0, step_s=1.0), "contributor", (True, True)),
        (Situation(asked="client", network=OPEN), "client", (True, False)),
        (Situation(asked="auxiliary", network=OPEN), "auxiliary", (False, True)),
    ],
)
def test_roles(situation: Situation, role: str, does: tuple[bool, bool]):
    choice = choose(situation)
    assert (choice.role, (choice.contributes, choice.may_reduce)) == (role, does)
    assert str(choice.saying).endswith(".")


def test_a_slow_computer_begins_again_when_nobody_else_gets_a_step_done():
    told: list[Choice] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        now = 0.0
        loop.time = lambda: now  # type: ignore[method-assign]
        roles = Roles(RunOptions(home=Path()), lambda: None, lambda: "cpu", told.append)
        for _ in range(STEPS_SEEN + 1):
            roles.note_commit()
            now += 10.0
        roles.note_progress(Progress(SampleRange(0, 4), 1.0, 40.0))
        now -= 10.0
        roles.look()
        assert roles.choice.role == "auxiliary"
        now += 60.0
        roles.look()
        assert roles.choice.role == "contributor"
        roles.look()

    asyncio.run(main())
    assert [choice.contributes for choice in told] == [False, True]
