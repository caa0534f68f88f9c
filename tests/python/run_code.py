#!/usr/bin/python3
"""Runs the programs that stand beside nodes, and compares their results with the nodes' values.

    tests/python/run_code.py FOLDER [--torch]

FOLDER/programs.jsonl has a program a line: {"node", "language", "text", "result", "shape", "at"}. FOLDER/values.f32 has the values; those of
a program begin at float number `at`. Discrete values must be equal, others within 1e-5 of themselves or of the largest number that took
part. With --torch, PyTorch itself runs the programs written for it, otherwise torch_in_numpy.py does. Prints each wrong program; the last
line has the counts.
"""
import contextlib
import io
import json
import sys
import types
import warnings
from pathlib import Path

import numpy as np

RELATIVE = 1e-5


def stand_in_for_torch():
    import torch_in_numpy

    names = {"torch": torch_in_numpy, "torch.nn": types.ModuleType("torch.nn"), "torch.nn.functional": torch_in_numpy.functional}
    names["torch"].nn = names["torch.nn"]
    names["torch.nn"].functional = names["torch.nn.functional"]
    sys.modules.update(names)


def largest(value):
    """Returns the largest finite number of an array; 0 for anything else."""
    if type(value).__name__ not in ("ndarray", "Tensor"):
        return 0
    array = np.asarray(value, dtype=float)
    finite = np.abs(array[np.isfinite(array)])
    return finite.max() if finite.size else 0


def problem_of(program, values):
    """Returns the fault of a program, or None if its result is right."""
    shape = tuple(program["shape"])
    expected = values[program["at"] : program["at"] + int(np.prod(shape))].reshape(shape)
    names = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed, warnings.catch_warnings():
            # PyTorch does not warn of a division by 0.
            warnings.simplefilter("error" if program["language"] == "numpy" else "ignore")
            exec(compile(program["text"], program["node"], "exec"), names)
        made = np.asarray(names[program["result"]], dtype=float)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if not printed.getvalue():
        return "nothing was printed"
    if made.shape != shape:
        return f"has the shape {made.shape} and not {shape}"
    whole = np.isfinite(expected).all() and (expected == np.round(expected)).all() and (made == np.round(made)).all()
    size = 0 if whole else max(largest(value) for value in names.values())
    if np.allclose(made, expected, rtol=0 if whole else RELATIVE, atol=RELATIVE * min(size, 100), equal_nan=True):
        return None
    return f"is off by {np.nanmax(np.abs(made - expected))}:\n{made}\nand not\n{expected}"


def main():
    folder, real = Path(sys.argv[1]), "--torch" in sys.argv
    if not real:
        stand_in_for_torch()
    values = np.fromfile(folder / "values.f32", dtype=np.float32).astype(float)
    count = wrong = 0
    for line in (folder / "programs.jsonl").read_text(encoding="utf-8").splitlines():
        program = json.loads(line)
        count += 1
        problem = problem_of(program, values)
        if problem:
            wrong += 1
            print(f"{program['node']} ({program['language']}): {problem}\n{program['text'][-600:]}\n")
    print(f"{count} programs, {wrong} wrong")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
