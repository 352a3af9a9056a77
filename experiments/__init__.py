"""Experiments: seeded measurements of the mechanisms in `dpassay.fast`, with tables and figures.

An experiment says what it measures and computes one row at a time; `frame.runs` keeps the rows, so that
an interrupted experiment goes on where it stopped. Files are written by a function that the caller gives: nothing here
decides where, or how.
"""
