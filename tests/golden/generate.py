#!/usr/bin/env python3
"""Writes the goldens: the other files of this folder.

Run it with the system's python3 and Debian's python3-numpy and python3-torch. It also runs the export of build/native/glassformer (or of the
program that $GLASSFORMER names) with torchrun.
versions.json says with which versions the files were made.
PyTorch or NumPy compute all values in double precision from the inputs in the files, which are floats.
"""

import importlib.util
import json
import os
import pathlib
import platform
import struct
import subprocess
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

HERE = pathlib.Path(__file__).parent
PROGRAM = pathlib.Path(os.environ.get("GLASSFORMER", HERE.parents[1] / "build/native/glassformer"))
DIGITS = 9


def draw(generator, *shape):
    """Returns float32 values, so that both sides start from the same numbers."""
    return torch.tensor(generator.uniform(-2, 2, shape).astype(np.float32).astype(np.float64), requires_grad=True)


def rows(tensor):
    """Returns rows of numbers; a stack of matrices becomes a list of matrices."""
    array = np.atleast_2d(np.asarray(tensor.detach() if isinstance(tensor, torch.Tensor) else tensor))
    if array.ndim > 2:
        return [rows(matrix) for matrix in array]
    return [[float(f"{value:.{DIGITS}g}") for value in row] for row in array]


def write(name, content):
    lines = ",\n".join(" " + json.dumps(case) for case in content)
    (HERE / name).write_text(f"[\n{lines}\n]\n")


def case(name, inputs, output, weights, **attributes):
    """Returns one application of an op: its result, and the gradients of sum(output * weights)."""
    gradients = torch.autograd.grad((output * weights).sum(), inputs)
    return {"op": name, "inputs": [rows(x) for x in inputs], "weights": rows(weights), "output": rows(output),
            "gradients": [rows(g) for g in gradients], **attributes}


def turned(x, positions):
    """Multiplies each pair of columns, as a complex number, by e^(iφ)."""
    angles = torch.tensor(positions, dtype=torch.float64)[:, None] / 10000 ** (torch.arange(0, x.shape[1], 2) / x.shape[1])
    pairs = torch.view_as_complex(x.reshape(len(positions), -1, 2))
    return torch.view_as_real(pairs * torch.polar(torch.ones_like(angles), angles)).reshape(x.shape)


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
    apart = np.random.default_rng(101)  # a stream of their own leaves the numbers of the others as they are
    square, two = draw(apart, 3, 3), draw(apart, 2, 5)
    above = torch.tensor(apart.uniform(0.5, 4, (3, 4)).astype(np.float32).astype(np.float64), requires_grad=True)
    cases = [
        case("matmul", [x, y], x @ y, weights[3, 5]),
        case("matmul_nt", [x, z], x @ z.T, weights[3, 5]),
        case("matmul_tn", [x, p], x.T @ p, weights[4, 5]),
        case("add", [x, row], x + row, weights[3, 4]),
        case("multiply", [x, w], x * w, weights[3, 4]),
        case("divide", [x, w], x / w, weights[3, 4]),
        case("scale", [x], x * -0.75, weights[3, 4], factor=-0.75),
        case("power", [above], above ** -0.35, weights[3, 4], exponent=-0.35),
        case("exp", [x], torch.exp(x), weights[3, 4]),
        case("square_root", [above], torch.sqrt(above), weights[3, 4]),
        case("mask", [x], x.masked_fill(~mask, -2.0), weights[3, 4], fill=-2.0, mask=rows(mask.double())),
        case("softmax", [x], torch.softmax(1.5 * x, dim=1), weights[3, 4], beta=1.5),
        case("softmax", [x], torch.softmax(1.5 * x, dim=0), weights[3, 4], beta=1.5, along="columns"),
        case("layer_norm", [x], F.layer_norm(x, (4,), eps=1e-5), weights[3, 4], epsilon=1e-5),
        case("relu", [x], torch.relu(x), weights[3, 4]),
        case("gelu", [x], F.gelu(x), weights[3, 4]),
        case("gelu", [x], 0.5 * x * (1 + torch.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))), weights[3, 4], tanh_form=True),
        case("silu", [x], F.silu(x), weights[3, 4]),
        case("rms_norm", [x], x / torch.sqrt((x**2).mean(dim=1, keepdim=True) + 1e-5), weights[3, 4], epsilon=1e-5),
        case("rotate_pairs", [x], turned(x, [0, 5, -2]), weights[3, 4], positions=[0, 5, -2]),
        case("concat", [x, p], torch.cat([x, p], dim=1), weights[3, 9]),
        case("slice", [x], x[:, 1:3], weights[3, 2], begin=1, end=3),
        case("split_heads", [x], x.reshape(3, 2, 2).permute(1, 0, 2), draw(g, 2, 3, 2).detach(), heads=2),
        case("merge_heads", [heads], heads.permute(1, 0, 2).reshape(3, 4), weights[3, 4]),
        case("sum", [x], x.sum(dim=1, keepdim=True), weights[3, 1], shape=[3, 1]),
        case("mean", [x], x.mean(dim=0, keepdim=True), weights[1, 4], shape=[1, 4]),
        case("largest", [x], x.amax(dim=1, keepdim=True), weights[3, 1], shape=[3, 1]),
        case("largest", [x], x.abs().amax(dim=0, keepdim=True), weights[1, 4], shape=[1, 4], magnitudes=True),
        case("running_sums", [x], torch.cumsum(x, dim=1), weights[3, 4]),
        case("running_sums", [x], torch.cumsum(x, dim=0) - x, weights[3, 4], along="columns", exclusive=True),
        case("running_sums", [x], torch.cumsum(x.flip(1), dim=1).flip(1), weights[3, 4], from_end=True),
        case("cross_entropy", [x], F.cross_entropy(x, torch.tensor(targets), reduction="none").reshape(3, 1), weights[3, 1], targets=targets),
        case("pick", [x], x * 0 + F.one_hot(x.argmax(dim=1), 4), weights[3, 4]),
        case("pick", [x], x * 0 + F.one_hot(x.argmin(dim=1), 4), weights[3, 4], which="least"),
        case("embedding", [table], F.embedding(torch.tensor(ids), table), weights[3, 5], ids=ids),
        case("distance", [x, w], torch.linalg.norm(x - w, dim=1, keepdim=True), weights[3, 1]),
        case("determinant", [square], torch.linalg.det(square).reshape(1, 1), weights[1, 1]),
        case("replace_rows", [table, two], torch.cat([table[:1], two[1:], table[2:3], two[:1]]), weights[4, 5], rows=[3, 1]),
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


C, H, HIDDEN, SOURCES, TARGETS, LONGEST = 6, 2, 8, 7, 5, 6


def sines(length):
    return torch.tensor([[(np.sin if c % 2 == 0 else np.cos)(t / 10000 ** (c // 2 * 2 / C)) for c in range(C)] for t in range(length)])


def layer_weights(module, prefix):
    """Returns PyTorch's parameters of one block under the program's names. The program's matrices are (in, out), PyTorch's (out, in)."""
    weights = {}
    attentions = {"self_attention": module.self_attn}
    norms = {"self_attention": module.norm1, "feed_forward": module.norm2}
    if hasattr(module, "multihead_attn"):
        attentions["cross_attention"] = module.multihead_attn
        norms = {"self_attention": module.norm1, "cross_attention": module.norm2, "feed_forward": module.norm3}
    for name, attention_module in attentions.items():
        for i, which in enumerate("qkv"):
            part = slice(i * C, (i + 1) * C)
            weights[f"{prefix}{name}.w_{which}"] = (attention_module.in_proj_weight, part)
            weights[f"{prefix}{name}.b_{which}"] = (attention_module.in_proj_bias, part)
        weights[f"{prefix}{name}.w_o"] = (attention_module.out_proj.weight, None)
        weights[f"{prefix}{name}.b_o"] = (attention_module.out_proj.bias, None)
    for i, linear in enumerate([module.linear1, module.linear2], 1):
        weights[f"{prefix}feed_forward.w_{i}"] = (linear.weight, None)
        weights[f"{prefix}feed_forward.b_{i}"] = (linear.bias, None)
    for name, norm in norms.items():
        weights.update(norm_weights(norm, f"{prefix}{name}."))
    return weights


def norm_weights(norm, prefix):
    return {f"{prefix}norm_gain": (norm.weight, None), f"{prefix}norm_bias": (norm.bias, None)}


def ours(tensor, part):
    """Returns a weight, or its gradient, in the form of the program's model."""
    tensor = tensor.detach() if part is None else tensor.detach()[part]
    return rows(tensor.T if tensor.ndim == 2 else tensor)


def model(architecture, norm, positions, activation, tied, padded):
    """Returns logits, loss and the gradient of every parameter of torch.nn's transformer modules."""
    crossed, first = architecture == "encoder-decoder", norm == "before"
    options = dict(d_model=C, nhead=H, dim_feedforward=HIDDEN, dropout=0.0, activation=activation, batch_first=True, norm_first=first)
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(**options), 2, nn.LayerNorm(C))
    decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(**options), 2, nn.LayerNorm(C)) if crossed else None
    names = {}
    first_stack = "decoder." if architecture == "decoder" else "encoder."
    stacks = [(first_stack, encoder, SOURCES)] + ([("decoder.", decoder, TARGETS)] if crossed else [])
    tables, places = {}, {}
    for prefix, stack, size in stacks:
        tables[prefix] = nn.Parameter(torch.zeros(size, C))
        names[f"{prefix}token_table"] = (tables[prefix], "table")
        if positions == "learned":
            places[prefix] = nn.Parameter(torch.zeros(LONGEST, C))
            names[f"{prefix}position_table"] = (places[prefix], "table")
        for i, layer in enumerate(stack.layers):
            names.update(layer_weights(layer, f"{prefix}{i}."))
        names.update(norm_weights(stack.norm, prefix))
    logits_size = TARGETS if crossed else SOURCES
    output = nn.Linear(C, logits_size)
    if not tied:
        names["output.w"] = (output.weight, None)
    names["output.b"] = (output.bias, None)
    generator = np.random.default_rng(len(architecture) * 100 + len(norm) * 10 + len(positions))
    parameters = {id(p): p for p, _ in names.values()}
    for p in parameters.values():
        centre = 1.0 if any(p is q and n.endswith("norm_gain") for n, (q, _) in names.items()) else 0.0
        p.data = torch.tensor((centre + generator.normal(0, 0.4, p.shape)).astype(np.float32).astype(np.float64))

    size, source_length, target_length = 3, 4, 5
    source_lengths = [4, 2, 3] if padded else [4, 4, 4]
    target_lengths = [5, 3, 4] if padded else [5, 5, 5]
    pick = lambda length, lengths, most: [[int(generator.integers(3, most)) if t < lengths[b] else 0 for t in range(length)] for b in range(size)]
    source, target = pick(source_length, source_lengths, SOURCES), pick(target_length, target_lengths, TARGETS if crossed else SOURCES)
    labels = [[int(generator.integers(0, logits_size)) if t < target_lengths[b] and t != 1 else -1 for t in range(target_length)] for b in range(size)]

    def enter(prefix, ids):
        ids = torch.tensor(ids)
        where = sines(ids.shape[1]) if positions == "sinusoidal" else places[prefix][: ids.shape[1]] if positions == "learned" else 0
        return F.embedding(ids, tables[prefix]) + where

    def padding(lengths, length):
        return torch.tensor([[t >= n for t in range(length)] for n in lengths]) if padded else None

    causal = torch.triu(torch.ones(target_length, target_length, dtype=torch.bool), diagonal=1)
    if crossed:
        memory = encoder(enter("encoder.", source), src_key_padding_mask=padding(source_lengths, source_length))
        x = decoder(enter("decoder.", target), memory, tgt_mask=causal, memory_key_padding_mask=padding(source_lengths, source_length))
    elif architecture == "decoder":
        x = encoder(enter("decoder.", target), mask=causal)
    else:
        x = encoder(enter("encoder.", target), src_key_padding_mask=padding(target_lengths, target_length))
    logits = F.linear(x, tables[stacks[-1][0]], output.bias) if tied else output(x)
    loss = F.cross_entropy(logits.reshape(-1, logits_size), torch.tensor(labels).reshape(-1), ignore_index=-1)
    loss.backward()
    flat = lambda table: [id for row in table for id in row]
    plain = lambda p: rows(p.detach())
    return {"architecture": architecture, "norm": norm, "positions": positions, "activation": activation, "tied": tied,
            "vocabulary": SOURCES, "target_vocabulary": TARGETS if crossed else 0, "width": C, "heads": H, "hidden": HIDDEN, "longest": LONGEST,
            "size": size, "source_length": source_length, "target_length": target_length, "source": flat(source), "target": flat(target),
            "labels": flat(labels), "source_lengths": source_lengths, "target_lengths": target_lengths,
            "weights": {n: plain(p) if part == "table" else ours(p, part) for n, (p, part) in names.items()},
            "logits": rows(logits), "loss": loss.item(),
            "gradients": {n: plain(p.grad) if part == "table" else ours(p.grad, part) for n, (p, part) in names.items()}}


def models():
    torch.set_default_dtype(torch.float64)
    write("models.json", [
        model("encoder", "after", "sinusoidal", "relu", False, True),
        model("encoder", "before", "learned", "gelu", True, False),
        model("decoder", "before", "learned", "gelu", True, False),
        model("decoder", "after", "sinusoidal", "relu", False, True),
        model("encoder-decoder", "after", "sinusoidal", "relu", False, True),
        model("encoder-decoder", "before", "learned", "gelu", False, False),
        model("encoder-decoder", "before", "none", "relu", True, True),
    ])


def random():
    cases = []
    for seed in [0, 1, 42, 12345, 2**32 - 1]:
        np.random.seed(seed)
        uniform = np.random.rand(2, 3)
        normal = np.random.randn(2, 3)
        cases.append({"seed": seed, "uniform": rows(uniform), "normal": rows(normal)})
    write("random.json", cases)


def optimizers():
    """Returns 20 steps of each optimiser with the same gradients, then with gradients clipped together."""
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
    """Returns the bytes of a file, made from the description of the format; tensors are (name, dtype, shape, bytes)."""
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
    scales = {n: (np.abs(v.astype(float)).max(-1, keepdims=True) / 127).astype(np.float32).astype(np.float16) for n, v in zip(names, values) if n != "b"}
    integers = {n: np.rint(v / scales[n].astype(float)).clip(-127, 127).astype(np.int8) for n, v in zip(names, values) if n != "b"}
    int8 = [("b", "F16", [1, 4], values[1].astype(np.float16).tobytes())]
    int8 += [(n + ".scale", "F16", list(v.shape), v.tobytes()) for n, v in scales.items()] + [(n, "I8", list(v.shape), v.tobytes()) for n, v in integers.items()]
    write("safetensors.json", [{
        "metadata": metadata,
        "tensors": [{"name": n, "shape": list(v.shape), "values": rows(v.reshape(-1))[0]} for n, v in zip(names, values)],
        "f32": safetensors_file(metadata, [(n, "F32", list(v.shape), v.tobytes()) for n, v in zip(names, values)]).hex(),
        "f16": safetensors_file(metadata, [(n, "F16", list(v.shape), v.astype(np.float16).tobytes()) for n, v in zip(names, values)]).hex(),
        "int8": safetensors_file({"note": metadata["note"], "quantization": "integers: a row of NAME times its number of NAME.scale", "settings": metadata["settings"]}, int8).hex(),
        "restored": {n: rows((scales[n].astype(np.float32) * integers[n]).reshape(-1))[0] for n in integers},
        "mixed": safetensors_file({}, mixed).hex(),
        "half": rows(small.astype(np.float32)), "upper": rows(upper.view(np.float32)), "list": rows(values[1]),
        "floats": np.array(halves, np.float32).view(np.uint32).tolist(),
        "halves": np.array(halves, np.float32).astype(np.float16).view(np.uint16).tolist(),
    }])


def backpropagation():
    """Returns a block with its loss, and the gradients of the loss for every node on the way."""
    g = np.random.default_rng(5)
    texts = [("le chat est sous la table", "chat est sous la table", True, "x", True), ("you are welcome <end>", "are welcome <end>", False, "x+p", True),
             ("de nada", "nada <end>", True, "x+p", False), ("a b a b b a b a a", "b a b b a b a a", False, "x", False)]
    cases = []
    for (text, targets, positions, residual, norm), width, rate in zip(texts, [4, 6, 3, 8], [0.5, 0.1, 1.0, 0.05]):
        words, wanted = text.split(), targets.split()
        vocabulary = sorted(set(words + wanted))
        tokens = words[:len(wanted)]
        n, v = len(tokens), len(vocabulary)
        w_q, w_k, w_v, w = [draw(g, width, width) for _ in range(3)] + [draw(g, width, v)]
        x = draw(g, n, width)
        position = torch.tensor([[np.sin(t / 10000 ** (c // 2 * 2 / width)) if c % 2 == 0 else np.cos(t / 10000 ** (c // 2 * 2 / width))
                                  for c in range(width)] for t in range(n)])
        ids = torch.tensor([vocabulary.index(word) for word in wanted])

        def forward(w_q, w_k, w_v, w):
            m = {"x": x}
            m["input"] = x + position if positions else x * 1
            m["query"], m["key"], m["value"] = m["input"] @ w_q, m["input"] @ w_k, m["input"] @ w_v
            m["dot_products"] = m["query"] @ m["key"].T
            m["scores"] = m["dot_products"] / np.sqrt(width)
            m["weights"] = torch.softmax(m["scores"], dim=1)
            m["output"] = m["weights"] @ m["value"]
            last = m["residual"] = m["output"] + (x if residual == "x" else m["input"])
            if norm:
                last = m["norm"] = F.layer_norm(last, (width,), eps=0.0)
            m["logits"] = last @ w
            m["losses"] = F.cross_entropy(m["logits"], ids, reduction="none").reshape(n, 1)
            m["loss"] = m["losses"].mean().reshape(1, 1)
            return m

        m = forward(w_q, w_k, w_v, w)
        weights = {"w_q": w_q, "w_k": w_k, "w_v": w_v, "w": w}
        wanted_of = {**m, **weights}
        gradients = dict(zip(wanted_of, torch.autograd.grad(m["loss"].sum(), list(wanted_of.values()))))
        after = {name: value - rate * gradients[name] for name, value in weights.items()}
        nodes = {**{k: rows(u) for k, u in m.items() if k != "x"}, **{f"d_{k}": rows(u) for k, u in gradients.items()},
                 "targets": rows(F.one_hot(ids, v)), "probabilities": rows(torch.softmax(m["logits"], dim=1)),
                 **{f"after.{k}": rows(u) for k, u in after.items()}, "after.loss": rows(forward(**after)["loss"])}
        cases.append({"text": text, "targets": targets, "positions": positions, "residual": residual, "norm": norm, "learning_rate": rate,
                      "x": rows(x), **{k: rows(u) for k, u in weights.items()}, "nodes": nodes})
    write("backpropagation.json", cases)


def torchrun_cases():
    """Returns small decoders for `glassformer train` that have each option once. The last batch of an epoch has one of ten training pairs."""
    pairs = "".join(f"{line} = {' '.join(reversed(line.split()))}\n" for line in ["a b", "b c a", "c", "d a b c", "a a", "c b", "d d b", "b a d", "c d", "b", "a c b d"])
    run = {"task": "own", "pairs": pairs, "batch": 3, "steps": 12, "seed": 7, "log_every": 1, "checkpoint_every": 5, "evaluated": 10}
    small = {"architecture": "decoder", "width": 16, "heads": 2, "hidden": 32, "decoder_layers": 2, "longest": 12}
    return {
        "gpt": run | {"initialisation": "normal", "clip": 1, "schedule": {"kind": "cosine", "warm_up": 3, "floor": 0.05},
                      "optimizer": {"kind": "adamw", "learning_rate": 0.01, "beta1": 0.9, "beta2": 0.98, "weight_decay": 0.05},
                      "model": small | {"positions": "learned", "activation": "gelu", "tied": True, "output_bias": False}},
        "vaswani": run | {"initialisation": "xavier", "clip": 0, "schedule": {"kind": "linear", "warm_up": 2, "floor": 0.1},
                          "optimizer": {"kind": "momentum", "learning_rate": 0.02, "momentum": 0.8, "weight_decay": 0.01},
                          "model": small | {"norm": "after", "final_norm": False, "scaled_embeddings": True, "norm_epsilon": 1e-3}},
        "bare": run | {"initialisation": "he", "clip": 0.5, "schedule": {"kind": "constant", "warm_up": 0, "floor": 0},
                       "optimizer": {"kind": "rmsprop", "learning_rate": 0.002, "alpha": 0.9, "epsilon": 1e-6},
                       "model": small | {"positions": "none", "biases": False, "output_projection": False, "norm_gain": False, "activation": "gelu", "gelu_tanh": True}},
        "plain": run | {"initialisation": "xavier", "clip": 1, "optimizer": {"kind": "adam", "learning_rate": 0.003, "epsilon": 1e-7},
                        "model": small | {"heads": 1, "norm": "none", "feed_forward": False}},
        "line": run | {"initialisation": "xavier", "clip": 1, "optimizer": {"kind": "sgd", "learning_rate": 0.1},
                       "model": small | {"decoder_layers": 1, "residual": False, "activation": "none"}},
    }


def loaded(program):
    spec = importlib.util.spec_from_file_location("exported", program)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def torchrun():
    """Runs the exported program with torchrun: losses of one process, of two, and of two that share out the optimiser; the last weights as a file."""
    cases = []
    # torchrun of Debian's PyTorch 1.13 does not start under Python 3.11 without the first two options.
    environment = os.environ | {"PET_REDIRECTS": "1", "PET_TEE": "1", "OMP_NUM_THREADS": "1"}
    for name, config in torchrun_cases().items():
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "given.json").write_text(json.dumps(config))
            subprocess.run([PROGRAM, "export", folder / "given.json", "--torch", "--out", folder], check=True, stdout=subprocess.DEVNULL)
            program = folder / "train.py"
            losses = {}
            for run, processes, stage in [("one", 1, 0), ("two", 2, 0), ("two_zero_1", 2, 1)]:
                if run == "two_zero_1" and name != "gpt":
                    continue
                subprocess.run(["torchrun", f"--nproc_per_node={processes}", program, "--zero", str(stage), "--out", folder / run], env=environment,
                               check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                lines = (folder / run / "losses.csv").read_text().splitlines()[1:]
                losses[run] = [float(f"{float(line.split(',')[1]):.{DIGITS}g}") for line in lines]
                assert len(losses[run]) == config["steps"] and np.allclose(losses[run], losses["one"], rtol=0, atol=1e-4), (name, run)
            exported = loaded(program)
            weights, words = exported.read_safetensors(folder / "two" / "model.safetensors")
            settings = json.loads((folder / "config.json").read_text())
            model = exported.Transformer(settings["model"], len(json.loads(words["target_vocabulary"])))
            model.load_state_dict(weights)
            examples = exported.Examples(json.loads((folder / "examples.json").read_text())["training"], settings)
            read, said = examples.tensors(examples.indices(0), "cpu")
            loss = F.cross_entropy(model(read).flatten(0, 1), said.flatten(), ignore_index=-1)
            cases.append({"name": name, "config": config, "program": f"{exported.seed_of_word(0, program.read_text()):08x}", "losses": losses,
                          "first_batch_afterwards": float(f"{loss.item():.{DIGITS}g}")})
            if name == "gpt":
                (HERE / "torchrun.safetensors").write_bytes((folder / "two" / "model.safetensors").read_bytes())
    write("torchrun.json", cases)


def versions():
    """The versions of all that the numbers depend on."""
    made_by = {"python": platform.python_version(), "numpy": np.__version__, "torch": torch.__version__}
    (HERE / "versions.json").write_text(json.dumps(made_by, indent=1) + "\n")


if __name__ == "__main__":
    ops()
    attention()
    random()
    optimizers()
    safetensors()
    models()
    backpropagation()
    torchrun()
    versions()
