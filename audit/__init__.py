"""Audits of implementations: targets, runners, events, bounds and reports."""
