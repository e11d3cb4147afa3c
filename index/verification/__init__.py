"""A document's citations and quotations, each with a verdict, and everything that was not checked with the reason.

``paragraphs`` lays a document out, ``printed`` finds what it cites (``labels`` and
``number_lists`` read each number to its end, ``missed`` finds what only looks like one), ``attaching`` what is
quoted with which number, ``editions`` which edition is meant, ``judging`` and ``glosses``
what numbers lead to; ``document`` joins them with ``index.quotations``. Pure; the words of verdicts are the app's.
"""
