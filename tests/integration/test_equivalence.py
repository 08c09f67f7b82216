"""However many peers share the work, the result is that of one plain PyTorch loop over the same samples."""

from pathlib import Path

import pytest
import torch
from plain_loop import PlainLoop, Recorded
from processes import Crew, Engine, check_agreement, write_manifest
from safetensors.torch import load_file
from transformers import AlbertConfig

from core.ipc.messages import Phase, Status
from core.paths import Home

STEPS = 20
TOLERANCE = 1e-5
"""Of the largest difference, relative to the largest parameter."""
SAMPLES = 160
"""Of a step: twenty micro-batches."""


def run_of(crew: Crew, peers: int, optimizer: str) -> tuple[Engine, int]:
    """A collaboration of `peers` that stands still after 20 steps or a few more, and at which step it stands."""
    rate = {"lamb": 0.00176, "adamw": 0.001}[optimizer]
    manifest = write_manifest(
        crew.root / "manifest", target_batch=SAMPLES, optimizer=optimizer, learning_rate=rate, codec="float32"
    )
    host = crew.organise(manifest)
    volunteers = [crew.volunteer(f"peer{number}", "--precision", "fp32", is_paused=True) for number in range(peers)]
    for volunteer in volunteers:
        volunteer.until(lambda s: s.phase is Phase.PAUSED and knows(s, peers + 1), "is paused, and knows all others")
    for volunteer in volunteers:
        volunteer.resume()
    host.until_step(STEPS)
    for volunteer in volunteers:
        volunteer.pause()
    last = host.export(crew.root / "exported").step
    assert last >= STEPS
    return host, last


def knows(status: Status, peers: int) -> bool:
    return status.collaboration is not None and len(status.collaboration.peers) == peers


@pytest.mark.parametrize(("peers", "optimizer"), [(1, "lamb"), (2, "adamw"), (5, "lamb")])
def test_the_result_is_that_of_a_plain_loop(tmp_path: Path, peers: int, optimizer: str) -> None:
    with Crew(tmp_path) as crew:
        host, last = run_of(crew, peers, optimizer)
        check_agreement(crew.engines, least_steps=STEPS)
        recorded = Recorded.read(Home(host.home))
    assert len({peer for step in recorded.contributors for peer in step}) == peers, "all take part"
    assert sum(len(step) == peers for step in recorded.contributors[:last]) >= STEPS // 2, "and at the same steps"

    loop = PlainLoop(recorded, AlbertConfig.from_pretrained(tmp_path / "exported"))
    begin = torch.cat([p.detach().reshape(-1).clone() for p in loop.model.parameters()])
    for number, (samples, loss) in enumerate(zip(recorded.steps[:last], recorded.losses, strict=False), start=1):
        assert loop.step(number, samples) == pytest.approx(loss, rel=1e-5), f"loss of step {number}"

    shared = load_file(tmp_path / "exported" / "model.safetensors")
    plain = {name: parameter.detach() for name, parameter in loop.model.named_parameters()}
    assert shared.keys() == plain.keys()
    largest = max(p.abs().max().item() for p in plain.values())
    worst = max((shared[name] - plain[name]).abs().max().item() for name in plain)
    end = torch.cat([p.reshape(-1) for p in plain.values()])
    moved = (end - begin).abs().max().item()
    print(f"{peers} peers, {last} steps of {optimizer}: max|dθ|/max|θ| = {worst / largest:.1e}, moved {moved:.1e}")
    assert moved / largest > 100 * TOLERANCE, "training has changed something"
    assert worst / largest <= TOLERANCE
