import XCallbackURL

extension Interpreter {
  /// How a program is run.
  package struct Settings: Sendable {
    /// Whether changes are only shown.
    package var rehearses: Bool
    /// Whether schedules start where they are set up, as at the prompt, and not at the end of the script.
    package var schedulesAtOnce: Bool
    /// What stands for the answers that a rehearsal does not have.
    let placeholders = Placeholders()
    /// What a rehearsal has planned so far.
    let plan = RehearsalPlan()

    package init(rehearses: Bool = false, schedulesAtOnce: Bool = false) {
      self.rehearses = rehearses
      self.schedulesAtOnce = schedulesAtOnce
    }
  }

  /// The text of a file, or what stands for it where a rehearsal would have written it before.
  func contents(ofFile path: String) throws(Failure) -> String {
    do throws(Failure) { return try host.contents(ofFile: path) } catch {
      guard let line = settings.plan.line(writing: path) else { throw error }
      return settings.placeholders.text(named: Placeholders.event, line: line)
    }
  }
}
