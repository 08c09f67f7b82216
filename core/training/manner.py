"""How a device is to compute, where there is a choice. No torch."""

from typing import Literal

import msgspec

Precisions = Literal["auto", "fp32", "bf16", "fp16"]
Compiling = Literal["auto", "on", "off"]


class Manner(msgspec.Struct, frozen=True):
    """`auto` leaves it to the device."""

    precision: Precisions = "auto"
    """Of matrix products."""
    compiling: Compiling = "auto"
    """Whether layers are compiled, which takes a minute or two at the start."""


AS_THE_DEVICE_LIKES = Manner()
