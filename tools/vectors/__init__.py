"""The test vectors of `vectors/`: one generator a mechanism, and what writes them down."""
