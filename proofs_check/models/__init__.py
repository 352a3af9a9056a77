"""The models: for each algorithm its settings, its quantities with their exact values, and its defining equations."""
