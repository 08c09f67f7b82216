"""The ready manifests in `resources/recipes`."""

from pathlib import Path

import msgspec
import pytest
import torch

from core.collaboration.manifest_file import Draft, read_draft
from core.identity.manifest import CausalLm, Lamb, MlmSop
from core.training.tasks import plug_of

RECIPES = Path(__file__).parents[3] / "resources" / "recipes"
ELEMENTS = {"sahajbert": (17e6, 19e6), "sahajbert-xl": (57e6, 62e6), "gpt2": (124e6, 125e6)}
VOCABULARY = {"sahajbert": 32_000, "sahajbert-xl": 32_000, "gpt2": 50_304}


def draft_of(name: str, folder: Path) -> Draft:
    for path in ("wikipedia/a.jsonl.zst", "oscar/b.jsonl.zst", "c.jsonl.zst"):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(b"x")
    (folder / "manifest.toml").write_bytes((RECIPES / f"{name}.toml").read_bytes())
    return read_draft(folder / "manifest.toml")


@pytest.mark.parametrize("name", ELEMENTS)
def test_a_recipe_makes_the_model_it_names(name: str, tmp_path: Path) -> None:
    draft = draft_of(name, tmp_path)
    assert isinstance(draft.task, MlmSop | CausalLm)
    task = msgspec.structs.replace(draft.task, model=draft.task.model | {"vocab_size": VOCABULARY[name]})
    with torch.device("meta"):
        model = plug_of(task).learning(task).build()
    least, most = ELEMENTS[name]
    assert least < sum(parameter.numel() for parameter in model.parameters()) < most


def test_sahajberts_numbers_are_the_papers(tmp_path: Path) -> None:
    draft = draft_of("sahajbert", tmp_path)
    assert draft.optimizer == Lamb(learning_rate=0.00176, epsilon=1e-6, weight_decay=0.01, clamp=10_000.0)
    assert (draft.target_batch, draft.schedule.warmup_steps, draft.clip_norm) == (4096, 5000, 1.0)
    assert [(source.name, source.weight) for source in draft.data.sources] == [
        ("wikipedia", 230_000),
        ("oscar", 770_000),
    ]
    assert isinstance(draft.task, MlmSop)
    assert draft.task.sequence_tokens == 512
    xl = draft_of("sahajbert-xl", tmp_path)
    assert (xl.target_batch, xl.optimizer.learning_rate, xl.schedule.warmup_steps) == (16_384, 0.005, 3125)
