import itertools

import numpy as np
import pytest
import torch

from core.errors import UsageError
from core.identity.manifest import MlmSop
from core.training.building import bind, layout
from core.training.layout import Layout
from core.training.tasks.mlm_sop import learning as mlm_sop
from core.training.tasks.mlm_sop.batches import NOT_PREDICTED, Batch
from core.training.tasks.mlm_sop.learning import MlmSopLearning

CPU = torch.device("cpu")
LENGTH, VOCABULARY = 24, 90


def architecture(**changes):
    keys = {
        "model_type": "albert",
        "vocab_size": VOCABULARY,
        "hidden_size": 32,
        "num_hidden_layers": 3,
        "num_attention_heads": 4,
        "intermediate_size": 48,
        "max_position_embeddings": 32,
    }
    keys |= {"embedding_size": 16} if changes.get("model_type", "albert") == "albert" else {}
    return MlmSopLearning(MlmSop(model=keys | changes, sequence_tokens=LENGTH))


def batch(samples, seed=0, width=LENGTH):
    """Rows of different length, each with one to four predicted tokens."""
    chance = np.random.default_rng(seed)
    ids = chance.integers(5, VOCABULARY, (samples, width))
    attention = np.ones((samples, width), np.int64)
    labels = np.full((samples, width), NOT_PREDICTED)
    for row in range(samples):
        attention[row, width - 5 * (row % 3) :] = 0
        chosen = chance.choice(width - 10, 1 + row % 4, replace=False)
        labels[row, chosen] = ids[row, chosen]
    second = (np.arange(width) > 9).astype(np.int64) * np.ones((samples, 1), np.int64)
    return Batch(ids * attention, attention, second, labels, chance.integers(0, 2, samples))


@pytest.fixture
def bound():
    """A model with random weights, its layout, and its flat parameters and gradient."""
    torch.manual_seed(5)
    made = architecture().build(initialised=True)
    where = layout(made)
    flat = torch.cat([parameter.detach().reshape(-1) for parameter in made.parameters()])
    gradient = torch.zeros_like(flat)
    bind(made, where, flat, gradient)
    return made, where, flat, gradient


def loss_of(model, given):
    return mlm_sop.loss_sum(model, mlm_sop.inputs(given, CPU))


def test_the_loss_is_transformers_loss_sample_by_sample(bound):
    model, given = bound[0], batch(6)
    expected = 0.0
    for row in range(6):
        arrays = (given.input_ids, given.attention_mask, given.token_type_ids, given.labels, given.order)
        ids, attention, second, labels, order = (torch.from_numpy(array[row : row + 1]) for array in arrays)
        expected += model(
            ids, attention_mask=attention, token_type_ids=second, labels=labels, sentence_order_label=order
        ).loss.item()
    assert loss_of(model, given).item() == pytest.approx(expected, rel=1e-6)


def test_gradients_do_not_depend_on_grouping(bound):
    model, _, _, gradient = bound
    given = batch(7)
    fields = [getattr(given, name) for name in Batch.__slots__]
    losses = []
    results = []
    for cuts in ([0, 7], [0, 1, 3, 7]):
        gradient.zero_()
        total = 0.0
        for start, stop in itertools.pairwise(cuts):
            loss = loss_of(model, Batch(*(array[start:stop] for array in fields)))
            loss.backward()
            total += loss.item()
        losses.append(total)
        results.append(gradient.clone())
    assert losses[0] == pytest.approx(losses[1], rel=1e-6)
    assert (results[0] - results[1]).abs().max() < 1e-5 * results[0].abs().max()


def test_padding_does_not_change_the_loss(bound):
    narrow = batch(4)
    pad = ((0, 0), (0, 8))
    wide = Batch(
        np.pad(narrow.input_ids, pad),
        np.pad(narrow.attention_mask, pad),
        np.pad(narrow.token_type_ids, pad),
        np.pad(narrow.labels, pad, constant_values=NOT_PREDICTED),
        narrow.order,
    )
    assert loss_of(bound[0], wide).item() == pytest.approx(loss_of(bound[0], narrow).item(), rel=1e-6)


def test_a_sample_without_predicted_tokens_has_its_order_alone(bound):
    given = batch(1)
    given.labels[:] = NOT_PREDICTED
    assert loss_of(bound[0], given).item() == pytest.approx(np.log(2), abs=0.1)


def test_parameters_and_gradients_are_views_for_ever(bound):
    model, where, flat, gradient = bound
    addresses = [(p.data_ptr(), p.grad.data_ptr()) for p in model.parameters()]
    for _ in range(2):
        loss_of(model, batch(3)).backward()
    assert [(p.data_ptr(), p.grad.data_ptr()) for p in model.parameters()] == addresses
    assert addresses[0] == (flat.data_ptr(), gradient.data_ptr())
    assert all((gradient[t.offset : t.offset + t.size] != 0).any() for t in where.tensors)
    before = loss_of(model, batch(3)).item()
    flat.mul_(1.5)
    assert loss_of(model, batch(3)).item() != before


def test_tied_tensors_appear_once_and_stay_tied(bound):
    model, where, flat, _ = bound
    names = [tensor.name for tensor in where.tensors]
    assert "albert.embeddings.word_embeddings.weight" in names
    assert not [name for name in names if "decoder" in name]
    assert where.elements == flat.numel()
    assert model.predictions.decoder.weight.data_ptr() == flat.data_ptr()


def test_a_model_is_never_used_with_weights_of_its_own_making(bound):
    """An uninitialised build, bound to the same vector, gives the same loss."""
    other = architecture().build()
    bind(other, bound[1], bound[2])
    assert loss_of(other, batch(3)).item() == loss_of(bound[0], batch(3)).item()


def test_weights_of_another_model_are_refused(bound):
    other = architecture(intermediate_size=40).build()
    with pytest.raises(UsageError, match="do not fit the model"):
        bind(other, bound[1], bound[2])
    with pytest.raises(UsageError, match="do not fit the model"):
        bind(bound[0], Layout(bound[1].tensors[:-1]), bound[2])


def test_stages_are_the_layers_and_the_head():
    grouped = architecture(num_hidden_groups=3, inner_group_num=2)
    assert len(grouped.stages(grouped.build())) == 3 * 2 * 2 + 1
    bert = architecture(model_type="bert")
    assert len(bert.stages(bert.build())) == 3 * 2 + 1


def test_berts_loss_is_transformers_loss_too():
    torch.manual_seed(6)
    model, given = architecture(model_type="bert").build(initialised=True), batch(5)
    expected = 0.0
    for row in range(5):
        arrays = (given.input_ids, given.attention_mask, given.token_type_ids, given.labels, given.order)
        ids, attention, second, labels, order = (torch.from_numpy(array[row : row + 1]) for array in arrays)
        expected += model(
            ids, attention_mask=attention, token_type_ids=second, labels=labels, next_sentence_label=order
        ).loss.item()
    assert loss_of(model, given).item() == pytest.approx(expected, rel=1e-6)


def test_metrics_are_sums_with_their_numbers(bound):
    model, given = bound[0], batch(6)
    made = architecture().metrics(model, mlm_sop.inputs(given, CPU))
    assert made["loss"] == (pytest.approx(loss_of(model, given).item(), rel=1e-6), 6)
    assert made["masked_loss"][0] + made["order_loss"][0] == pytest.approx(made["loss"][0], rel=1e-6)
    assert made["masked_accuracy"][1] == np.count_nonzero(given.labels != NOT_PREDICTED)
    model.sop_classifier.classifier.bias.data.copy_(torch.tensor([0.0, 1e6]))
    surely = architecture().metrics(model, mlm_sop.inputs(given, CPU))
    assert surely["order_accuracy"] == (given.order.sum(), 6)
