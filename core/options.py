"""What an engine is started with: the command line says it, the engine reads it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.transport.api import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """One engine's orders for its whole life."""

    home: Path
    mode: Literal["run", "host"] = "run"
    join: str | None = None
    """Invitation to join, as the user gave it: not yet checked."""
    manifest: Path | None = None
    """TOML to sign and host; set exactly when `mode` is `host`."""
    listen: Address | None = None
    """None: every interface, a port that the home remembers or the system chooses."""
    upload_limit_bytes_per_s: int | None = None
    """To all peers together; 0 is no limit, None what the home's settings say."""
    download_limit_bytes_per_s: int | None = None
    data_limit_bytes: int | None = None
    """Of the disk, that the collaboration's data may take; 0 is no limit, None what the home's settings say."""
    data_folder: Path | None = None
    """Where files of the data may lie already; None: what the home's settings say."""
    headless: bool = False
    """Plain lines of progress even on a terminal."""
    auxiliary: bool = False
    """Reduce, relay and store; compute no gradients."""
    client_mode: bool = False
    """Open connections and accept none."""
    role: Literal["auto", "contributor"] = "auto"
    """`contributor`: compute and average whatever this computer's place and speed. The other roles have switches of
    their own, above."""
    relay: bool = False
    """Forward sealed datagrams for others."""
    throttle: bool = True
    """Yield to the computer's user; False only where the machine has no other work."""
    device: str = "auto"
    """`cpu`, `mps`, `cuda:N`, `xpu:N` (without N the first one; `rocm` is another word for `cuda`), several of them
    joined by commas, `cuda:all` or `xpu:all`; `auto` is all cards of the fastest kind, else the processor."""
    precision: Literal["auto", "fp32", "bf16", "fp16"] = "auto"
    """Of matrix products; `auto` is what pays on the device."""
    compiling: Literal["auto", "on", "off"] | None = None
    """Whether layers are compiled; None is what the home's settings say."""
    until_step: int | None = None
    """End with status 0 once the collaboration has committed this step."""
    train: bool = True
    """False: serve only. `host` trains only when asked."""
    exit_with_parent: bool = False
    """End in order when the process that started this one is gone."""
    starter: bool = True
    """With nothing joined yet, host and train *starter*; False waits for an invitation."""
