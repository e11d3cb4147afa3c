"""The pages a reader sees, as pure functions from an address to HTML. Streamlit is not imported here."""
