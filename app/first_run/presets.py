"""Three understandable answers to "how much?"; everything finer is in the settings."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from app.qt import QCoreApplication, QThread

translate = QCoreApplication.translate


class Preset(Enum):
    GENTLE = "gentle"
    BALANCED = "balanced"
    WHENEVER = "whenever"


@dataclass(frozen=True, slots=True)
class Wording:
    title: str
    text: str


def changes(preset: Preset, cores: int | None = None) -> dict[str, Any]:
    """To preferences; None is the default. All presets name the same keys, so that the last one chosen counts.
    `cores`: of this computer."""
    most = max(1, (cores or QThread.idealThreadCount()) - 1)
    match preset:
        case Preset.GENTLE:
            return {"cpu_when": "away", "gpu_when": "away", "cpu_cores": None, "cpu_duty_percent": 50}
        case Preset.BALANCED:
            return {"cpu_when": "always", "gpu_when": "away", "cpu_cores": None, "cpu_duty_percent": None}
        case Preset.WHENEVER:
            return {"cpu_when": "always", "gpu_when": "always", "cpu_cores": most, "cpu_duty_percent": None}


def wording(preset: Preset) -> Wording:
    match preset:
        case Preset.GENTLE:
            return Wording(
                translate("first_run", "&Gentle"),
                translate(
                    "first_run",
                    "Only while you are away, on half of the processor's cores and half of the time.",
                ),
            )
        case Preset.BALANCED:
            return Wording(
                translate("first_run", "Ba&lanced"),
                translate(
                    "first_run",
                    "The processor also while you work, on half of its cores and behind everything else;"
                    " the graphics card only while you are away.",
                ),
            )
        case Preset.WHENEVER:
            return Wording(
                translate("first_run", "&Whenever it can"),
                translate(
                    "first_run",
                    "Processor and graphics card also while you work; all cores but one."
                    " It still steps aside for other programs that are busy.",
                ),
            )
