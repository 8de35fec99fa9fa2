"""What MkDocs calls while it builds: puts the generator's HTML into the pages, and tables into boxes that scroll."""
import json
import re
from functools import cache
from pathlib import Path


@cache
def fragments(folder: str) -> dict[str, str]:
    return json.loads((Path(folder) / ".fragments.json").read_text())


def boxed(match: re.Match, hidden: str) -> str:
    return f'<div class="scroll table" role="region" aria-label="Table"{hidden}><table class="plain">{match[1]}</table></div>'


def on_page_content(html: str, page, config, files) -> str:
    html = re.sub(r"<p>\s*(<!-- fragment: \w+ -->)\s*</p>", r"\1", html)
    html = re.sub(r"<!-- fragment: (\w+) -->", lambda m: fragments(config.docs_dir)[m[1]], html)
    # The search need not find each table of the results; the ladders' pages have them, too.
    hidden = " data-search-exclude" if page.file.src_uri.startswith("results/") and page.file.src_uri.count("/") > 1 else ""
    return re.sub(r"<table>(.*?)</table>", lambda m: boxed(m, hidden), html, flags=re.S)


def on_post_page(output: str, page, config) -> str:
    """Names the theme's search for screen readers."""
    return output.replace('data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"')


def on_post_build(config) -> None:
    """Removes what is of no use in a folder that is opened as files: source maps, and other languages' search."""
    site = Path(config.site_dir)
    for file in [*site.rglob("*.map"), *site.glob("assets/javascripts/lunr/**/*.js"), *site.glob("sitemap.xml*"), site / "404.html"]:
        file.unlink()
