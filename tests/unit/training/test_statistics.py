import pytest
import torch
from torch import nn

from core.identity.manifest import LarcSgd, Schedule
from core.training.building import bind, layout
from core.training.optimizers import apply_step
from core.training.schedule import scalars
from core.training.statistics import FollowedNorm, follow_norms, noting, with_statistics

OPTIMIZER = LarcSgd(learning_rate=1e-12)
"""Statistics alone move."""


def network() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(64, 5), nn.BatchNorm1d(5)
    )


class Peer:
    """A replica with its gradient."""

    def __init__(self) -> None:
        self.model = network()
        follow_norms(self.model)
        self.layout = layout(self.model)
        made = dict(self.model.named_parameters())
        values = [made[tensor.name].detach().reshape(-1) for tensor in self.layout.tensors]
        self.state = torch.cat([*values, torch.zeros(self.layout.elements)])
        self.gradient = torch.zeros(self.layout.elements)
        bind(self.model, self.layout, self.state[: self.layout.elements], self.gradient)

    def learn(self, pictures: torch.Tensor) -> None:
        with noting(self.model):
            loss_sum = self.model(pictures).square().sum()
        with_statistics(loss_sum, self.model, len(pictures)).backward()

    def step(self, average: torch.Tensor) -> None:
        values = scalars(OPTIMIZER, Schedule(kind="constant", warmup_steps=0, total_steps=0), 1)
        apply_step(OPTIMIZER, self.layout, self.state, average, values, None)
        self.gradient.zero_()

    @property
    def statistics(self) -> dict[str, torch.Tensor]:
        return {name: tensor for name, tensor in self.model.state_dict().items() if "running" in name}


def pictures(seed: int, count: int) -> torch.Tensor:
    return torch.randn(count, 3, 6, 6, generator=torch.Generator().manual_seed(seed)) * 2 + 1


def test_one_peers_statistics_are_torchs() -> None:
    peer, plain = Peer(), network()
    for step in range(5):
        batch = pictures(step, 7)
        plain(batch)
        peer.learn(batch)
        peer.step(peer.gradient / 7)
    for name, tensor in peer.statistics.items():
        assert torch.allclose(tensor, plain.state_dict()[name], rtol=1e-4, atol=1e-6), name
    given = pictures(9, 4)
    assert torch.allclose(peer.model.eval()(given), plain.eval()(given), rtol=1e-4, atol=1e-5)


def test_several_peers_follow_the_mean_over_samples_and_stay_alike() -> None:
    peers, alone = [Peer() for _ in range(3)], Peer()
    for step in range(4):
        batches = [pictures(10 * step + number, count) for number, count in enumerate((2, 5, 9))]
        for peer, batch in zip(peers, batches, strict=True):
            peer.learn(batch)
        for batch in batches:
            alone.learn(batch)
        average = sum(peer.gradient for peer in peers) / 16
        for peer in peers:
            peer.step(average)
        alone.step(alone.gradient / 16)
    assert torch.equal(peers[0].state, peers[1].state)
    assert torch.equal(peers[0].state, peers[2].state)
    assert torch.allclose(peers[0].state, alone.state, rtol=1e-5, atol=1e-6)
    assert all(tensor.abs().sum() > 0.01 for tensor in peers[0].statistics.values())


def test_the_loss_and_other_gradients_are_as_without() -> None:
    peer, plain = Peer(), network()
    batch = pictures(1, 6)
    with noting(peer.model):
        loss_sum = peer.model(batch).square().sum()
    counted = with_statistics(loss_sum, peer.model, 6)
    expected = plain(batch).square().sum()
    assert counted.item() == loss_sum.item() == expected.item()
    counted.backward()
    expected.backward()
    for name, parameter in plain.named_parameters():
        assert torch.equal(peer.model.get_parameter(name).grad, parameter.grad), name


def test_only_what_is_noted_counts_and_once() -> None:
    peer = Peer()
    with noting(peer.model):
        peer.model(pictures(1, 3))
    first = peer.model[1].seen
    peer.model(pictures(2, 3))
    assert peer.model[1].seen is first
    given_up = with_statistics(torch.ones((), requires_grad=True), peer.model, 3)
    assert peer.model[1].seen is None
    del given_up
    with_statistics(torch.ones((), requires_grad=True), peer.model, 3).backward()
    assert not peer.gradient.any()


def test_statistics_lie_last_under_their_usual_names() -> None:
    names = [tensor.name for tensor in layout(Peer().model).tensors]
    assert names[-4:] == ["1.running_mean", "1.running_var", "5.running_mean", "5.running_var"]
    usual = {name for name in network().state_dict() if "num_batches" not in name}
    assert set(names) == usual


@pytest.mark.parametrize("kind", [torch.bfloat16, torch.float16])
def test_it_normalises_what_autocast_brings(kind: torch.dtype) -> None:
    norm = FollowedNorm(nn.BatchNorm2d(4))
    with noting(norm):
        made = norm(pictures(3, 8)[:, :1].expand(-1, 4, -1, -1).to(kind))
    assert made.dtype == kind
    assert norm.seen is not None
    assert norm.seen[0].dtype == torch.float32
    assert norm.seen[0][0].item() == pytest.approx(1.0, abs=0.3)
