package import XCallbackURL

/// The rows that a person sees at the prompt: their numbers name them in the next commands, and `it` names what was last
/// shown or made alone.
package struct ShownRows: Sendable, Hashable {
  /// The rows of the last list, the first of which has the number 1.
  package var rows: [Row] = []
  /// What was last shown or made alone.
  package var last: Row?

  package init() {}

  /// What a row can stand for.
  package struct Row: Sendable, Hashable {
    /// Its own kind first, then what it is about and who it is by.
    package var references: [Reference]

    package init(_ references: [Reference]) { self.references = references }
  }

  /// A reference as a command takes it.
  package struct Reference: Sendable, Hashable {
    package let kind: ReferenceKind
    /// `status:9`, `@bob@b.example`.
    package let text: String

    package init(_ kind: ReferenceKind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }
}

extension Resolver {
  /// The source with references in place of the numbers of rows; the same if it has none.
  ///
  /// - Throws: ``Diagnostic`` for a number without a row, and for a row that the verb does not take.
  package func naming(_ rows: ShownRows, in program: ParsedSource) throws(Diagnostic) -> Source {
    guard case .success(let statements) = program.statements else { return program.source }
    var edits: [Diagnostic.Edit] = []
    for statement in statements {
      guard case .pipeline(let pipeline) = statement.form, case .command(let command) = pipeline.first else { continue }
      edits += try NumberedCommand(command, self, rows)?.edits() ?? []
    }
    return edits.isEmpty ? program.source : Source(program.source.text(after: edits))
  }
}

extension Source {
  fileprivate func text(after edits: [Diagnostic.Edit]) -> String {
    var (result, offset) = ("", 0)
    for edit in edits.sorted(by: { $0.span.start < $1.span.start }) {
      result += text(Span(offset, edit.span.start)) + edit.text
      offset = edit.span.end
    }
    return result + text(Span(offset, bytes.count))
  }
}
