"""Which target may import which, and whether each declares what it imports."""

import json
import re
import subprocess

IMPORT = re.compile(r"^\s*(?:@\w+\s+)*(?:public\s+|package\s+|internal\s+|private\s+|fileprivate\s+)?import\s+(?:\w+\s+)?(\w+)")
SYSTEM = {"Glibc", "Musl", "Darwin", "Dispatch", "Synchronization", "FoundationEssentials"}
# Comes with Swift; where it may be imported is a matter of the layers.
TOOLCHAIN = {"Foundation", "Testing"}
NIO = {
    "NIOCore", "NIOPosix", "NIOHTTP1", "NIOHTTPCompression", "NIOSSL", "NIOConcurrencyHelpers",
    "NIOFoundationEssentialsCompat", "NIOWebSocket", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "HTTPTypes"}
# On systems other than Linux, Foundation is imported as a whole, and there is SwiftUI.
ELSEWHERE = re.compile(r"(#if canImport\(FoundationEssentials\)[^#]*)#else[^#]*(?=#endif)|#if canImport\(SwiftUI\)[^#]*#endif")

ALLOWED = {
    "CEditLine": set(),
    "CTestSupport": set(),
    "TestSupport": {"CTestSupport", "JSONValue"},
    "CMessageDigest": set(),
    "CNameService": set(),
    "CSpawn": set(),
    "CVersion": set(),
    "MessageDigest": {"CMessageDigest"},
    "JSONValue": set(),
    "AccountNames": set(),
    "XCallbackURL": {"JSONValue"},
    "Fediverse": {"AccountNames", "JSONValue", "AsyncHTTPClient"} | NIO,
    "TuskCommon": {"XCallbackURL", "JSONValue", "SystemPackage"},
    "TuskLanguage": {"AccountNames", "TuskCommon", "XCallbackURL", "JSONValue"},
    "CSQLite": set(),
    "TuskActions": {
        "TuskCommon", "XCallbackURL", "Fediverse", "AccountNames", "JSONValue", "CSQLite", "SystemPackage", "MessageDigest"},
    "TuskRuntime": {
        "AccountNames", "TuskLanguage", "TuskCommon", "XCallbackURL", "JSONValue", "CSpawn", "Subprocess", "SystemPackage"},
    "TuskApps": {"TuskLanguage", "TuskCommon", "XCallbackURL", "SystemPackage"},
    "book-shop": {"XCallbackURL"},
    "first-answer": {"XCallbackURL"},
    "first-call": {"XCallbackURL"},
    "first-status": {"Fediverse"},
    "CSimulation": set(),
    "simulate": {
        "CSimulation", "TuskShell", "TuskRuntime", "TuskLanguage", "TuskActions", "TuskCommon", "XCallbackURL", "Fediverse",
        "JSONValue"},
    "TuskShell": {
        "TuskRuntime", "TuskLanguage", "TuskActions", "TuskApps", "TuskCommon", "XCallbackURL", "AccountNames", "JSONValue",
        "CEditLine", "CVersion", "SystemPackage", "MessageDigest"},
    "tusk": {"TuskShell", "TuskLanguage", "TuskCommon", "XCallbackURL", "CNameService", "ArgumentParser"},
    "TuskSandbox": {
        "CVersion", "MessageDigest", "Hummingbird", "HummingbirdCore", "GRDB", "Logging", "ServiceLifecycle", "UnixSignals", "Foundation"} | NIO,
    "tusk-sandbox": {"TuskSandbox", "ArgumentParser", "Foundation"},
    "Programs": {"tusk", "tusk-sandbox"},
}


def imports(file):
    code = ELSEWHERE.sub(lambda match: match[1] or "", file.code)
    return {match[1] for line in code.splitlines() if (match := IMPORT.match(line))}


def upward_imports(files):
    """Imports that the file's layer does not allow, including Foundation in targets that tusk links."""
    return [
        f"{file.name} imports {module}" for file in files
        for module in sorted(imports(file) - SYSTEM - ALLOWED.get(file.target, set()))]


def targets(root):
    """The targets of the package, as SwiftPM understands its manifest."""
    dump = subprocess.run(
        ["swift", "package", "dump-package"], cwd=root, capture_output=True, text=True, check=True)
    return json.loads(dump.stdout)["targets"]


def named(target):
    """What a target declares that it depends on."""
    return {next(iter(dependency.values()))[0] for dependency in target["dependencies"]}


def dependencies(targets):
    """By target, tests left out: what it declares."""
    return {target["name"]: named(target) for target in targets if target["type"] != "test"}


def misdeclared(targets, files):
    """What a target imports and does not declare, or declares and does not import."""
    found, programs = [], {target["name"] for target in targets if target["type"] == "executable"}
    for target in targets:
        folder = target.get("path") or ("Tests/" if target["type"] == "test" else "Sources/") + target["name"]
        used = set().union(*(imports(file) for file in files if file.name.startswith(f"{folder}/")))
        declared = named(target)
        # System libraries have no Swift file, and a test or a program starts a program without importing it. `Programs` only
        # makes SwiftPM build the programs.
        if target["type"] in {"test", "executable"} or target["name"] == "Programs":
            used |= programs & declared
        if target["type"] != "system":
            found += [f"{target['name']} imports {module} and does not declare it"
                      for module in sorted(used - declared - SYSTEM - TOOLCHAIN)]
            found += [f"{target['name']} declares {module} and does not import it" for module in sorted(declared - used)]
    return found


def upward_dependencies(graph):
    return [
        f"target {target} depends on {other}" for target, named in graph.items()
        for other in sorted(named - ALLOWED.get(target, set()))]


def cycles(graph):
    """One target of each dependency cycle."""
    done, found = set(), []

    def visit(target, path):
        if target in path:
            found.append(" -> ".join([*path[path.index(target):], target]))
        elif target not in done:
            for other in sorted(graph.get(target, ())):
                visit(other, [*path, target])
            done.add(target)

    for target in graph:
        visit(target, [])
    return found
