"""The layers of the sentence model in PyTorch (BERT, Devlin et al. 2019), their numbers by the names of the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tests.tuning.model_file import BLOCK, TOGETHER, ModelFile, unpacked

Numbers = Mapping[str, Tensor]


def numbers_of(file: ModelFile, names: Sequence[str]) -> dict[str, Tensor]:
    return {name: torch.from_numpy(file.floats(name)) for name in names}


def padded(states: Sequence[np.ndarray]) -> tuple[Tensor, Tensor]:
    """Some states of tokens, one text a row, and how many tokens each has."""
    lengths = [len(one) for one in states]
    rows = np.zeros((len(states), max(lengths), states[0].shape[1]), np.float32)
    for row, one in zip(rows, states, strict=True):
        row[: len(one)] = one
    return torch.from_numpy(rows), torch.tensor(lengths)


def embedded(file: ModelFile, ids: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """The states below the first layer."""
    words = np.frombuffer(file.raw("emb.word"), np.uint8).reshape(-1, file.width // TOGETHER * BLOCK.itemsize)
    states, lengths = padded([unpacked(words[list(own)].tobytes()).reshape(len(own), -1) for own in ids])
    own = numbers_of(file, ["emb.pos", "emb.type", "emb.ln.w", "emb.ln.b"])
    states = states + own["emb.pos"].view(-1, file.width)[: states.shape[1]] + own["emb.type"][: file.width]
    return functional.layer_norm(states, (file.width,), own["emb.ln.w"], own["emb.ln.b"], file.tiny), lengths


def states_after(file: ModelFile, numbers: Numbers, layers: range, states: Tensor, lengths: Tensor) -> Tensor:
    """The states above some layers."""
    count, longest, width = states.shape
    mask = (torch.arange(longest)[None] < lengths[:, None])[:, None, None, :]
    for number in layers:
        own = {name: numbers[f"l{number}.{name}"] for name in _NAMES}
        heads = [
            functional.linear(states, own[f"{part}.w"], own[f"{part}.b"])
            .view(count, longest, file.heads, -1)
            .transpose(1, 2)
            for part in "qkv"
        ]
        seen = functional.scaled_dot_product_attention(*heads, attn_mask=mask).transpose(1, 2).reshape(states.shape)
        seen = states + functional.linear(seen, own["ao.w"], own["ao.b"])
        states = functional.layer_norm(seen, (width,), own["aln.w"], own["aln.b"], file.tiny)
        inner = functional.gelu(functional.linear(states, own["fi.w"], own["fi.b"]))
        inner = states + functional.linear(inner, own["fo.w"], own["fo.b"])
        states = functional.layer_norm(inner, (width,), own["oln.w"], own["oln.b"], file.tiny)
    return states


def vectors_of(states: Tensor, lengths: Tensor) -> Tensor:
    """Of the states above the last layer a vector of length 1 for each text."""
    real = torch.arange(states.shape[1])[None] < lengths[:, None]
    mean = (states.float() * real[..., None]).sum(1) / lengths[:, None]
    return functional.normalize(mean, dim=1)


_NAMES = tuple(f"{part}.{kind}" for part in ("q", "k", "v", "ao", "aln", "fi", "fo", "oln") for kind in "wb")
