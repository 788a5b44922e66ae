"""The layers of the program: which target may import which, beyond what the package's dependencies enforce."""

import json
import re
import subprocess

IMPORT = re.compile(r"^\s*(?:@\w+\s+)*(?:public\s+|package\s+|internal\s+|private\s+|fileprivate\s+)?import\s+(?:\w+\s+)?(\w+)")
SYSTEM = {"Glibc", "Musl", "Darwin", "Dispatch", "Synchronization", "FoundationEssentials"}
NIO = {
    "NIOCore", "NIOPosix", "NIOHTTP1", "NIOHTTPCompression", "NIOSSL", "NIOConcurrencyHelpers",
    "NIOFoundationEssentialsCompat", "NIOWebSocket", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "HTTPTypes"}
# Foundation is imported as a whole on systems other than Linux.
ELSEWHERE = re.compile(r"(#if canImport\(FoundationEssentials\)[^#]*)#else[^#]*(?=#endif)")

ALLOWED = {
    "CEditLine": set(),
    "CTestSupport": set(),
    "TestSupport": {"CTestSupport"},
    "JSONValue": set(),
    "XCallbackURL": {"JSONValue"},
    "Fediverse": {"JSONValue", "AsyncHTTPClient", "Crypto"} | NIO,
    "TuskCommon": {"SystemPackage"},
    "TuskLanguage": {"TuskCommon", "XCallbackURL", "JSONValue"},
    "CSQLite": set(),
    "TuskActions": {"TuskCommon", "XCallbackURL", "Fediverse", "JSONValue", "CSQLite", "SystemPackage", "Crypto"},
    "TuskRuntime": {"TuskLanguage", "TuskCommon", "XCallbackURL", "JSONValue", "Subprocess", "SystemPackage"},
    "TuskApps": {"TuskLanguage", "TuskCommon", "XCallbackURL", "SystemPackage"},
    "book-shop": {"XCallbackURL"},
    "first-status": {"Fediverse"},
    "TuskShell": {
        "TuskRuntime", "TuskLanguage", "TuskActions", "TuskApps", "TuskCommon", "XCallbackURL", "JSONValue", "CEditLine",
        "SystemPackage", "Crypto"},
    "tusk": {"TuskShell", "TuskRuntime", "TuskLanguage", "TuskCommon", "XCallbackURL", "ArgumentParser"},
    "TuskSandbox": {
        "Crypto", "Hummingbird", "HummingbirdCore", "GRDB", "Logging", "ServiceLifecycle", "UnixSignals", "Foundation"} | NIO,
    "tusk-sandbox": {"TuskSandbox", "ArgumentParser", "Foundation"},
}


def imports(file):
    code = ELSEWHERE.sub(r"\1", file.code)
    return {match[1] for line in code.splitlines() if (match := IMPORT.match(line))}


def upward_imports(files):
    """Imports that the file's layer does not allow, including Foundation in targets that tusk links."""
    return [
        f"{file.name} imports {module}" for file in files
        for module in sorted(imports(file) - SYSTEM - ALLOWED.get(file.target, set()))]


def dependencies(root):
    """The targets that each target of the package depends on, according to SwiftPM."""
    dump = subprocess.run(
        ["swift", "package", "dump-package"], cwd=root, capture_output=True, text=True, check=True)
    found = {}
    for target in json.loads(dump.stdout)["targets"]:
        if target["type"] != "test":
            named = [next(iter(dependency.values()))[0] for dependency in target["dependencies"]]
            found[target["name"]] = set(named)
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
