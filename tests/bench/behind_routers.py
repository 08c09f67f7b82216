"""A collaboration whose volunteers sit behind routers of all kinds: real engines, real training, in network namespaces.

    python -m tests.bench.behind_routers [--routers cone symmetric udpblock] [--steps 8]     (root; see ../shared/lab)

The host is public and relays; every volunteer has nothing but the invitation. Prints when each had its first samples
accepted, and how it is linked to whom. The exit status is 1 if anybody could not take part within two minutes.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.integration.processes import ENVIRONMENT, ROOT, write_manifest

LAB = ROOT.parent / "shared" / "lab" / "nat_lab.sh"
HOST = "203.0.113.10:4433"
WITHIN_S = 120.0


def command(namespace: str, *words: object) -> list[str]:
    return ["ip", "netns", "exec", f"nl-{namespace}", sys.executable, "-m", "core.cli", *map(str, words)]


def ask(namespace: str, *words: object) -> Any:
    """The JSON document that a command prints; None if there is none (yet)."""
    done = subprocess.run(
        command(namespace, *words, "--json"), env=os.environ | ENVIRONMENT, capture_output=True, text=True, check=False
    )
    return json.loads(done.stdout) if done.returncode == 0 else None


@contextlib.contextmanager
def laboratory(routers: list[str]) -> Iterator[None]:
    sides = [f"{chr(ord('A') + place)}={kind}" for place, kind in enumerate(routers)]
    with open("/tmp/nl.lock", "w") as lock:  # noqa: PTH123  one laboratory at a time on this machine
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([str(LAB), "up", *sides], check=True)
        try:
            yield
        finally:
            subprocess.run([str(LAB), "down"], check=True)


@contextlib.contextmanager
def engine(namespace: str, folder: Path, *words: object) -> Iterator[subprocess.Popen[str]]:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "errors").open("w") as errors:
        process = subprocess.Popen(
            command(namespace, *words, "--home", folder / "home"),
            env=os.environ | ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        try:
            yield process
        finally:
            process.terminate()
            process.communicate(timeout=30)


def take_part(routers: list[str], steps: int, folder: Path) -> bool:
    with contextlib.ExitStack() as stack:
        manifest = write_manifest(folder / "manifest", target_batch=192, hidden=384)
        host = stack.enter_context(engine("relay", folder / "host", "host", manifest, "--listen", HOST))
        assert host.stdout is not None
        invitation = host.stdout.readline().strip()
        print("invitation:", invitation)
        began_s = time.monotonic()
        homes = {}
        for place, kind in enumerate(routers):
            namespace = f"p{chr(ord('A') + place)}"
            homes[namespace] = folder / kind / "home"
            words = ("run", "--headless", "--join", invitation, "--no-throttle")
            stack.enter_context(engine(namespace, folder / kind, *words))
        first_s: dict[str, float] = {}
        last: dict[str, Any] = {}
        while time.monotonic() - began_s < WITHIN_S:
            time.sleep(1.0)
            for namespace, home in homes.items():
                status = ask(namespace, "status", "--home", home)
                if status is None:
                    continue
                last[namespace] = status
                run = status["collaboration"]
                if namespace not in first_s and run is not None and run["my_samples"]:
                    first_s[namespace] = time.monotonic() - began_s
            done = [s["collaboration"]["step"] for s in last.values() if s["collaboration"]]
            if len(first_s) == len(routers) and min(done) >= steps:
                break
        for (namespace, _), kind in zip(homes.items(), routers, strict=True):
            report(kind, first_s.get(namespace), last.get(namespace))
        return len(first_s) == len(routers)


def report(kind: str, first_s: float | None, status: Any) -> None:
    when = f"first samples accepted after {first_s:.1f} s" if first_s is not None else "took no part"
    print(f"\n{kind}: {when}")
    if status is None:
        return
    print("  ", status["sentence"])
    network = status["network"]
    if network is not None:
        print("  ", network["code"], "·", network["sentence"], network["action"])
        for link in network["links"]:
            print(f"     {link['peer']}  {link['path']:10} {link['address']:24} {1e3 * link['round_trip_s']:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--routers", nargs="+", default=["cone", "symmetric", "udpblock"])
    parser.add_argument("--steps", type=int, default=8)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, laboratory(arguments.routers):
        is_good = take_part(arguments.routers, arguments.steps, Path(folder))
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
