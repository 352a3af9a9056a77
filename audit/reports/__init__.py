"""What is said of an audit: sentences, figures, the report as JSON and as a page, the summary of many."""
