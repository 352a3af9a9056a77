"""Each finding about other people's code has its parts, and a short program that shows it with that library alone."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from dpassay.audit import blind
from dpassay.audit.answers import accountants
from dpassay.audit.answers.environments import TABLE, load_requirements, prepare
from dpassay.audit.pipelines import entry_points
from tests.audit import fake_findings, fake_libraries, fake_synthesizers
from tests.audit.fake_libraries import Installed, install

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "findings").glob("*.md"))
PARTS = (
    "**Version.**",
    "**Reproduction.**",
    "**What is claimed.**",
    "**What is certain.**",
    "**Where it comes from",
    "ow it might be mended.**",
)
LONGEST = 24

ENVIRONMENTS = {
    "autodp-afa": (accountants.TABLE, "autodp-0.2.3.1"),
    "datasynthesizer-budget": (entry_points.TABLE, "datasynthesizer-0.1.13"),
    "datasynthesizer-exact-parts": (entry_points.TABLE, "datasynthesizer-0.1.13"),
    "diffprivlib-bingham": (blind.TABLE, "diffprivlib-0.6.6"),
    "diffprivlib-discrete-gaussian-sigma": (TABLE, "diffprivlib-0.6.6"),
    "diffprivlib-rare-draws": (TABLE, "diffprivlib-0.6.6"),
    "diffprivlib-classes": (TABLE, "diffprivlib-0.6.6"),
    "diffprivlib-gaussian-nb": (TABLE, "diffprivlib-0.6.6"),
    "diffprivlib-histogram-weights": (TABLE, "diffprivlib-0.6.6"),
    "diffprivlib-linear-regression-clip": (TABLE, "diffprivlib-0.6.6"),
    "diffprivlib-logistic-intercept": (TABLE, "diffprivlib-0.6.6"),
    "diffprivlib-logistic-norm": (TABLE, "diffprivlib-0.6.6"),
    "diffprivlib-nan-sensitivity": (TABLE, "diffprivlib-0.6.6"),
    "dp-accounting-pld-count": (accountants.TABLE, "dp-accounting-0.6.0"),
    "opendp-smartnoise-mwem": (blind.TABLE, "opendp-smartnoise-0.1.4.2"),
    "pipeline-dp-exponential": (TABLE, "pipeline-dp-0.3.1"),
    "pipeline-dp-nan": (TABLE, "pipeline-dp-0.3.1"),
    "pipeline-dp-variance": (TABLE, "pipeline-dp-0.3.1"),
    "python-dp-gaussian": (TABLE, "python-dp-1.1.5"),
    "smartnoise-synth-mwem": (blind.TABLE, "smartnoise-synth-1.0.8"),
    "tmlt-core-gaussian": (TABLE, "tmlt.core-0.20.0"),
}
"""Where the program of each finding runs: a table, and an environment of it."""

FAKES: dict[str, Callable[[bool], Installed]] = {
    "datasynthesizer-budget": lambda mended: fake_synthesizers.datasynthesizer(mended=mended),
    "datasynthesizer-exact-parts": lambda mended: fake_synthesizers.datasynthesizer(mended=mended),
    "diffprivlib-bingham": lambda mended: fake_findings.diffprivlib(mended=mended),
    "diffprivlib-classes": lambda mended: fake_findings.diffprivlib(mended=mended),
    "diffprivlib-gaussian-nb": lambda mended: fake_findings.diffprivlib(mended=mended),
    "diffprivlib-histogram-weights": lambda mended: fake_findings.diffprivlib(mended=mended),
    "diffprivlib-linear-regression-clip": lambda mended: fake_findings.diffprivlib(mended=mended),
    "diffprivlib-logistic-intercept": lambda mended: fake_findings.diffprivlib(mended=mended),
    "diffprivlib-logistic-norm": lambda mended: fake_findings.diffprivlib(mended=mended),
    "diffprivlib-nan-sensitivity": lambda mended: fake_findings.diffprivlib(mended=mended),
    "diffprivlib-discrete-gaussian-sigma": lambda mended: fake_libraries.diffprivlib(mended=mended),
    "diffprivlib-rare-draws": lambda mended: fake_libraries.diffprivlib(mended=mended),
    "opendp-smartnoise-mwem": lambda mended: fake_synthesizers.opendp_smartnoise(mended=mended),
    "pipeline-dp-exponential": lambda mended: fake_libraries.pipeline_dp(mended=mended),
    "pipeline-dp-nan": lambda mended: fake_findings.pipeline_dp(mended=mended),
    "pipeline-dp-variance": lambda mended: fake_findings.pipeline_dp(mended=mended),
    "python-dp-gaussian": lambda mended: fake_libraries.pydp(mended=mended),
    "smartnoise-synth-mwem": lambda mended: fake_synthesizers.snsynth(mended=mended),
    "tmlt-core-gaussian": lambda mended: fake_libraries.tmlt(mended=mended),
}
"""Stand-ins for the library, mended or not."""

each_page = pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])


def program(page: Path) -> str:
    """Return the one program of a finding."""
    (found,) = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    return str(found)


@each_page
def test_a_finding_has_its_parts_in_order(page: Path) -> None:
    text = page.read_text()
    places = [text.find(part) for part in PARTS]
    assert places == sorted(places)
    assert -1 not in places
    version = text.split("**Version.** ")[1].splitlines()[0]
    table, environment = ENVIRONMENTS[page.stem]
    pins = load_requirements(table)[environment]
    assert any(f"`{pin}`" in version for pin in pins)


@each_page
def test_its_program_is_short_needs_that_library_alone_and_can_fail(page: Path) -> None:
    text = program(page)
    assert len(text.splitlines()) <= LONGEST
    assert "dpassay" not in text
    assert re.search(r"^assert ", text, re.MULTILINE)
    compile(text, page.name, "exec")


def test_what_the_tables_refer_to_is_there_and_every_finding_is_shown_by_a_command() -> None:
    tables = [path.read_text() for path in (TABLE, blind.TABLE, accountants.TABLE, entry_points.TABLE)]
    named = {name for text in tables for name in re.findall(r"docs/findings/([\w.-]+)\.md", text)}
    assert named <= {page.stem for page in PAGES}
    assert set(ENVIRONMENTS) == {page.stem for page in PAGES}
    for page in PAGES:
        assert re.search(
            r"^`dpassay (audit|audit-blind|accountants|profile|replay-all) .*` shows it\.$",
            page.read_text(),
            re.MULTILINE,
        )


@pytest.mark.parametrize("name", list(FAKES))
def test_the_program_tells_a_library_with_the_fault_from_one_without(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = compile(program(ROOT / "docs" / "findings" / f"{name}.md"), name, "exec")
    install(monkeypatch, FAKES[name](False))
    exec(code, {})
    install(monkeypatch, FAKES[name](True))
    with pytest.raises(AssertionError):
        exec(code, {})


@pytest.mark.thirdparty
@pytest.mark.xdist_group("environments")
@each_page
def test_the_program_holds_with_the_library_itself(page: Path) -> None:
    table, environment = ENVIRONMENTS[page.stem]
    made = prepare([environment], ROOT / ".venvs", table=table)[environment]
    assert made.python is not None, made.problem
    done = subprocess.run([made.python, "-c", program(page)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
