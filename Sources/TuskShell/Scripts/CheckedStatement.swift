import TuskLanguage

/// A statement that can run, where it comes from, and the commands that were resolved when it was checked.
package struct CheckedStatement: Sendable {
  let statement: Statement
  let source: Source
  let resolutions: Resolutions
}
