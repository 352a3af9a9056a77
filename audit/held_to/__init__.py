"""What answers are held against: the exact laws of a mechanism, and its claim."""
