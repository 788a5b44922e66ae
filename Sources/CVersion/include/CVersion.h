#ifndef TUSK_C_VERSION_H
#define TUSK_C_VERSION_H

// The version of everything here. A release is tagged with it: see Sources/README.md.
#define TUSK_VERSION "0.2.0"
// The date of that version in scripts/packaging/changelog, for the manual.
#define TUSK_DATE "2026-11-26"

// The commit that the program was built from, and whether the sources were modified; empty if that is not known.
// A function, so that only its file is compiled again when the commit changes.
const char *tusk_commit(void);

#endif
