"""The targets: each file needs numpy only and holds `target(data, size, rng)`s, faulty ones and correct ones."""
