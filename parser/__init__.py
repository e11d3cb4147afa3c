"""From raw texts to expressions, citations, references and decisions. Pure: values in, values out, no file read."""
