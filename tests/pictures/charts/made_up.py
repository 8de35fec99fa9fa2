"""Made-up runs for the tests: never a result, and never under results/."""
DEVICE = {"name": "MADE-UP GPU", "peak_bandwidth": 1e12, "peak_flops": 2e13}


def version(name: str, seconds: float, count: int, idea: str = "an idea") -> dict:
    rate = 8.0 * count / seconds / 1e9
    return {"version": name, "idea": idea, "status": "ok", "gpu_seconds": seconds, "bytes": 8.0 * count, "operations": 2.0 * count,
            "rate": rate, "share_of_peak": rate / 1000}


def run(program: str, versions: list[dict]) -> dict:
    return {"program": program, "backend": "cuda", "device": DEVICE, "input": "n = some", "rate_unit": "GB/s", "limit": "peak",
            "versions": versions}


def sweep() -> dict:
    """A launch takes 4 us; then v6 reaches 950 GB/s and the library 800."""
    runs = []
    for shift in range(14, 29, 2):
        count = 1 << shift
        for program, name, peak in (("reduce_v6", "v6", 950e9), ("reduce_lib", "lib", 800e9)):
            made = run(program, [version(name, 4e-6 + 8 * count / peak, count, f"idea of {name}")])
            runs.append({"size": count, "program": program, "run": made})
    return {"ladder": "reduce", "option": "-n", "runs": runs}
