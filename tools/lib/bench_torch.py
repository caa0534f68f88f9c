"""The training step of `glassformer bench train-step` in PyTorch: the same model, batch size and optimiser. One JSON line.

    bench_torch.py THREADS REPEATS
"""
import json
import math
import sys
import time

import torch
import torch.nn.functional as F

LAYERS, WIDTH, HEADS, VOCABULARY, TOKENS, BATCH, HIDDEN = 4, 128, 4, 256, 64, 16, 512
WARM_UP = 3


def parameter(*shape: int) -> torch.Tensor:
    return (0.02 * torch.randn(*shape)).requires_grad_()


class Model:
    def __init__(self) -> None:
        matrix = lambda rows, cols: [parameter(rows, cols), parameter(cols)]
        norm = lambda: [torch.ones(WIDTH, requires_grad=True), torch.zeros(WIDTH, requires_grad=True)]
        self.tokens, self.positions = parameter(VOCABULARY, WIDTH), parameter(TOKENS, WIDTH)
        self.blocks = [
            {"norm_1": norm(), "q": matrix(WIDTH, WIDTH), "k": matrix(WIDTH, WIDTH), "v": matrix(WIDTH, WIDTH), "o": matrix(WIDTH, WIDTH),
             "norm_2": norm(), "w_1": matrix(WIDTH, HIDDEN), "w_2": matrix(HIDDEN, WIDTH)}
            for _ in range(LAYERS)]
        self.norm, self.output = norm(), matrix(WIDTH, VOCABULARY)
        self.mask = torch.full((TOKENS, TOKENS), -math.inf).triu(1)

    def parameters(self) -> list[torch.Tensor]:
        pairs = [pair for block in self.blocks for pair in block.values()] + [self.norm, self.output]
        return [self.tokens, self.positions] + [tensor for pair in pairs for tensor in pair]

    def loss(self, ids: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        linear = lambda x, pair: torch.addmm(pair[1], x, pair[0])
        norm = lambda x, pair: F.layer_norm(x, (WIDTH,), *pair)
        heads = lambda x: x.view(BATCH, TOKENS, HEADS, -1).transpose(1, 2)
        x = (self.tokens[ids] + self.positions).view(-1, WIDTH)
        for block in self.blocks:
            normed = norm(x, block["norm_1"])
            query, key, value = (heads(linear(normed, block[name])) for name in "qkv")
            weights = torch.softmax(query @ key.transpose(-1, -2) / math.sqrt(WIDTH // HEADS) + self.mask, -1)
            x = x + linear((weights @ value).transpose(1, 2).reshape(-1, WIDTH), block["o"])
            x = x + linear(F.gelu(linear(norm(x, block["norm_2"]), block["w_1"])), block["w_2"])
        return F.cross_entropy(linear(norm(x, self.norm), self.output), targets.view(-1))


def gemm_rate() -> float:
    """GFLOP/s of a product of 512 x 512: the reference BLAS reaches about 2, OpenBLAS tens."""
    a = torch.randn(512, 512)
    best = math.inf
    for _ in range(5):
        start = time.perf_counter()
        a @ a
        best = min(best, time.perf_counter() - start)
    return 2 * 512**3 / best / 1e9


def main() -> None:
    threads, repeats = int(sys.argv[1]), int(sys.argv[2])
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    model = Model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0)
    ids, targets = torch.randint(0, VOCABULARY, (2, BATCH, TOKENS))
    times = []
    for i in range(WARM_UP + repeats):
        start = time.perf_counter()
        optimizer.zero_grad()
        loss = model.loss(ids, targets)
        loss.backward()
        optimizer.step()
        times.append(1000 * (time.perf_counter() - start))
    print(json.dumps({"times_ms": times[WARM_UP:], "parameters": sum(p.numel() for p in model.parameters()), "loss": loss.item(),
                      "gemm_gflops": gemm_rate(), "version": torch.__version__}))


if __name__ == "__main__":
    main()
