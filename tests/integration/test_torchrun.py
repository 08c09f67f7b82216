"""A cluster of two ranks, as `torchrun` starts it, is one peer: of one machine here, by the same store and wires."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from processes import END_S, ORPHAN_S, Crew, Engine, free_address, until, write_manifest

TORCHRUN = ("--standalone", "--nproc-per-node", 2, "-m", "core.cli")


class Cluster(Engine):
    """`torchrun`, whose rank 0 has the home. Its processes have sessions of their own."""

    def __init__(self, crew: Crew, *words: object) -> None:
        home = crew.root / "cluster"
        engine = ["run", "--headless", "--no-throttle", "--home", home, "--listen", free_address(), "--device", "cpu"]
        more = ["--join", crew.link, *words]
        super().__init__("cluster", home, [*TORCHRUN, *engine, *more], module="torch.distributed.run")
        self.family: set[psutil.Process] = set()

    def wait(self, timeout_s: float = END_S) -> int:
        def has_ended() -> bool:
            self.look()
            return not self.is_running

        until(has_ended, "torchrun ends", timeout_s)
        return super().wait()

    def look(self) -> list[psutil.Process]:
        """Living processes below it."""
        with contextlib.suppress(psutil.NoSuchProcess):
            self.family |= set(psutil.Process(self.pid).children(recursive=True))
        return [process for process in self.family if is_alive(process)]

    def second_rank(self) -> psutil.Process:
        """The process that computes for rank 1."""
        for process in self.look():
            with contextlib.suppress(psutil.Error):
                if "spawn_main" in " ".join(process.cmdline()) and process.parent().environ().get("RANK") == "1":
                    return process
        raise AssertionError("rank 1 has no process")

    def all_end(self) -> None:
        until(lambda: not self.look(), "all of the cluster's processes are gone", ORPHAN_S)


def is_alive(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


@contextlib.contextmanager
def cluster_of(crew: Crew, *words: object) -> Iterator[Cluster]:
    cluster = Cluster(crew, *words).start()
    try:
        yield cluster
    except BaseException as fault:
        fault.add_note(cluster.tail())
        raise
    finally:
        cluster.look()
        cluster.destroy()
        for process in cluster.family:
            with contextlib.suppress(psutil.Error):
                process.kill()


@pytest.fixture
def crew(tmp_path: Path) -> Iterator[Crew]:
    with Crew(tmp_path) as crew:
        crew.organise(write_manifest(tmp_path / "manifest", target_batch=64))
        yield crew


def test_both_ranks_compute_until_torchrun_is_told_to_end(crew: Crew) -> None:
    with cluster_of(crew) as cluster:
        assert cluster.until_step(1).device == "2 × cpu"
        rank = cluster.second_rank()
        before_s = rank.cpu_times().user
        cluster.until_step(crew.host.step() + 3)
        assert rank.cpu_times().user > before_s, "it takes part in what is computed"
        cluster.terminate()
        cluster.wait()
        cluster.all_end()
        assert not [line for line in cluster.log_text.splitlines() if " ERROR " in line]


def test_all_ranks_end_with_the_engine(crew: Crew) -> None:
    with cluster_of(crew, "--until-step", 2) as cluster:
        assert cluster.wait(90.0) == 0
        assert "Lending this device to rank 0" in cluster.stderr
        assert len(cluster.log()) >= 2
        assert not cluster.complaints()
        cluster.all_end()
