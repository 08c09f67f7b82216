"""What holds for all tests and for the processes that they start."""

import os

from hypothesis import settings

# Before torch is loaded: those of its threads that have nothing to do sleep, as in the trainer, instead of spinning.
# Tests run several processes of two threads each on two cores.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# How long an example takes says something about what else the computer does.
settings.register_profile("idlewild", deadline=None)
settings.load_profile("idlewild")
