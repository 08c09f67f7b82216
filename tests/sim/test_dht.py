"""The hash table in virtual time: deaths, newcomers, cuts, liars, wrong clocks (thousands: bench/dht_scale.py)."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from core.dht.contacts import position_of
from core.dht.messages import FindNear, Near, Probe, StoreValues, ValuesStored
from core.dht.records import make_record
from core.dht.store import StoreLimits, ValueStore
from core.dht.values import HEADS, PEER, Kind, make_value
from core.errors import ProtocolViolation
from core.identity.ids import RunId
from core.identity.keys import Identity
from core.transport.api import Address, Relayed
from tests.bench.dht_scale import play
from tests.sim import clock
from tests.sim.dht import RUN, Member, Net
from tests.sim.swarm import World

HEAL_S = 30.0
CUT_S = 120.0


def on_net(scene: Callable[[Net], Awaitable[None]]) -> None:
    async def main() -> None:
        net = Net()
        try:
            await scene(net)
        finally:
            await net.end()

    clock.run(main())


async def grown(net: Net, count: int, settle_s: float = 60.0) -> list[Member]:
    members = []
    for _ in range(count):
        members.append(net.add())
        await asyncio.sleep(0.5)
    await asyncio.sleep(settle_s)
    return members


async def leave(member: Member, content: bytes, kind: Kind = HEADS) -> int:
    return await member.kademlia.store_value(member.value(kind, content))


async def sees(member: Member, writers: list[Member], content: bytes, kind: Kind = HEADS) -> bool:
    found = (await member.kademlia.find(kind)).values
    return all((v := found.get(w.identity.public_key)) is not None and v.content == content for w in writers)


def test_lookups_succeed_while_members_come_and_go() -> None:
    outcome = clock.run(play(100, minutes=2, churn=0.4, seed=3))
    assert outcome.deaths > 3
    assert outcome.lookups > 40
    assert outcome.failed == 0
    assert max(outcome.hops) <= math.log2(100)
    assert outcome.overlap > 0.9
    assert outcome.stale < 0.15


@pytest.mark.parametrize("count", [6, 40])
def test_a_network_that_was_cut_for_two_minutes_heals_in_half_a_minute(count: int) -> None:
    async def scene(net: Net) -> None:
        members = await grown(net, count)
        net.halves = {member.id: number % 2 for number, member in enumerate(members)}
        await asyncio.sleep(CUT_S)
        left, right = members[::2], members[1::2]
        assert not await sees(left[0], right, b"new")
        net.halves = None
        await asyncio.sleep(HEAL_S / 2)
        for member in members:
            assert await leave(member, b"new")
        healed = await asyncio.gather(*(sees(m, right if m in left else left, b"new") for m in members))
        assert all(healed)

    on_net(scene)


def test_values_outlive_those_who_held_them_first() -> None:
    async def scene(net: Net) -> None:
        writer, *others = await grown(net, 40)
        await net.kill(writer)  # nobody renews it now
        for _ in range(3):
            for member in others[:12]:
                await net.kill(member)
            others = others[12:] + await grown(net, 12, settle_s=60)
        assert (await others[0].kademlia.find(PEER, writer.id)).values

    on_net(scene)


def test_a_client_writes_and_reads_and_is_in_nobodys_table() -> None:
    async def scene(net: Net) -> None:
        members = await grown(net, 20)
        client = net.add(is_client=True)
        await asyncio.sleep(30)
        assert await leave(client, b"client") >= 16
        assert await sees(members[3], [client], b"client")
        assert not any(client.id in member.kademlia.table for member in members)
        assert len(client.kademlia.store) == 0
        value = members[0].value(HEADS, b"x")
        answer = client.kademlia.answer(members[0].id, members[0].record, StoreValues(values=(value,)))
        assert isinstance(answer, ValuesStored)
        assert answer.stored == 0

    on_net(scene)


def test_a_relayed_peer_is_no_member() -> None:
    async def scene(net: Net) -> None:
        members = await grown(net, 3)
        straight, relay = Address("192.0.2.1", 1), members[0].id
        hidden = Identity.generate()
        record = make_record(hidden, RUN, (straight, Relayed(relay, straight)), members[0].unix_time())
        members[1].kademlia.met(record)
        assert hidden.peer_id not in members[1].kademlia.table
        relays_itself = make_record(hidden, RUN, record.places(), members[0].unix_time() + 1, relays=True)
        members[1].kademlia.met(relays_itself)
        assert hidden.peer_id in members[1].kademlia.table

    on_net(scene)


def lies(good: Near) -> list[Near]:
    stranger = make_record(Identity.generate(), RunId(bytes(32)), (Address("192.0.2.9", 1),), 1.7e9)
    forged = msgspec.structs.replace(good.records[0], addresses=("192.0.2.66:6",))
    spoilt = make_value(Identity.generate(), RUN, HEADS, b"x", 1.7e9, 600.0)
    return [
        msgspec.structs.replace(good, records=(*good.records, stranger)),
        msgspec.structs.replace(good, records=(forged,)),
        msgspec.structs.replace(good, records=good.records * 40),
        msgspec.structs.replace(good, values=(msgspec.structs.replace(spoilt, content=b"y"),)),
        msgspec.structs.replace(good, values=(spoilt,)),
    ]


@pytest.mark.parametrize("lie", range(5))
def test_a_liar_is_dropped_and_steers_nobody(lie: int) -> None:
    async def scene(net: Net) -> None:
        members = await grown(net, 25)
        liar, seeker, sought = members[4], members[0], members[20]
        honest = liar.kademlia.answer

        def answer(peer, record, question):  # type: ignore[no-untyped-def]
            said = honest(peer, record, question)
            return lies(said)[lie] if isinstance(said, Near) else said

        liar.kademlia.answer = answer  # type: ignore[method-assign]
        for member in members:
            if member is not liar:
                found = await member.kademlia.nearest(liar.id.raw)
                assert liar.id not in {contact.peer for contact in found.nearest}
                assert liar.id not in member.kademlia.table
        assert (await seeker.kademlia.find(PEER, sought.id)).values
        seeker.kademlia.met(liar.record)
        assert liar.id not in seeker.kademlia.table, "it does not come back at once"

    on_net(scene)


def test_strange_questions_change_nothing() -> None:
    async def scene(net: Net) -> None:
        a, b, c = await grown(net, 3)
        with pytest.raises(ProtocolViolation):
            a.kademlia.answer(b.id, None, Probe(record=c.record))
        forged = msgspec.structs.replace(b.value(HEADS, b"x"), content=b"y")
        future = make_value(b.identity, RUN, HEADS, b"z", b.unix_time() + 3600, 60.0)
        expired = make_value(b.identity, RUN, HEADS, b"z", b.unix_time() - 3600, 60.0)
        answer = a.kademlia.answer(b.id, None, StoreValues(values=(forged, future, expired)))
        assert isinstance(answer, ValuesStored)
        assert answer.stored == 0
        with pytest.raises(ProtocolViolation):
            a.kademlia.answer(b.id, None, StoreValues(values=(forged,) * 257))
        near = a.kademlia.answer(b.id, None, FindNear(target=HEADS.key(RUN, a.id), wants_values=True))
        assert isinstance(near, Near)
        assert b"x" not in {v.content for v in near.values}

    on_net(scene)


@pytest.mark.parametrize("ahead_s", [-7200.0, 400.0, 7200.0])
def test_a_wrong_clock_is_noticed_and_keeps_nobody_out(ahead_s: float) -> None:
    async def scene(net: Net) -> None:
        members = await grown(net, 12)
        late = net.add()
        late.clock_ahead_s = ahead_s
        await asyncio.sleep(60)
        skew_s = late.kademlia.skew.seconds(asyncio.get_running_loop().time())
        assert skew_s == pytest.approx(ahead_s, abs=1.0)
        assert members[0].kademlia.skew.seconds(asyncio.get_running_loop().time()) == pytest.approx(0.0, abs=0.1)
        assert await leave(late, b"late") >= 12
        assert await sees(members[3], [late], b"late")
        await leave(members[0], b"on time")
        assert await sees(late, [members[0]], b"on time")

    on_net(scene)


def test_a_full_dictionary_takes_whom_its_holders_are_nearest_to() -> None:
    async def scene(net: Net) -> None:
        members = await grown(net, 20)
        for member in members:
            member.kademlia._limits = StoreLimits(values_per_key=8)
            member.kademlia.store = ValueStore(member.id, StoreLimits(values_per_key=8))
        for member in members:
            await leave(member, b"full")
        key = HEADS.key(RUN, members[0].id)
        now_s = asyncio.get_running_loop().time()
        held = [member.kademlia.store.get(key, now_s) for member in members]
        assert max(map(len, held)) <= 8
        found = (await members[0].kademlia.find(HEADS)).values
        assert len(found) > 8, "each holder has another part"

    on_net(scene)


def test_a_bug_in_an_answer_ends_the_search_with_it() -> None:
    async def scene(net: Net) -> None:
        members = await grown(net, 5)

        async def broken(contact, question, answer):  # type: ignore[no-untyped-def]
            raise ZeroDivisionError

        honest, members[0].ask = members[0].ask, broken  # type: ignore[method-assign]
        with pytest.raises(ZeroDivisionError):
            await members[0].kademlia.nearest(members[1].id.raw)
        members[0].ask = honest  # type: ignore[method-assign]

    on_net(scene)


def test_a_lookup_leaves_a_copy_on_its_way() -> None:
    async def scene(net: Net) -> None:
        members = await grown(net, 60)
        writer = members[7]
        key = PEER.key(RUN, writer.id)
        position = position_of(key)
        far = max(members, key=lambda m: position_of(m.id.raw) ^ position)
        await far.kademlia.find(PEER, writer.id)
        copies = list(far.kademlia.copies)
        await asyncio.sleep(20)
        now_s = asyncio.get_running_loop().time()
        for holder, value in copies:
            one = next(m for m in members if m.id == holder.peer)
            assert value in one.kademlia.store.get(key, now_s)
        assert not far.kademlia.copies

    on_net(scene)


# --- whole peers


def test_a_run_goes_on_without_its_bootstrap_peers_and_newcomers_get_in(tmp_path: Path) -> None:
    async def main() -> None:
        world = World(tmp_path)
        try:
            host, *others = [await world.add(sample_s=0.5) for _ in range(5)]
            await asyncio.sleep(15)
            await host.kill()
            await world.until_step(max(peer.step for peer in others) + 2)
            # It knows one address, of somebody who is no bootstrap peer.
            world.knows = [others[2]]
            newcomer = await world.add(sample_s=0.5)
            await world.until_step(max(peer.step for peer in world.alive) + 2)
            await asyncio.sleep(20)
            known = {record.peer for record in newcomer.node.directory.known()}
            assert {peer.id for peer in others} <= known
            table = newcomer.node.directory.kademlia.table
            assert {peer.id for peer in others} == {contact.peer for contact in table.contacts()}
            heads = await newcomer.node.directory.find_heads()
            assert {peer.id for peer in others} <= set(heads)
            world.check()
        finally:
            await world.end()

    clock.run(main())


def test_a_peer_that_has_moved_is_found_by_lookup(tmp_path: Path) -> None:
    async def main() -> None:
        world = World(tmp_path)
        try:
            peers = [await world.add(sample_s=1.0) for _ in range(5)]
            await asyncio.sleep(15)
            seeker, mover = peers[1], peers[4]
            stale = seeker.node.directory.record_of(mover.id)
            assert stale is not None
            await mover.leave()
            mover.address = Address("192.0.2.77", 4242)
            world.knows = [peers[0]]
            await mover.start()
            await asyncio.sleep(20)
            world.net.peers.pop(Address("192.0.2.1", 1004), None)
            gossip = seeker.node.directory._gossip
            gossip._records[mover.id] = stale
            if (link := seeker.world.net.peers[seeker.address].link_to(mover.id)) is not None:
                link.close("moved")
            link_now = await seeker.node.directory.link_to(mover.id)
            assert link_now.remote_address == mover.address
        finally:
            await world.end()

    clock.run(main())
