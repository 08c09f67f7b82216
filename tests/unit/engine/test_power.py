"""What training is said to take: from meters, from the owner, or estimated."""

from pathlib import Path

import pytest

from core.engine.power import CARD_W, CORE_W, Load, Meters, quietest, training_power_w
from core.engine.power_meters import PowerMeters, ProcessorTime, battery_w

NOTHING = Meters()
ON_CPU = Load(cores=4.0, busy=1.0)
ON_CARD = Load(device="cuda:0", cores=1.0, busy=0.5)


def test_without_training_nothing_is_taken() -> None:
    metered = Meters(processor_w=50.0, card_w=60.0, battery_w=20.0)
    assert training_power_w(Load(), metered, Meters(processor_w=5.0, card_w=1.0), watts=100.0) == 0.0
    assert training_power_w(Load(cores=0.01), metered, NOTHING) == 0.0


def test_the_estimate_follows_cores_cards_and_time() -> None:
    assert training_power_w(ON_CPU, NOTHING, NOTHING) == 4 * CORE_W
    assert training_power_w(ON_CARD, NOTHING, NOTHING) == CORE_W + CARD_W["cuda"] / 2
    two = Load(device="cuda:0, cuda:1", busy=1.0)
    assert training_power_w(two, NOTHING, NOTHING) == 2 * CARD_W["cuda"]
    assert training_power_w(Load(device="something new", busy=1.0), NOTHING, NOTHING) == 0.0


def test_the_owner_knows_better() -> None:
    metered = Meters(processor_w=50.0, card_w=60.0)
    assert training_power_w(ON_CARD, metered, Meters(processor_w=1.0, card_w=1.0), watts=300.0) == 150.0
    # A slow computer says only every few seconds that it has computed.
    assert training_power_w(Load(cores=3.0), metered, NOTHING, watts=300.0) == 300.0


@pytest.mark.parametrize(
    ("now", "idle", "load", "watts"),
    [
        (Meters(processor_w=40.0), Meters(processor_w=10.0), ON_CPU, 30.0),
        (Meters(processor_w=40.0), Meters(processor_w=10.0), Load(cores=2.0, cpu_share=0.5, busy=1.0), 15.0),
        (Meters(processor_w=40.0), NOTHING, ON_CPU, 4 * CORE_W),
        (Meters(processor_w=8.0), Meters(processor_w=10.0), ON_CPU, 0.0),
        (Meters(card_w=200.0), Meters(card_w=20.0), ON_CARD, CORE_W + 180.0),
        (Meters(card_w=200.0, processor_w=30.0), Meters(card_w=20.0, processor_w=10.0), ON_CARD, 200.0),
        (Meters(card_w=200.0), Meters(card_w=20.0), ON_CPU, 4 * CORE_W),
        (Meters(battery_w=35.0), Meters(battery_w=10.0), ON_CPU, 25.0),
        (Meters(battery_w=35.0), Meters(battery_w=10.0), ON_CARD, CORE_W + CARD_W["cuda"] / 2),
        (Meters(battery_w=35.0, processor_w=20.0), Meters(battery_w=10.0, processor_w=5.0), ON_CPU, 15.0),
    ],
)
def test_a_meter_counts_for_what_it_is_above_idle(now: Meters, idle: Meters, load: Load, watts: float) -> None:
    assert training_power_w(load, now, idle) == pytest.approx(watts)


def test_the_quietest_is_the_least_that_was_ever_said() -> None:
    one = quietest(NOTHING, Meters(processor_w=9.0, battery_w=7.0))
    assert one == Meters(processor_w=9.0, battery_w=7.0)
    assert quietest(one, Meters(processor_w=6.0, card_w=3.0)) == Meters(processor_w=6.0, card_w=3.0, battery_w=7.0)


class Machine:
    """As Linux shows it, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.powercap, self.power_supply = folder / "powercap", folder / "power_supply"
        self.now_s = 0.0
        for name in ("intel-rapl:0", "intel-rapl:0:0", "intel-rapl:1", "BAT0", "AC"):
            self.write(name, "name", {"intel-rapl:0": "package-0", "intel-rapl:1": "psys"}.get(name, "core"))

    def write(self, name: str, file: str, text: object) -> None:
        folder = (self.powercap if name.startswith("intel") else self.power_supply) / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(f"{text}\n")

    def meters(self) -> PowerMeters:
        return PowerMeters(
            lambda: 12.0, powercap=self.powercap, power_supply=self.power_supply, clock=lambda: self.now_s
        )


def test_the_processors_counter_is_read_and_begins_anew_at_its_limit(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.write("intel-rapl:0", "max_energy_range_uj", 262_143_328_850)
    machine.write("intel-rapl:0", "energy_uj", 262_143_000_000)
    machine.write("intel-rapl:0:0", "energy_uj", 5)
    machine.write("intel-rapl:1", "energy_uj", 7)
    meters = machine.meters()
    assert meters.read() == Meters(card_w=12.0)
    machine.now_s = 5.0
    machine.write("intel-rapl:0", "energy_uj", 100_000_000 - 328_850)
    assert meters.read().processor_w == pytest.approx(20.0)
    machine.now_s = 7.0
    machine.write("intel-rapl:0", "energy_uj", "no number")
    assert meters.read().processor_w is None
    assert meters.read().processor_w is None


def test_a_battery_tells_only_while_it_gives(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert battery_w(machine.power_supply) is None
    machine.write("BAT0", "status", "Discharging")
    assert battery_w(machine.power_supply) is None
    machine.write("BAT0", "current_now", 2_000_000)
    machine.write("BAT0", "voltage_now", 12_000_000)
    assert battery_w(machine.power_supply) == pytest.approx(24.0)
    machine.write("BAT0", "power_now", -18_500_000)
    assert battery_w(machine.power_supply) == pytest.approx(18.5)
    machine.write("BAT0", "status", "Charging")
    assert battery_w(machine.power_supply) is None


def test_a_machine_without_meters_says_nothing(tmp_path: Path) -> None:
    meters = PowerMeters(powercap=tmp_path / "none", power_supply=tmp_path / "none")
    assert [meters.read(), meters.read()] == [NOTHING, NOTHING]


def test_processor_time_is_of_one_process_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    own, everybody = {7: 100.0, 8: 3.0}, [1_000.0]
    monkeypatch.setattr("core.engine.power_meters._seconds_of", lambda pid: own.get(pid, 0.0))
    monkeypatch.setattr("core.engine.power_meters._seconds_of_all", lambda: everybody[0])
    time = ProcessorTime()
    own[7], everybody[0] = 104.0, 1_110.0
    assert time.advance(7) == (104.0, 110.0), "it is new, as after a session of seconds"
    own[7], everybody[0] = 109.0, 1_120.0
    assert time.advance(7) == (5.0, 10.0)
    own[7], own[8], everybody[0] = 110.0, 9.0, 1_140.0
    assert time.advance(8) == (9.0, 20.0)
    del own[8]
    assert time.advance(8)[0] == 0.0
    assert time.advance(None)[0] == 0.0


def test_processor_time_of_this_machine_can_be_read() -> None:
    import os

    time = ProcessorTime()
    time.advance(os.getpid())
    sum(range(3_000_000))
    own_s, all_s = time.advance(os.getpid())
    assert own_s > 0.0
    assert all_s >= 0.0
    assert time.advance(1 << 22)[0] == 0.0
