"""Every module of a room has its tests under its own name, or stands here with where they are and why."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from tools.ast_checks import python_files

ROOT = Path(__file__).resolve().parents[2]
NO_ROOMS = ("ledger/", "src/")

SOURCES = (
    "lazy_to_private",
    "lecture_notes",
    "local_distribution_learning",
    "private_kl_estimation",
    "smoothed_analysis",
)
CLAIMS = "proofs_check/test_ledger.py"
"""Asks the kernel about every claim of every source, and about its false twins."""
THEOREMS = "proofs_check/proof/test_theorems.py"
"""Checks every proof in the form, with its models and lemmas, and each of its steps without what it cites."""
ATTACKS = "proofs_check/proof/test_attacks_names.py"
"""Tries, with the files of attacks beside it, to have the checker of proofs accept what is false."""
PROVED_WITH = ("proofs_check/models", "proofs_check/shared_lemmas")
ROW = re.compile(r"(lec|asi|sima)_\d")
AUDIT, CLI = "audit/test_assess.py", "cli/test_law.py"

KINDS = (
    *("discrete_gaussian", "enclosed_laplace", "finite", "gaussian", "integer", "laplace", "tagged", "vector"),
    *("on_integers", "on_line", "tagged_gaussians"),
)
CUTTINGS = (
    "boxes",
    "cells",
    "cutting",
    "finite",
    "integers",
    "line",
    "numbers",
    "tagged",
    "tagged_gaussians",
    "vector",
)

STEPS_IN_COQ = (
    "algebra",
    "applied",
    "equations",
    "evident",
    "instances",
    "justified",
    "proofs",
    "prover",
    "signs",
    "spreads",
    "stuck",
    "vanishing",
)
"""What looks for proofs of steps is held by what Coq says of them."""

ELSEWHERE: dict[str, str] = {
    **{f"proofs_check/coq/steps/{part}": "proofs_check/coq/steps/test_entries.py" for part in STEPS_IN_COQ},
    "proofs_check/coq/steps/definedness": "proofs_check/coq/steps/test_texts.py",
    # Parts of one computation: what goes in and comes out is tested at the whole.
    "audit/accountants/script": "audit/answers/test_accountants.py",
    "audit/answers/chunks": "audit/answers/test_runner.py",
    "audit/evidence/against_law": AUDIT,
    "audit/evidence/examine": AUDIT,
    **{
        f"audit/answers/worker_{part}": "audit/answers/test_enumerated.py"
        for part in ("called", "enumerating", "enumeration", "oracle", "sources")
    },
    **{f"audit/answers/worker_{part}": "audit/answers/test_worker_states.py" for part in ("executed", "readers")},
    "audit/answers/worker_depths": "audit/answers/test_worker_frames.py",
    **{
        f"audit/answers/worker_{part}": "audit/pipelines/test_run.py"
        for part in (
            *("draws", "noise", "pairs", "places", "random", "recorder", "replaying"),
            *("steering", "sums", "thresholds", "wrapped"),
        )
    },
    **{f"audit/answers/worker_{part}": "audit/pipelines/search/test_session.py" for part in ("searching", "tables")},
    **{f"audit/answers/worker_{part}": "audit/answers/test_worker_release.py" for part in ("code", "leaves", "opened")},
    "audit/answers/worker_printed": "audit/pipelines/test_release.py",
    "audit/answers/worker_seeds": "audit/pipelines/test_seeds.py",
    "audit/answers/worker_given": "audit/pipelines/search/test_scripts.py",
    "audit/pipelines/search/judging": "audit/pipelines/search/test_searching.py",
    "audit/reports/searches": "audit/test_api_search.py",
    "audit/answers/worker_libraries": "audit/pipelines/test_libraries.py",
    "audit/answers/outcome": "audit/answers/test_runner.py",
    "audit/held_to/subject": AUDIT,
    "audit/pipelines/noises": "audit/pipelines/test_laws.py",
    "audit/pipelines/assess": "audit/pipelines/test_planted.py",
    "audit/answers/target_tables": "audit/answers/test_environments.py",
    "exact/boxes": "exact/test_report_laws.py",
    "exact/loss_curve": "exact/test_privacy_loss.py",
    "exact/powers": "exact/test_power_pairs.py",
    # Kinds of laws: each is held against one protocol, and against second opinions.
    **{f"exact/kinds/{kind}": "exact/kinds/test_kind.py" for kind in KINDS},
    **{f"properties/cells/{way}": "properties/cells/test_cuttings.py" for way in CUTTINGS},
    "exact/atom_sums": "exact/test_divergences.py",
    "exact/scalars": "exact/test_report_laws.py",
    "exact/terms": "exact/test_expnumber.py",
    "exact/markov_chain": "exact/test_markov_loss.py",
    "exact/markov_graph": "exact/test_markov_loss.py",
    "exact/enclosed_loss": "exact/test_privacy_loss.py",
    "exact/lattice_loss": "exact/test_privacy_loss.py",
    # What a command prints is tested where it is printed.
    "cli/citing": "cli/test_claims.py",
    **{f"cli/claims/{part}": "cli/test_claims.py" for part in ("common", "listing", "running", "showing")},
    **{f"cli/claims/{part}": "cli/test_proofs.py" for part in ("exporting", "resting", "suggesting")},
    **{f"cli/claims/{part}": "cli/test_ledgers.py" for part in ("comparing", "errors_of_sources")},
    "cli/claims/second_checker": "cli/test_second_checker.py",
    "cli/endings": "audit/answers/test_supervisor.py",
    "cli/inputs": CLI,
    "cli/losses": "cli/test_profile.py",
    "cli/numbers": CLI,
    "cli/options": "cli/test_main.py",
    "cli/profile_plot": "cli/test_profile.py",
    "cli/reach": "cli/test_profile.py",
    "cli/verdicts": "cli/test_audits.py",
    # What the kernel's checkers share: one wrong step of it and a checker accepts a false statement.
    "proofs_check/kernel/domain": "proofs_check/kernel/test_normal_form.py",
    "proofs_check/kernel/enclosures": "proofs_check/kernel/test_inequality.py",
    "proofs_check/kernel/interval": "proofs_check/kernel/test_sign.py",
    "proofs_check/kernel/rejected": "proofs_check/kernel/test_finite.py",
    "proofs_check/kernel/series": "proofs_check/kernel/test_inequality.py",
    "proofs_check/kernel/statements": "proofs_check/test_well_formed.py",
    "proofs_check/kernel/sturm": "proofs_check/kernel/test_sign.py",
    # What claims share, and how they are found and recomputed.
    "proofs_check/certify/cofactors": "proofs_check/certify/test_inequalities.py",
    "proofs_check/certify/symbols": "proofs_check/certify/test_polynomials.py",
    "proofs_check/limited_switching": "proofs_check/lazy_to_private/test_lower_bound.py",
    "proofs_check/planned_draws": "proofs_check/models/test_draws_in_rounds.py",
    "proofs_check/proof/finitely_many": "proofs_check/proof/test_attacks_settings.py",
    "proofs_check/modules": "proofs_check/test_claim.py",
    "proofs_check/registry": "proofs_check/test_claim.py",
    "proofs_check/run": "cli/test_claims.py",
    "proofs_check/sources": "proofs_check/test_certificates.py",
    # The checker of proofs: parts of one check of a step, and what steps are written in.
    **{
        f"proofs_check/proof/{part}": ATTACKS
        for part in ("addition", "application", "check", "context", "duties", "names", "sequents")
    },
    "proofs_check/proof/densities": "proofs_check/models/test_regret_models.py",
    "proofs_check/proof/binders": "proofs_check/proof/test_normal_form.py",
    "proofs_check/proof/justifications": "proofs_check/proof/test_attacks_cases.py",
    "proofs_check/proof/register": "proofs_check/proof/test_verdict.py",
    "proofs_check/proof/statements": "proofs_check/proof/test_several_relations.py",
    "proofs_check/proof/terms": "proofs_check/proof/test_reading.py",
    # Proofs for Coq: parts of one proof, which Coq accepts or not.
    **{
        f"proofs_check/coq/goals/{part}": "proofs_check/coq/goals/test_inequalities.py"
        for part in ("factored", "intervals", "notebook", "polynomials", "rational", "script", "signs")
    },
    "experiments/measures/peer_mwem_worker": "experiments/measures/test_peer_mwem.py",
    # Contracts are tested by what they reject.
    "properties/multinomial": "properties/test_goodness_of_fit.py",
    "properties/run": "properties/test_contract.py",
    "properties/contracts": "mutants/test_mutants.py",
    "properties/asked": "properties/test_implementing.py",
    "properties/drawn": "properties/test_implementing.py",
    "properties/explained": "properties/test_witness.py",
    "properties/places": "properties/test_plugin.py",
    "properties/guarantees": "reference/test_laplace.py",
    "properties/suite": "properties/test_plugin.py",
    "properties/target": "properties/test_contract.py",
    # Shared by mechanisms, each of which is held against a law of its own.
    "reference/additive_noise": "reference/test_laplace.py",
    "reference/privatized_likelihood": "reference/test_private_wma.py",
    "fast/privatized_likelihood": "fast/test_private_wma.py",
    # A mechanism from outside is loaded, and what it leaves out is filled in.
    "reference/files": "reference/test_own.py",
    "reference/members": "reference/test_own.py",
}
"""Where the tests of a module are that has no file of its own among them."""


@cache
def modules() -> list[str]:
    paths = (path.relative_to(ROOT) for path in python_files() if path.stem not in {"__init__", "__main__"})
    return [path.with_suffix("").as_posix() for path in paths if not path.as_posix().startswith(NO_ROOMS)]


def mirror(module: str) -> str:
    folder, _, name = module.rpartition("/")
    return f"{folder}/test_{name}.py"


def home(module: str) -> str:
    """Return the file that tests a module."""
    folder, _, name = module.rpartition("/")
    if folder in PROVED_WITH or (folder.startswith("proofs_check/") and ROW.match(name)):
        return THEOREMS
    if module.startswith(tuple(f"proofs_check/{source}/" for source in SOURCES)):
        return CLAIMS
    if module.startswith("audit/targets/"):
        return "audit/test_targets.py"
    return ELSEWHERE.get(module, mirror(module))


def without(names: Iterable[str], tests: Path) -> list[str]:
    """Return the modules whose tests are not there."""
    return [name for name in names if not (tests / home(name)).is_file()]


def test_every_module_has_its_tests() -> None:
    assert without(modules(), ROOT / "tests") == []


@pytest.mark.parametrize("module", ELSEWHERE)
def test_no_exception_is_stale(module: str) -> None:
    assert module in modules()
    assert not (ROOT / "tests" / mirror(module)).exists()


def test_rows_and_what_they_share_are_tested_as_theorems() -> None:
    names = [f"lecture_notes/{name}" for name in ("lec_14", "lec_02", "reward_games", "lec")] + ["models/anything"]
    assert [home(f"proofs_check/{name}") for name in names] == [THEOREMS, THEOREMS, CLAIMS, CLAIMS, THEOREMS]
    assert (
        home("proofs_check/shared_lemmas/sums") == home("proofs_check/local_distribution_learning/asi_41") == THEOREMS
    )
    assert home("analysis/lec_14") == "analysis/test_lec_14.py"


def test_a_module_without_tests_is_found(tmp_path: Path) -> None:
    (tmp_path / "exact").mkdir()
    (tmp_path / "exact" / "test_dist.py").touch()
    assert without(["exact/dist", "exact/lost", "exact/powers"], tmp_path) == ["exact/lost", "exact/powers"]
