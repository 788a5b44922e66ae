/// A source and what parsing it gave, so that nothing parses it a second time.
package struct ParsedSource: Sendable, Hashable {
  package let source: Source
  package let statements: Result<[Statement], Diagnostic>

  /// - Parameter defined: the verbs that earlier lines of the prompt defined, which are no commands of the prompt.
  package init(_ source: Source, mode: Parser.Mode = .script, defined: Set<String> = []) {
    self.source = source
    do throws(Diagnostic) {
      statements = .success(try Parser.parse(source, mode: mode, defined: defined))
    } catch {
      statements = .failure(error)
    }
  }

  /// Whether more lines could complete the source.
  package var isIncomplete: Bool {
    guard case .failure(let diagnostic) = statements else { return false }
    return diagnostic.isIncomplete
  }
}
