"""Proves that rules keep what the kernel promises: conformance, golden games, counts."""
