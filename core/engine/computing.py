"""How this computer is to compute, by its owner's words."""

from core.options import RunOptions
from core.storage import settings as page
from core.storage.settings import Settings
from core.training.manner import Manner


def manner_of(options: RunOptions, settings: Settings) -> Manner:
    """What the command line does not say the home's settings do."""
    if options.compiling is None:
        return Manner(precision=options.precision, compiling=settings.get(page.COMPILING))
    return Manner(precision=options.precision, compiling=options.compiling)
