"""Where answers come from: a target in a process of its own, and the environments of built-in targets."""
