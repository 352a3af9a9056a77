"""The dpassay command."""
