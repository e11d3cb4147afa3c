"""What people use: the command, the pages, a committee's papers, the exports; and the build that joins the steps."""
