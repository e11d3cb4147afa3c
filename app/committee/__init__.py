"""What a committee uses beside the texts; values and blocks, whose forms on the screen are in ``app.views``.

The paper: ``dossier_document`` and the other modules ``*_document`` compose blocks (``document_blocks``), which
``document_html``, ``_docx``, ``_pdf`` and ``_markdown`` write; ``own_words`` puts the committee's own on it, whose
numbers ``own_numbers`` reads and ``cross_check`` compares. ``public_copy`` is a case without names (``people`` finds
them, ``replacements`` stand for them). The register: ``register`` takes files in, ``case_editing`` corrects,
``publishing`` makes what everybody may read. ``procedure``, ``deadlines`` and ``vote`` are the course of an appeal,
``scoring`` the arithmetic of a score, ``verifying`` the verdicts on a document, ``edition_report`` what a new edition
changed, ``journal`` who changed what.
"""
