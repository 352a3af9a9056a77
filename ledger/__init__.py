"""Certificates, one JSON file a claim, their schema and the generated table; written by `dpassay claims run`."""
