"""What computes and newer versions, in every state, for `screenshots.py`; and the question before removal."""

from dataclasses import replace

import msgspec
from settings_shots import at_end
from shot import NARROW, Shot, nothing_joined, settle, told, training
from toy_states import a_runtime, an_update

from app.window import MainWindow
from core.ipc.installed import EngineRuntime, RuntimeState, Update, UpdateState
from core.ipc.messages import Phase, Reason, Status
from core.saying import Saying, say

_LARGE_FONT, _LARGE_SIZE = 2.0, (440, 900)


def installed_shots() -> dict[str, Shot]:
    return {**_now(), **_settings(), **_first_run()}


def _now() -> dict[str, Shot]:
    fetching = a_runtime().saying
    waits = say("This network charges by volume, so the download of {size_bytes} waits.", size_bytes=212_000_000)
    failed = a_runtime(RuntimeState.FAILED)
    newer = replace_update(an_update(UpdateState.READY), is_needed=True)
    return {
        "now-installing": Shot("now", installing(a_runtime(), fetching), prepare=seconds_later),
        "now-unpacking": Shot("now", installing(a_runtime(RuntimeState.UNPACKING, done=655_000_000), fetching)),
        "now-metered-install": Shot(
            "now", told(Phase.PAUSED, Reason.METERED_INSTALL, waits, runtime=a_runtime(RuntimeState.WAITS))
        ),
        "now-install-failed": Shot("now", told(Phase.FAILED, Reason.FAULT, failed.saying, runtime=failed)),
        "now-update-needed": Shot("now", training(update=newer)),
    }


def _settings() -> dict[str, Shot]:
    ready = a_runtime(RuntimeState.READY, "cuda")
    by_state = {
        f"settings-update-{state}": Shot("settings", training(update=an_update(state), runtime=ready), prepare=at_end)
        for state in UpdateState
    }
    waits = Shot("settings", training(runtime=a_runtime(RuntimeState.WAITS)), prepare=at_end)
    newer = by_state["settings-update-ready"]
    return {
        **by_state,
        "settings-install-waits": waits,
        "settings-update-narrow": replace(newer, size=NARROW),
        "settings-update-large-font": replace(newer, font_scale=_LARGE_FONT, size=_LARGE_SIZE),
    }


def _first_run() -> dict[str, Shot]:
    agree = say("Nothing is computed and nobody is called on before you agree to it.")
    missing = a_runtime(RuntimeState.MISSING, "cuda")
    unasked = told(
        Phase.IDLE, Reason.NEEDS_CONSENT, agree, collaboration=None, network=None, has_consent=False, runtime=missing
    )
    consent = Shot("", unasked, first_run=0)
    waiting = told(Phase.STARTING, Reason.INSTALLING, agree, collaboration=None, runtime=a_runtime())
    return {
        "first-run-1-download": consent,
        "first-run-1-download-large-font": replace(consent, font_scale=_LARGE_FONT, size=_LARGE_SIZE),
        "first-run-2-installing": Shot("", waiting, first_run=1),
        "first-run-3-installing": Shot("", waiting, first_run=2),
        "now-nothing-installing": Shot("now", replace_runtime(nothing_joined(), a_runtime())),
    }


def installing(runtime: EngineRuntime, saying: Saying) -> Status:
    return told(Phase.STARTING, Reason.INSTALLING, saying, runtime=runtime)


def seconds_later(window: MainWindow) -> None:
    """So that the time that is left is known."""
    status = window._session.situation.live
    assert status is not None
    for number in range(1, 5):
        runtime = a_runtime(done=status.runtime.done_bytes + 4_000_000 * number)
        later = replace_runtime(status, runtime)
        later.uptime_s += 2 * number
        window.now.state._show_progress(later)
    settle()


def replace_runtime(status: Status, runtime: EngineRuntime) -> Status:
    return msgspec.structs.replace(status, runtime=runtime)


def replace_update(update: Update, *, is_needed: bool) -> Update:
    return msgspec.structs.replace(update, is_needed=is_needed)
