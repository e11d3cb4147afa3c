"""The pages that set texts side by side: a rule in every text, differences, second witnesses."""
