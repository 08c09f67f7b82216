"""What tiny models, made here, say of texts. Their words do not matter; that they follow from the model does."""

import pytest
import torch

from core.data.tokenizer import TextTokenizer, train_byte_pairs, train_tokenizer
from core.errors import UsageError
from core.identity.manifest import CausalLm, MlmSop
from core.training.tasks import plug_of
from core.training.tasks.causal_lm.continuing import Continuing
from core.training.tasks.mlm_sop.gaps import GapFilling

ENGLISH = [f"The cat of house {n} drinks milk. Then it sleeps by the fire." for n in range(60)]
BENGALI = [f"আমি {n} বার ভাত খাই। তুমি কোথায় যাও? সে বাড়ি যায়।" for n in range(60)]
LENGTH = 32


def gap_filling(texts, *, is_bengali=False):
    tokenizer = TextTokenizer.load(train_tokenizer(texts, 120, is_bengali=is_bengali))
    model = {"model_type": "albert", "embedding_size": 16, "hidden_size": 32, "num_hidden_layers": 1}
    model |= {"num_attention_heads": 2, "intermediate_size": 32, "max_position_embeddings": LENGTH}
    task = plug_of(MlmSop).completed(MlmSop(model=model, sequence_tokens=LENGTH), tokenizer)
    torch.manual_seed(3)
    return plug_of(task).trial(task, tokenizer), plug_of(task).learning(task).build(initialised=True).eval(), tokenizer


def continuing(texts):
    tokenizer = TextTokenizer.load(train_byte_pairs(texts, 400))
    model = {"model_type": "gpt2", "n_embd": 32, "n_layer": 1, "n_head": 2, "n_positions": 64}
    task = CausalLm(model=plug_of(CausalLm).drafted(model, {"sequence_tokens": 64}), sequence_tokens=64)
    task = plug_of(task).completed(task, tokenizer)
    torch.manual_seed(3)
    return plug_of(task).trial(task, tokenizer), plug_of(task).learning(task).build(initialised=True).eval(), tokenizer


@pytest.fixture(scope="module")
def english():
    return gap_filling(ENGLISH)


@pytest.mark.parametrize("gap", ["___", "_____", "[MASK]"])
def test_candidates_for_the_gap_are_the_models_best_first(english, gap):
    trial, model, tokenizer = english
    assert isinstance(trial, GapFilling)
    guesses = trial.answer(model, f"The cat drinks {gap}. Then it sleeps.", 5)
    assert len(guesses) == 5
    chances = [guess.probability for guess in guesses]
    assert chances == sorted(chances, reverse=True)
    assert all(0.0 < chance < 1.0 for chance in chances)
    assert all(guess.text.strip() == guess.text != "" for guess in guesses)
    assert not {"[MASK]", "[CLS]", "<pad>", "<unk>"} & {guess.text for guess in guesses}
    # The sample as training lays it out, by hand.
    ids = {role: tokenizer.id_of(role) for role in ("cls", "sep", "mask")}
    before, after = tokenizer.encode(["The cat drinks", "Then it sleeps."])
    stop = tokenizer.encode(["."])[0][-1]
    first = [*before, ids["mask"], stop]
    tokens = [ids["cls"], *first, ids["sep"], *after, ids["sep"]]
    types = [0] * (len(first) + 2) + [1] * (len(after) + 1)
    with torch.inference_mode():
        said = model(input_ids=torch.tensor([tokens]), token_type_ids=torch.tensor([types]))
    expected = said.prediction_logits[0, 1 + len(before)].softmax(-1)
    best = tokenizer.decode([int(expected.argmax())]).strip()
    assert best == "" or (guesses[0].text, guesses[0].probability) == (best, pytest.approx(expected.max().item()))


def test_of_several_gaps_the_first_counts(english):
    trial, model, _ = english
    one = trial.answer(model, "The ___ drinks ___.", 3)
    assert one == trial.answer(model, "The [MASK] drinks [MASK].", 3)
    assert one != trial.answer(model, "The cat ___ ___.", 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The cat drinks milk.", "write ___"),
        ("The __ drinks", "write ___"),
        (" ___ ", "around it"),
        ("___ [MASK]", "around it"),
        ("The cat ___ " + "and the cat drinks milk " * 20, "shorten it"),
    ],
)
def test_a_text_of_which_nothing_can_be_said_is_answered_with_what_to_write(english, text, words):
    trial, model, _ = english
    with pytest.raises(UsageError, match=words):
        trial.answer(model, text, 5)


def test_gaps_in_bengali_sentences_that_end_with_dandas():
    trial, model, tokenizer = gap_filling(BENGALI, is_bengali=True)
    guesses = trial.answer(model, "আমি ___ খাই। তুমি কোথায় যাও?", 5)
    assert len(guesses) == 5
    first, second = trial._segments("আমি ___ খাই।তুমি কোথায় যাও?")
    assert first == [*tokenizer.encode(["আমি"])[0], tokenizer.id_of("mask"), *tokenizer.encode(["খাই।"])[0]]
    assert second == tokenizer.encode(["তুমি কোথায় যাও?"])[0]
    assert trial._segments("আমি ভাত ___।")[0][-2:] == [tokenizer.id_of("mask"), tokenizer.encode(["।"])[0][-1]]


@pytest.mark.parametrize("texts", [ENGLISH, BENGALI], ids=["english", "bengali"])
def test_one_continuation_the_same_each_time(texts):
    trial, model, _ = continuing(texts)
    assert isinstance(trial, Continuing)
    text = texts[3][:20]
    (guess,) = trial.answer(model, text, 5)
    assert [guess] == trial.answer(model, text, 1)
    assert guess != trial.answer(model, texts[4][:18], 1)[0]
    assert guess.text
    assert "\ufffd" not in guess.text[-1:]
    assert 0.0 < guess.probability < 1.0


def test_a_long_text_is_continued_from_its_end_and_an_empty_one_not_at_all():
    trial, model, _ = continuing(ENGLISH)
    end = "The cat of house 7 drinks milk. Then it sleeps by the fire. The cat " * 4
    assert trial._given == 34
    (guess,) = trial.answer(model, "Once upon a time. " * 100 + end, 1)
    assert guess.text
    with pytest.raises(UsageError, match="few words"):
        trial.answer(model, "   ", 1)
