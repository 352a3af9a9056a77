"""What experiments measure: games, players and classes, and what is computed of them."""
