"""One module a mechanism: input strategies, and the contract that any implementation must satisfy."""
