"""The comparison with auditors of others: their environments, their programs, the page. None of theirs is needed."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.zoo.test_programs import SCRIPT
from zoo import comparison
from zoo.cases import FOLDER, chosen
from zoo.comparison import compare, sibling_epsilons
from zoo.environments import READY, Missing, Peer, clone, command_of, make, peers
from zoo.page import page, tail
from zoo.trials import Effort, Results, Trial

EFFORT = Effort(smallest=100, largest=200, repetitions=1, sibling_size=100, siblings=2)


PEERS = [
    "jax-privacy",
    "statdp",
    "dp-sniper",
    "dp-sniper-mass-.2",
    "dp-opt",
    "delta-siege",
    "dp-auditorium-histogram",
    "dp-auditorium-hockey-stick",
]


def test_every_peer_has_its_adapter_and_its_versions() -> None:
    found = peers()
    assert list(found) == PEERS
    for peer in found.values():
        assert (FOLDER / "peers" / peer.adapter).is_file()
        assert all("==" in each or each in {"numpy>=2", "typing-extensions"} for each in peer.requirements)
        assert peer.commit.startswith(peer.version if peer.repository else "")
        assert len(peer.commit) == (40 if peer.repository else 0)


def test_rows_that_share_an_environment_or_a_clone_ask_for_the_same() -> None:
    for one, other in itertools.combinations(peers().values(), 2):
        if one.environment and one.environment == other.environment:
            assert one.requirements == other.requirements
        if one.clone_name and one.clone_name == other.clone_name:
            assert (one.repository, one.commit) == (other.repository, other.commit)


def test_settings_of_a_row_are_read_by_its_adapter() -> None:
    for peer in peers().values():
        text = (FOLDER / "peers" / peer.adapter).read_text(encoding="utf-8")
        assert [name for name in peer.variables if name not in text] == []


def test_who_is_not_here_is_a_line_that_says_why(tmp_path: Path) -> None:
    nowhere = (tmp_path / "nowhere").as_uri()
    peer = Peer("x", "abc", (), "lines.py", nowhere, "abc" * 13 + "a", folder="inner")
    with pytest.raises(Missing, match=rf"not run: {nowhere} at abc was not fetched: .*\(--checkout x=FOLDER"):
        command_of(peer, tmp_path / "made", {})
    with pytest.raises(Missing, match="no folder inner in the clone"):
        command_of(peer, tmp_path, {"x": tmp_path})
    with pytest.raises(Missing, match="not installed"):
        make(tmp_path / "none", peer, "/no/such/python")


def test_a_clone_is_of_one_commit_and_is_made_once(tmp_path: Path) -> None:
    (tmp_path / "there" / "inner").mkdir(parents=True)
    (tmp_path / "there" / "inner" / "code.py").write_text("VERSION = 1\n")
    git = ["git", "-C", str(tmp_path / "there"), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "first"]):
        subprocess.run([*git, *command], check=True)
    commit = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    (tmp_path / "zoo-shared").mkdir()
    (tmp_path / "zoo-shared" / READY).touch()
    place = (tmp_path / "there").as_uri()
    one = Peer("x", commit[:7], (), "lines.py", place, commit, "both", "inner", "shared", {"EVENT_MASS": ".2"})
    command, variables = command_of(one, tmp_path, {})
    made = tmp_path / f"zoo-clone-both-{commit[:7]}" / "inner"
    assert command[0] == str(tmp_path / "zoo-shared/bin/python")
    assert variables["PYTHONPATH"] == str(made.resolve())
    assert variables["EVENT_MASS"] == ".2"
    assert (made / "code.py").read_text() == "VERSION = 1\n"
    shutil.rmtree(tmp_path / "there")
    other = Peer("y", commit[:7], (), "lines.py", place, commit, "both", "inner", "shared")
    assert command_of(other, tmp_path, {})[1]["PYTHONPATH"] == str(made.resolve())
    with pytest.raises(Missing, match="was not fetched"):
        clone(tmp_path / "again", other)


def test_the_command_of_who_is_here(tmp_path: Path) -> None:
    peer = Peer("x", "abc", (), "statdp_adapter.py", "https://example.org/x", "abcd", folder="inner")
    (tmp_path / "zoo-x-abc").mkdir()
    (tmp_path / "zoo-x-abc" / READY).touch()
    (tmp_path / "clone" / "inner").mkdir(parents=True)
    command, variables = command_of(peer, tmp_path, {"x": tmp_path / "clone"})
    assert command == [str(tmp_path / "zoo-x-abc/bin/python"), str(FOLDER / "peers/statdp_adapter.py")]
    assert variables["PYTHONPATH"] == str((tmp_path / "clone/inner").resolve())


def test_auditors_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = Peer("fake", "1", (), "lines.py")
    gone = Peer("gone", "2", (), "lines.py", "https://example.org/gone", "2222")

    def here(peer: Peer, root: Path, checkouts: object) -> tuple[list[str], None]:
        if peer.repository:
            raise Missing("not here")
        return [sys.executable, SCRIPT], None

    monkeypatch.setattr(comparison, "command_of", here)
    lines = list[str]()
    text = compare(
        chosen("lazy-no-fake-switches,form-nan"),
        EFFORT,
        Results(),
        tmp_path,
        {},
        lines.append,
        {"fake": fake, "gone": gone},
    )
    assert "| lazy-no-fake-switches | support |" in text
    assert "| fault | kind | law | blind | exact | best-event | fake |" in text
    assert "| fault | law | blind | exact | best-event | fake |" in text
    assert "with which 1 of 1 seeded repetitions flag the fault" in text
    assert "* gone 2: not here." in text
    assert "dpassay-law, form-nan: no law of whole answers" in text
    assert any(line.startswith("fake 1: form-nan: not by 200") for line in lines)
    with pytest.raises(ValueError, match="checkout = 'nobody': expected one of gone"):
        compare([], EFFORT, Results(), tmp_path, {"nobody": tmp_path}, lines.append, {"fake": fake, "gone": gone})


def test_false_alarms_and_bounds_above_the_truth_are_counted() -> None:
    results = Results()
    (case,) = chosen("response-biased-coin")
    for k in range(2):
        results.add(Trial("x", case.name, "sibling", 100, k, k == 0, 1.0 + k, 0.5))
    results.add(Trial("x", case.name, "fault", 100, 0, True, 2.0, 0.5))
    text = page([case], ["x"], results, EFFORT, {}, sibling_epsilons(), {})
    assert "| response-biased-coin | scale | 100 |" in text
    assert "| x | 1 of 2 | 0.098 | 2 | 1 | 0.5 |" in text
    assert tail(0, 5, 0.05) == pytest.approx(1)
    assert tail(2, 2, 0.05) == pytest.approx(0.0025)


def found_at(size: int, auditor: str, seconds: list[float], flags: list[bool] | None = None) -> list[Trial]:
    (case,) = chosen("response-biased-coin")
    flags = flags or [True] * len(seconds)
    made = enumerate(zip(seconds, flags, strict=True))
    return [Trial(auditor, case.name, "fault", size, k, flag, 2.0, each) for k, (each, flag) in made]


def written(trials: list[Trial], effort: Effort, auditors: list[str]) -> tuple[str, str, str]:
    """Return the three parts of the page: sizes, seconds, false alarms."""
    results = Results()
    for trial in trials:
        results.add(trial)
    text = page(chosen("response-biased-coin"), auditors, results, effort, {}, sibling_epsilons(), {"y 1": "y"})
    _, sizes, seconds, alarms = text.split("\n## ")
    return sizes, seconds, alarms


def test_seconds_are_the_median_at_the_size_at_which_the_fault_was_found() -> None:
    effort = Effort(smallest=100, largest=400, repetitions=3, sibling_size=100, siblings=1)
    trials = [
        *found_at(100, "x", [50.0, 60.0, 70.0], [False] * 3),
        *found_at(200, "x", [1.0, 9.0, 2.0]),
        *found_at(100, "y 1", [0.004, 0.001, 0.002]),
        *found_at(400, "z", [5.0], [False]),
        *found_at(100, "slow", [30.0, 20.4, 20.0]),
    ]
    sizes, seconds, alarms = written(trials, effort, ["x", "y 1", "z", "slow"])
    assert "with which 3 of 3 seeded repetitions flag" in sizes
    assert "| response-biased-coin | scale | 200 | 100 | > 400 | 100 |" in sizes
    assert "| fault | x | y | z | slow |" in seconds
    assert "| response-biased-coin | 2.00 | < 0.01 | - | 20 |" in seconds
    assert "| x | 0 of 0 |  | 0 | 0 | 9.0 |" in alarms
    assert "| y 1 |" in alarms


def test_repetitions_of_a_larger_effort_are_not_counted() -> None:
    effort = Effort(smallest=100, largest=400, repetitions=2, sibling_size=100, siblings=1)
    kept = [
        *found_at(100, "x", [1.0] * 4, [True, False, True, True]),
        *found_at(200, "x", [2.0, 4.0, 90.0, 91.0]),
    ]
    sizes, seconds, _ = written(kept, effort, ["x"])
    assert "with which 2 of 2 seeded repetitions" in sizes
    assert "| response-biased-coin | scale | 200 |" in sizes
    assert "| response-biased-coin | 3.00 |" in seconds
    assert "with which 18 of 20 seeded" in written([], Effort(repetitions=20), ["x"])[0]


def test_heads_of_columns_are_short_and_differ() -> None:
    heads = [peer.short or peer.name for peer in peers().values()]
    assert len(set(heads)) == len(heads)
    assert max(len(head) for head in heads) <= 16


def test_adapters_need_nothing_of_ours() -> None:
    for path in (FOLDER / "peers").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "dpassay" not in text
        assert "zoo." not in text.replace("zoo's", "")


def test_what_adapters_share_answers_line_by_line(tmp_path: Path) -> None:
    import numpy as np

    program = tmp_path / "adapter.py"
    program.write_text(
        "from lines import serve\n"
        "def audit(question, first, second):\n"
        "    print('noise')\n"
        "    return {'flag': bool(first[0] / second[0] > 1)} if second[0] else 1 // 0\n"
        "serve(audit, rows=False, delta=False, nan=False)\n"
    )

    def asked(first: object, second: object, **more: object) -> dict[str, object]:
        paths = [str(tmp_path / f"{place}.npy") for place in (1, 2)]
        for path, answers in zip(paths, (first, second), strict=True):
            np.save(path, answers)
        question = {"answers": "numbers", "samples": paths, "delta": 0.0, **more}
        found = subprocess.run(
            [sys.executable, str(program)],
            input=json.dumps(question) + "\n",
            env={"PYTHONPATH": str(FOLDER / "peers")},
            capture_output=True,
            text=True,
            check=True,
        )
        return dict(json.loads(found.stdout))

    assert asked([2], [1]) == {"flag": True}
    assert asked([2], [1], delta=0.1)["flag"] is None
    assert asked([2], [1], answers="forms")["flag"] is None
    assert asked([[2]], [[1]])["flag"] is None
    assert asked([2.0], [float("nan")])["flag"] is None
    assert "ZeroDivisionError" in str(asked([1], [0])["note"])
