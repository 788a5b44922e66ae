import XCallbackURL

/// The names that a script may have given values by some place in it.
struct Names {
  /// What is known of a named value.
  struct Entry: Hashable {
    var staticType: StaticType
    /// Whether it surely came from a server, a file or a program.
    var isForeign = false
    /// The line where it was named; `nil` for the inputs of a verb and where lines have no numbers.
    var line: Int?

    /// The entry where both may hold.
    fileprivate func joined(with other: Entry) -> Entry {
      Entry(
        staticType: staticType.joined(with: other.staticType), isForeign: isForeign && other.isForeign,
        line: line ?? other.line)
    }
  }

  private var entries: [String: Entry] = [:]
  /// The changes since the outermost block began, so that a block's ways can be gone one after another.
  private var trail: [(name: String, before: Entry?)] = []
  private var depth = 0

  subscript(_ name: String) -> Entry? { entries[name] }

  /// The names that the script gave, in the order of the alphabet.
  var all: [String] { entries.keys.filter { $0 != "_" }.sorted() }

  mutating func set(_ name: String, _ entry: Entry) {
    if depth > 0 { trail.append((name, entries[name])) }
    entries[name] = entry
  }

  /// Takes a name away, or gives it back what it had.
  mutating func restore(_ name: String, _ entry: Entry?) {
    if depth > 0 { trail.append((name, entries[name])) }
    entries[name] = entry
  }

  /// A place to which the names can be led back.
  mutating func fork() -> Int {
    depth += 1
    return trail.count
  }

  /// Leads the names back to where they forked; what the way since then gave them is handed out.
  mutating func leadBack(to fork: Int) -> [String: Entry] {
    depth -= 1
    var reached: [String: Entry] = [:]
    while trail.count > fork, let change = trail.popLast() {
      if reached[change.name] == nil { reached[change.name] = entries[change.name] }
      entries[change.name] = change.before
    }
    return reached
  }

  /// Goes on where several ways meet, one of which a run has taken.
  ///
  /// A name that one of them gave is known, because nobody can tell beforehand which it will be.
  mutating func join(_ ways: [[String: Entry]]) {
    var names: Set<String> = []
    for way in ways { names.formUnion(way.keys) }
    for name in names {
      let met = ways.compactMap { $0[name] ?? entries[name] }
      guard let first = met.first else { continue }
      set(name, met.dropFirst().reduce(first) { $0.joined(with: $1) })
    }
  }
}
