"""`dpassay claims`, run as a user would: what is listed and shown, what is verified, what is recomputed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache as cached
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from dpassay.cli.claims.listing import COLORS, VERDICTS
from dpassay.proofs_check import certificates, goal_texts, kernel
from dpassay.proofs_check.certificates import LEDGER, UNVERIFIED, verdicts
from dpassay.proofs_check.claim import Verdict
from dpassay.proofs_check.registry import CLAIMS
from dpassay.proofs_check.sources import SOURCES
from tests.cli import harness
from tests.cli.ledgers import QUICK, edited, written
from tests.patience import HUNG

pytestmark = [pytest.mark.xdist_group("proofs"), pytest.mark.usefixtures("own_cache")]

run = partial(harness.run, "claims", columns=120)


@cached
def stored() -> dict[str, str]:
    """Return the stored verdicts."""
    return verdicts()


def listed(*arguments: str | Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(run("list", "--json", *arguments).output)
    return rows


@pytest.fixture(scope="module")
def verified(cache: Path) -> Result:
    """Verify the ledger, which is then remembered for `list` and `show`.

    What the kernel accepts is not asked again: `tests/proofs_check/test_ledger.py` asks it of every certificate.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(cache))
        patch.setattr(
            "dpassay.proofs_check.certificates.verify", lambda claim, record, *_: certificates.stale(claim, record)
        )
        patch.setattr("dpassay.cli.asking.FEWEST", len(CLAIMS) + 1)
        patch.setattr("dpassay.proofs_check.roots.leftovers", lambda _: [])
        return run("verify")


@pytest.mark.usefixtures("verified")
class TestList:
    """`dpassay claims list`."""

    def test_json_tells_of_every_claim(self) -> None:
        rows = listed()
        assert [row["id"] for row in rows] == sorted(CLAIMS)
        for row in rows:
            assert set(row) == {"id", "source", "location", "statement", "adjacency", "verdict", "corrected_by"}
            assert row["source"] in {source.title for source in SOURCES.values()}
            assert row["location"] == CLAIMS[row["id"]].location
            assert row["verdict"] == stored()[row["id"]]
            assert row["verdict"] != "refuted" or row["corrected_by"] in CLAIMS

    def test_table_has_a_line_for_every_claim(self) -> None:
        output = run("list").output
        cells = [line.split() for line in output.splitlines()]
        for name, verdict in stored().items():
            assert [name, verdict] in [words[:2] for words in cells]
        assert all(len(line) <= 120 for line in output.splitlines())
        assert f"{len(CLAIMS)} claims: " in output

    @pytest.mark.parametrize("prefix", SOURCES)
    def test_of_one_source(self, prefix: str) -> None:
        expected = [name for name in sorted(CLAIMS) if name.startswith(f"{prefix}-")]
        assert [row["id"] for row in listed("--source", prefix)] == expected
        assert listed("--source", prefix.lower()) == listed("--source", prefix)
        assert run("list", "--source", prefix).output.count("verdict") == 1

    def test_of_one_verdict(self) -> None:
        rows = {verdict: listed("--verdict", verdict) for verdict in VERDICTS}
        assert rows["proved"]
        assert rows["refuted"]
        assert all(row["verdict"] == verdict for verdict in VERDICTS for row in rows[verdict])
        assert sum(map(len, rows.values())) == len(CLAIMS)
        assert "\n1 claim: 1 proved.\n" in run("search", "LEC-22-corrected").output
        assert run("list", "--verdict", "open", "--source", "SIMA").output.startswith("No such claims.")

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["--source", "XYZ"], "source = XYZ: expected one of"),
            (["--verdict", "true"], "'true' is not one of"),
            (["--ledger", "nowhere"], "ledger = nowhere: expected a folder of certificates"),
        ],
        ids=str,
    )
    def test_what_is_not_there(self, arguments: list[str], complaint: str) -> None:
        result = run("list", *arguments)
        assert result.exit_code == 2
        assert complaint in result.output
        assert len([line for line in result.output.splitlines() if line.startswith("Error:")]) == 1

    def test_claims_without_a_certificate_have_no_verdict(self, ledger: Path) -> None:
        (ledger / "LEC-17.json").unlink()
        assert {row["id"] for row in listed("--ledger", ledger) if row["verdict"] is None} == {"LEC-17"}
        assert run("list", "--ledger", ledger).exit_code == 0
        assert "LEC-17" not in {row["id"] for row in listed("--ledger", ledger, "--verdict", "open")}
        assert "1 without a verdict" in run("list", "--ledger", ledger).output

    def test_a_stored_verdict_that_does_not_follow_is_not_listed(self, ledger: Path) -> None:
        edited("LEC-22", lambda r: r.update(verdict="proved"))(ledger)
        written("LEC-13.json", "{}")(ledger)
        written("LEC-11.json", "{")(ledger)
        edited("LEC-17", lambda r: r["goals"][0]["evidence"]["instance"].update(rewards=[["2"]]))(ledger)
        broken = {"LEC-11", "LEC-13", "LEC-17", "LEC-22"}
        result = run("list", "--source", "LEC", "--ledger", ledger)
        assert result.exit_code == 1
        assert {line.split()[0] for line in result.output.splitlines() if UNVERIFIED in line} == broken
        assert "4 do not verify" in result.stdout
        assert "4 records do not verify; the reason: dpassay claims verify LEC-11" in result.stderr
        told = {row["id"]: row["verdict"] for row in json.loads(run("list", "--json", "--ledger", ledger).stdout)}
        assert {name for name, verdict in told.items() if verdict == UNVERIFIED} == broken
        assert {name: told[name] for name in CLAIMS if name not in broken} == {
            name: verdict for name, verdict in stored().items() if name not in broken
        }
        for verdict in VERDICTS:
            filtered = run("list", "--json", "--verdict", verdict, "--ledger", ledger)
            assert broken.isdisjoint(row["id"] for row in json.loads(filtered.stdout))
            assert filtered.exit_code == 1

    def test_what_was_accepted_is_asked_of_no_folder_of_certificates(
        self, ledger: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shutil.copytree(cache / "dpassay", ledger / "dpassay")
        monkeypatch.setenv("XDG_CACHE_HOME", str(ledger / "nothing"))
        asked: list[Any] = []

        def asking(*given: Any) -> list[Any]:
            asked.append(given)
            return []

        monkeypatch.setattr("dpassay.proofs_check.certificates.verify", asking)
        monkeypatch.setattr("dpassay.cli.asking.FEWEST", len(CLAIMS) + 1)
        listed("--source", "LEC", "--ledger", ledger)
        assert len(asked) == len([name for name in CLAIMS if name.startswith("LEC-")])
        asked.clear()
        listed("--source", "LEC", "--ledger", ledger)
        assert asked == []

    def test_case_does_not_matter(self) -> None:
        assert listed("--verdict", "REFUTED", "--source", "Lec") == listed("--verdict", "refuted", "--source", "LEC")

    def test_verdicts_are_those_of_the_program(self) -> None:
        assert set(VERDICTS) == set(Verdict)
        assert set(COLORS) < set(VERDICTS)


@pytest.mark.usefixtures("verified")
class TestShow:
    """`dpassay claims show`."""

    @pytest.mark.parametrize("name", sorted(CLAIMS))
    def test_every_claim(self, name: str) -> None:
        result = run("show", name, "--full")
        assert result.exit_code == 0
        assert result.output.startswith(f"{name}: {stored()[name]}\n")
        record = json.loads((LEDGER / f"{name}.json").read_text(encoding="utf-8"))
        on_one_line = " ".join(result.output.split())
        for goal in record["goals"]:
            for text in goal_texts.numbers_of(goal["statement"], goal["evidence"]).values():
                assert text in on_one_line
        assert result.output.rstrip().endswith(f"ledger/{name}.json}},\n}}")

    def test_the_numbers_of_a_counterexample(self) -> None:
        """1/2 against alpha (1/2 - 1 - ln 2) at alpha = 1."""
        output = run("show", "LEC-17").output
        assert "left side times alpha    0.5\n" in output
        assert "right side times alpha  -1.19314718056\n" in output

    def test_lines_are_as_wide_as_the_terminal_and_never_too_wide(self) -> None:
        narrow, wide = (run("show", "ASI-22", columns=width).output.splitlines() for width in (70, 1000))
        assert len(narrow) > len(wide)
        assert max(map(len, narrow)) <= 70
        assert max(map(len, wide)) <= 120

    @pytest.mark.parametrize("name", ["LEC-99", "lec", ""])
    def test_no_such_claim(self, name: str) -> None:
        result = run("show", name, "--full")
        assert result.exit_code == 2
        assert f"id = {name!r}: expected the id of a claim" in result.output
        assert "Traceback" not in result.output

    @pytest.mark.parametrize("text", ["", "[]", "{}", '{"verdict": "proved"}'])
    def test_a_broken_certificate_is_not_shown(self, ledger: Path, text: str) -> None:
        (ledger / "LEC-17.json").write_text(text, encoding="utf-8")
        result = run("show", "LEC-17", "--ledger", ledger)
        assert result.exit_code == 1
        assert result.stdout.startswith("LEC-17: does not verify\nNo verdict is shown")
        assert len(result.stderr.splitlines()) == 1
        assert "Traceback" not in result.output

    @pytest.mark.parametrize("verdict", [verdict for verdict in VERDICTS if verdict != "refuted"])
    def test_a_verdict_that_does_not_follow_is_neither_shown_nor_cited(self, ledger: Path, verdict: str) -> None:
        edited("LEC-22", lambda r: r.update(verdict=verdict))(ledger)
        result = run("show", "LEC-22", "--ledger", ledger)
        assert result.exit_code == 1
        assert verdict not in result.stdout
        assert "@misc" not in result.output
        assert result.stderr == f"LEC-22: the verdict that follows is refuted, not {verdict}\n"

    def test_a_claim_whose_correction_is_gone_is_not_shown(self, ledger: Path) -> None:
        (ledger / "LEC-22-corrected.json").unlink()
        result = run("show", "LEC-22", "--ledger", ledger)
        assert result.exit_code == 1
        assert "LEC-22: its correction LEC-22-corrected is not established" in result.stderr

    @pytest.mark.parametrize("name", ["lec-22", "Lec-22", "asi-09B", "ASI-09B-CORRECTED"])
    def test_case_does_not_matter(self, name: str) -> None:
        known = {known.lower(): known for known in CLAIMS}[name.lower()]
        assert run("show", name).output == run("show", known).output
        assert run("show", name).output.startswith(f"{known}: ")


TAMPERED: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "verdict": ("LEC-17", edited("LEC-17", lambda r: r.update(verdict="proved")), "follows is refuted, not proved"),
    "no verdict": ("LEC-17", edited("LEC-17", lambda r: r.pop("verdict")), "in verdict; recompute it"),
    "statement": (
        "LEC-17",
        edited("LEC-17", lambda r: r["statement"].update(text="with >=")),
        "in statement; recompute it",
    ),
    "instance": (
        "LEC-17",
        edited("LEC-17", lambda r: r["goals"][0]["evidence"]["instance"].update(rewards=[["2"]])),
        "the evidence is not accepted",
    ),
    "tree": ("LEC-13", edited("LEC-13", lambda r: r["goals"][0]["evidence"].update(at="1")), "is not accepted"),
    "count": ("LEC-11-corrected", edited("LEC-11-corrected", lambda r: _count(r, 1)), "is not accepted"),
    "twin": ("LEC-17", edited("LEC-17", lambda r: r["twins"].clear()), "in twins; recompute it"),
    "goal": ("LEC-13", edited("LEC-13", lambda r: r["goals"].pop()), "in goals; recompute it"),
    "dropped file": ("LEC-13", lambda folder: (folder / "LEC-13.json").unlink(), "has no certificate"),
    "stray file": ("LEC-99", written("LEC-99.json", "{}"), "of no registered claim"),
    "empty file": ("LEC-13", written("LEC-13.json", ""), "expected JSON"),
    "no record": ("LEC-13", written("LEC-13.json", "[]"), "expected a JSON object"),
    "not a number": ("LEC-13", written("LEC-13.json", '{"of": NaN}'), "NaN is no number"),
    "given twice": ("LEC-13", written("LEC-13.json", '{"id": 1, "id": 2}'), "an entry is given twice"),
    "table": ("README.md", written("README.md", "# All is proved\n"), "is not the table"),
    "no table": ("README.md", lambda folder: (folder / "README.md").unlink(), "is not the table"),
}


def _count(record: dict[str, Any], more: int) -> None:
    for goal in record["goals"]:
        if "instances" in goal["evidence"]:
            goal["evidence"]["instances"] += more


ACCEPTED: set[str] = set()


@pytest.fixture
def _asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the kernel once about one goal and its evidence: of a ledger that is tampered with, little is new."""

    def check(statement: object, evidence: object) -> None:
        asked = json.dumps([statement, evidence], sort_keys=True)
        if asked not in ACCEPTED:
            kernel.check(statement, evidence)  # type: ignore[arg-type]  # whatever stands there
            ACCEPTED.add(asked)

    monkeypatch.setattr(certificates, "check", check)


@pytest.mark.usefixtures("_asked_once")
class TestVerify:
    """`dpassay claims verify`."""

    def test_single_claims_each_once(self) -> None:
        assert run("verify", "LEC-17").output.startswith("1 certificate verified in ")
        assert run("verify", *QUICK, *QUICK).output.startswith("2 certificates verified in ")

    def test_with_what_it_needs(self) -> None:
        """The argument of LEC-17 names LEC-14, and so on; nothing is counted twice."""
        assert run("verify", "lec-17").output.endswith(" s, with 2 that it needs\n")
        assert run("verify", "LEC-17", "lec-14").output.endswith(" s, with 1 that they need\n")

    @pytest.mark.parametrize("tamper", ["unlink", "edit"])
    def test_a_claim_needs_its_correction(self, ledger: Path, tamper: str) -> None:
        if tamper == "unlink":
            (ledger / "LEC-22-corrected.json").unlink()
        else:
            edited("LEC-22-corrected", lambda r: r.update(verdict="confirmed"))(ledger)
        result = run("verify", "LEC-22", "--ledger", ledger)
        assert result.exit_code == 1
        assert "LEC-22: its correction LEC-22-corrected is not established" in result.output.splitlines()
        assert result.output.splitlines()[0].startswith("LEC-22-corrected: ")

    def test_a_claim_needs_what_its_argument_names(self, ledger: Path) -> None:
        """ASI-05-sharp rests on nothing; the steps of LEC-24 apply LEC-14-sharp."""
        (ledger / "LEC-14-sharp.json").unlink()
        result = run("verify", "LEC-24", "--ledger", ledger)
        assert result.exit_code == 1
        assert result.output.splitlines()[:2] == [
            "LEC-14-sharp: has no certificate",
            "LEC-24: LEC-14-sharp, which it names, does not verify",
        ]
        assert run("verify", "ASI-05-sharp", "--ledger", ledger).exit_code == 0

    def test_the_whole_ledger(self, verified: Result) -> None:
        assert verified.exit_code == 0
        assert verified.output.startswith(f"{len(CLAIMS)} certificates verified in ")

    def test_the_untouched_copy(self, few_ledger: Path) -> None:
        result = run("verify", "--ledger", few_ledger)
        assert result.exit_code == 0, result.output
        assert result.output.startswith("5 certificates verified in ")

    @pytest.mark.parametrize(("name", "tamper", "complaint"), TAMPERED.values(), ids=TAMPERED)
    def test_a_tampered_ledger(
        self, few_ledger: Path, name: str, tamper: Callable[[Path], object], complaint: str
    ) -> None:
        tamper(few_ledger)
        result = run("verify", "--ledger", few_ledger)
        assert result.exit_code == 1, result.output
        *complaints, summary = result.output.splitlines()
        assert any(line.startswith(f"{name}: ") and complaint in line for line in complaints)
        assert "checked in" in summary
        assert summary.endswith(f"; {len(complaints)} complaint{'' if len(complaints) == 1 else 's'}")
        if name in CLAIMS:
            assert run("verify", name, "--ledger", few_ledger).exit_code == 1
        others = run("verify", "LEC-11", "--ledger", few_ledger)
        assert others.exit_code == (1 if name == CLAIMS["LEC-11"].corrected_by else 0)

    @pytest.mark.parametrize("arguments", [["LEC-99"], ["LEC-17", "LEC-99"], ["--ledger", "nowhere"], ["--check"]])
    def test_what_cannot_be_verified(self, arguments: list[str]) -> None:
        result = run("verify", *arguments)
        assert result.exit_code == 2
        assert len([line for line in result.output.splitlines() if line.startswith("Error:")]) == 1
        assert "Traceback" not in result.output


LOADED = """
import sys
from dpassay.cli import main
main({arguments}, standalone_mode=False)
print(*sorted(name for name in sys.modules if name.startswith({names})), file=sys.stderr)
"""


def loaded(arguments: list[str], names: tuple[str, ...], **environment: str) -> tuple[str, set[str]]:
    """Return what a command prints in a process of its own, and which of the modules are loaded then."""
    command = [sys.executable, "-c", LOADED.format(arguments=arguments, names=names)]
    environment = {**os.environ, **environment}
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=HUNG, env=environment)
    assert result.returncode == 0, result.stderr
    return result.stdout, set(result.stderr.split())


FINDERS = ("dpassay.proofs_check.certify", "dpassay.proofs_check.run", "sympy", "scipy", "mpmath", "numpy", "z3")


class TestImports:
    """A verdict is checked without what found it, and no command waits for what others need."""

    def test_a_certificate_is_verified_without_any_finder(self) -> None:
        """The claims are all loaded, whichever is verified; `tests/proofs_check/test_ledger.py` verifies the others."""
        output, modules = loaded(["claims", "verify", "LEC-17"], (*FINDERS, "matplotlib"))
        assert output.startswith("1 certificate verified in ")
        assert modules == set()

    def test_a_finder_would_be_noticed(self) -> None:
        _, modules = loaded(["claims", "run", "LEC-17", "--check"], FINDERS)
        assert {"dpassay.proofs_check.certify", "dpassay.proofs_check.run"} <= modules

    @pytest.mark.usefixtures("verified")
    @pytest.mark.parametrize("arguments", [["claims", "list"], ["claims", "show", "LEC-17"], ["mechanisms"]], ids=str)
    def test_other_commands_load_no_numerics(self, arguments: list[str]) -> None:
        assert loaded(arguments, ("matplotlib", "numpy", "scipy", "sympy", "mpmath"))[1] == set()
