package import TuskLanguage

/// Statements that were checked together, and the commands that were resolved while they were.
package struct CheckedStatements: Sendable {
  package let statements: [Statement]
  let source: Source
  let resolutions: Resolutions
}

/// A statement that can run, and where it comes from.
package struct CheckedStatement: Sendable {
  let statement: Statement
  let source: Source
  let resolutions: Resolutions

  init(_ statement: Statement, in checked: CheckedStatements) {
    self.statement = statement
    source = checked.source
    resolutions = checked.resolutions
  }
}
