"""What else can be done with the ledger: search the claims, compare two versions, print errata, cite a verdict."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

import click

from dpassay import __version__
from dpassay.audit.reports.files import make_folder, write_whole
from dpassay.cli.asking import asked
from dpassay.cli.claims import claims, count, existing, ledger_option, print_table, report
from dpassay.cli.options import FOLDER, shortened, user_errors
from dpassay.exact import require

if TYPE_CHECKING:
    from dpassay.proofs_check.claim import Claim
    from dpassay.proofs_check.comparing import Change

__all__ = ["cite", "claims"]

FOLDER_IN_GIT: Final = "ledger"


# Search


@claims.command()
@click.argument("words", nargs=-1, required=True)
@ledger_option
def search(words: tuple[str, ...], ledger: Path | None) -> None:
    """List the claims in which all WORDS stand, whatever their case; exit code 1 if there is none.

    They are looked for in the statement, in words and in LaTeX, in its preconditions, in where it stands, and in the
    argument for the verdict.
    """
    from dpassay.proofs_check import certificates
    from dpassay.proofs_check.present import in_order
    from dpassay.proofs_check.registry import CLAIMS

    with user_errors():
        folder = existing(ledger)
        found = [entry for entry in in_order(CLAIMS.values()) if _holds(entry, words)]
        derived = certificates.derived_verdicts(found, folder, asked(found, folder, anew=False))
    print_table(found, derived)
    if not found:
        sys.exit(1)


def _holds(entry: Claim, words: tuple[str, ...]) -> bool:
    parts = [entry.id, entry.location, entry.text, entry.latex, *entry.checked, *entry.assumed, entry.decide().argument]
    whole = "\n".join(parts).casefold()
    return all(word.casefold() in whole for word in words)


# Two versions


@claims.command()
@click.argument("old")
@click.argument("new")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of lines.")
def diff(old: str, new: str, as_json: bool) -> None:
    """Compare the verdicts that two ledgers have on record; exit code 1 if they differ.

    OLD and NEW are folders of certificates, or revisions of a git repository that has such a folder, `ledger/`. What is
    on record is compared, not what the kernel accepts: for that, `dpassay claims verify`.
    """
    from dpassay.proofs_check.comparing import changes, records_of

    with user_errors():
        first, second = (records_of(_files(where, name)) for where, name in ((old, "old"), (new, "new")))
    found = changes(first, second)
    if as_json:
        rows = [{"id": each.id, "old": each.old, "new": each.new, "also": list(each.also)} for each in found]
        click.echo(json.dumps(rows, indent=2))
    else:
        for change in found:
            click.echo(_told(change))
        verdicts = sum(change.is_of_verdict for change in found)
        click.echo(f"{count(verdicts, 'verdict')} differ{'s' * (verdicts == 1)}, of {len({*first, *second})} claims")
    if found:
        sys.exit(1)


def _told(change: Change) -> str:
    verdict = f"{change.old or 'no record'} -> {change.new or 'no record'}" if change.is_of_verdict else change.old
    also = f" ({', '.join(change.also)} changed)" if change.also else ""
    return f"{change.id}: {verdict}{also}"


def _files(where: str, name: str) -> Mapping[str, bytes]:
    """Return the JSON files of a ledger: of a folder, or of a revision."""
    from dpassay.proofs_check.content_hash import files_of

    if Path(where).is_dir():
        found: Mapping[str, bytes] = files_of(Path(where))
    else:
        found = _of_revision(where, name)
    require(bool(found), name, shortened(where), "a folder of certificates, or a revision that has a folder `ledger/`")
    return found


def _of_revision(revision: str, name: str) -> dict[str, bytes]:
    """Return the JSON files of the ledger at a revision of the repository that this runs in."""
    expected = "a folder of certificates, or a revision of the git repository here"
    require(not revision.startswith("-"), name, shortened(revision), expected)
    command = ["git", "archive", "--format=tar", revision, "--", FOLDER_IN_GIT]
    try:
        top = subprocess.run(["git", "rev-parse", "--show-toplevel"], capture_output=True, text=True, check=True)
        packed = subprocess.run(command, cwd=top.stdout.strip(), capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise ValueError(f"{name} = {shortened(revision)}: expected {expected}") from None
    found = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive:
            content = archive.extractfile(member)
            if content is not None and member.name.endswith(".json"):
                found[PurePosixPath(member.name).name] = content.read()
    return found


# Errata


@claims.command()
@click.argument("source", required=False)
@click.option("--out", type=FOLDER, help="Write the errata of the source, or of all sources, to SOURCE.md there.")
@ledger_option
def errata(source: str | None, out: Path | None, ledger: Path | None) -> None:
    """Print the errata of SOURCE, by the prefix of its ids: what is refuted or repaired, to be checked by hand.

    The verdicts are those on record: `dpassay claims verify` checks them.
    """
    from dpassay.proofs_check import certificates
    from dpassay.proofs_check import errata as errata_of
    from dpassay.proofs_check.registry import CLAIMS
    from dpassay.proofs_check.sources import SOURCES

    with user_errors():
        prefix = None if source is None else source.upper()
        expected = f"one of {', '.join(SOURCES)}" + (", or --out for all of them" if prefix is None else "")
        require(prefix in SOURCES or (prefix is None and out is not None), "source", source, expected)
        folder = existing(ledger)
        records = {name: certificates.load(name, folder) for name in CLAIMS if certificates.has_file(name, folder)}
        if out is None:
            click.echo(errata_of.document(SOURCES[str(prefix)], records), nl=False)
            return
        make_folder(out, "out")
        for each in SOURCES if prefix is None else [prefix]:
            write_whole(out / f"{each}.md", errata_of.document(SOURCES[each], records))


# Citing


@click.command()
@click.argument("ids", nargs=-1)
@ledger_option
def cite(ids: tuple[str, ...], ledger: Path | None) -> None:
    """Print BibTeX entries that cite the verdicts on IDS, or dpassay itself.

    They name the version, and hashes that identify the record and the whole ledger: `sha256sum ID.json` and
    `sha256sum *.json | sha256sum` in its folder. Exit code 1, and no entry, if a record does not verify.
    """
    from dpassay.proofs_check import certificates, content_hash
    from dpassay.proofs_check.registry import find

    with user_errors():
        folder = existing(ledger)
        chosen = list({entry.id: entry for entry in map(find, ids)}.values())
        checked = certificates.check_files(chosen, folder, asked(chosen, folder, anew=False), anew=False)
    if findings := certificates.verify_checked(checked):
        report(findings, "No verdict is to be cited")
    files = content_hash.files_of(folder)
    whole = content_hash.ledger_hash(files)
    entries = [_entry(entry, checked[entry.id].record, files[f"{entry.id}.json"], whole) for entry in chosen]
    click.echo("\n\n".join(entries or [_of_software(whole)]))


def _entry(entry: Claim, record: Mapping[str, Any], content: bytes, whole: str) -> str:
    from dpassay.proofs_check import content_hash, present

    note = f"SHA-256 of the record {content_hash.file_hash(content)}, of the ledger {whole}"
    return present.bibtex(entry, record["verdict"], __version__, note=note)


def _of_software(whole: str) -> str:
    return "\n".join(
        [
            "@software{dpassay,",
            "  title   = {{dpassay: exact laws, exact privacy loss and audits of differentially private mechanisms}},",
            "  author  = {{The dpassay authors}},",
            "  year    = {2026},",
            f"  version = {{{__version__}}},",
            f"  note    = {{SHA-256 of the ledger {whole}}},",
            "}",
        ]
    )
