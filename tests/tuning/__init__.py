"""Learns the upper layers of the sentence model that read decisions: it alone needs PyTorch."""
