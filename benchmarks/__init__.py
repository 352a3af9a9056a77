"""What `make bench` measures: composition, the samplers' speed, the power of an audit, and its false alarms."""
