"""The JSON-LD of every provision and definition against ``tests/data/provision.shapes.ttl``.

    python -m tests.accuracy.shapes

It needs pyshacl (``pip install pyshacl``), which no test needs; what it found is in the tests.
"""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path

from app.publish.record import provision_record
from app.publish.record_forms import CONTEXT, record_jsonld
from app.publish.services import published_services

SHAPES = Path(__file__).parent.parent / "data" / "provision.shapes.ttl"
BASE = "https://laws.example/"


def documents() -> list[dict[str, object]]:
    """The JSON-LD of all places that have an address, without the context that they share."""
    services, found = published_services(), []
    for expression in services.library.expressions:
        places = [str(provision.id) for provision in expression.walk()]
        places += [address for address, _ in expression.all_definitions()]
        records = (provision_record(services, expression.key, place) for place in places)
        found += [record_jsonld(record, services.library.registry) for record in records]
    return [{name: value for name, value in document.items() if name != "@context"} for document in found]


def main() -> int:
    """Print what does not conform; 0 where all does, 2 without pyshacl."""
    if find_spec("pyshacl") is None:
        print("pyshacl is not installed: pip install pyshacl", file=sys.stderr)
        return 2
    from pyshacl import validate
    from rdflib import Graph

    found, graph = documents(), Graph()
    graph.parse(data=json.dumps({"@context": CONTEXT, "@graph": found}), format="json-ld", publicID=BASE)
    shapes = SHAPES.read_text("utf-8")
    conforms, _, report = validate(graph, shacl_graph=shapes, shacl_graph_format="turtle", meta_shacl=True)
    print(f"{len(found)} documents, {len(graph)} statements" if conforms else report)
    return int(not conforms)


if __name__ == "__main__":
    sys.exit(main())
