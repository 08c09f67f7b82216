"""Tiny checkpoints on disk."""

import json
from pathlib import Path

import tokenizers
import torch
from tokenizers import models, normalizers, pre_tokenizers, processors
from transformers import AlbertConfig, AlbertForPreTraining, ResNetConfig, ResNetModel

WORDS = ("ami", "tumi", "ঢাকা", "rahim", "bari", "jai", "boi", "pori")
SPECIAL = ("<pad>", "<unk>", "[CLS]", "[SEP]")


def albert_config(**keys: object) -> AlbertConfig:
    sizes = {
        "vocab_size": len(SPECIAL) + len(WORDS),
        "hidden_size": 16,
        "embedding_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 32,
    }
    return AlbertConfig(**sizes | keys)


def write_albert(folder: Path, **keys: object) -> Path:
    """With a tokenizer of whole words."""
    torch.manual_seed(0)
    AlbertForPreTraining(albert_config(**keys)).save_pretrained(folder)
    (folder / "tokenizer.json").write_text(word_tokenizer().to_str(), encoding="utf-8")
    (folder / "tokenizer_config.json").write_text(json.dumps({"pad_token": "<pad>", "model_max_length": 24}))
    return folder


def word_tokenizer() -> tokenizers.Tokenizer:
    vocabulary = {word: number for number, word in enumerate((*SPECIAL, *WORDS))}
    made = tokenizers.Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    made.normalizer = normalizers.NFC()
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return made


def write_resnet(folder: Path) -> Path:
    torch.manual_seed(0)
    config = ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], layer_type="basic")
    ResNetModel(config).save_pretrained(folder)
    return folder
