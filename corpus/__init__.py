"""What every part of Lovbro shares: values, their files, and where the files lie.

``ids``, ``model``, ``library`` and ``registry`` are the texts as values, ``akn`` their XML, ``alignment`` what
corresponds to what. ``store`` is the door to ``data/``; ``own_texts``, ``own_library`` and ``homes`` are the library of
the person who runs Lovbro, ``document_store`` and ``database`` what people share. ``dossiers``, ``precedents``,
``committees`` and ``paths`` are what is kept there, ``schema`` reads whatever may be damaged.
"""
