"""What follows from the exact laws of mechanisms: games and risks, bounds, and parameters that surely keep a budget."""
