from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from torch import nn

from core.errors import LocalFault
from core.evaluation.encoding import IGNORED, Encoded
from core.evaluation.options import Progress, TextOptions
from core.evaluation.tuning import Labels, Tuned, Tuner

WORDS, CLASSES, HIDDEN = 12, 3, 8
OPTIONS = TextOptions(model=Path(), train=Path(), dev=Path(), epochs=6, learning_rate=0.1, batch=4, patience=3)


class Tagger(nn.Module):
    """Each token's class from the token alone, or one class from the mean of all."""

    def __init__(self, *, per_text: bool) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.embedding, self.head = nn.Embedding(WORDS, HIDDEN), nn.Linear(HIDDEN, CLASSES)
        self.per_text, self.dropout = per_text, nn.Dropout(0.1)

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> SimpleNamespace:
        hidden = self.dropout(self.embedding(input_ids))
        if self.per_text:
            weights = attention_mask.unsqueeze(-1) / attention_mask.sum(1)[:, None, None]
            hidden = (hidden * weights).sum(1)
        return SimpleNamespace(logits=self.head(hidden))


def tagged(count: int, seed: int) -> list[Encoded]:
    """Token n has class n % 3; the first token has no label."""
    source = torch.Generator().manual_seed(seed)
    samples = []
    for _ in range(count):
        ids = torch.randint(1, WORDS, (int(torch.randint(2, 9, (), generator=source)),), generator=source).tolist()
        samples.append(Encoded(ids, [IGNORED, *(one % CLASSES for one in ids[1:])]))
    return samples


def accuracy(samples: list[Encoded], predicted: Labels) -> float:
    true = [[label for label in sample.labels if label != IGNORED] for sample in samples]
    assert [len(row) for row in predicted] == [len(row) for row in true]
    pairs = [pair for row, said in zip(true, predicted, strict=True) for pair in zip(row, said, strict=True)]
    return sum(one == other for one, other in pairs) / len(pairs)


def tuner(model: nn.Module, options: TextOptions = OPTIONS, heard: list[Progress] | None = None) -> Tuner:
    said = [] if heard is None else heard
    return Tuner(model, options, 0, torch.device("cpu"), said.append)


def tune(seed: int, heard: list[Progress] | None = None) -> Tuned:
    dev = tagged(30, 1)
    tuned = tuner(Tagger(per_text=False), heard=heard)
    torch.manual_seed(seed)
    return tuned.tune(tagged(60, 0), dev, lambda predicted: accuracy(dev, predicted), seed)


def test_it_learns_and_says_how_it_goes() -> None:
    heard: list[Progress] = []
    tuned = tune(0, heard)
    assert tuned.epochs[-1].loss < 0.5 * tuned.epochs[0].loss
    assert tuned.epochs[tuned.best_epoch - 1].dev_score == max(epoch.dev_score for epoch in tuned.epochs) > 0.9
    assert accuracy(tagged(30, 1), tuned.predicted) == tuned.epochs[tuned.best_epoch - 1].dev_score
    ends = [made for made in heard if made.done == made.total]
    assert [made.what for made in ends] == [f"epoch {epoch.number}" for epoch in tuned.epochs]
    assert all(0 <= made.done <= made.total for made in heard)


def test_a_seed_gives_the_same_scores_and_another_one_others() -> None:
    def losses(tuned: Tuned) -> list[float]:
        return [epoch.loss for epoch in tuned.epochs]

    assert losses(tune(0)) == losses(tune(0)) != losses(tune(1))


def test_texts_have_one_label_each() -> None:
    train = [Encoded([label + 1] * (2 + number % 3), [label]) for number in range(20) for label in range(CLASSES)]
    tuned = tuner(Tagger(per_text=True)).tune(train, train, lambda predicted: accuracy(train, predicted), 0)
    assert accuracy(train, tuned.predicted) == 1.0


def test_it_ends_when_patience_does_and_goes_back_to_the_best_epoch() -> None:
    script = iter([0.1, 0.9, 0.2, 0.3, 0.4, 0.95])
    model = Tagger(per_text=False)
    work = tuner(model, replace(OPTIONS, test=Path("test")))
    dev = tagged(10, 1)
    tuned = work.tune(tagged(40, 0), dev, lambda predicted: next(script), 0)
    assert (len(tuned.epochs), tuned.best_epoch) == (5, 2)
    assert work.predict(dev, "")[0] == tuned.predicted
    assert work.predict(dev, "")[1] == pytest.approx(tuned.epochs[1].dev_loss)
    assert tuned.epochs[4].dev_loss != pytest.approx(tuned.epochs[1].dev_loss)


def test_predictions_come_in_the_samples_order_and_the_loss_is_of_all_labels() -> None:
    model = Tagger(per_text=False)
    samples = tagged(11, 2)
    predicted, loss = tuner(model).predict(samples, "")
    losses = []
    for sample, said in zip(samples, predicted, strict=True):
        logits = model.head(model.embedding(torch.tensor(sample.ids)))[1:]
        assert logits.argmax(1).tolist() == said
        losses.append(nn.functional.cross_entropy(logits, torch.tensor(sample.labels[1:]), reduction="sum").item())
    assert loss == pytest.approx(sum(losses) / sum(len(said) for said in predicted))


def test_divergence_is_told() -> None:
    work = tuner(Tagger(per_text=False), replace(OPTIONS, learning_rate=1e30))
    with pytest.raises(LocalFault, match="smaller --learning-rate"):
        work.tune(tagged(60, 0), tagged(3, 1), lambda predicted: 0.0, 0)


def test_the_rate_falls_linearly_to_zero_and_gradients_are_clipped(monkeypatch: pytest.MonkeyPatch) -> None:
    rates: list[float] = []
    norms: list[float] = []
    step = torch.optim.AdamW.step

    def watched(self: torch.optim.AdamW, closure: object = None) -> object:
        rates.append(self.param_groups[0]["lr"])
        norms.append(nn.utils.get_total_norm([one.grad for one in self.param_groups[0]["params"]]).item())
        return step(self)

    monkeypatch.setattr(torch.optim.AdamW, "step", watched)
    model = Tagger(per_text=False)
    nn.init.normal_(model.head.weight, std=10.0)
    work = tuner(model, replace(OPTIONS, epochs=2))
    work.tune(tagged(10, 0), tagged(3, 1), lambda predicted: 0.0, 0)
    assert norms == pytest.approx([1.0] * 6, abs=1e-4)
    assert rates == pytest.approx([0.1 * (1 - step / 6) for step in range(6)])
