package import TuskLanguage
package import XCallbackURL

extension Interpreter {
  /// How a program is run, and what of the world it reaches.
  package struct Settings: Sendable {
    /// Reads the file at a path.
    package typealias Reading<Value> = @Sendable (String) throws(Failure) -> Value
    /// What an event says to a file, given the options of its command and whether JSON is wanted.
    package typealias Text = @Sendable (Event, _ options: [String: String], _ wantsJSON: Bool) -> String?

    /// Whether writes are only shown.
    package var rehearses: Bool
    /// What stands for the answers of a rehearsal.
    package var placeholders = Placeholders()
    /// What a rehearsal has planned.
    package let plan = RehearsalPlan()
    /// What a file holds; the path `-` is standard input.
    package var contents: Reading<String>
    /// What help has on some words; `nil` where there is nothing.
    package var help: @Sendable (String) -> String?
    /// What is told about the apps that can be called, or about one of them; `nil` where there is none of that name.
    package var apps: @Sendable (String?) -> String? = { _ in nil }
    /// Why nobody consented, asked once after an action was cancelled.
    package var refusal: @Sendable () -> Refusal?
    /// Where it is recorded what was done; `nil` where nothing is.
    package var ledger: (any Ledger)?
    package var clock: WallClock
    /// The value of a variable of the environment.
    package var environment: @Sendable (String) -> String?
    /// A further script.
    package var script: Reading<Source>
    /// What an event says to a file, where it says something.
    package var text: Text
    /// Whether schedules begin at once, as at the prompt, and not at the end of the script.
    package var schedulesAtOnce = false

    package init(
      rehearses: Bool = false,
      contents: @escaping Reading<String>,
      help: @escaping @Sendable (String) -> String? = { _ in nil },
      refusal: @escaping @Sendable () -> Refusal? = { nil },
      ledger: (any Ledger)? = nil, clock: WallClock = .system,
      environment: @escaping @Sendable (String) -> String? = { _ in nil },
      script: @escaping Reading<Source> = { path throws(Failure) in throw .noScript(path) },
      text: @escaping Text = { _, _, _ in nil }
    ) {
      self.rehearses = rehearses
      self.contents = contents
      self.help = help
      self.refusal = refusal
      self.ledger = ledger
      self.clock = clock
      self.environment = environment
      self.script = script
      self.text = text
    }

    /// What a file holds; the path `-` is standard input.
    package func text(at path: String) throws(Failure) -> String {
      do throws(Failure) { return try contents(path) } catch {
        guard let line = plan.line(writing: path) else { throw error }
        return placeholders.text(named: Placeholders.event, line: line)
      }
    }
  }

  /// Why a change was not made, and what to write so that it is.
  package struct Refusal: Sendable, Hashable {
    package let message: String
    /// The flag with which the same line would run; `nil` where none would help.
    package let remedy: String?

    package init(_ message: String, remedy: String? = nil) {
      self.message = message
      self.remedy = remedy
    }
  }
}

extension Failure {
  fileprivate static func noScript(_ path: String) -> Failure {
    Failure(.notFound, "there is no script '\(path)'")
  }
}
