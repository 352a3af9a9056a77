"""A public benchmark for auditors of differential privacy: faults with their claims, their truths, correct siblings."""
