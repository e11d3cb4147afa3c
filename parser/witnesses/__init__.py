"""Several witnesses of one text: collated word by word, damaged spelling corrected, second readings kept."""
