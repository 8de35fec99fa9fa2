"""Writes the site: pages from what is in the repository, then MkDocs makes HTML of them."""
