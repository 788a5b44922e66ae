"""What the tests of the packages share."""

import hashlib


class Expectations:
    """Counts and prints what holds and what does not."""

    passed = failed = 0

    def expect(self, name, holds, said=""):
        self.passed, self.failed = self.passed + bool(holds), self.failed + (not holds)
        print(f"{'ok ' if holds else 'NO '} {name}" + ("" if holds else f"\n{said}"), flush=True)


def files(folder):
    """The mode and the digest of every file by its path."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): (path.stat().st_mode, digest(path)) for path in found}


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()
