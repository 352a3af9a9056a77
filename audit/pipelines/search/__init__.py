"""The search for neighbors: tables that Hypothesis makes, each replayed beside a neighbor, until a claim is broken.

A schema says what a table is: its columns with types and bounds, the edge values that the pipeline has to bear, and
what neighbors are. The property is that the trace costs at most the claim and that the runs do not part. The search is
guided towards larger loss; what breaks the claim shrinks to the smallest pair of tables, is audited once more in a
process of its own, and is written down as a script that needs nothing of ours.

``columns`` and ``schemas`` say what tables are, ``tables`` makes them, ``session`` replays many pairs in one process,
``searching`` looks for the worst one.
"""
