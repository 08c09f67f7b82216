"""Data that does not come from peers alone: real engines, and a mirror on this machine."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from processes import START_S, Crew, Engine, check_agreement, free_address, until, write_manifest

from core.data.objects import ObjectStore
from core.engine.joining import manifest_of
from core.ipc.messages import Phase, Status
from core.paths import Home
from core.storage.database import Database
from core.storage.runs import Runs
from tests.mirror_server import Answer, Files, served, write_certificate

FILE = "nonsense.txt"


class Stand:
    """A crew whose manifest names a mirror, and what that mirror answers."""

    def __init__(self, root: Path, crew: Crew, port: int, files: Files) -> None:
        self.root, self.crew, self.port, self.files = root, crew, port, files
        self.mirror = f"https://data.example.org:{port}/shards/"
        self.certificate = write_certificate(root)

    def manifest(self, *more: str) -> Path:
        path = write_manifest(self.root / "manifest")
        mirrors = ", ".join(f'"{mirror}"' for mirror in (self.mirror, *more))
        text = path.read_text("utf-8").replace("[data]\n", f"[data]\nmirrors = [{mirrors}]\n")
        path.write_text(text, "utf-8")
        self.files.files[f"/shards/{FILE}"] = (path.parent / FILE).read_bytes()
        return path

    def volunteer(self, name: str = "peer", *words: object) -> Engine:
        home = self.root / name
        home.mkdir()
        common = ["run", "--headless", "--no-throttle", "--home", home, "--listen", free_address()]
        before = [self.port, self.certificate]
        arguments = [*before, *common, "--join", self.crew.link, *words]
        engine = Engine(name, home, arguments, module="tests.integration.mirrored_engine")
        self.crew.add(engine)
        return engine.start()


@contextmanager
def stand(root: Path, respond_as: Callable[[Answer], Answer] = lambda honest: honest) -> Iterator[Stand]:
    files = Files({})
    with served(lambda request: respond_as(files.answer(request))) as port, Crew(root) as crew:
        yield Stand(root, crew, port, files)


def data_of(host: Engine) -> list[Path]:
    """Where its shards lie."""
    home = Home(host.home)
    with Database.open(home.database, read_only=True) as database:
        record = Runs(database).active()
    assert record is not None
    store = ObjectStore(home.objects)
    return [store.path(shard.object) for shard in manifest_of(record).shards]


def is_training(status: Status) -> bool:
    return status.phase is Phase.TRAINING


def test_a_peer_trains_on_data_that_only_a_mirror_has(tmp_path: Path) -> None:
    with stand(tmp_path) as here:
        host = here.crew.organise(here.manifest("https://nowhere.example.org/"))
        assert here.crew.link
        for path in data_of(host):
            path.unlink()
        peer = here.volunteer()
        peer.until(is_training, "has its data")
        peer.until_step(2)
        check_agreement([host, peer], least_steps=2)
        assert {request.path for request in here.files.asked} == {f"/shards/{FILE}"}
        assert not list(Home(peer.home).objects.rglob("*.pieces"))


def test_a_mirror_that_lies_is_named_and_the_host_gives_the_data(tmp_path: Path) -> None:
    with stand(tmp_path, lambda honest: Answer(honest.raw[:-1] + b"?")) as here:
        host = here.crew.organise(here.manifest())
        assert here.crew.link
        [path] = data_of(host)
        kept = path.read_bytes()
        path.unlink()
        peer = here.volunteer()
        until(lambda: "gives other data than the manifest says" in peer.log_text, "the mirror is named", START_S)
        assert here.mirror in peer.log_text
        path.write_bytes(kept)
        peer.until(is_training, "has its data")
        assert len(here.files.asked) == 1
