"""Where everything of one peer lies. A *home* is one folder; several peers on one machine have several homes."""

import os
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
    def settings_file(self) -> Path:
        """What the app keeps for itself; where it is, the app has been."""
        return self.root / "app.ini"

    @property
    def desktop_file(self) -> Path:
        """How things stood on the desktop before the app told it of this program."""
        return self.root / "desktop.json"

    @property
    def caches(self) -> Path:
        """What libraries keep for the next time, and would else keep elsewhere."""
        return self.root / "caches"

    @property
    def versions(self) -> Path:
        """Newer versions of the program than the one that was installed."""
        return self.root / "versions"

    @property
    def folders_file(self) -> Path:
        return self.root / "folders.made"

    def make(self) -> None:
        """The root. Raises `OSError`."""
        self.make_folder(self.root)

    def make_folder(self, folder: Path) -> None:
        """Makes any folder, private if it is new, and notes which of those above it are new too: so that removing
        Idlewild takes them away again, and no others. Raises `OSError`."""
        new = [str(place) for place in (folder, *folder.parents) if not place.exists()]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if new and self.root.is_dir():
            written = self.folders_file.with_name(f".{self.folders_file.name}.{os.getpid()}.part")
            noted = {*map(str, self.made_folders()), *new}
            written.write_bytes(b"\0".join(os.fsencode(place) for place in sorted(noted)))
            written.replace(self.folders_file)

    def made_folders(self) -> list[Path]:
        """Those that `make_folder` has noted; those that lie in others come first."""
        try:
            noted = self.folders_file.read_bytes()
        except OSError:
            return []
        places = [os.fsdecode(place) for place in noted.split(b"\0") if place]
        return [Path(place) for place in sorted(places, key=len, reverse=True)]
