"""Strings the steps together: raw texts to products, whether they are fresh, and a first table for a new text."""
