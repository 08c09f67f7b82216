"""Entry of the trainer process: manners first, then torch.

Kept light on purpose: the engine imports this module to name `main`, and the child lowers its priority before
anything heavy is imported, so that every thread inherits it.
"""

import logging
import os
from multiprocessing.connection import Connection
from pathlib import Path

from core.background import lower_priority, stand_back
from core.errors import LocalFault, UsageError
from core.identity.manifest import Manifest
from core.identity.wire import from_json
from core.importing import import_for_good
from core.training import messages as m
from core.training.forwarding import failed_with, forward_logs
from core.training.inbox import Channel, Stopped
from core.training.samples import OpenSamples, Samples
from core.training.surroundings import settle_in

logger = logging.getLogger(__name__)


def open_samples(manifest: Manifest, objects: Path, prepared: Path) -> Samples:
    from core.data.source import SampleSource  # the engine names this function and needs no reader
    from core.training.tasks import recipe_of  # likewise

    return SampleSource(manifest, recipe_of(manifest, objects), prepared)


def main(pipe: Connection, setup: m.Setup, opener: OpenSamples) -> None:
    """Body of the process; ends it without returning, so that no library's clean-up can hold it up."""
    settle_in()
    if setup.in_background:
        stand_back()
    if setup.threads is not None:
        os.environ["RAYON_NUM_THREADS"] = str(setup.threads)
    channel = Channel(pipe)
    forward_logs(channel.report)
    os._exit(_run(channel, setup, opener))


def _run(channel: Channel, setup: m.Setup, opener: OpenSamples) -> int:
    try:  # torch and transformers: seconds, which is why the pipe and the log come first
        import_for_good("core.training.worker", *(["core.training.assembling"] if setup.trains else []))
        from core.training.worker import Worker
    except Exception as error:  # damaged files fail in any way
        logger.exception("what computes cannot be imported")
        channel.report(m.Dying(failed_with(error), is_broken=True))
        return 1
    try:
        channel.listen()
        worker = Worker(channel, setup, from_json(Manifest, setup.manifest), opener)
        # Only now, for good: at the lowest priority, starting beside other trainers would take half a minute.
        (lower_priority if setup.in_background else stand_back)()
        worker.run()
    except Stopped:
        return 0
    except LocalFault as fault:
        channel.report(m.Dying(fault.saying, isinstance(fault, UsageError)))
    except Exception as error:  # a bug, or torch out of memory: the last chance to say which
        logger.exception("trainer failed")
        channel.report(m.Dying(failed_with(error)))
    return 1
