"""Charts from the measured figures under results/: scripts/charts draws them and places them in the READMEs.

figures.py reads the JSON, plan.py says which charts there are, ladder_bars.py, sizes.py, gpus.py and roofline.py draw one kind each,
finish.py turns matplotlib's SVG into one for light and dark, place.py writes the images into the READMEs.
"""
