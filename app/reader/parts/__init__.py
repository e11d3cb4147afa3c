"""Pieces that several pages share: the frame, prose, tables, who cites a place, decisions."""
