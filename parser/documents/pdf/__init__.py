"""PDFs with a text layer as a stream: signs at their places become lines, columns, tables, notes and paragraphs.

PDFium reads the file; what stands together is worked out here from places, sizes and ruled lines alone, since most PDFs
hold nothing else.
"""
