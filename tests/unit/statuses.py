"""What an engine may say of a collaboration, where a test cares for a part of it only."""

from typing import Any

from core.ipc.messages import Collaboration


def a_collaboration(**what: Any) -> Collaboration:
    """Of which nothing is known but `what`."""
    words = dict.fromkeys(("description", "language", "licence", "invitation", "state_digest", "head"), "")
    figures = dict.fromkeys(("step", "step_samples", "total_samples", "my_samples"), 0)
    speeds = dict.fromkeys(("samples_per_s", "my_samples_per_s"), 0.0)
    known = {"run": "r", "name": "n", "is_host": False, "target_batch": 1, "loss": None, "peers": []}
    return Collaboration(**{**words, **figures, **speeds, **known, **what})
