package import XCallbackURL

/// A page of the manual, generated from the same declarations that run the program.
package enum ManualPage: String, Sendable, CaseIterable {
  case program = "tusk"
  case verbs = "tusk-verbs"
  case records = "tusk-records"

  /// The page in the man macros.
  package func text(of program: ProgramCommand, _ catalog: Catalog) -> String {
    let page =
      switch self {
      case .program: ProgramPage(program: program).text
      case .verbs: VerbsPage(catalog).text
      case .records: RecordsPage(catalog).text
      }
    return Roff.folded(page)
  }
}
