"""States of the page Now for `screenshots.py`: at work, waiting, paused for every reason, in trouble."""

import time

import msgspec
from shot import BENGALI, NARROW, SMALLEST, WIDE, Shot, nothing_joined, paused, settle, told, training
from toy_engine import a_collaboration

from app.situation import Link
from app.window import MainWindow
from core.engine.feeding import NOBODY_GIVES
from core.ipc.messages import PeerStatus, Phase, Reason, Status
from core.saying import Saying, quote, say

HOME = "/home/ada/.local/share/idlewild"
ALONE = a_collaboration(
    name="starter",
    description="A small model on this computer's own text.",
    language="English",
    is_host=True,
    peers=[PeerStatus(peer="k3mq7xa", role="coordinator", samples_per_s=4.2, samples=140, is_me=True)],
    samples_per_s=4.2,
    total_samples=32_640,
    my_samples=32_640,
)
MANY = a_collaboration(
    step=104_211,
    total_samples=412_345_678,
    my_samples=1_234_567,
    target_batch=4_096,
    step_samples=3_911,
    samples_per_s=1_820.4,
    peers=[
        PeerStatus(peer=f"peer{number:03}", role="contributor", samples_per_s=3.0 + number, samples=9 * number)
        for number in range(64)
    ],
)
BEFORE = a_collaboration(samples_per_s=0.0, my_samples_per_s=0.0, step_samples=0, peers=[])
"""As long as nobody is met."""
PAUSES = (
    Reason.ON_BATTERY,
    Reason.IN_USE,
    Reason.COMPUTER_BUSY,
    Reason.GPU_BUSY,
    Reason.FULL_SCREEN,
    Reason.IN_CALL,
    Reason.PROGRAM_RUNS,
    Reason.ENERGY_SAVER,
    Reason.LID_CLOSED,
    Reason.LOW_MEMORY,
    Reason.TOO_HOT,
    Reason.METERED,
    Reason.DATA_BUDGET,
    Reason.NOT_ALLOWED,
)


def minute_later(window: MainWindow) -> None:
    """So that there are rates to show."""
    status = window._session.situation.live
    assert status is not None
    later = msgspec.structs.replace(
        status,
        uptime_s=status.uptime_s + 60,
        sent_bytes=status.sent_bytes + 38_000_000,
        received_bytes=status.received_bytes + 51_000_000,
    )
    window.now.device.show_status(later)


def scrolled(window: MainWindow) -> None:
    minute_later(window)
    settle()
    bar = window.now.verticalScrollBar()
    bar.setValue(bar.maximum())


def starting(reason: Reason, saying: Saying, progress: float | None = None) -> Status:
    return told(Phase.STARTING, reason, saying, progress=progress, collaboration=BEFORE)


def now_shots() -> dict[str, Shot]:
    return {**_at_work(), **_waiting(), **_paused(), **_in_trouble(), **_of_other_sizes()}


def _at_work() -> dict[str, Shot]:
    alone = say("Training on this computer; nobody else is here at the moment.")
    serving = say("Serving the collaboration; this computer does not train.")
    averaging = told(Phase.AVERAGING, Reason.NONE, say("Averaging gradients with the other peers."))
    return {
        "now-training": Shot("now", training(), prepare=minute_later),
        "now-training-peers": Shot("now", training(), prepare=scrolled),
        "now-training-bengali": Shot("now", training(collaboration=BENGALI), prepare=minute_later),
        "now-training-alone": Shot("now", told(Phase.TRAINING, Reason.NONE, alone, collaboration=ALONE)),
        "now-training-many": Shot("now", training(collaboration=MANY), prepare=scrolled),
        "now-averaging": Shot("now", averaging),
        "now-serving": Shot("now", told(Phase.SERVING, Reason.NONE, serving)),
        "now-finishing": Shot(
            "now", told(Phase.TRAINING, Reason.FINISHING_STEP, say("Finishing this step, then pausing."))
        ),
    }


def _waiting() -> dict[str, Shot]:
    restarted = say("The training process is being started.")
    stuck = say(
        "The training process is suspended or does not answer; it is started anew after {limit_s}.", limit_s=120.0
    )
    preparing = say("Preparing the collaboration's data, {done_percent}.", done_percent=62.0)
    fetching = say(
        "Fetching the collaboration's state from {peers} other peers, {pace_bytes_per_s}.",
        peers=3,
        pace_bytes_per_s=4_100_000.0,
    )
    looking = say("Looking for the other peers of this collaboration.")
    nobody = say("Nobody who has the collaboration's model can be reached; trying again.")
    return {
        "now-engine-starting": Shot("now", None, Link.STARTING),
        "now-no-collaboration": Shot("now", nothing_joined()),
        "now-preparing": Shot("now", starting(Reason.PREPARING, preparing, 0.62)),
        "now-fetching": Shot("now", starting(Reason.FETCHING, fetching, 0.31)),
        "now-connecting": Shot("now", told(Phase.CONNECTING, Reason.NONE, looking, collaboration=BEFORE)),
        "now-nobody": Shot("now", told(Phase.CONNECTING, Reason.NOBODY_REACHABLE, nobody, collaboration=BEFORE)),
        "now-no-data": Shot("now", starting(Reason.NO_DATA, NOBODY_GIVES)),
        "now-trainer-killed": Shot("now", starting(Reason.TRAINER_RESTARTING, restarted)),
        "now-trainer-stuck": Shot("now", starting(Reason.TRAINER_STUCK, stuck)),
    }


def _paused() -> dict[str, Shot]:
    by_reason = {
        f"now-paused-{reason.value.replace('_', '-')}": Shot("now", paused(reason), prepare=minute_later)
        for reason in PAUSES
    }
    morning = 1_790_000_000.0
    return {
        "now-paused": Shot("now", told(Phase.PAUSED, Reason.PAUSED_BY_USER, say("Paused until you resume."))),
        "now-paused-timed": Shot("now", paused(Reason.PAUSED_BY_USER, morning, paused_until_s=morning)),
        "now-countdown": Shot("now", _for_a_while(761.0)),
        "now-paused-out-of-hours": Shot("now", paused(Reason.OUT_OF_HOURS, morning)),
        **by_reason,
    }


def _for_a_while(left_s: float) -> Status:
    until_s = time.time() + left_s
    return paused(Reason.PAUSED_BY_USER, until_s, paused_until_s=until_s)


def _in_trouble() -> dict[str, Shot]:
    full = quote(f"The disk that holds {HOME} is full; free 2 GB and try again.")
    taken = f"Another engine runs in {HOME}; end it and try again."
    refused = say("The collaboration does not let this computer in.")
    return {
        "now-disk-full": Shot("now", told(Phase.FAILED, Reason.DISK_FULL, full)),
        "now-refused": Shot("now", told(Phase.FAILED, Reason.REFUSED, refused, collaboration=BEFORE)),
        "now-engine-failed": Shot("now", None, Link.FAILED, taken),
        "now-engine-stopped": Shot("now", training(), Link.STOPPED),
        "now-lost": Shot("now", training(), Link.LOST),
        "now-silent": Shot("now", training(), Link.SILENT),
    }


def _of_other_sizes() -> dict[str, Shot]:
    def bengali(font_scale: float = 1.0, size: tuple[int, int] = NARROW) -> Shot:
        return Shot("now", training(collaboration=BENGALI), font_scale=font_scale, size=size, prepare=minute_later)

    return {
        "now-narrow": bengali(),
        "now-smallest": bengali(size=SMALLEST),
        "now-wide": bengali(size=WIDE),
        "now-large-font": bengali(2.0, (440, 900)),
    }
