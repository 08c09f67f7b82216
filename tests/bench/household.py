"""What somebody else in the household feels while this computer uploads: the time of small UDP echoes over one uplink.

    python -m tests.bench.household [--mbit 20] [--rtt 20] [--queue 60 200] [--ways idle ours tcp] [--seconds 15]

The echoes start on another host than the upload; both go through one narrow place with one queue, as behind a router.
Printed: median, 95th percentile and maximum in milliseconds over `seconds` after `--warm` seconds, what the 95th
percentile has more than idle, and the upload. `ours-4` is four links of one endpoint. Needs root and the lab script, as
`lines` does. Nothing is asserted.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.lines import FIRST_PORT, HOST, LAB, Flow, hosts, lab, mean

EVERY_S = 0.02
ECHO_PORT = 7007

_ECHO = """
import socket
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as echo:
    echo.bind(("{host}", {port}))
    print(flush=True)
    while True:
        data, address = echo.recvfrom(100)
        echo.sendto(data, address)
"""
_ASK = """
import os, socket, time
os.nice(-15)
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
    asking.connect(("{host}", {port}))
    asking.settimeout({every_s})
    sent, times = {{}}, {{}}
    end = time.monotonic() + {seconds}
    next_s = time.monotonic()
    number = 0
    while time.monotonic() < end:
        if time.monotonic() >= next_s:
            sent[number] = time.monotonic()
            asking.send(str(number).encode())
            number += 1
            next_s += {every_s}
        try:
            asking.settimeout(max(0.0005, next_s - time.monotonic()))
            got = int(asking.recv(100))
            times[got] = time.monotonic() - sent[got]
        except TimeoutError:
            pass
print(*(times.get(i, 9.0) for i in range(number - 50)))
"""


def echoes(seconds: float) -> list[float]:
    """Times of echoes from host 3 to host 2, in milliseconds; lost ones count as nine seconds."""
    inside = ["ip", "netns", "exec"]
    echo = _ECHO.format(host=HOST.format(2), port=ECHO_PORT)
    ask = _ASK.format(host=HOST.format(2), port=ECHO_PORT, every_s=EVERY_S, seconds=seconds)
    with subprocess.Popen(
        [*inside, "sl-h2", sys.executable, "-c", echo], stdout=subprocess.PIPE, text=True
    ) as answering:
        assert answering.stdout is not None
        answering.stdout.readline()
        try:
            output = subprocess.run(
                [*inside, "sl-h3", sys.executable, "-c", ask], stdout=subprocess.PIPE, text=True, check=True
            )
        finally:
            answering.kill()
    return [1000 * float(word) for word in output.stdout.split()]


def under(way: str, options: argparse.Namespace) -> tuple[list[float], float]:
    """Echoes while `way` uploads, and its megabytes per second."""
    if way == "idle":
        return echoes(options.seconds), 0.0
    flow = Flow(way, FIRST_PORT, options.warm + options.seconds)
    time.sleep(options.warm)
    times = echoes(options.seconds)
    return times, sum(mean(row, options.warm, options.seconds) for row in flow.finish()[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mbit", type=int, default=20)
    parser.add_argument("--rtt", type=float, default=20)
    parser.add_argument("--queue", type=int, nargs="+", default=[60, 200])
    parser.add_argument("--ways", nargs="+", default=["idle", "ours", "ours-4", "tcp", "reno", "cubic"])
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--warm", type=int, default=4)
    parser.add_argument("--at", choices=["up", "down"], default="down")
    parser.add_argument("--lab", type=Path, default=LAB)
    options = parser.parse_args()
    assert os.geteuid() == 0, "namespaces need root"
    for queue in options.queue:
        print(f"{options.mbit} Mbit/s up, {options.rtt:g} ms round trip, queue {queue} ms")
        idle = 0.0
        with lab(options.lab, hosts(options, options.rtt), QUEUE_MS=str(queue)):
            for way in options.ways:
                times, rate = under(way, options)
                times.sort()
                p95 = times[int(0.95 * (len(times) - 1))]
                idle = idle or p95
                print(
                    f"{way:8} median {statistics.median(times):6.1f}  p95 {p95:6.1f}  max {times[-1]:6.1f} ms"
                    f"  added at p95 {p95 - idle:6.1f} ms  upload {rate:5.2f} MB/s = {rate * 8 / options.mbit:4.0%}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
