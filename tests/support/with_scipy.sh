#!/bin/sh
# with_scipy.sh <script.py> [arguments]: runs it with the first python that has scipy and networkx; 77 (skipped) without.
for python in python3 /usr/bin/python3; do
    "$python" -c 'from importlib.util import find_spec; exit(not (find_spec("scipy") and find_spec("networkx")))' 2>/dev/null &&
        exec "$python" "$@"
done
echo "no python with scipy and networkx: skipped"
exit 77
