"""Measures language models: bits per byte of held-out text, and answers to held-out conversations.

Beside the bits of a language model stand those of a 5-gram model of the same pieces, and of xz.

The 5-gram model is interpolated by Witten and Bell's rule (1991): a context that many different pieces followed weighs less.
It learns from the same texts, and predicts the same pieces and <end> of each text. The bits of xz are the growth of the
compressed training texts when the held-out texts are added.
"""
import collections
import json
import lzma
import math
import subprocess
from pathlib import Path

ORDER = 5


def texts(program: Path, task: str, seed: int, held_out: bool, more: list = []) -> list[dict]:
    command = [program, "texts", task, "--seed", str(seed), *more] + (["--held-out"] if held_out else [])
    return [json.loads(line) for line in subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()]


def contexts(pieces: list[str]):
    """Yields each piece and <end> with the pieces before it, at most four."""
    row = ["<start>"] + pieces + ["<end>"]
    for place in range(1, len(row)):
        yield tuple(row[max(0, place - ORDER + 1):place]), row[place]


def n_gram_bits(training: list[dict], held_out: list[dict]) -> float:
    counts, totals, followers = collections.Counter(), collections.Counter(), collections.Counter()
    for text in training:
        for before, piece in contexts(text["pieces"]):
            for length in range(len(before) + 1):
                context = before[len(before) - length:]
                totals[context] += 1
                if counts[context, piece] == 0:
                    followers[context] += 1
                counts[context, piece] += 1
    vocabulary = followers[()] + 1

    def probability(context: tuple, piece: str) -> float:
        shorter = probability(context[1:], piece) if context else 1 / vocabulary
        seen = totals[context] + followers[context]
        return (counts[context, piece] + followers[context] * shorter) / seen if seen else shorter

    return -sum(math.log2(probability(*asked)) for text in held_out for asked in contexts(text["pieces"]))


def xz_bits(training: list[dict], held_out: list[dict]) -> int:
    joined = ["\n".join(text["text"] for text in part).encode() for part in (training, held_out)]
    size = [len(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)) for data in (joined[0], b"\n".join(joined))]
    return 8 * (size[1] - size[0])


def figures(program: Path, task: str, seed: int, model: Path, book: list) -> dict:
    """Each text is read alone, by all three. For a book, `book` is ["--book", FILE]."""
    training, held_out = texts(program, task, seed, False, book), texts(program, task, seed, True, [*book, "--model", model])
    size = sum(len(text["text"].encode()) for text in held_out)
    return {
        "texts": len(training),
        "held_out_texts": len(held_out),
        "training_bytes": sum(len(text["text"].encode()) for text in training),
        "held_out_bytes": size,
        "bits_per_byte": sum(text["bits"] for text in held_out) / size,
        "five_gram_bits_per_byte": n_gram_bits(training, held_out) / size,
        "xz_bits_per_byte": xz_bits(training, held_out) / size,
    }


def answers_right(program: Path, model: Path, task: str, seed: int, most: int = 300) -> float:
    """Which part of the first held-out conversations a model ends, word for word, as they end."""
    right, asked = 0, texts(program, task, seed, True)[:most]
    for text in asked:
        question, speaker, answer = text["text"].rpartition("@assistant ")
        said = subprocess.run([program, "generate", "--model", model, "--prompt", question + speaker.strip(), "--temperature", "0", "--tokens", "40"],
                              check=True, stdout=subprocess.PIPE, text=True).stdout
        right += said.rpartition("@assistant")[2].split("@")[0].strip() == answer.strip()
    return right / len(asked)
