"""How much of a line a link holds, and what it leaves to others on the same line: beside TCP and aioquic as shipped.

    python -m tests.bench.lines hold [--rtt 40 200] [--loss 0 0.01 0.1 1 5] [--ways ours tcp tcp/bbr reno cubic]
    python -m tests.bench.lines share [--flows ours ours tcp] [--rtt 40] [--seconds 30]

Needs root and a lab script that shapes lines in network namespaces (`--lab`; host i is namespace sl-h<i> with the
address 10.99.0.<i>). Every figure is of application bytes that arrived in the last `seconds`, after `--warm` seconds.
`hold` runs each way alone from host 1 to host 2; `share` runs all flows at once. Nothing is asserted.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

LAB = Path(__file__).resolve().parents[3] / "shared" / "lab" / "shape_lab.sh"
HOST = "10.99.0.{}"
FIRST_PORT = 5201


@contextmanager
def lab(script: Path, hosts: Sequence[str], **environment: str) -> Iterator[None]:
    """Hosts as the lab script takes them: UP/DOWN[/DELAY_MS[/LOSS_PCT]]."""
    subprocess.run(["bash", script, "up", *hosts], check=True, env={**os.environ, **environment}, timeout=60)
    try:
        yield
    finally:
        subprocess.run(["bash", script, "down"], check=True, timeout=60)


def start(host: int, *arguments: str) -> subprocess.Popen[str]:
    """A flow's end on a host; it prints."""
    command = ["ip", "netns", "exec", f"sl-h{host}", sys.executable, "-m", "tests.bench.flows", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


class Flow:
    """Transfers of one way from host 1 to host 2 for a fixed time: `ours-4` are four links of one endpoint."""

    def __init__(self, way: str, port: int, seconds: float) -> None:
        name, _, count = way.partition("-")
        common = (HOST.format(2), str(port), str(seconds))
        self._receivers = [
            start(2, "receive", name, common[0], str(port + number), common[2]) for number in range(int(count or 1))
        ]
        self._sender = start(1, "send", name, *common, *(first_line(receiver) for receiver in self._receivers))

    def finish(self) -> tuple[list[list[int]], float, float]:
        """Bytes that arrived in each second, by receiver; CPU seconds of the sender and of the receivers."""
        arrived = [[int(word) for word in first_line(receiver).split()] for receiver in self._receivers]
        cpu_s = [float(first_line(process) or 0) for process in (self._sender, *self._receivers)]
        for process in (self._sender, *self._receivers):
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
        return arrived, cpu_s[0], sum(cpu_s[1:])


def hosts(options: argparse.Namespace, rtt_ms: float, loss: float = 0.0) -> list[str]:
    """Three of them. The narrow place is before host 2, where packets of hosts 1 and 3 meet as behind one router.

    At the sender's own interface (`--at up`) the system holds TCP back before its queue fills (TCP small queues), which
    no router does.
    """
    up, down = (options.mbit, 1000) if options.at == "up" else (1000, options.mbit)
    return [f"{up}/1000/{rtt_ms / 2:g}/{loss:g}", f"1000/{down}/{rtt_ms / 2:g}", f"1000/1000/{rtt_ms / 2:g}"]


def mean(arrived: Sequence[int], warm: int, seconds: int) -> float:
    """Megabytes per second after the first `warm` seconds."""
    return sum(arrived[warm : warm + seconds]) / 1e6 / seconds


def hold(options: argparse.Namespace) -> None:
    line = options.mbit / 8
    print(
        f"{options.mbit} Mbit/s = {line:.1f} MB/s; {options.seconds} s after {options.warm} s; queue {options.queue} ms"
    )
    print(f"{'round trip':>10} {'loss':>7}  " + "  ".join(f"{way:>22}" for way in options.ways))
    for rtt in options.rtt:
        for loss in options.loss:
            cells = []
            with lab(options.lab, hosts(options, rtt, loss), QUEUE_MS=str(options.queue), GSO=options.gso):
                for number, way in enumerate(options.ways):
                    flow = Flow(way, FIRST_PORT + 10 * number, options.warm + options.seconds)
                    (arrived, *_), sender_s, receiver_s = flow.finish()
                    rate = mean(arrived, options.warm, options.seconds)
                    per_gb = 1e9 / max(1, sum(arrived))
                    cells.append(
                        f"{rate:5.1f} {rate / line:4.0%} {sender_s * per_gb:4.0f}+{receiver_s * per_gb:3.0f} s/GB"
                    )
            print(f"{rtt:7g} ms {loss:6g} %  " + "  ".join(f"{cell:>22}" for cell in cells), flush=True)


def share(options: argparse.Namespace) -> None:
    line = options.mbit / 8
    length = options.warm + options.seconds
    with lab(
        options.lab, hosts(options, options.rtt[0], options.loss[0]), QUEUE_MS=str(options.queue), GSO=options.gso
    ):
        flows = []
        for number, way in enumerate(options.flows):
            later = options.apart * (len(options.flows) - 1 - number)
            flows.append(Flow(way, FIRST_PORT + 10 * number, length + later))
            time.sleep(options.apart)
        named = [(way, row) for way, flow in zip(options.flows, flows, strict=True) for row in flow.finish()[0]]
    print(f"{options.mbit} Mbit/s, {options.rtt[0]:g} ms round trip, queue {options.queue} ms; fair is 1/{len(named)}")
    for number, (way, arrived) in enumerate(named):
        rate = mean(arrived[-length:], options.warm, options.seconds)
        of_line, of_fair = rate / line, rate / line * len(named)
        print(f"{number + 1}. {way:6} {rate:5.2f} MB/s  {of_line:4.0%} of the line  {of_fair:.2f} of fair", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["hold", "share"])
    parser.add_argument("--rtt", type=float, nargs="+", default=[40, 200])
    parser.add_argument("--loss", type=float, nargs="+", default=[0, 0.01, 0.1, 1, 5])
    parser.add_argument("--ways", nargs="+", default=["ours", "tcp", "reno", "cubic"])
    parser.add_argument("--flows", nargs="+", default=["ours", "ours", "tcp"])
    parser.add_argument("--mbit", type=int, default=100)
    parser.add_argument("--queue", type=int, default=60)
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--warm", type=int, default=5)
    parser.add_argument("--apart", type=int, default=1)
    parser.add_argument("--gso", choices=["0", "1"], default="1")
    parser.add_argument("--at", choices=["up", "down"], default="down")
    parser.add_argument("--lab", type=Path, default=LAB)
    options = parser.parse_args()
    {"hold": hold, "share": share}[options.what](options)


if __name__ == "__main__":
    main()
