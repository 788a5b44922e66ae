"""Parsing and building x-callback URLs, against Foundation's URLComponents."""

import subprocess

from measuring import ROOT

URLS = ROOT / ".build/benchmarks"


def build_url_benchmark():
    """Compiles the benchmark with the two modules it needs, because the package would build everything else, too."""
    URLS.mkdir(parents=True, exist_ok=True)
    swiftc = ["swiftc", "-O", "-wmo", "-swift-version", "6", "-package-name", "tusk", "-I", URLS, "-L", URLS]
    swiftc += ["-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature", "ExistentialAny"]
    for module in ("JSONValue", "XCallbackURL"):
        sources = sorted((ROOT / "Sources" / module).rglob("*.swift"))
        subprocess.run([
            *swiftc, "-parse-as-library", "-module-name", module, "-emit-module", "-emit-module-path",
            URLS / f"{module}.swiftmodule", "-emit-library", "-static", "-o", URLS / f"lib{module}.a", *sources], check=True)
    benchmark, here = URLS / "url-benchmark", ROOT / "scripts/benchmarks"
    libraries = ["-lXCallbackURL", "-lJSONValue", "-lswiftSynchronization"]
    subprocess.run([*swiftc, here / "URLBenchmark.swift", "-o", benchmark, *libraries], check=True)
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", here / "allocations.c", "-o", URLS / "allocations.so"], check=True)
    return benchmark


def allocations(benchmark, work, size):
    """The number of allocations in one run of the work, with a text of this size."""
    def count(rounds):
        command = [benchmark, work, str(size), str(rounds)]
        environment = {"LD_PRELOAD": str(URLS / "allocations.so")}
        done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, check=True)
        return int(done.stderr)
    return (count(1100) - count(100)) / 1000


def measure_urls(_):
    """Rows of the speed relative to URLComponents, and of the number of allocations."""
    benchmark = build_url_benchmark()
    done = subprocess.run([benchmark], stdout=subprocess.PIPE, text=True, check=True)
    for row in done.stdout.splitlines():
        name, ours, theirs = row.split("\t")
        yield f"{name}: {ours}/s, URLComponents {theirs}/s, times", int(ours) / int(theirs), None
    for work in ("parse", "build"):
        for size in (100, 10_000):
            yield f"allocations to {work} with a text of {size} bytes", allocations(benchmark, work, size), None
