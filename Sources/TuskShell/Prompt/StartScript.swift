import TuskLanguage
import XCallbackURL

/// The script that a person at the prompt has run before the first line: `init.tsk`, with verbs, names and settings.
struct StartScript {
  /// The most bytes of each file.
  private static let mostBytes = 1 << 20

  let program: ParsedSource
  private let scripts: SourcedScripts

  /// Reads it; `nil` if there is none.
  ///
  /// - Parameter folder: the folder for configuration.
  /// - Throws: ``Failure`` if somebody else could have written it or a script that it sources.
  init?(in folder: String) throws(Failure) {
    let path = "\(folder)/init.tsk"
    guard let text = try Self.text(of: path) else { return nil }
    program = ParsedSource(Source(name: path, text), mode: .repl)
    scripts = SourcedScripts(reading: program, at: ScriptFile.absolute(path))
    for file in scripts.files { _ = try Self.text(of: file.identity) }
  }

  private static func text(of path: String) throws(Failure) -> String? {
    try TrustedFile(path: path, limit: mostBytes, isFolderChecked: true).read()
  }

  /// What it may not contain; the checker finds all other mistakes.
  var mistakes: [Diagnostic] {
    guard let statements = try? program.statements.get() else { return [] }
    let settings = statements.compactMap { statement -> Diagnostic? in
      guard case .meta(let meta) = statement.form, PromptCommand.named(meta.name) == .set else { return nil }
      do throws(Failure) {
        guard case .change = try SettingsCommand(meta.words) else {
          return Diagnostic.noChange(statement.span)
        }
        return nil
      } catch {
        return Diagnostic(.outOfRange, at: statement.span, error.message)
      }
    }
    let others = StartLines.mistakes(in: program, scripts: scripts, resolver: Shell.resolver())
    return others + settings
  }
}

extension PromptSession {
  /// Runs the script of the start, or says why not. Its settings are those of the session.
  mutating func runStartScript() {
    guard !shell.options.skipsStartScript else { return }
    do throws(Failure) {
      guard let script = try StartScript(in: shell.environment.configuration) else { return }
      let mistakes = script.mistakes
      guard mistakes.isEmpty else {
        _ = execution.fail(mistakes, in: script.program.source)
        return
      }
      let before = execution
      guard let statements = execution.check(script.program) else {
        // A verb that is only known to the checker would be neither there nor not there.
        execution = before
        return
      }
      for checked in statements {
        if case .meta(let meta) = checked.statement.form {
          if case .change(let setting, let value) = try SettingsCommand(meta.words) { settings[setting] = value }
        } else if !execution.run([checked]) {
          break
        }
      }
      applySettings()
    } catch {
      shell.streams.report(TerminalText.field("warning: \(error.message)") + "\n")
    }
  }
}

extension Diagnostic {
  fileprivate static func noChange(_ span: Span) -> Diagnostic {
    Diagnostic(
      .misplaced, at: span, "the start script sets values for the session: \(PromptCommand.set.name) NAME VALUE")
  }
}
