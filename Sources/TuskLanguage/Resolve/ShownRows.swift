package import XCallbackURL

/// The rows that a person sees at the prompt: their numbers name them in the next commands, and `it` names what was last
/// shown or made alone.
package struct ShownRows: Sendable, Hashable {
  /// The rows of the last list, and those that watches have added since.
  package var rows: [Row] = []
  /// The number of the first row that is kept: 1, unless older ones were dropped.
  package private(set) var first = 1
  /// What was last shown or made alone.
  package var last: Row?

  package init() {}

  /// The highest number; 0 while there are no rows.
  package var highest: Int { first + rows.count - 1 }

  /// Begins another list, which is numbered from 1.
  package mutating func restart(with rows: [Row] = []) { (self.rows, first) = (rows, 1) }

  /// Adds a row after the others, and drops the oldest one if there are too many; each keeps its number.
  ///
  /// - Returns: the number of the row.
  package mutating func add(_ row: Row, keeping most: Int) -> Int {
    rows.append(row)
    let excess = max(0, rows.count - most)
    rows.removeFirst(excess)
    first += excess
    return highest
  }

  /// The numbers that a word names: `3` or `2-5`; `nil` for other words.
  static func numbers(in word: String) -> ClosedRange<Int>? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(ends.count), ends.allSatisfy({ (1...6).contains($0.utf8.count) }),
      ends.allSatisfy({ $0.utf8.allSatisfy(Lexer.isDigit) }),
      let first = Int(ends[0]), let last = Int(ends[ends.count - 1]), first <= last
    else { return nil }
    return first...last
  }

  /// What a row can stand for.
  package struct Row: Sendable, Hashable {
    /// Its own kind first, then what it is about and who it is by.
    package var references: [Reference]
    /// For a boost, the boost itself, which only a few verbs act on; else nothing.
    package var boost: Reference?
    /// The account that read it, as `@user@host`; `nil` for the usual one. Identifiers are of its server.
    package var account: String?
    /// The handle of who it is by; empty for what is by nobody.
    package var author = ""
    /// How it begins, on one line.
    package var words = ""

    package init(_ references: [Reference], boost: Reference? = nil) {
      self.references = references
      self.boost = boost
    }
  }

  /// A reference as a command takes it.
  package struct Reference: Sendable, Hashable {
    package let kind: ReferenceKind
    /// `status:9`, `@bob@b.example`.
    package let text: String

    /// - Returns: `nil` for a text that would not be one word of a line: a server chooses identifiers and names, and
    ///   with blanks or `|` in them they could run another command.
    package init?(_ kind: ReferenceKind, _ text: String) {
      guard text.unicodeScalars.allSatisfy(Self.isPartOfWord), text.utf8.count <= 256 else { return nil }
      self.kind = kind
      self.text = text
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
      "_-.:@".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
  }
}

extension Resolver {
  /// The source with references in place of the numbers of rows; the same if it has none.
  ///
  /// - Parameter definitions: the verbs that were defined at the prompt; each input takes rows as its first use does.
  /// - Throws: ``Diagnostic`` for a number without a row, and for a row that the verb does not take.
  package func naming(
    _ rows: ShownRows, in program: ParsedSource, definitions: [Definition] = []
  ) throws(Diagnostic) -> Source {
    guard case .success(let statements) = program.statements else { return program.source }
    var edits: [Diagnostic.Edit] = []
    let defined = Dictionary(definitions.map { ($0.verb.value, $0) }) { $1 }
    let lines = statements.flatMap { statement in
      // '\url' takes a line, which names rows like any other.
      if case .meta(let meta) = statement.form { meta.line } else { [statement] }
    }
    for (index, statement) in lines.enumerated() {
      guard case .pipeline(let pipeline) = statement.form, case .command(let command) = pipeline.first else { continue }
      let found =
        if let own = defined[command.verb.value] {
          try NumberedCommand.edits(ofCall: command, own, defined, self, rows)
        } else {
          try NumberedCommand(command, self, rows)?.edits() ?? []
        }
      // The statements before it may show other rows.
      if index > 0, let first = found.first { throw .notYetShown(first.span) }
      edits += found
    }
    // From the end, so that the spans before an edit stay what they are.
    return edits.reversed().reduce(program.source) { $0.replacing($1.span, with: $1.text) }
  }
}

extension Diagnostic {
  fileprivate static func notYetShown(_ span: Span) -> Diagnostic {
    Diagnostic(
      .outOfRange, at: span, "a number names a row that is on the screen: give this line after the ones before it ran")
  }
}
