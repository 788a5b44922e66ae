import JSONValue
package import TuskCommon
package import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Prints the mistakes of a source.
  ///
  /// - Parameter arguments: the arguments of the script; `nil` if they are unknown.
  package func check(_ program: ParsedSource, mode: Parser.Mode, arguments: [String]? = nil) -> ExitCode {
    let scripts = SourcedScripts(reading: program)
    let (diagnostics, warnings) = Self.mistakes(in: program, mode: mode, arguments, scripts.verbs)
    let unconfirmed = mode == .script ? scripts.unconfirmed(in: program, resolver: Self.resolver()) : []
    for diagnostic in warnings + unconfirmed + diagnostics {
      reporter(isScript: true).report(diagnostic, in: diagnostic.source ?? program.source)
    }
    return diagnostics.first.map { $0.exitCode } ?? .success
  }

  /// Prints the syntax tree as one JSON array.
  package func printTree(of program: ParsedSource) -> ExitCode {
    do throws(Diagnostic) {
      streams.write(JSON.array(try program.statements.get().map(\.json)).text + "\n")
      return streams.exitCode
    } catch {
      reporter(isScript: true).report(error, in: program.source)
      return error.exitCode
    }
  }

  /// Prints what a script would do: its actions, accounts, files and programs, and its most dangerous effect.
  package func printEffects(of program: ParsedSource) -> ExitCode {
    do throws(Diagnostic) {
      let effects = Effects(
        of: try program.statements.get(), resolver: Self.resolver(), scripts: SourcedScripts(reading: program))
      let lines = options.wantsJSON ? [effects.json.text] : effects.lines.map { TerminalText.field($0) }
      streams.write(lines.map { $0 + "\n" }.joined())
      return streams.exitCode
    } catch {
      reporter(isScript: true).report(error, in: program.source)
      return error.exitCode
    }
  }

  /// The mistakes, and warnings of correct lines.
  private static func mistakes(
    in program: ParsedSource, mode: Parser.Mode, _ arguments: [String]?, _ sourcedVerbs: Set<String>
  ) -> (mistakes: [Diagnostic], warnings: [Diagnostic]) {
    var checker = Checker.onThisMachine(
      resolver: resolver(), arguments: arguments, mode: mode == .repl ? .prompt : .script)
    checker.sourcedVerbs = sourcedVerbs
    // Parsing stopped at the first mistake; only then is the source read again, for all of them.
    guard let statements = try? program.statements.get() else {
      return (checker.tried(Parser.check(program.source, mode: mode), in: program.source), [])
    }
    let mistakes = checker.check(statements, in: program.source)
    let warnings = checker.warnings.sorted { $0.span.start < $1.span.start }
    return (mistakes, Diagnostic.limited(warnings, in: program.source))
  }
}
