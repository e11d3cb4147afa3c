"""What people use: the command, the pages, the committee's papers, the exports, and the build that strings the steps."""
