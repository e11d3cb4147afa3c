"""What talks to Streamlit: loading the texts once, and putting finished pages on the screen."""
