#!/usr/bin/env python3
"""Writes the other files beside this one.

Needed only to make the goldens anew: Debian's python3-numpy and python3-torch, run with the system's python3.
Everything is computed in double precision by PyTorch or NumPy from the inputs written into the files, which are floats.
"""

import json
import pathlib
import struct

import numpy as np
import torch
import torch.nn.functional as F

HERE = pathlib.Path(__file__).parent
DIGITS = 9


def draw(generator, *shape):
    """Float32 values, so that both sides start from the same numbers."""
    return torch.tensor(generator.uniform(-2, 2, shape).astype(np.float32).astype(np.float64), requires_grad=True)


def rows(tensor):
    """Rows of numbers; a stack of matrices as a list of them."""
    array = np.atleast_2d(np.asarray(tensor.detach() if isinstance(tensor, torch.Tensor) else tensor))
    if array.ndim > 2:
        return [rows(matrix) for matrix in array]
    return [[float(f"{value:.{DIGITS}g}") for value in row] for row in array]


def write(name, content):
    lines = ",\n".join(" " + json.dumps(case) for case in content)
    (HERE / name).write_text(f"[\n{lines}\n]\n")


def case(name, inputs, output, weights, **attributes):
    """One application of an op: its result, and the gradients of sum(output * weights)."""
    gradients = torch.autograd.grad((output * weights).sum(), inputs)
    return {"op": name, "inputs": [rows(x) for x in inputs], "weights": rows(weights), "output": rows(output),
            "gradients": [rows(g) for g in gradients], **attributes}


def ops():
    g = np.random.default_rng(1)
    x, y, z = draw(g, 3, 4), draw(g, 4, 5), draw(g, 5, 4)
    row, w = draw(g, 1, 4), draw(g, 3, 4)
    p, q = draw(g, 3, 5), draw(g, 3, 1)
    weights = {shape: draw(g, *shape).detach() for shape in [(3, 5), (3, 4), (4, 4), (4, 5), (5, 4), (3, 9), (3, 2), (3, 1), (1, 4), (1, 1)]}
    heads = draw(g, 2, 3, 2)
    targets = [2, 0, 3]
    ids = [3, 0, 3]
    table = draw(g, 4, 5)
    mask = torch.tril(torch.ones(3, 4, dtype=torch.bool))
    cases = [
        case("matmul", [x, y], x @ y, weights[3, 5]),
        case("matmul_nt", [x, z], x @ z.T, weights[3, 5]),
        case("matmul_tn", [x, p], x.T @ p, weights[4, 5]),
        case("add", [x, row], x + row, weights[3, 4]),
        case("multiply", [x, w], x * w, weights[3, 4]),
        case("scale", [x], x * -0.75, weights[3, 4], scalar=-0.75),
        case("exp", [x], torch.exp(x), weights[3, 4]),
        case("mask", [x], x.masked_fill(~mask, -2.0), weights[3, 4], scalar=-2.0, mask=rows(mask.double())),
        case("softmax", [x], torch.softmax(1.5 * x, dim=1), weights[3, 4], scalar=1.5),
        case("softmax", [x], torch.softmax(1.5 * x, dim=0), weights[3, 4], scalar=1.5, along="columns"),
        case("layer_norm", [x], F.layer_norm(x, (4,), eps=1e-5), weights[3, 4], scalar=1e-5),
        case("relu", [x], torch.relu(x), weights[3, 4]),
        case("gelu", [x], F.gelu(x), weights[3, 4]),
        case("gelu", [x], 0.5 * x * (1 + torch.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))), weights[3, 4], flag=True),
        case("concat", [x, p], torch.cat([x, p], dim=1), weights[3, 9]),
        case("slice", [x], x[:, 1:3], weights[3, 2], begin=1, end=3),
        case("split_heads", [x], x.reshape(3, 2, 2).permute(1, 0, 2), draw(g, 2, 3, 2).detach(), begin=2),
        case("merge_heads", [heads], heads.permute(1, 0, 2).reshape(3, 4), weights[3, 4]),
        case("sum", [x], x.sum(dim=1, keepdim=True), weights[3, 1], target=[3, 1]),
        case("mean", [x], x.mean(dim=0, keepdim=True), weights[1, 4], target=[1, 4], flag=True),
        case("cross_entropy", [x], F.cross_entropy(x, torch.tensor(targets), reduction="none").reshape(3, 1), weights[3, 1], ids=targets),
        case("embedding", [table], F.embedding(torch.tensor(ids), table), weights[3, 5], ids=ids),
    ]
    write("ops.json", cases)


def attention():
    g = np.random.default_rng(2)
    cases = []
    for tokens, width, head, causal in [(3, 4, 4, False), (5, 6, 3, True), (1, 2, 1, True), (7, 8, 16, False)]:
        x, w_q, w_k, w_v = draw(g, tokens, width), draw(g, width, head), draw(g, width, head), draw(g, width, head)
        positions = torch.tensor([[np.sin(t / 10000 ** (c // 2 * 2 / width)) if c % 2 == 0 else np.cos(t / 10000 ** (c // 2 * 2 / width))
                                   for c in range(width)] for t in range(tokens)])
        inputs = x + positions
        scores = (inputs @ w_q) @ (inputs @ w_k).T / np.sqrt(head)
        if causal:
            scores = scores.masked_fill(~torch.tril(torch.ones(tokens, tokens, dtype=torch.bool)), -np.inf)
        weights = torch.softmax(scores, dim=1)
        output = weights @ (inputs @ w_v)
        gradients = torch.autograd.grad(output.sum(), [x, w_q, w_k, w_v])
        cases.append({"text": " ".join(f"t{t}" for t in range(tokens)), "width": width, "head_width": head, "causal": causal,
                      "x": rows(x), "w_q": rows(w_q), "w_k": rows(w_k), "w_v": rows(w_v), "position": rows(positions), "weights": rows(weights),
                      "output": rows(output), **{f"d_{n}": rows(v) for n, v in zip(["x", "w_q", "w_k", "w_v"], gradients)}})
    write("attention.json", cases)


def random():
    cases = []
    for seed in [0, 1, 42, 12345, 2**32 - 1]:
        np.random.seed(seed)
        uniform = np.random.rand(2, 3)
        normal = np.random.randn(2, 3)
        cases.append({"seed": seed, "uniform": rows(uniform), "normal": rows(normal)})
    write("random.json", cases)


def optimizers():
    """20 steps of each optimiser with the same gradients, then with gradients clipped together."""
    g = np.random.default_rng(3)
    steps = 20
    start = [draw(g, 2, 3).detach(), draw(g, 1, 4).detach()]
    gradients = [[draw(g, *w.shape).detach() for w in start] for _ in range(steps)]
    kinds = {
        "sgd": lambda w: torch.optim.SGD(w, lr=0.05, weight_decay=0.1),
        "momentum": lambda w: torch.optim.SGD(w, lr=0.05, momentum=0.9, weight_decay=0.1),
        "rmsprop": lambda w: torch.optim.RMSprop(w, lr=0.05, alpha=0.97, eps=1e-6, weight_decay=0.1),
        "adam": lambda w: torch.optim.Adam(w, lr=0.05, betas=(0.8, 0.95), eps=1e-6, weight_decay=0.1),
        "adamw": lambda w: torch.optim.AdamW(w, lr=0.05, betas=(0.8, 0.95), eps=1e-6, weight_decay=0.1),
    }
    cases = []
    for kind, make in kinds.items():
        for clip in [0.0, 2.0]:
            weights = [w.clone().requires_grad_() for w in start]
            optimizer = make(weights)
            states, norms = [], []
            for step in range(steps):
                for w, gradient in zip(weights, gradients[step]):
                    w.grad = gradient.clone()
                if clip:
                    norms.append(float(torch.nn.utils.clip_grad_norm_(weights, clip)))
                optimizer.step()
                states.append([rows(w) for w in weights])
            cases.append({"kind": kind, "clip": clip, "start": [rows(w) for w in start],
                          "gradients": [[rows(w) for w in one] for one in gradients], "after": states, "norms": norms})
    write("optimizers.json", cases)


def safetensors_file(metadata, tensors):
    """The bytes of a file, written out by hand from the description of the format; tensors are (name, dtype, shape, bytes)."""
    header, data = {"__metadata__": metadata} if metadata else {}, b""
    for name, dtype, shape, content in tensors:
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def safetensors():
    g = np.random.default_rng(4)
    values = [g.uniform(-2, 2, shape).astype(np.float32) for shape in [(2, 3), (1, 4), (2, 3, 1, 2)]]
    names = ["décodeur.w", "b", "heads"]
    metadata = {"note": "l’été \u00e0 5 %", "settings": '{"width":3}'}
    halves = [0.0, -0.0, 1.0, -1.5, 65504.0, 65519.0, 65520.0, 1e9, np.inf, -np.inf, 2**-14, 2**-24, 2**-25, 1.5 * 2**-25, 3 * 2**-25, 5 * 2**-26,
              1 + 2**-11, 1 + 3 * 2**-11, 1 + 2**-11 + 2**-20, 2**-14 - 2**-25, 2047.5, 2048.5, 1e-9, 0.1, 1 / 3]
    small = values[0].astype(np.float16)
    upper = values[0].view(np.uint32) & 0xffff0000  # a bfloat16 is the upper half of a float
    mixed = [("half", "F16", [2, 3], small.tobytes()), ("upper", "BF16", [2, 3], (upper >> 16).astype(np.uint16).tobytes()),
             ("list", "F32", [4], values[1].tobytes()), ("one", "F32", [], struct.pack("<f", 2.5)), ("none", "F32", [0, 3], b"")]
    write("safetensors.json", [{
        "metadata": metadata,
        "tensors": [{"name": n, "shape": list(v.shape), "values": rows(v.reshape(-1))[0]} for n, v in zip(names, values)],
        "f32": safetensors_file(metadata, [(n, "F32", list(v.shape), v.tobytes()) for n, v in zip(names, values)]).hex(),
        "f16": safetensors_file(metadata, [(n, "F16", list(v.shape), v.astype(np.float16).tobytes()) for n, v in zip(names, values)]).hex(),
        "mixed": safetensors_file({}, mixed).hex(),
        "half": rows(small.astype(np.float32)), "upper": rows(upper.view(np.float32)), "list": rows(values[1]),
        "floats": np.array(halves, np.float32).view(np.uint32).tolist(),
        "halves": np.array(halves, np.float32).astype(np.float16).view(np.uint16).tolist(),
    }])


if __name__ == "__main__":
    ops()
    attention()
    random()
    optimizers()
    safetensors()
