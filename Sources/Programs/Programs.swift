// Nothing: this target exists to depend on both programs, so that one `swift build --target Programs` builds both.
