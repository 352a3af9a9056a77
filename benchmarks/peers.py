"""What other auditors need, as measured in November 2026 on 2 cores with Python 3.11.

Claimed eps = 1, one pair of inputs; samples a dataset to detect, at 95 % / 99 %; the last figure is the certified
lower bound on a correct mechanism from 10^6 samples. The versions are commits or releases.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Peer(NamedTuple):
    """One row: the tool, its three detections, and its bound."""

    tool: str
    twenty_percent: str
    five_percent: str
    response: str
    seconds: str
    bound: str


PEERS: Final = (
    Peer("StatDP (d1f1e8f)", "2,000 / 4,000", "32k / 64k", "32k / 64k", ".06 to .4", ".985 to .990"),
    Peer("DP-Sniper (ee087b2), defaults", "16k / 64k", "1.0M / 2.0M", ".5M / 1.0M", "4 to 8.5", ".93 to .98"),
    Peer("DP-Sniper, event mass .2", "2,000", "64k", "64k", "5", ".988"),
    Peer("DP-Opt (ae146ae)", "2,000 / 2,000", "64k / 64k", "64k / 64k", ".25", ".990"),
    Peer("Delta-Siege (358377f)", "4,000 / 4,000", "32k / 64k", "32k / 64k", ".2 to .4", ".991"),
    Peer("DP-Auditorium histogram", "256k / 256k", "4.1M / 8.2M", "8.2M / 8.2M", ".03 to 6", ".86"),
    Peer("DP-Auditorium hockey-stick", "8,000 / 8,000", "1.0M / .5M", "128k / .5M", "3 to 35", ".96"),
    Peer("jax-privacy 2.0.0, Clopper-Pearson", "3.4k / 3.4k", "86k / 86k", "38k / 86k", "< .1", ".987"),
    Peer("the best event known beforehand", "2.3k / 2.9k", "42k / 53k", "53k / 66k", "< .01", ".993"),
)
