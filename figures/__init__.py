"""How every figure looks: one style, its colors, its captions and legends, and how it becomes a file."""
