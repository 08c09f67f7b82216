"""Which settings there are, in which groups, and how each is called: by what it does."""

from dataclasses import dataclass, field

from app.pages.settings.hours import HoursRow
from app.pages.settings.programs import ProgramsRow
from app.pages.settings.row import Row
from app.pages.settings.rows import ChoiceRow, DiskRow, Measure, NumberRow, SliderRow, SwitchRow, WordRow
from app.words import translate

_GB = 1e9
_MEGABIT_PER_S = 1e6 / 8
_MOST_GB = (1 << 50) / _GB


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    rows: tuple[Row, ...]
    needs: dict[str, str] = field(default_factory=dict)
    """Keys whose rows mean something only while the preference of the second key is on."""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for row in self.rows for key in row.keys)


def groups() -> tuple[Group, ...]:
    return when(), how_much(), network(), estimates()


def when() -> Group:
    choices = (
        ("always", translate("settings", "Also while I work here")),
        ("away", translate("settings", "Only while I am away")),
        ("never", translate("settings", "Never")),
    )
    minutes = Measure(
        lowest=0.2, highest=1_440, unit=translate("settings", " min"), scale=60, decimals=1, step=1, kind=round
    )
    rows = (
        ChoiceRow("cpu_when", translate("settings", "Compute on the processor"), choices),
        ChoiceRow("gpu_when", translate("settings", "Compute on the graphics card"), choices),
        NumberRow(
            "away_after_s",
            translate("settings", "I am away after so long without keyboard and mouse"),
            minutes,
            facts=("idle_s", "is_locked"),
        ),
        SwitchRow("pause_on_battery", translate("settings", "Pause on battery"), facts=("on_battery",)),
        SwitchRow(
            "pause_in_energy_saver",
            translate("settings", "Pause while the energy saver is on"),
            facts=("is_saving_energy",),
        ),
        SwitchRow(
            "pause_with_lid_closed", translate("settings", "Pause with the lid closed"), facts=("is_lid_closed",)
        ),
        SwitchRow(
            "pause_when_busy",
            translate("settings", "Pause while other programs need the processor"),
            facts=("others_cpu_percent",),
        ),
        SliderRow("cpu_busy_limit_percent", translate("settings", "The processor is needed from this use on")),
        SwitchRow(
            "pause_when_gpu_busy",
            translate("settings", "Pause while other programs need the graphics card"),
            facts=("others_gpu_percent",),
        ),
        SliderRow("gpu_busy_limit_percent", translate("settings", "The graphics card is needed from this use on")),
        SwitchRow(
            "pause_in_full_screen",
            translate("settings", "Pause during games, films and presentations"),
            facts=("is_full_screen",),
        ),
        SwitchRow(
            "pause_in_calls", translate("settings", "Pause during calls and shared screens"), facts=("is_in_call",)
        ),
        ProgramsRow(
            "programs",
            translate("settings", "Pause while these programs run"),
            facts=("programs",),
            hint=translate("settings", "The name of the program's file, without the folder."),
        ),
        HoursRow("hours", translate("settings", "Hours of the week in which it may compute")),
    )
    needs = {"cpu_busy_limit_percent": "pause_when_busy", "gpu_busy_limit_percent": "pause_when_gpu_busy"}
    return Group(translate("settings", "When"), rows, needs)


def how_much() -> Group:
    no_limit = translate("settings", "No limit")
    cores = Measure(lowest=0, highest=1_024, special=translate("settings", "Half of them"))
    heat = Measure(lowest=0, highest=110, unit=translate("settings", " °C"), special=no_limit)
    power = Measure(lowest=0, highest=2_000, unit=translate("settings", " W"), step=5, special=no_limit)
    disk = Measure(lowest=1, highest=_MOST_GB, unit=translate("settings", " GB"), scale=_GB, decimals=1)
    rows = (
        NumberRow("cpu_cores", translate("settings", "Cores of the processor"), cores),
        SliderRow("cpu_duty_percent", translate("settings", "Part of the time that the processor computes")),
        SliderRow("gpu_duty_percent", translate("settings", "Part of the time that the graphics card computes")),
        NumberRow(
            "cpu_temperature_limit_c",
            translate("settings", "Keep the processor below"),
            heat,
            facts=("cpu_temperature_c",),
            hint=translate("settings", "Held by computing less. 10 °C more, and it pauses until it is cooler."),
        ),
        NumberRow(
            "gpu_temperature_limit_c",
            translate("settings", "Keep the graphics card below"),
            heat,
            facts=("gpu_temperature_c",),
        ),
        NumberRow(
            "gpu_power_limit_w",
            translate("settings", "The graphics card takes at most"),
            power,
            facts=("gpu_power_w",),
        ),
        SliderRow(
            "memory_limit_percent",
            translate("settings", "Part of the memory that Idlewild may take"),
            facts=("free_memory_percent",),
        ),
        SliderRow(
            "vram_limit_percent",
            translate("settings", "Part of the graphics card's memory"),
            facts=("free_vram_percent",),
        ),
        DiskRow(
            "data_limit_bytes",
            translate("settings", "Room on the disk for training data"),
            disk,
            (
                translate("settings", "A tenth of the disk"),
                translate("settings", "At most"),
                translate("settings", "No limit"),
            ),
        ),
    )
    return Group(translate("settings", "How much"), rows)


def network() -> Group:
    no_limit = translate("settings", "No limit")
    rate = Measure(
        lowest=0,
        highest=(1 << 40) / _MEGABIT_PER_S,
        unit=translate("settings", " Mbit/s"),
        scale=_MEGABIT_PER_S,
        decimals=1,
        special=no_limit,
    )
    month = Measure(
        lowest=0, highest=_MOST_GB, unit=translate("settings", " GB"), scale=_GB, decimals=1, step=5, special=no_limit
    )
    rows = (
        SwitchRow(
            "pause_when_metered",
            translate("settings", "Pause on networks that charge by volume"),
            facts=("is_metered",),
        ),
        NumberRow("upload_limit_bytes_per_s", translate("settings", "Send at most"), rate),
        NumberRow("download_limit_bytes_per_s", translate("settings", "Receive at most"), rate),
        NumberRow("monthly_limit_bytes", translate("settings", "Send and receive in a month at most"), month),
        SwitchRow(
            "network_when_paused",
            translate("settings", "Stay connected in a pause"),
            hint=translate("settings", "What was computed already still counts, and others can fetch the model here."),
        ),
    )
    return Group(translate("settings", "Network"), rows)


def estimates() -> Group:
    watts = Measure(
        lowest=0,
        highest=10_000,
        unit=translate("settings", " W"),
        decimals=1,
        step=5,
        special=translate("settings", "Automatic"),
        kind=float,
    )
    price = Measure(
        lowest=0, highest=1e6, decimals=4, step=0.01, special=translate("settings", "Not known"), kind=float
    )
    rows = (
        NumberRow("watts", translate("settings", "Training takes this much more than an idle computer"), watts),
        NumberRow("price_per_kwh", translate("settings", "Price of a kilowatt hour"), price),
        WordRow("currency", translate("settings", "Currency"), 8, example="EUR"),
    )
    return Group(translate("settings", "Energy and cost"), rows)
