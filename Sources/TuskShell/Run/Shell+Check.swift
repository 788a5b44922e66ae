import JSONValue
package import TuskCommon
package import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Prints the mistakes of a source.
  package func check(_ program: ParsedSource, mode: Parser.Mode) -> ExitCode {
    let diagnostics = Self.mistakes(in: program, mode: mode)
    for diagnostic in diagnostics { reporter(isScript: true).report(diagnostic, in: program.source) }
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

  /// Whether a line has no mistakes, as far as it can be judged on its own.
  static func isSound(_ line: String) -> Bool {
    let first = line.drop { $0 == " " || $0 == "\t" }.prefix { $0.isLetter }
    guard Keyword.named(String(first))?.needsOpenBlock != true else { return true }
    do throws(Diagnostic) {
      var checker = Checker.onThisMachine(resolver: resolver(), mode: .prompt)
      return checker.check(try Parser.parse(Source(line), mode: .repl)).allSatisfy { $0.kind == .unknownName }
    } catch {
      return error.isIncomplete
    }
  }

  /// Prints what a script would do: its actions, accounts, files and programs, and its most dangerous effect.
  package func printEffects(of program: ParsedSource) -> ExitCode {
    do throws(Diagnostic) {
      let effects = Effects(of: try program.statements.get(), resolver: Self.resolver())
      guard !options.wantsJSON else {
        streams.write(effects.json.text + "\n")
        return streams.exitCode
      }
      streams.write(effects.lines.map { TerminalText.field($0) + "\n" }.joined())
      return streams.exitCode
    } catch {
      reporter(isScript: true).report(error, in: program.source)
      return error.exitCode
    }
  }

  private static func mistakes(in program: ParsedSource, mode: Parser.Mode) -> [Diagnostic] {
    // Parsing stopped at the first mistake; only then is the source read again, for all of them.
    guard let statements = try? program.statements.get() else { return Parser.check(program.source, mode: mode) }
    var checker = Checker.onThisMachine(resolver: resolver(), mode: mode == .repl ? .prompt : .script)
    return checker.check(statements, in: program.source)
  }
}
