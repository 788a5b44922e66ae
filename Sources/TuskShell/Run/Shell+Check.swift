import JSONValue
package import TuskCommon
package import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Prints the mistakes of a source.
  package func check(_ source: Source, mode: Parser.Mode) -> ExitCode {
    let diagnostics = Self.mistakes(in: source, mode: mode)
    for diagnostic in diagnostics { reporter(isScript: true).report(diagnostic, in: source) }
    return diagnostics.first.map { $0.exitCode } ?? .success
  }

  /// Prints the syntax tree as one JSON array.
  package func printTree(of source: Source, mode: Parser.Mode) -> ExitCode {
    do throws(Diagnostic) {
      streams.write(JSON.array(try Parser.parse(source, mode: mode).map(\.json)).text + "\n")
      return streams.exitCode
    } catch {
      reporter(isScript: true).report(error, in: source)
      return error.exitCode
    }
  }

  /// Whether a line has no mistakes, as far as it can be judged on its own.
  static func isSound(_ line: String) -> Bool {
    let first = line.drop { $0 == " " || $0 == "\t" }.prefix { $0.isLetter }
    guard !["end", "else", "catch"].contains(first) else { return true }
    do throws(Diagnostic) {
      var checker = Checker.onThisMachine(resolver: resolver(), mode: .prompt)
      return checker.check(try Parser.parse(Source(line), mode: .repl)).allSatisfy { $0.kind == .unknownName }
    } catch {
      return error.isIncomplete
    }
  }

  /// Prints what a script would do: its actions, accounts, files and programs, and its most dangerous effect.
  package func printEffects(of source: Source) -> ExitCode {
    do throws(Diagnostic) {
      let effects = Effects(of: try Parser.parse(source), resolver: Self.resolver())
      guard !options.wantsJSON else {
        streams.write(effects.json.text + "\n")
        return streams.exitCode
      }
      streams.write(effects.lines.map { TerminalText.field($0) + "\n" }.joined())
      return streams.exitCode
    } catch {
      reporter(isScript: true).report(error, in: source)
      return error.exitCode
    }
  }

  private static func mistakes(in source: Source, mode: Parser.Mode) -> [Diagnostic] {
    let syntax = Parser.check(source, mode: mode)
    guard syntax.isEmpty, let statements = try? Parser.parse(source, mode: mode) else { return syntax }
    var checker = Checker.onThisMachine(resolver: resolver(), mode: mode == .repl ? .prompt : .script)
    return checker.check(statements, in: source)
  }
}
