"""The documentation site: its pages are the Markdown of the repository and the records of the ledger."""
