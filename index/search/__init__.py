"""Search: what a person types, analysed, scored against passages and rules, ranked, and shown with its words marked."""
