"""Change the code in small ways, one at a time, and see which tests notice.

`python -m tools.mutate` takes a seeded sample of the mutants of each module (`tools/mutation.py`), runs the tests that
run the changed function on each (`tools/mutation_runs.py`: those of the mirror file first, then those of the room, then
the others, cheapest first, up to a budget), and reports which were killed, by which test file, and which survived.
Results are kept, so that a run that is broken off goes on where it was; `--again` tries only the survivors once more.

A survivor that no test could or should kill stands in `tools/survivors.toml` with its reason. An entry is found by the
name of the module, the function, and the text before and after; one that fits nothing any more is an error.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from tools.ast_checks import ROOT, python_files
from tools.mutation import Mutant, mutants

PLACES: Final = (
    *(
        "exact",
        "reference",
        "proofs_check/kernel",
        "audit/evidence/bounds*",
        "audit/evidence/events*",
        "audit/held_to/subject*",
    ),
    "properties/goodness_of_fit*",
)
TESTS: Final = ("exact", "reference", "properties", "proofs_check", "audit", "mutants", "fuzz")
SURVIVORS: Final = ROOT / "tools" / "survivors.toml"
REASONS: Final = ("equivalent", "performance", "text", "unreachable")
"""What the reason of an accepted survivor begins with."""


def main(arguments: list[str] | None = None) -> int:
    """Run a sample, report all results; return 1 if a survivor is not accepted, or if an accepted one is stale."""
    asked = _parser().parse_args(arguments)
    files = [path for place in asked.places for path in modules(place)]
    results, accepted = stored(asked.folder / "results.jsonl"), Accepted.read()
    chosen = [mutant for path in files for mutant in sample(path, 0 if asked.again else asked.sample, asked.seed)]
    if asked.again:
        survivors = {key for key, row in results.items() if row["verdict"] != "killed" and not accepted.has(key)}
        chosen = [mutant for mutant in chosen if mutant.key in survivors]
    chosen = [mutant for mutant in chosen if asked.only in mutant.original]
    if asked.list:
        print(*(f"{m.path}:{m.line}: {m.function}: {m.original} -> {m.change}" for m in chosen), sep="\n")
        return 0
    asked.folder.mkdir(exist_ok=True)
    if not asked.report:
        run(chosen, asked)
    results = stored(asked.folder / "results.jsonl")
    known = [m.key for path in files for m in sample(path, 0, 0) if m.key in results and asked.only in m.original]
    print(report([results[key] for key in known], accepted))
    stale = accepted.stale(files)
    print(*(f"fits nothing any more: {entry}" for entry in stale), sep="\n")
    return int(bool(stale) or any(results[key]["verdict"] != "killed" and not accepted.has(key) for key in known))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "places", nargs="*", default=PLACES, help="folders, or modules without .py; * stands for any text"
    )
    parser.add_argument("--sample", type=int, default=10, help="mutants a module; 0 for all (default: 10)")
    parser.add_argument("--seed", type=int, default=0, help="which sample (default: 0)")
    parser.add_argument(
        "--budget", type=float, default=60, help="seconds of tests a mutant beyond its mirror's (default: 60)"
    )
    parser.add_argument("--tests", nargs="*", default=TESTS, help="folders of tests/, or test files without .py")
    parser.add_argument("--every-file", action="store_true", help="ask every test file, to see which kills alone")
    parser.add_argument("--again", action="store_true", help="run the survivors that are not accepted again")
    parser.add_argument("--only", default="", help="the text of the lines to change holds this")
    parser.add_argument("--list", action="store_true", help="show the sample and run nothing")
    parser.add_argument("--report", action="store_true", help="report what there is and run nothing")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / ".mutants", help="where results are kept (default: .mutants)"
    )
    return parser


def modules(place: str) -> list[str]:
    """Return the modules that a folder holds, or that a pattern without .py names."""
    found = [path.relative_to(ROOT) for path in python_files()]
    paths = [path.as_posix() for path in found if path.match(f"{place}.py") or path.is_relative_to(place)]
    if not paths:
        raise SystemExit(f"{place}: no such module or folder")
    return paths


def sample(path: str, size: int, seed: int) -> list[Mutant]:
    """Return some mutants of a module. Which ones, their texts decide: a larger sample holds the smaller one."""
    found = mutants((ROOT / path).read_text(encoding="utf-8"), path)
    if not 0 < size < len(found):
        return found
    drawn = sorted(found, key=lambda m: hashlib.sha256(repr((seed, m.key[1:])).encode()).digest())
    return sorted(drawn[:size], key=lambda mutant: mutant.number)


def run(chosen: list[Mutant], asked: argparse.Namespace) -> None:
    """Try the mutants that have not been tried."""
    from tools import mutation_runs

    mutation_runs.prepare()
    measured = measure(asked.tests, asked.folder)
    seconds = {test: entry["seconds"] for entries in measured.values() for test, entry in entries.items()}
    file = asked.folder / "results.jsonl"
    results = stored(file)
    for mutant in chosen:
        known = results.get(mutant.key, {"verdict": None})
        if known["verdict"] == "killed" and (known["every_file"] or not asked.every_file):
            continue
        if known["verdict"] and not asked.again and known["every_file"] == asked.every_file:
            continue
        tests = relevant(mutant, measured, asked.budget)
        answer = mutation_runs.judge(mutant, tests, known=frozenset(seconds), every_file=asked.every_file)
        row = asdict(mutant) | asdict(answer) | {"every_file": asked.every_file, "asked": len(tests)}
        with file.open("a", encoding="utf-8") as lines:
            print(json.dumps(row), file=lines)
        print(f"{answer.verdict}: {mutant.path}:{mutant.line}: {mutant.original} -> {mutant.change}", flush=True)


def measure(places: Iterable[str], folder: Path) -> dict[str, Any]:
    """Return what the tests of each file run, measured once for each text of the file and each list of functions."""
    from tools import mutation_runs

    functions = repr([name for path in python_files() for name in _functions(path)])
    kept, measured = stored_lines(folder / "measured.jsonl"), {}
    known = {line["digest"]: line["tests"] for line in kept}
    for path in test_files(places):
        digest = hashlib.sha256(f"{path} {(ROOT / path).read_text(encoding='utf-8')} {functions}".encode()).hexdigest()
        if digest not in known:
            print(f"measuring {path}", flush=True)
            found = mutation_runs.measure(path)
            known[digest] = {test: {"seconds": m.seconds, "runs": sorted(m.runs)} for test, m in found.items()}
            with (folder / "measured.jsonl").open("a", encoding="utf-8") as lines:
                print(json.dumps({"digest": digest, "tests": known[digest]}), file=lines)
        measured[path] = known[digest]
    return measured


def test_files(places: Iterable[str]) -> list[str]:
    """Return the test files of these folders, and those that are named."""
    found = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    return [p.as_posix() for p in found if any(p.is_relative_to(f"tests/{x}") or p.match(f"{x}.py") for x in places)]


def _functions(path: Path) -> Iterator[str]:
    yield path.name
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def relevant(mutant: Mutant, measured: dict[str, Any], budget: float) -> dict[str, float]:
    """Return the tests that run the changed function, in the order in which they are asked, with their seconds.

    What only an import runs is for all tests that run anything of the module.
    """
    places = [f"{mutant.path}::{mutant.function}", f"{mutant.path}::"] if mutant.function else [f"{mutant.path}::"]
    for place in places:
        running = {file: _running(place, tests) for file, tests in measured.items()}
        if any(running.values()):
            break
    chosen: dict[str, float] = {}
    for file in sorted(
        filter(running.get, running), key=lambda file: (_rank(mutant, file), sum(running[file].values()))
    ):
        for test, seconds in sorted(running[file].items(), key=lambda pair: pair[1]):
            if not _rank(mutant, file) or sum(chosen.values()) + seconds <= budget:
                chosen[test] = seconds
    return chosen


def _rank(mutant: Mutant, test_file: str) -> int:
    """Return 0 for the mirror of the module, 1 for its room, 2 for others."""
    if f"/{Path(mutant.path).parent.as_posix()}/" not in test_file:
        return 2
    return int(Path(test_file).stem != f"test_{Path(mutant.path).stem}")


def _running(place: str, tests: dict[str, Any]) -> dict[str, float]:
    """Return the tests that run a function, something in a class, or something in a module."""
    inside = place if place.endswith("::") else f"{place}."
    return {
        test: entry["seconds"]
        for test, entry in tests.items()
        if place in entry["runs"] or any(name.startswith(inside) for name in entry["runs"])
    }


def stored_lines(file: Path) -> list[dict[str, Any]]:
    """Return the lines of a file of JSON lines, if there is one."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def stored(file: Path) -> dict[tuple[str, str, str, str], dict[str, Any]]:
    """Return the last result of each mutant."""
    return {(r["path"], r["function"], r["original"], r["change"]): r for r in stored_lines(file)}


class Accepted:
    """The survivors that are accepted."""

    def __init__(self, entries: list[dict[str, str]]) -> None:
        self.reasons: dict[tuple[str, str, str, str], str] = {}
        for entry in entries:
            key = entry["module"], entry["function"], entry["original"], entry["change"]
            if not entry["reason"].startswith(REASONS):
                raise ValueError(f"reason = {entry['reason']!r}: expected it to begin with one of {', '.join(REASONS)}")
            self.reasons[key] = entry["reason"]

    @classmethod
    def read(cls, file: Path = SURVIVORS) -> Accepted:
        """Read the file."""
        return cls(tomllib.loads(file.read_text(encoding="utf-8")).get("survivor", []))

    def has(self, key: tuple[str, str, str, str]) -> str:
        """Return the reason why a mutant may survive, or an empty text."""
        return self.reasons.get((Path(key[0]).stem, *key[1:]), "")

    def stale(self, paths: Iterable[str]) -> list[tuple[str, str, str, str]]:
        """Return the entries about these modules, or about modules that are gone, that no mutant fits."""
        names = {path.stem for path in python_files()}
        looked = list(paths)
        there = {(Path(p).stem, *m.key[1:]) for p in looked for m in sample(p, 0, 0)}
        gone = {key for key in self.reasons if key[0] not in names}
        stems = {Path(path).stem for path in looked}
        return sorted(gone | {key for key in self.reasons if key[0] in stems and key not in there})


def report(rows: list[dict[str, Any]], accepted: Accepted) -> str:
    """Say what was killed in each room and module, what each test file kills, and what survived."""
    killed: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        room = row["path"].rsplit("/", maxsplit=1)[0]
        key = row["path"], row["function"], row["original"], row["change"]
        verdict = "killed" if row["verdict"] == "killed" else "accepted" if accepted.has(key) else "survived"
        for place in ("all", f"{room}/", row["path"]):
            killed[place][verdict] += 1
    lines = [f"{'':50} killed accepted survived percent"]
    for place, counts in sorted(killed.items(), key=lambda item: (item[0].endswith(".py"), item[0])):
        share = 100 * counts["killed"] / counts.total()
        lines.append(f"{place:50} {counts['killed']:6} {counts['accepted']:8} {counts['survived']:8} {share:6.1f}")
    return "\n".join([*lines, "", *_killers(rows), "", *_survivors(rows, accepted)])


def _killers(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Say what each test file kills; alone: of the mutants that every file was asked about."""
    first, every, alone = Counter[str](), Counter[str](), Counter[str]()
    for row in rows:
        files = list(dict.fromkeys(test.split("::")[0] for test in row["killers"]))
        first.update(files[:1])
        if row["every_file"]:
            every.update(files)
            alone.update(files if len(files) == 1 else [])
    yield f"{'test file':60}  first    all  alone"
    for file in sorted(first | every):
        yield f"{file:60} {first[file]:6} {every[file]:6} {alone[file]:6}"


def _survivors(rows: list[dict[str, Any]], accepted: Accepted) -> Iterator[str]:
    for row in rows:
        if row["verdict"] != "killed":
            reason = accepted.has((row["path"], row["function"], row["original"], row["change"]))
            yield f"{reason or row['verdict']}: {row['path']}:{row['line']}: in {row['function'] or 'the module'}"
            yield f"    - {row['original']}\n    + {row['change']}"


if __name__ == "__main__":
    sys.exit(main())
