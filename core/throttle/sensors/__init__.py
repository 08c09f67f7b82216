"""What this computer says of itself and of whoever sits at it."""

from core.throttle.sensors.sensing import Sensors

__all__ = ["Sensors"]
