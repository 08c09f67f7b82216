"""The engine: the one place where all parts are put together."""

from core.engine.engine import run_engine

__all__ = ["run_engine"]
