import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// How a program is run.
  package struct Settings: Sendable {
    /// Whether changes are only shown.
    package var rehearses: Bool
    /// Whether a person types the statements: schedules start where they are set up instead of at the end of the script,
    /// and `exit` works after the simulated time.
    package var isInteractive: Bool
    /// When the test began that runs, in seconds since 1970; `nil` if none does.
    package var testStart: Int?
    /// The placeholders for answers that a rehearsal does not have.
    let placeholders = PlaceholderSyntax()
    /// What a rehearsal has planned so far.
    let rehearsal = Rehearsal()
    /// The changes of the run.
    let changes = ChangeLog()

    package init(rehearses: Bool = false, isInteractive: Bool = false) {
      self.rehearses = rehearses
      self.isInteractive = isInteractive
      if isInteractive { changes.expectUndo() }
    }
  }

  /// Shows at the end of a rehearsal how many accounts the plan notifies, and whether it is not all that the script
  /// would do.
  ///
  /// - Parameter isCut: whether an error or an interruption ended the rehearsal.
  package func endRehearsal(isCut: Bool) async {
    guard settings.rehearses else { return }
    if let words = settings.rehearsal.audience.words { await emit(.noted(words)) }
    if !settings.rehearsal.isWhole {
      await emit(.noted("this plan is incomplete: the comments above say what it lacks"))
    }
    if isCut { await emit(.noted("this plan is incomplete: the rehearsal was ended by an error or a signal")) }
  }

  /// The text of a file, or a placeholder for a file that the rehearsed run would have written.
  func contents(ofFile path: String) throws(Failure) -> String {
    do throws(Failure) { return try host.contents(ofFile: path) } catch {
      guard let line = settings.rehearsal.line(writing: path) else { throw error }
      return settings.placeholders.text(named: PlaceholderSyntax.event, line: line)
    }
  }
}
