import itertools

import msgspec
import numpy as np
import pytest
import torch
from torch.nn import functional
from transformers.models.resnet.modeling_resnet import ResNetConvLayer

from core.data.ranges import SampleRange
from core.errors import UsageError
from core.identity.manifest import Crops, Swav
from core.training.building import bind, layout
from core.training.tasks import plug_of
from core.training.tasks.swav.codes import sinkhorn
from core.training.tasks.swav.learning import Inputs, SwavLearning
from core.training.tasks.swav.models import ResNet, keys_of, model_of

CPU = torch.device("cpu")
MODEL = {"embedding_size": 8, "hidden_sizes": [8, 16], "depths": [1, 2], "layer_type": "basic"}
TASK = Swav(
    model=MODEL,
    crops=(
        Crops(count=2, pixels=16, least_area=0.3, most_area=1.0),
        Crops(count=3, pixels=8, least_area=0.1, most_area=0.3),
    ),
    prototypes=7,
    projection_hidden=12,
    projection=6,
    epsilon=0.05,
)


def made_up(samples: int, task: Swav = TASK, seed: int = 0) -> Inputs:
    chance = torch.Generator().manual_seed(seed)
    shapes = [(size.count * samples, 3, size.pixels, size.pixels) for size in task.crops]
    return Inputs(tuple(torch.randn(shape, generator=chance) for shape in shapes), samples)


def built(learning: SwavLearning) -> torch.nn.Module:
    torch.manual_seed(1)
    return learning.build(initialised=True)


def by_the_paper(scores: torch.Tensor, codes: list[torch.Tensor], temperature: float) -> float:
    """Equation 2 for every pair of a large view and another, sample by sample."""
    samples = len(codes[0])
    views = scores.shape[0] // samples
    total = 0.0
    for sample in range(samples):
        losses = []
        for large, view in itertools.product(range(len(codes)), range(views)):
            if large != view:
                predicted = torch.softmax(scores[view * samples + sample] / temperature, 0)
                losses.append(-(codes[large][sample] * predicted.log()).sum().item())
        total += sum(losses) / len(losses)
    return total


@pytest.mark.parametrize("samples", [1, 2, 5])
def test_the_loss_is_the_papers_and_a_sum_over_samples(samples: int) -> None:
    learning, given = SwavLearning(TASK), made_up(samples)
    model = built(learning)
    with torch.no_grad():
        _, scores = model(given.sizes)
    codes = [sinkhorn(scores[view * samples : (view + 1) * samples], 0.05, 3) for view in range(2)]
    expected = by_the_paper(scores, codes, TASK.temperature)
    assert learning.loss_sum(model, given).item() == pytest.approx(expected, rel=1e-4)
    metrics = learning.metrics(model, given)
    assert metrics["loss"] == (pytest.approx(expected, rel=1e-4), samples)
    hits, of = metrics["code_accuracy"]
    assert of == 2 * 4 * samples
    assert 0 <= hits <= of


def test_views_are_unit_vectors_and_pass_size_by_size() -> None:
    model, given = built(SwavLearning(TASK)), made_up(3)
    with torch.no_grad():
        vectors, scores = model(given.sizes)
        features = [model.resnet(views).pooler_output.flatten(1) for views in given.sizes]
        expected = functional.normalize(model.projection(torch.cat(features)), dim=1)
    assert torch.allclose(vectors, expected, atol=1e-6)
    assert torch.allclose(vectors.norm(dim=1), torch.ones(15))
    assert torch.allclose(model.prototypes.weight.norm(dim=1), torch.ones(7), atol=1e-6)
    assert torch.allclose(scores, expected @ model.prototypes.weight.T, atol=1e-6)


def test_codes_have_no_gradient() -> None:
    learning, given = SwavLearning(TASK), made_up(4)
    model = built(learning)
    learning.loss_sum(model, given).backward()
    found = model.prototypes.weight.grad.clone()
    _, scores = model(given.sizes)
    with torch.no_grad():
        codes = [sinkhorn(scores[view * 4 : view * 4 + 4].clone(), 0.05, 3) for view in range(2)]
    predictions = functional.log_softmax(scores / TASK.temperature, 1).view(5, 4, 7)
    pairs = [(codes[large] * predictions[view]).sum() for large in range(2) for view in range(5) if view != large]
    (expected,) = torch.autograd.grad(-sum(pairs) / len(pairs), model.prototypes.weight)
    assert torch.allclose(found, expected, atol=1e-5)


def test_statistics_are_those_of_the_large_views() -> None:
    learning, given = SwavLearning(TASK), made_up(4)
    model = built(learning)
    where = layout(model)
    parameters, gradient = torch.zeros(where.elements), torch.zeros(where.elements)
    made = dict(model.named_parameters())
    for tensor in where.tensors:
        parameters[tensor.offset : tensor.offset + tensor.size] = made[tensor.name].detach().reshape(-1)
    bind(model, where, parameters, gradient)
    learning.loss_sum(model, given).backward()
    stem = model.resnet.embedder.embedder
    with torch.no_grad():
        large = stem.convolution(given.sizes[0])
    mean, variance = large.mean((0, 2, 3)), large.var((0, 2, 3))
    name = "resnet.embedder.embedder.normalization.running"
    assert torch.allclose(model.get_parameter(f"{name}_mean").grad, 4 * (0 - mean), atol=1e-5)
    assert torch.allclose(model.get_parameter(f"{name}_var").grad, 4 * (1 - variance), atol=1e-4)
    assert model.get_parameter("projection.1.running_mean").grad.any()


def test_the_queue_begins_at_its_step_and_holds_this_trainers_vectors() -> None:
    task = msgspec.structs.replace(TASK, queue=6, queue_from_step=3)
    learning, plain = SwavLearning(task), SwavLearning(TASK)
    model = built(learning)

    def loss(of: SwavLearning, seed: int) -> float:
        return of.loss_sum(model, made_up(2, seed=seed)).item()

    for step in (0, 1, 2):
        learning.follow(step)
        assert loss(learning, step) == loss(plain, step)
    learning.follow(3)
    assert loss(learning, 5) == loss(plain, 5), "it is empty at first"
    learning.metrics(model, made_up(2, seed=9))
    earlier = model(made_up(2, seed=5).sizes)[0].detach()
    given = made_up(2, seed=6)
    _, scores = model(given.sizes)
    weight = model.prototypes.weight
    codes = [
        sinkhorn(torch.cat((earlier[2 * view : 2 * view + 2] @ weight.T, scores[2 * view : 2 * view + 2])), 0.05, 3)[2:]
        for view in range(2)
    ]
    expected = by_the_paper(scores.detach(), [code.detach() for code in codes], TASK.temperature)
    assert loss(learning, 6) == pytest.approx(expected, rel=1e-4)
    assert loss(learning, 7) != pytest.approx(loss(plain, 7), rel=1e-6)


def test_one_sample_is_enough_however_small_its_views_become() -> None:
    small = tuple(msgspec.structs.replace(size, count=2, pixels=8) for size in TASK.crops)
    learning = SwavLearning(
        msgspec.structs.replace(TASK, crops=small, model=MODEL | {"hidden_sizes": [8] * 4, "depths": [1] * 4})
    )
    model = built(learning)
    loss = learning.loss_sum(model, learning.inputs(learning.example(1), CPU))
    loss.backward()
    assert torch.isfinite(loss)


def test_nothing_is_left_to_defaults_and_work_stops_at_every_convolution() -> None:
    learning = SwavLearning(TASK)
    written = learning.written_out()
    assert written.model == MODEL | {
        "model_type": "resnet",
        "num_channels": 3,
        "hidden_act": "relu",
        "downsample_in_first_stage": False,
        "downsample_in_bottleneck": False,
    }
    assert SwavLearning(written).written_out() == written
    model = learning.build()
    stages = learning.stages(model)
    assert sum(isinstance(stage, ResNetConvLayer) for stage in stages) == 1 + 2 * 3
    assert len(stages) == 1 + 2 * 3 + 1 + 2, "a shortcut, the codes and the projection"


def test_a_processor_takes_fewer_large_pictures_at_once() -> None:
    sizes = [
        SwavLearning(task).cpu_micro_batch(torch.nn.Identity())
        for task in (TASK, msgspec.structs.replace(TASK, model={}), Swav(model={}))
    ]
    assert sizes == [64, 64, 4]


SHAPES = [ResNet(), ResNet(layer_type="basic", depths=(2, 1, 2, 1)), ResNet(downsample_in_bottleneck=True)]


@pytest.mark.parametrize("shape", SHAPES, ids=["fifty", "basic", "early"])
def test_flops_are_those_of_the_convolutions(shape: ResNet) -> None:
    counted: list[float] = []

    def count(layer: torch.nn.Conv2d, _: object, made: torch.Tensor) -> None:
        counted.append(2.0 * layer.weight.numel() * made.shape[2] * made.shape[3])

    with torch.device("meta"):
        network = SwavLearning(Swav(model=keys_of(shape))).build().resnet
    for module in network.modules():
        if isinstance(module, ResNetConvLayer):
            module.convolution.register_forward_hook(count)
    network(torch.empty(1, 3, 75, 75, device="meta"))
    assert sorted(counted) == sorted(shape.convolutions(75))


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ({"model_type": "regnet"}, "model_type"),
        ({"auto_map": {}}, "auto_map"),
        ({"depths": [3, 4]}, "differ in length"),
        ({"hidden_sizes": [6, 6, 6, 6]}, "multiples of 4"),
        ({"layer_type": "wide"}, "layer_type"),
        ({"num_channels": 1}, "num_channels"),
        ({"depths": []}, "depths"),
        ({"hidden_sizes": [1 << 20] * 4}, "hidden_sizes"),
    ],
)
def test_what_this_program_does_not_know_is_refused_in_one_sentence(model: dict[str, object], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        model_of(Swav(model=model))
    assert [key for key, _ in plug_of(Swav).faults(Swav(model=model))] == ["task.model"]


def crops_with(**changes: float) -> tuple[Crops, ...]:
    return (msgspec.structs.replace(TASK.crops[0], **changes), TASK.crops[1])


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"crops": ()}, "task.crops"),
        ({"crops": crops_with(count=1)}, "task.crops.count"),
        ({"crops": crops_with(count=31)}, "task.crops"),
        ({"crops": crops_with(pixels=4)}, "task.crops.pixels"),
        ({"crops": crops_with(least_area=0.0)}, "task.crops.least_area"),
        ({"crops": crops_with(most_area=0.2)}, "task.crops.most_area"),
        ({"crops": crops_with(most_area=float("nan"))}, "task.crops.most_area"),
        ({"prototypes": 1}, "task.prototypes"),
        ({"projection": 1 << 20}, "task.projection"),
        ({"temperature": 0.0}, "task.temperature"),
        ({"epsilon": 0.001}, "task.epsilon"),
        ({"sinkhorn_iterations": 0}, "task.sinkhorn_iterations"),
        ({"queue": -1}, "task.queue"),
        ({"queue_from_step": 0}, "task.queue_from_step"),
        ({"colour_strength": 9.0}, "task.colour_strength"),
        ({"blur_probability": 1.5}, "task.blur_probability"),
    ],
)
def test_numbers_are_bounded(changes: dict[str, object], key: str) -> None:
    assert key in [found for found, _ in plug_of(Swav).faults(msgspec.structs.replace(TASK, **changes))]
    assert list(plug_of(Swav).faults(TASK)) == []
    assert list(plug_of(Swav).faults(Swav(model={}))) == []


def test_prototypes_stand_still_at_first_and_are_unit_vectors() -> None:
    task = msgspec.structs.replace(TASK, freeze_prototypes_steps=2)
    rules = [plug_of(task).step_rules(task, step) for step in (1, 2, 3)]
    assert [rule.still for rule in rules] == [{"prototypes.weight"}] * 2 + [frozenset()]
    assert all(rule.unit_rows == {"prototypes.weight"} for rule in rules)
    assert "prototypes.weight" in {tensor.name for tensor in layout(SwavLearning(TASK).build()).tensors}


def test_an_example_is_what_a_batch_is_like() -> None:
    learning = SwavLearning(TASK)
    batch = learning.example(3)
    assert len(batch) == 3
    given = learning.inputs(batch, CPU)
    assert [tuple(views.shape) for views in given.sizes] == [(6, 3, 16, 16), (9, 3, 8, 8)]
    assert SampleRange(0, len(batch)).stop == given.samples
    assert np.all([views.is_contiguous(memory_format=torch.channels_last) for views in given.sizes])
