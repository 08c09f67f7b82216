"""Where everything of one peer lies. A *home* is one folder; several peers on one machine have several homes."""

from dataclasses import dataclass
from pathlib import Path

import platformdirs


def default_home() -> Path:
    return Path(platformdirs.user_data_dir("idlewild", appauthor=False))


@dataclass(frozen=True, slots=True)
class Home:
    """Paths inside one home; nothing is created by asking for them."""

    root: Path

    @property
    def lock(self) -> Path:
        """Held by the one engine that runs here."""
        return self.root / "engine.lock"

    @property
    def key_file(self) -> Path:
        return self.root / "identity.key"

    @property
    def database(self) -> Path:
        return self.root / "idlewild.sqlite"

    @property
    def objects(self) -> Path:
        """Content-addressed files: manifests' tokenizers, weights and shards, named by SHA-256."""
        return self.root / "objects"

    @property
    def prepared(self) -> Path:
        """Derived from objects and remade at will: tokenized shards."""
        return self.root / "prepared"

    @property
    def checkpoints(self) -> Path:
        return self.root / "checkpoints"

    @property
    def runtimes(self) -> Path:
        """What computes, in the installed program: see `core.release.runtimes`."""
        return self.root / "runtimes"

    @property
    def log_file(self) -> Path:
        return self.root / "idlewild.log"

    @property
    def versions(self) -> Path:
        """Newer versions of the program than the one that was installed."""
        return self.root / "versions"
