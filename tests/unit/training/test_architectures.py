import pytest

from core.errors import UsageError
from core.identity.manifest import Task
from core.training.architectures import model_of

MODEL = {
    "model_type": "albert",
    "hidden_size": 64,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "intermediate_size": 128,
}


def task(kind="mlm_sop", sequence_tokens=128, **changes):
    model = {key: value for key, value in (MODEL | changes).items() if value is not None}
    return Task(kind=kind, model=model, sequence_tokens=sequence_tokens)


def test_vocabulary_is_the_tokenizers_and_dropout_is_zero():
    model = model_of(task(), 32_000)
    assert model.vocab_size == 32_000
    assert not model.has_dropout
    assert model_of(task(vocab_size=32_000, hidden_dropout_prob=0.1), 32_000).has_dropout


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"kind": "swav"}, "task “swav” is unknown"),
        ({"model_type": "gpt2"}, "gpt2"),
        ({"model_type": None}, "no `model_type`"),
        ({"auto_map": {"AutoModel": "evil.Model"}}, "auto_map"),
        ({"trust_remote_code": True}, "trust_remote_code"),
        ({"hidden_size": 1 << 40}, "hidden_size"),
        ({"hidden_size": "64"}, "hidden_size"),
        ({"hidden_size": None}, "hidden_size"),
        ({"hidden_act": "__import__"}, "hidden_act"),
        ({"hidden_dropout_prob": 1.0}, "hidden_dropout_prob"),
        ({"vocab_size": 31_999}, "tokenizer has 32000"),
        ({"num_attention_heads": 3}, "num_attention_heads"),
        ({"num_hidden_groups": 3}, "num_hidden_groups"),
        ({"sequence_tokens": 513}, "sequence_tokens"),
        ({"sequence_tokens": 0}, "sequence_tokens"),
        ({"pad_token_id": 32_000}, "pad_token_id"),
    ],
)
def test_what_is_not_known_is_refused_in_one_sentence(changes, says):
    with pytest.raises(UsageError, match=says) as caught:
        model_of(task(**changes), 32_000)
    assert "\n" not in str(caught.value)
