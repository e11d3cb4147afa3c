"""The modules of the static site run by Node, which Playwright brings along, as a browser runs them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import playwright

from app.publish.site import ASSETS

NODE = Path(playwright.__file__).parent / "driver" / "node"


def run_module(folder: Path, script: str, values: object) -> Any:
    """What ``script`` returns: the body of a function of ``values``, which may import the modules as "./name.js"."""
    shutil.copytree(ASSETS, folder, dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "values.json").write_text(json.dumps(values), "utf-8")
    (folder / "run.js").write_text(
        'import fs from "node:fs";\n'
        'const values = JSON.parse(fs.readFileSync("values.json", "utf8"));\n'
        f"async function run(values) {{ {script} }}\n"
        'fs.writeFileSync("answer.json", JSON.stringify(await run(values)));\n',
        "utf-8",
    )
    subprocess.run([NODE, "run.js"], cwd=folder, check=True)
    return json.loads((folder / "answer.json").read_text("utf-8"))
