"""What `make bench` measures: composition, samplers, streams, transcripts, claims; power and false alarms of audits."""
