"""Throw odd command lines at `dpassay` and tell which of them it does not answer as it should.

Whatever is typed, the answer is a verdict's exit code or one clear line and exit code 2: never a traceback, never a
message about our own objects, never more than ten seconds of computing (experiments are long by right, and so is what
runs over all claims).

`python tools/fuzz_command_lines.py --count 1000 --seed 0` prints each fault, and exits with 1 if there is one.
Each command line runs in a process of its own, forked after the imports, in an empty folder.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from dpassay.cli import COMMANDS, main
from dpassay.reference import EXPONENTIALS, MECHANISMS

SECONDS = 10
"""Of computing that a command line may take; waiting for a busy machine does not count."""

PATIENCE = 30
"""So many times as long a process may be there at all, asleep or not."""

EXIT_CODES = {0, 1, 2, 3}

INTERNAL = re.compile(
    r"Traceback|NoneType|object at 0x|Exceeds the limit|has no attribute|not supported between|list index|to unpack|"
    r"invalid literal|cannot convert|must be real number|math domain|division by zero|unhashable|not subscriptable|"
    r"unexpected keyword|positional argument|too large to convert|Errno|KeyError|recursion"
)
"""What a message about our own objects looks like."""

NUMBERS = ("0", "1", "2", "3", "1/2", "0.1", "1e-3", "5/4", "-1", "7", "100")
ODD = (
    *(
        "",
        " ",
        "0",
        "-0",
        "-1",
        "-5",
        "nan",
        "NaN",
        "inf",
        "-inf",
        "1e400",
        "1e-400",
        "10^400",
        "9" * 400,
        "1e5",
        "1e99999",
    ),
    *("1/0", "0/0", "1//2", "1,2", "1;2", ",", ";", "()", "(1, 2)", "[1]", "0x10", "1_000", "½", "١", "é", "x" * 400),  # noqa: RUF001
    *(
        "None",
        "True",
        "..",
        "/",
        "/dev/full",
        "/nonexistent/folder",
        "\x1b[31m",
        "a=b",
        "=",
        "--",
        "-p",
        "%s",
        "{}",
        "~",
    ),
    *("1.7976931348623157e308", "5e-324", "1e-16", str(2**63), str(-(2**63) - 1), "0." + "3" * 60, "1" + "0" * 22),
)
PLAUSIBLE = {
    "hypotheses": ("1/2,1/2;1/4,3/4", "0011,0101", "5/6,1/6,0;0,0,1"),
    "calibration": ("corrected", "printed"),
    "form": ("gain", "loss"),
    "delta": ("1e-6", "0.1", "0"),
    "fake_switch": ("0.1", "1/2"),
}
"""Values of the parameters of mechanisms that are no numbers near 1."""

TARGETS = (
    "target.py:laplace",
    "target.py:constant",
    "target.py:raises",
    "target.py:missing",
    "target.py",
    "nothing.py:f",
)
CLAIMS = ("LEC-17", "lec-22", "ASI-04", "SIMA-29", "LEC-99", "LEC")

TARGET = """
def laplace(data, *, size, rng, epsilon, sensitivity):
    return data + rng.laplace(0.0, sensitivity / epsilon, size)

def constant(data, *, size):
    return [0] * size

def raises(data):
    raise RuntimeError("\\x1b[31mno\\x1b[0m")
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command line came to: an exit code, or the signal that ended it as a negative number, and the output."""

    code: int
    out: str
    err: str


def faults(answer: Answer, words: list[str]) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    if answer.code == -signal.SIGXCPU and not is_long(words):
        yield f"still computing after {SECONDS} s"
    elif answer.code < 0 and answer.code != -signal.SIGXCPU:
        yield f"ended by signal {-answer.code}"
    elif answer.code >= 0 and answer.code not in EXIT_CODES:
        yield f"exit code {answer.code}"
    if found := INTERNAL.search(answer.err):
        yield f"internal message: {found[0]}"
    if answer.code == 2 and not answer.err.strip() and "COULD NOT RUN" not in answer.out.upper():
        yield "exit code 2 without a word"
    complaints = [line for line in answer.err.splitlines() if line.startswith("Error:")]
    if answer.code == 2 and len(complaints) > 1:
        yield "more than one complaint"
    if any(len(line) > 600 for line in complaints):
        yield "a complaint of more than 600 characters"


# The command lines


def command_line(rng: random.Random) -> list[str]:
    """Return the words behind `dpassay`: a command, some of its options, plausible and odd values."""
    name, mechanism = rng.choice(sorted(COMMANDS)), rng.choice(sorted(MECHANISMS))
    words = [name]
    command = main.get_command(click.Context(main), name)
    while isinstance(command, click.Group):
        context = click.Context(command)
        chosen = rng.choice([*command.list_commands(context), rng.choice(ODD)])
        words.append(chosen)
        command = command.get_command(context, chosen)
    if command is None or rng.random() < 0.02:
        return words
    for parameter in command.params:
        words += (
            _mechanism_parameters(mechanism, rng) if parameter.name == "params" else _given(parameter, mechanism, rng)
        )
    return words


def _mechanism_parameters(mechanism: str, rng: random.Random) -> list[str]:
    """Return "-p name=value" for the parameters of a mechanism; now and then one is missing, odd or too many."""
    words = []
    for name in MECHANISMS[mechanism].Parameters.names():
        raised = name in EXPONENTIALS
        if rng.random() < (0.05 if raised else 0.93):
            plausible = PLAUSIBLE.get(name, ("1", "2", "3/2"))
            words += ["-p", f"{name}={rng.choice(plausible if rng.random() < 0.85 else ODD)}"]
    return words if rng.random() < 0.95 else [*words, "--param", rng.choice(ODD)]


def _given(parameter: click.Parameter, mechanism: str, rng: random.Random) -> list[str]:
    """Return the words for one argument or option, none if it is left out."""
    needed = parameter.required or parameter.name in {"mechanism_name", "quick", "samples", "target"}
    if rng.random() > (0.95 if needed else 0.25):
        return []
    if isinstance(parameter, click.Argument):
        return [_value(parameter, mechanism, rng)]
    option = rng.choice(parameter.opts)
    if getattr(parameter, "is_flag", False):
        return [option]
    times = rng.choice((1, 2, 3)) if parameter.multiple else 1
    return [word for _ in range(times) for word in (option, *_values(parameter, mechanism, rng))]


def _values(parameter: click.Parameter, mechanism: str, rng: random.Random) -> list[str]:
    return [_value(parameter, mechanism, rng) for _ in range(parameter.nargs)]


def _value(parameter: click.Parameter, mechanism: str, rng: random.Random) -> str:
    needed = parameter.required or parameter.name == "mechanism_name"
    if rng.random() < (0.1 if needed else 0.3):
        return rng.choice(ODD)
    known = {
        "target": TARGETS,
        "mechanism_name": (mechanism,),
        "name": (mechanism, mechanism, mechanism.upper(), mechanism[:-1]),
        "id": CLAIMS,
        "ids": CLAIMS,
        "samples": ("1000", "1000", "100", "10"),
        "out": ("out", "."),
        "plot": ("plot.png", "plot.svg", "plot.txt"),
        "ledger": (".", "out"),
        "time_limit": ("5", "0.01"),
        "only": ("no-such-*",),
        "command": ("sh -c 'while read -r line; do echo [1]; done'", "false", "./no-such-program"),
        "samples_from": ("answers.csv", "answers.csv", "none.npy", "target.py"),
        "python": (sys.executable, "/bin/true"),
        "root": ("environments",),
        "evidence": ("values", "bits,law", "none"),
    }
    if isinstance(parameter.type, click.Choice):
        return rng.choice(tuple(map(str, parameter.type.choices)))
    return rng.choice(known.get(parameter.name or "", NUMBERS))


def is_long(words: list[str]) -> bool:
    """Tell whether a line asks for what takes long by right: experiments, and a look at all claims."""
    return words[0] == "experiment" or words[:2] in (["claims", "list"], ["claims", "run"])


def plausible(words: list[str]) -> bool:
    """Tell whether a line asks for neither all claims nor all targets, nor for changes of our own ledger."""
    every_claim = words[:2] == ["claims", "verify"] and not any(word in CLAIMS for word in words)
    every_claim = every_claim or (words[:2] == ["claims", "run"] and "--ledger" not in words)
    every_target = words[0] in {"accountants", "audit-all", "audit-blind", "replay-all"} and "--only" not in words
    return not every_claim and not every_target and "--force" not in words


# Running them


def answer_to(words: list[str]) -> Answer:
    """Run a command line in a fork and an empty folder, with a bound on its computing."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "work").mkdir()
        (place / "work" / "target.py").write_text(TARGET)
        (place / "work" / "answers.csv").write_text("answer\n" + "0\n1\n" * 20)
        child = os.fork()
        if child == 0:
            _become(words, place)
        code = _waited(child)
        out, err = ((place / name).read_text(errors="replace") for name in ("out", "err"))
    return Answer(code, out, err)


def _become(words: list[str], place: Path) -> None:
    """Be the command: never returns."""
    try:
        os.setsid()
        os.chdir(place / "work")
        for number, name in enumerate(("in", "out", "err")):
            os.dup2(os.open(place / name, os.O_CREAT | os.O_RDWR), number)
        resource.setrlimit(resource.RLIMIT_CPU, (int(resource.getrusage(resource.RUSAGE_SELF).ru_utime) + SECONDS, -1))
        sys.stdout, sys.stderr = (os.fdopen(number, "w", 1) for number in (1, 2))
        sys.argv = ["dpassay", *words]
        os._exit(_exit_code(words))
    except BaseException as error:  # whatever happens here is shown as a fault
        os.write(2, f"Traceback: {error!r}".encode())
        os._exit(99)


def _exit_code(words: list[str]) -> int:
    try:
        main(words, prog_name="dpassay")
        code: object = 0
    except SystemExit as end:
        code = end.code
    sys.stdout.flush()
    sys.stderr.flush()
    return code if isinstance(code, int) else int(code is not None)


def _waited(child: int) -> int:
    """Wait for the end of a process; kill what does not end."""
    deadline = time.monotonic() + SECONDS * PATIENCE
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > deadline:
            os.killpg(child, signal.SIGKILL)
        time.sleep(0.005)


def command_lines(count: int, seed: int) -> Iterator[list[str]]:
    """Yield so many command lines, the same for the same seed."""
    rng = random.Random(seed)
    drawn = (command_line(rng) for _ in iter(int, 1))
    return islice(filter(plausible, drawn), count)


def run(arguments: list[str]) -> int:
    """Read the arguments, print the findings, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print each command line with its exit code")
    given = parser.parse_args(arguments)
    found = 0
    for words in command_lines(given.count, given.seed):
        answer, line = answer_to(words), f"dpassay {shlex.join(words)[:300]!r}"
        if given.show:
            print(f"{answer.code}: {line}", flush=True)
        for fault in faults(answer, words):
            found += 1
            print(f"{fault}: {line}\n    {answer.err.strip()[-300:]!r}", flush=True)
    print(f"{given.count} command lines, {found} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
