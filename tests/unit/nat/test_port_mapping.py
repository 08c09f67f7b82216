"""The keeping of a mapping, in virtual time, with routers of all kinds. Real ones: tests/integration/reach."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from core.nat.gateway import Route
from core.nat.port_mapping import CHECK_S, GIVE_BACK_S, RETRY_S, Mapping, PortMapper
from core.nat.router import Grant, RouterFault
from core.transport.api import Address
from tests.sim.clock import run

HOME = Route("192.168.1.1", "192.168.1.20")
CAFE = Route("10.0.0.1", "10.0.0.7")
PUBLIC = "203.0.113.9"


class Control:
    """One protocol of a router that does as it is told."""

    def __init__(
        self, name: str, *, probe_s: float | None = 0.01, host: str = PUBLIC, lifetime_s: float = 3600
    ) -> None:
        self.name = name
        self.probe_s = probe_s
        self.host = host
        self.lifetime_s = lifetime_s
        self.is_away = False
        self.forgets = False
        self.shuts_in_s = 0.01
        self.log: list[tuple[float, str]] = []

    def times(self, what: str) -> list[float]:
        return [round(at, 2) for at, said in self.log if said == what]

    @property
    def is_open(self) -> bool:
        return [said for _, said in self.log if said in ("open", "shut")][-1:] == ["open"]

    async def say(self, what: str, takes_s: float = 0.01) -> None:
        if self.is_away:
            await asyncio.sleep(3.75)
            raise RouterFault("does not answer")
        await asyncio.sleep(takes_s)
        self.log.append((asyncio.get_running_loop().time(), what))

    async def probe(self) -> None:
        if self.probe_s is None:
            await asyncio.sleep(3.75)
            raise RouterFault("does not answer")
        await self.say("probe", self.probe_s)

    async def open(self) -> Grant:
        await self.say("open")
        self.forgets = False
        return Grant(Address(self.host, 4242), self.lifetime_s)

    async def check(self) -> str | None:
        await self.say("check")
        return None if self.forgets else self.host

    async def shut(self) -> None:
        await self.say("shut", self.shuts_in_s)


class Home:
    """A mapper among `controls`, and what it told and when."""

    def __init__(self, *controls: Control) -> None:
        self.controls = controls
        self.route: Route | None = HOME
        self.told: list[tuple[float, Mapping | None]] = []
        self.mapper = PortMapper(self.note, route=self.find, speak=self.speak)

    def note(self, mapping: Mapping | None) -> None:
        self.told.append((round(asyncio.get_running_loop().time(), 2), mapping))

    async def find(self) -> Route | None:
        return self.route

    def speak(self, route: Route, port: int) -> Sequence[Control]:
        assert port == 4242
        return self.controls

    @property
    def hosts(self) -> list[str | None]:
        return [mapping and mapping.external.host for _, mapping in self.told]

    def live(self, *acts: tuple[float, Callable[[], object]], until_s: float) -> float:
        """Runs the mapper to `until_s`, then ends it; returns how long the end took."""

        async def main() -> float:
            loop = asyncio.get_running_loop()
            task = asyncio.create_task(self.mapper.run(4242))
            for at_s, act in acts:
                await asyncio.sleep(at_s - loop.time())
                act()
            await asyncio.sleep(until_s - loop.time())
            assert not task.done()
            since_s = loop.time()
            task.cancel()
            await asyncio.wait([task])
            assert task.cancelled()
            return loop.time() - since_s

        return run(main())


def test_the_best_of_those_that_answer_is_opened_alone():
    home = Home(Control("pcp", probe_s=0.2), Control("nat-pmp", probe_s=0.01), Control("upnp", probe_s=0.1))
    home.live(until_s=10)
    assert [(mapping.protocol, str(mapping.external)) for _, mapping in home.told] == [("pcp", f"{PUBLIC}:4242")]
    assert home.told[0][1].is_public
    assert [one.times("open") for one in home.controls[1:]] == [[], []]
    assert not home.controls[0].is_open  # given back


def test_one_that_is_late_is_not_waited_for():
    home = Home(Control("pcp", probe_s=None), Control("nat-pmp", probe_s=None), Control("upnp", probe_s=0.5))
    home.live(until_s=5)
    assert home.told[0][0] == pytest.approx(0.81, abs=0.02)
    assert home.told[0][1].protocol == "upnp"


def test_where_one_declines_the_next_is_asked():
    class Declining(Control):
        async def open(self):
            await super().open()
            raise RouterFault("is set to refuse")

    home = Home(Declining("pcp"), Control("nat-pmp", host="0.0.0.0"), Control("upnp"))
    home.live(until_s=5)
    assert [mapping.protocol for _, mapping in home.told] == ["upnp"]
    assert not any(one.is_open for one in home.controls)


def test_it_is_renewed_at_half_its_lifetime_and_told_once():
    control = Control("pcp", lifetime_s=1000)
    home = Home(control)
    home.live(until_s=1600)
    assert control.times("open") == pytest.approx([0.02, 500, 1000, 1500], abs=2)
    assert len(control.times("check")) == pytest.approx(1600 / CHECK_S, abs=5)
    assert len(home.told) == 1


def test_the_time_it_expires_moves_with_each_renewal():
    home = Home(Control("pcp", lifetime_s=1000))
    seen = []
    home.live(
        (400, lambda: seen.append(home.mapper.mapping)), (600, lambda: seen.append(home.mapper.mapping)), until_s=700
    )
    assert [one.expires_s for one in seen] == pytest.approx([1000, 1500], abs=1)


def test_a_changed_address_is_told():
    control = Control("pcp")
    home = Home(control)
    home.live((100, lambda: setattr(control, "host", "203.0.113.10")), until_s=300)
    assert home.hosts == [PUBLIC, "203.0.113.10"]
    assert home.told[1][0] <= 100 + CHECK_S + 1
    assert len(control.times("open")) == 1


def test_a_router_that_forgot_is_asked_again_at_once():
    control = Control("pcp")
    home = Home(control)
    home.live((100, lambda: setattr(control, "forgets", True)), until_s=300)
    assert control.times("open") == pytest.approx([0.02, 120.04], abs=0.1)
    assert len(home.told) == 1


def test_a_router_that_restarts_keeps_its_mapping():
    control = Control("pcp")
    home = Home(control)
    home.live(
        (100, lambda: setattr(control, "is_away", True)), (150, lambda: setattr(control, "is_away", False)), until_s=400
    )
    assert home.hosts == [PUBLIC]


def test_a_router_that_is_gone_is_told_and_sought_again():
    control = Control("pcp")
    home = Home(control)
    home.live(
        (100, lambda: setattr(control, "is_away", True)), (400, lambda: setattr(control, "is_away", False)), until_s=800
    )
    assert home.hosts == [PUBLIC, None, PUBLIC]


def test_where_nothing_opens_it_is_tried_again_later():
    class Late(Control):
        async def open(self):
            if asyncio.get_running_loop().time() < RETRY_S / 2:
                raise RouterFault("is set to refuse")
            return await super().open()

    home = Home(Late("upnp"))
    home.live(until_s=RETRY_S + 10)
    assert [at for at, _ in home.told] == pytest.approx([RETRY_S], abs=5)


def test_a_new_network_is_another_router():
    control = Control("pcp")
    home = Home(control)

    def move():
        home.route, control.host = CAFE, "203.0.113.77"
        home.mapper.look_again()

    home.live((100, move), until_s=110)
    assert home.hosts == [PUBLIC, None, "203.0.113.77"]
    assert home.told[2][0] == pytest.approx(100, abs=1.2)


def test_a_router_with_the_same_address_may_be_another():
    control = Control("pcp")
    home = Home(control)
    home.live((100, home.mapper.look_again), until_s=110)
    assert control.times("open") == pytest.approx([0.02, 100.01], abs=0.1)
    assert home.hosts == [PUBLIC]


def test_no_router_at_all():
    home = Home(Control("pcp"))
    home.route = None

    def plug_in():
        home.route = HOME
        home.mapper.look_again()

    home.live((100, plug_in), until_s=110)
    assert home.hosts == [PUBLIC]


def test_the_end_is_not_held_up_by_a_router():
    control = Control("upnp")
    control.shuts_in_s = 60
    assert Home(control).live(until_s=10) == pytest.approx(GIVE_BACK_S, abs=0.01)


def test_an_end_amid_the_opening_gives_back_too():
    class Slow(Control):
        async def open(self):
            grant = await super().open()
            await asyncio.sleep(5)
            return grant

    control = Slow("upnp")
    Home(control).live(until_s=2)
    assert control.times("open")
    assert not control.is_open


@pytest.mark.parametrize("host", ["192.168.0.5", "100.64.3.3", "10.0.0.2", "169.254.1.1"])
def test_behind_another_translator_it_says_that_it_is_of_no_use(host):
    home = Home(Control("pcp", host=host))
    home.live(until_s=10)
    assert home.hosts == [host]
    assert not home.told[0][1].is_public


@pytest.mark.parametrize("host", ["0.0.0.0", "", "nonsense", "127.0.0.1", "255.255.255.255"])
def test_what_is_no_address_is_no_mapping(host):
    control = Control("pcp", host=host)
    home = Home(control)
    home.live(until_s=10)
    assert home.told == []
    assert not control.is_open


@pytest.mark.parametrize("host", ["", "0.0.0.0", "the moon"])
@pytest.mark.parametrize("renews", [False, True])
def test_a_router_between_two_addresses_has_none_to_tell(host, renews):
    """As while it dials in anew."""
    control = Control("pcp", lifetime_s=2 * CHECK_S if renews else 3600)
    home = Home(control)

    def be(host: str) -> None:
        control.host = host

    home.live((1, lambda: be(host)), (CHECK_S + 2, lambda: be("203.0.113.10")), until_s=2 * CHECK_S)
    assert home.hosts == [PUBLIC, "203.0.113.10"]
