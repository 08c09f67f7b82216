"""What sensors read, in words, and which facts stand behind which reason."""

from app import words
from app.words import translate
from core.ipc.messages import Reason
from core.ipc.records import SensorReading

PRESENCE = frozenset({"idle_s", "is_locked", "is_full_screen", "is_in_call", "programs"})
"""Not being able to tell these counts as being here (core/throttle/readings.py)."""

BEHIND: dict[Reason, tuple[str, ...]] = {
    Reason.IN_USE: ("idle_s", "is_locked"),
    Reason.FULL_SCREEN: ("is_full_screen",),
    Reason.IN_CALL: ("is_in_call",),
    Reason.PROGRAM_RUNS: ("programs",),
    Reason.ON_BATTERY: ("on_battery",),
    Reason.ENERGY_SAVER: ("is_saving_energy",),
    Reason.LID_CLOSED: ("is_lid_closed",),
    Reason.COMPUTER_BUSY: ("others_cpu_percent",),
    Reason.GPU_BUSY: ("others_gpu_percent",),
    Reason.LOW_MEMORY: ("free_memory_percent", "free_vram_percent"),
    Reason.TOO_HOT: ("cpu_temperature_c", "gpu_temperature_c"),
    Reason.METERED: ("is_metered",),
}
"""The facts that the engine means when it gives a reason."""

RULES: dict[Reason, str] = {
    Reason.IN_USE: "away_after_s",
    Reason.FULL_SCREEN: "pause_in_full_screen",
    Reason.IN_CALL: "pause_in_calls",
    Reason.PROGRAM_RUNS: "programs",
    Reason.ON_BATTERY: "pause_on_battery",
    Reason.ENERGY_SAVER: "pause_in_energy_saver",
    Reason.LID_CLOSED: "pause_with_lid_closed",
    Reason.COMPUTER_BUSY: "pause_when_busy",
    Reason.GPU_BUSY: "pause_when_gpu_busy",
    Reason.LOW_MEMORY: "memory_limit_percent",
    Reason.TOO_HOT: "cpu_temperature_limit_c",
    Reason.METERED: "pause_when_metered",
    Reason.DATA_BUDGET: "monthly_limit_bytes",
    Reason.OUT_OF_HOURS: "hours",
    Reason.NOT_ALLOWED: "cpu_when",
    Reason.DISK_FULL: "data_limit_bytes",
}
"""The preference that stands behind a reason, where one does."""


def caption(fact: str) -> str:
    """What a sensor looks at."""
    known = {
        "idle_s": translate("facts", "Keyboard and mouse"),
        "is_locked": translate("facts", "Screen lock"),
        "is_full_screen": translate("facts", "Full screen"),
        "is_in_call": translate("facts", "Calls"),
        "programs": translate("facts", "Your list of programs"),
        "others_cpu_percent": translate("facts", "Processor, other programs"),
        "others_gpu_percent": translate("facts", "Graphics card, other programs"),
        "free_memory_percent": translate("facts", "Free memory"),
        "free_vram_percent": translate("facts", "Free memory of the graphics card"),
        "on_battery": translate("facts", "Power"),
        "is_saving_energy": translate("facts", "Energy saver"),
        "is_lid_closed": translate("facts", "Lid"),
        "cpu_temperature_c": translate("facts", "Temperature of the processor"),
        "gpu_temperature_c": translate("facts", "Temperature of the graphics card"),
        "gpu_power_w": translate("facts", "Power of the graphics card"),
        "is_metered": translate("facts", "Charge by volume"),
    }
    return known.get(fact) or words.plain(fact, 60)


def seen(read: SensorReading) -> str:
    """'No input for 2 min'."""
    return words.said(read.saying) or _bare(read)


def reading(read: SensorReading) -> str:
    """The same, and who says so."""
    text = seen(read)
    if not read.source:
        return text
    return translate("facts", "{fact} Source: {source}.").format(fact=text, source=words.plain(read.source, 60))


def _bare(read: SensorReading) -> str:
    if read.value is None:
        if read.fact in PRESENCE:
            return translate("facts", "Cannot tell: counts as in use.")
        return translate("facts", "Cannot tell.")
    if isinstance(read.value, bool):
        return translate("facts", "Yes.") if read.value else translate("facts", "No.")
    return words.plain(str(read.value), 80)
