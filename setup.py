"""What the metadata says of dpassay at length: the README, with words alone where a link leads to a file beside it.

A page that an index shows has no such files. All else stands in pyproject.toml.
"""

import re
from pathlib import Path

from setuptools import setup

RELATIVE = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)\s]+\)")
README = Path(__file__).with_name("README.md").read_text(encoding="utf-8")

setup(long_description=RELATIVE.sub(r"\1", README), long_description_content_type="text/markdown")
