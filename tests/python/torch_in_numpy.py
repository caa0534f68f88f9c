"""Stands in for PyTorch, which is too large to be set up for tests: the functions that the shown code uses, in NumPy, by the definitions of
PyTorch's manual. The code uses no other functions. run_code.py --torch runs the same programs in PyTorch itself.
"""
import math
import types

import numpy as np

inf, nan, pi = np.inf, np.nan, np.pi


class Tensor(np.ndarray):
    def transpose(self, first, second):
        return self.swapaxes(first, second)

    def sum(self, dim, keepdim=False):
        return of(np.asarray(self).sum(axis=dim, keepdims=keepdim))

    def mean(self, dim, keepdim=False):
        return of(np.asarray(self).mean(axis=dim, keepdims=keepdim))

    def var(self, dim, unbiased, keepdim=False):
        return of(np.asarray(self).var(axis=dim, ddof=int(unbiased), keepdims=keepdim))

    def amax(self, dim, keepdim=False):
        return of(np.asarray(self).max(axis=dim, keepdims=keepdim))

    def argmax(self, dim):
        return of(np.asarray(self).argmax(axis=dim))

    def argmin(self, dim):
        return of(np.asarray(self).argmin(axis=dim))

    def abs(self):
        return np.abs(self)

    def tril(self):
        return np.tril(self)

    def flip(self, dim):
        return np.flip(self, dim)

    def clone(self):
        return self.copy()

    def int(self):
        return self.astype(np.int32)

    def double(self):
        return self.astype(np.float64)

    def masked_fill(self, mask, value):
        return of(np.where(mask, self.dtype.type(value), self))

    def index_add(self, dim, index, source):
        assert dim == 0
        result = self.copy()
        np.add.at(result, index, source)
        return result


def of(values, dtype=None):
    return np.asarray(values, dtype=dtype).view(Tensor)


def tensor(values, dtype=None):
    made = np.array(values, dtype=dtype)
    return of(made.astype(np.float32) if dtype is None and made.dtype == np.float64 else made)


def shape_of(sizes):
    return sizes[0] if isinstance(sizes[0], tuple) else sizes


def zeros(*sizes):
    return of(np.zeros(shape_of(sizes), np.float32))


def ones(*sizes):
    return of(np.ones(shape_of(sizes), np.float32))


def eye(size):
    return of(np.eye(size, dtype=np.float32))


def arange(end):
    return of(np.arange(end, dtype=np.float32 if isinstance(end, float) else np.int64))


def softmax(x, dim):
    e = np.exp(x - np.asarray(x).max(axis=dim, keepdims=True))
    return of(e / np.asarray(e).sum(axis=dim, keepdims=True))


def relu(x):
    return np.maximum(x, 0)


def erf(x):
    return of(np.vectorize(math.erf)(x), x.dtype)


def where(condition, first, second):
    return of(np.where(condition, first, second))


def cat(parts, dim=0):
    return of(np.concatenate(parts, axis=dim))


def cumsum(x, dim):
    return of(np.cumsum(np.asarray(x), axis=dim, dtype=x.dtype))


def cummax(x, dim):
    return types.SimpleNamespace(values=of(np.maximum.accumulate(np.asarray(x), axis=dim)))


def broadcast_to(x, shape):
    return of(np.broadcast_to(np.asarray(x), shape))


def histogram(x, bins, range=None):
    return tuple(of(part) for part in np.histogram(np.asarray(x), bins=bins, range=range))


def diag(x):
    return of(np.diag(np.asarray(x)))


def repeat_interleave(x, repeats, dim):
    return of(np.repeat(np.asarray(x), np.asarray(repeats), axis=dim))


def take_along_dim(x, indices, dim):
    return of(np.take_along_axis(np.asarray(x), np.asarray(indices), axis=dim))


def argsort(x, dim=-1, stable=False):
    return of(np.argsort(np.asarray(x), axis=dim, kind="stable" if stable else None))


exp, log, sqrt, sin, cos, tanh, abs, sign = np.exp, np.log, np.sqrt, np.sin, np.cos, np.tanh, np.abs, np.sign
round, clip = np.round, np.clip

linalg = types.SimpleNamespace(
    norm=lambda x, dim, keepdim: of(np.linalg.norm(np.asarray(x), axis=dim, keepdims=keepdim)),
    det=lambda x: of(np.linalg.det(np.asarray(x))),
    eigh=lambda x: tuple(of(part) for part in np.linalg.eigh(np.asarray(x))),
)


def gelu(x, approximate="none"):
    if approximate == "tanh":
        return x / 2 * (1 + np.tanh((2 / pi) ** 0.5 * (x + 0.044715 * x**3)))
    return x / 2 * (1 + erf(x / 2**0.5))


def silu(x):
    return x / (1 + np.exp(-x))


def layer_norm(x, shape, eps):
    assert shape == x.shape[-1:]
    return (x - x.mean(-1, True)) / np.sqrt(x.var(-1, False, True) + eps)


def cross_entropy(x, target, reduction, ignore_index=-100):
    assert reduction == "none"
    loss = -np.log(softmax(x, -1))[np.arange(len(target)), target]
    return of(np.where(target == ignore_index, 0, loss))


def pad(x, before_after):
    """Pads with two numbers an axis, the last axis first."""
    pairs = [before_after[i:i + 2] for i in range(0, len(before_after), 2)][::-1]
    return of(np.pad(x, [(0, 0)] * (x.ndim - len(pairs)) + pairs))


def normalize(x, dim):
    return x / np.maximum(linalg.norm(x, dim, True), 1e-12)


functional = types.ModuleType("torch.nn.functional")
functional.__dict__.update(
    gelu=gelu, silu=silu, layer_norm=layer_norm, cross_entropy=cross_entropy, pad=pad, normalize=normalize, embedding=lambda ids, table: table[ids])
