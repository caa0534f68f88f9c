#!/usr/bin/env python3
"""Trains the decoder of config.json as `glassformer train` does, on one process or on many.

    torchrun --nproc_per_node=N train.py             each process has a copy of the model, and takes its share of each batch
    torchrun --nproc_per_node=N train.py --zero 1    ... and keeps the optimiser's means of its share of the weights alone
    torchrun --nproc_per_node=N train.py --zero 2    ... and its share of the gradients
    torchrun --nproc_per_node=N train.py --fsdp      ... and its share of the weights: the same as --zero 3

More machines: the same command on each, with --nnodes, --node_rank and --master_addr. Processes talk through NCCL where each has a GPU of its own, else
through Gloo. Stages 2 and 3 are PyTorch's FullyShardedDataParallel, which before PyTorch 2 asks for GPUs. All stages make the same steps, up to the
order of sums. Where torchrun of Debian 12 stops with "NoneType", set PET_REDIRECTS=1 and PET_TEE=1.

`glassformer export CONFIG.json --torch --out DIR` wrote this file and those that it reads, beside it:

    config.json         all that decides the run
    examples.json       rows of token ids: a question (of a text there is none), <start>, an answer, <end>; and which of them are asked for
    start.safetensors   the first weights, and the vocabulary as words about the file

It writes, into --out:

    losses.csv          step, loss, norm of the gradient, learning rate: a line a step
    model.safetensors   the weights, every `checkpoint_every` steps and at the end: `glassformer generate --model model.safetensors` reads them

Shapes: B batch, T tokens, C width, H heads, F hidden width of feed-forward, V vocabulary. A weight is (in, out), a bias (1, out).
Needs PyTorch 1.13 or newer, and NumPy.
"""
import argparse
import functools
import json
import math
import os
import struct
from pathlib import Path

import numpy as np
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel

HERE = Path(__file__).resolve().parent
PAD, NOTHING_ASKED = 0, -1


# ---- the model: names and shapes of src/model/parameters.h -----------------------------------------------------------------


class Weights(nn.Module):
    """Weights by name; a file gives them their values."""

    def __init__(self, shapes: dict[str, tuple[int, int]]):
        super().__init__()
        for name, shape in shapes.items():
            self.register_parameter(name, nn.Parameter(torch.empty(shape)))

    def linear(self, x, which: str):
        """x W + b."""
        bias = getattr(self, f"b_{which}", None)
        product = x @ getattr(self, f"w_{which}")
        return product if bias is None else product + bias


def norm_shapes(c: dict) -> dict:
    gain = c["norm"] != "none" and c["norm_gain"]
    return {"norm_gain": (1, c["width"]), "norm_bias": (1, c["width"])} if gain else {}


def norm(part: Weights, c: dict, x):
    """Each row with mean 0 and variance 1, times a gain, plus a bias."""
    x = F.layer_norm(x, (c["width"],), eps=c["norm_epsilon"])
    return x * part.norm_gain + part.norm_bias if c["norm_gain"] else x


class Sublayer(Weights):
    """x + body(norm(x)), or norm(x + body(x))."""

    def __init__(self, c: dict, sizes: dict[str, tuple[int, int]]):
        biases = {f"b_{which}": (1, shape[1]) for which, shape in sizes.items()} if c["biases"] else {}
        super().__init__({f"w_{which}": shape for which, shape in sizes.items()} | biases | norm_shapes(c))
        self.c = c

    def forward(self, x):
        out = self.body(norm(self, self.c, x) if self.c["norm"] == "before" else x)
        out = x + out if self.c["residual"] else out
        return norm(self, self.c, out) if self.c["norm"] == "after" else out


class SelfAttention(Sublayer):
    def __init__(self, c: dict):
        super().__init__(c, {which: (c["width"], c["width"]) for which in ("qkvo" if c["output_projection"] else "qkv")})

    def body(self, x):
        rows, tokens, width = x.shape
        split = lambda channels: channels.view(rows, tokens, self.c["heads"], -1).transpose(1, 2)  # (B, H, T, C / H)
        query, key, value = (split(self.linear(x, which)) for which in "qkv")
        scores = query @ key.transpose(-1, -2) / math.sqrt(width // self.c["heads"])
        later = torch.ones(tokens, tokens, dtype=torch.bool, device=x.device).triu(1)
        weights = scores.masked_fill(later, -math.inf).softmax(dim=-1)  # (B, H, T, T)
        concat = (weights @ value).transpose(1, 2).reshape(rows, tokens, width)
        return self.linear(concat, "o") if self.c["output_projection"] else concat


class FeedForward(Sublayer):
    def __init__(self, c: dict):
        super().__init__(c, {"1": (c["width"], c["hidden"]), "2": (c["hidden"], c["width"])})

    def body(self, x):
        hidden = self.linear(x, "1")
        if self.c["activation"] == "relu":
            hidden = F.relu(hidden)
        elif self.c["activation"] == "gelu":
            hidden = F.gelu(hidden, approximate="tanh" if self.c["gelu_tanh"] else "none")
        return self.linear(hidden, "2")


class Block(nn.Module):
    def __init__(self, c: dict):
        super().__init__()
        self.self_attention = SelfAttention(c)
        self.feed_forward = FeedForward(c) if c["feed_forward"] else nn.Identity()

    def forward(self, x):
        return self.feed_forward(self.self_attention(x))


class Decoder(Weights):
    def __init__(self, c: dict, vocabulary: int):
        places = {"position_table": (c["longest"], c["width"])} if c["positions"] == "learned" else {}
        super().__init__({"token_table": (vocabulary, c["width"])} | places | (norm_shapes(c) if c["final_norm"] else {}))
        self.c = c
        for layer in range(c["decoder_layers"]):
            self.add_module(str(layer), Block(c))

    def forward(self, ids):
        x = F.embedding(ids, self.token_table)
        if self.c["scaled_embeddings"]:
            x = x * math.sqrt(self.c["width"])
        if self.c["positions"] == "learned":
            x = x + self.position_table[: ids.shape[1]]
        elif self.c["positions"] == "sinusoidal":
            x = x + sines(ids.shape[1], self.c["width"]).to(x)
        for block in self.children():
            x = block(x)
        return norm(self, self.c, x) if self.c["final_norm"] and self.c["norm"] != "none" else x


def sines(tokens: int, width: int):
    """(T, C): sin(t / 10000^(2i/C)) in channel 2i, the cosine in the next one."""
    channel = torch.arange(width, dtype=torch.float64)
    angle = torch.arange(tokens, dtype=torch.float64)[:, None] / 10000 ** (channel // 2 * 2 / width)
    return torch.where(channel % 2 == 0, angle.sin(), angle.cos())


class Transformer(nn.Module):
    """Ids (B, T) to logits (B, T, V)."""

    def __init__(self, c: dict, vocabulary: int):
        super().__init__()
        self.decoder = Decoder(c, vocabulary)
        own = {} if c["tied"] else {"w": (c["width"], vocabulary)}
        self.output = Weights(own | ({"b": (1, vocabulary)} if c["output_bias"] else {}))
        self.c = c

    def forward(self, ids):
        x = self.decoder(ids)
        logits = x @ (self.decoder.token_table.T if self.c["tied"] else self.output.w)
        return logits + self.output.b if self.c["output_bias"] else logits


# ---- the examples, in the order of `glassformer train` ---------------------------------------------------------------------


class Examples:
    def __init__(self, examples: dict, config: dict):
        self.rows, self.spans = examples["rows"], examples["asked"]  # ids, and from where to where the next one is asked for
        self.batch, self.seed, self.epoch = config["batch"], config["seed"], None

    def indices(self, step: int) -> list[int]:
        """The examples of a step. Each epoch has an order of its own, drawn from the seed and its number; its last batch is what is left."""
        epoch, place = divmod(step, math.ceil(len(self.rows) / self.batch))
        if epoch != self.epoch:
            self.epoch, self.order = epoch, order_of_epoch(len(self.rows), self.seed, epoch)
        return self.order[place * self.batch : (place + 1) * self.batch]

    def asked(self, indices: list[int]) -> int:
        """How many tokens are asked for."""
        return sum(end - begin for i in indices for begin, end in self.spans[i])

    def tensors(self, indices: list[int], device) -> tuple[torch.Tensor, torch.Tensor]:
        """What is read and what is to be said there, (B, T) each. Of no examples, as a small batch leaves to some process: a row that asks nothing."""
        tokens = max((len(self.rows[i]) - 1 for i in indices), default=1)
        read = torch.full((max(len(indices), 1), tokens), PAD)
        said = torch.full_like(read, NOTHING_ASKED)
        for b, i in enumerate(indices):
            row = torch.tensor(self.rows[i])
            read[b, : len(row) - 1] = row[:-1]
            for begin, end in self.spans[i]:
                said[b, begin:end] = row[begin + 1 : end + 1]
        return read.to(device), said.to(device)


def order_of_epoch(count: int, seed: int, epoch: int) -> list[int]:
    draw = np.random.RandomState(seed_of_word(seed, f"epoch {epoch}")).random_sample
    order = list(range(count))
    for i in range(count, 1, -1):
        j = int(draw() * i)
        order[i - 1], order[j] = order[j], order[i - 1]
    return order


def seed_of_word(seed: int, word: str) -> int:
    """A seed made of a seed and a word (FNV-1a)."""
    hashed = 2166136261 ^ seed
    for byte in word.encode():
        hashed = (hashed ^ byte) * 16777619 & 0xFFFFFFFF
    return hashed


# ---- files -----------------------------------------------------------------------------------------------------------------


def read_safetensors(path: Path) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    """Tensors of 32 bits a number, and words about them: the length of the header, the header as JSON, the numbers."""
    content = path.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])
    words = header.pop("__metadata__", {})
    tensors = {}
    for name, about in header.items():
        begin, end = (8 + length + offset for offset in about["data_offsets"])
        tensors[name] = torch.from_numpy(np.frombuffer(content[begin:end], "<f4").reshape(about["shape"]).copy())
    return tensors, words


def write_safetensors(path: Path, tensors: dict[str, torch.Tensor], words: dict[str, str]) -> None:
    """Whenever it is stopped, `path` has what it had before or all of it."""
    header, numbers, at = {"__metadata__": words}, [], 0
    for name, tensor in tensors.items():
        numbers.append(tensor.detach().float().cpu().numpy().astype("<f4").tobytes())
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [at, at + len(numbers[-1])]}
        at += len(numbers[-1])
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    part = path.with_name(path.name + ".part")
    part.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(numbers))
    part.replace(path)


# ---- the optimiser ---------------------------------------------------------------------------------------------------------


def optimiser_of(settings: dict) -> tuple[type, dict]:
    """A class of torch.optim, and what it is told. Weight decay is for all weights alike."""
    s = settings
    adam = dict(betas=(s["beta1"], s["beta2"]), eps=s["epsilon"])
    kinds = {
        "sgd": (torch.optim.SGD, {}),
        "momentum": (torch.optim.SGD, dict(momentum=s["momentum"])),
        "rmsprop": (torch.optim.RMSprop, dict(alpha=s["alpha"], eps=s["epsilon"])),
        "adam": (torch.optim.Adam, adam),
        "adamw": (torch.optim.AdamW, adam),
    }
    kind, told = kinds[s["kind"]]
    return kind, told | dict(lr=s["learning_rate"], weight_decay=s["weight_decay"])


def schedule_factor(schedule: dict, step: int, steps: int) -> float:
    """Rises evenly over the warm-up, then stays, or falls to the floor on a straight line or half a cosine. The first step is 0."""
    warm_up, floor = schedule["warm_up"], schedule["floor"]
    if step < warm_up:
        return (step + 1) / warm_up
    length = steps - 1 - warm_up
    progress = min(1, (step - warm_up) / length) if length > 0 else 0
    return {"constant": 1, "linear": 1 - (1 - floor) * progress, "cosine": floor + (1 - floor) * (1 + math.cos(math.pi * progress)) / 2}[schedule["kind"]]


# ---- many processes --------------------------------------------------------------------------------------------------------


def shared_out(model: nn.Module, config: dict, zero: int, device) -> tuple[nn.Module, torch.optim.Optimizer]:
    """The model and its optimiser, as a process of this stage of ZeRO has them."""
    kind, told = optimiser_of(config["optimizer"])
    if zero >= 2:
        from torch.distributed.fsdp import FullyShardedDataParallel, ShardingStrategy
        from torch.distributed.fsdp.wrap import transformer_auto_wrap_policy

        strategy = ShardingStrategy.SHARD_GRAD_OP if zero == 2 else ShardingStrategy.FULL_SHARD
        blocks = functools.partial(transformer_auto_wrap_policy, transformer_layer_cls={Block})  # gathered, and let go, block by block
        model = FullyShardedDataParallel(model, sharding_strategy=strategy, auto_wrap_policy=blocks, device_id=device)
        return model, kind(model.parameters(), **told)
    model = DistributedDataParallel(model)  # averages the gradients of all processes while they are computed
    if zero == 1:
        from torch.distributed.optim import ZeroRedundancyOptimizer

        return model, ZeroRedundancyOptimizer(model.parameters(), optimizer_class=kind, **told)
    return model, kind(model.parameters(), **told)


def clip(model: nn.Module, most: float, zero: int, device) -> float:
    """Scales gradients whose norm √Σg² is above `most` to it (0: never). Returns the norm before."""
    gradients = [weight.grad for weight in model.parameters() if weight.grad is not None]
    squares = sum(gradient.norm().double() ** 2 for gradient in gradients).item()
    whole = math.sqrt(total([squares], device)[0] if zero >= 2 else squares)  # of stages 2 and 3 each process has a part of every gradient
    if most > 0:
        for gradient in gradients:
            gradient.mul_(min(1, most / (whole + 1e-6)))
    return whole


def whole_weights(model: nn.Module, zero: int) -> dict[str, torch.Tensor]:
    """All weights, by the names that they have in one process. Of stages 2 and 3 the first process alone gets them, but all must ask."""
    if zero < 2:
        return model.module.state_dict()
    from torch.distributed.fsdp import FullStateDictConfig, FullyShardedDataParallel, StateDictType

    with FullyShardedDataParallel.state_dict_type(model, StateDictType.FULL_STATE_DICT, FullStateDictConfig(offload_to_cpu=True, rank0_only=True)):
        return model.state_dict()


def total(numbers: list[float], device) -> list[float]:
    """Each number, added up over all processes."""
    sums = torch.tensor(numbers, dtype=torch.float64, device=device)
    dist.all_reduce(sums)
    return sums.tolist()


# ---- the run ---------------------------------------------------------------------------------------------------------------


class Run:
    def __init__(self, options):
        on_gpus = torch.cuda.is_available() and torch.cuda.device_count() >= int(os.environ["LOCAL_WORLD_SIZE"])
        dist.init_process_group("nccl" if on_gpus else "gloo")
        self.rank, self.processes = dist.get_rank(), dist.get_world_size()
        self.device = torch.device("cuda", int(os.environ["LOCAL_RANK"])) if on_gpus else torch.device("cpu")
        if on_gpus:
            torch.cuda.set_device(self.device)
        self.out, self.zero = options.out, options.zero
        self.config = json.loads((HERE / "config.json").read_text())
        examples = json.loads((HERE / "examples.json").read_text())
        self.training, self.held_out = Examples(examples["training"], self.config), Examples(examples["held_out"], self.config)
        weights, self.words = read_safetensors(HERE / "start.safetensors")
        model = Transformer(self.config["model"], len(json.loads(self.words["target_vocabulary"])))
        model.load_state_dict(weights)
        self.model, self.optimiser = shared_out(model.to(self.device), self.config, self.zero, self.device)

    def share(self, indices: list[int]) -> list[int]:
        return indices[self.rank :: self.processes]

    def step(self, number: int) -> tuple[float, float, float]:
        """One step of all processes; the first is 0. Returns loss, norm of the gradient and learning rate."""
        indices = self.training.indices(number)
        asked = self.training.asked(indices)
        read, said = self.training.tensors(self.share(indices), self.device)
        loss = F.cross_entropy(self.model(read).flatten(0, 1), said.flatten(), ignore_index=NOTHING_ASKED, reduction="sum") / asked
        self.optimiser.zero_grad()
        (loss * self.processes).backward()  # whose mean over the processes is the gradient of the whole batch
        norm_before = clip(self.model, self.config["clip"], self.zero, self.device)
        rate = self.config["optimizer"]["learning_rate"] * schedule_factor(self.config["schedule"], number, self.config["steps"])
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.step()
        return total([loss.item()], self.device)[0], norm_before, rate

    @torch.no_grad()
    def measures(self) -> dict[str, str]:
        """Of the examples that were held out: loss, share of right tokens, share of answers that are right from the first token to <end>."""
        count = len(self.held_out.rows)
        sums = [0.0, 0.0, 0.0]
        for begin in range(0, count, self.config["batch"]):
            indices = self.share(list(range(begin, min(begin + self.config["batch"], count))))
            read, said = self.held_out.tensors(indices, self.device)
            logits, asked = self.model(read), said != NOTHING_ASKED
            wrong = (logits.argmax(dim=-1) != said) & asked
            sums[0] += F.cross_entropy(logits.flatten(0, 1), said.flatten(), ignore_index=NOTHING_ASKED, reduction="sum").item()
            sums[1] += (asked.sum() - wrong.sum()).item()
            sums[2] += (~wrong.any(dim=1))[: len(indices)].sum().item()
        tokens = max(self.held_out.asked(list(range(count))), 1)
        loss, right_tokens, right_answers = total(sums, self.device)
        found = {"held_out_loss": loss / tokens, "held_out_accuracy": right_tokens / tokens, "exact_match": right_answers / max(count, 1)}
        return {name: json.dumps(value) for name, value in found.items()} | {"held_out_examples": str(count)}

    def save(self, steps: int) -> None:
        words = self.words | self.measures() | {"steps": str(steps)}
        weights = whole_weights(self.model, self.zero)
        if self.rank == 0:
            write_safetensors(self.out / "model.safetensors", weights, words)

    def go(self) -> None:
        self.out.mkdir(parents=True, exist_ok=True)
        log = open(self.out / "losses.csv" if self.rank == 0 else os.devnull, "w", buffering=1)
        log.write("step,loss,gradient_norm,learning_rate\n")
        for number in range(self.config["steps"]):
            loss, norm_before, rate = self.step(number)
            done = number + 1
            log.write(f"{done},{loss},{norm_before},{rate}\n")
            if not math.isfinite(loss + norm_before):
                raise SystemExit(f"train.py: the run diverged at step {done}; model.safetensors is of the last checkpoint, if there was one")
            last = done == self.config["steps"]
            if self.rank == 0 and (done % self.config["log_every"] == 0 or last):
                print(f"step {done} of {self.config['steps']}  loss {loss:.4f}", flush=True)
            if done % self.config["checkpoint_every"] == 0 or last:
                self.save(done)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zero", type=int, choices=range(4), default=0, help="stage of ZeRO: what processes share out among them; 2 and 3 need GPUs before PyTorch 2")
    parser.add_argument("--fsdp", dest="zero", action="store_const", const=3, help="the same as --zero 3")
    parser.add_argument("--out", type=Path, default=HERE, help="the folder for losses.csv and model.safetensors; this one, where it is not given")
    options = parser.parse_args()
    if "LOCAL_RANK" not in os.environ:
        parser.error("start it with torchrun: torchrun --nproc_per_node=1 train.py")
    if options.zero >= 2 and torch.__version__.startswith("1.") and not torch.cuda.is_available():
        parser.error("--zero 2, --zero 3 and --fsdp need a GPU for each process, or PyTorch 2: in PyTorch 1 weights are sharded on GPUs alone. Try --zero 1")
    Run(options).go()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
