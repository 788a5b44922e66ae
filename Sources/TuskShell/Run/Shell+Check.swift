import JSONValue
package import TuskLanguage
package import TuskRuntime
import XCallbackURL

extension Shell {
  /// Prints what is wrong with a source, or nothing.
  package func check(_ source: Source, mode: Parser.Mode) -> ExitCode {
    let diagnostics = Self.mistakes(in: source, mode: mode)
    for diagnostic in diagnostics { reporter(isScript: true).report(diagnostic, in: source) }
    return diagnostics.first.map { ExitCode(rawValue: Int32($0.exitCode)) } ?? .success
  }

  /// Prints the syntax tree as one JSON array.
  package func printTree(of source: Source, mode: Parser.Mode) -> ExitCode {
    do throws(Diagnostic) {
      streams.write(JSON.array(try Parser.parse(source, mode: mode).map(\.json)).text + "\n")
      return .success
    } catch {
      reporter(isScript: true).report(error, in: source)
      return ExitCode(rawValue: Int32(error.exitCode))
    }
  }

  /// An interpreter that reaches nothing.
  static var inert: Interpreter {
    Interpreter(
      resolver: resolver(), dispatcher: Dispatcher(catalogue: catalogue, source: "tusk") { _, _ in nil },
      settings: Interpreter.Settings(contents: { _ in "" }, help: { HelpText(catalogue).text(on: $0) }), watch: { _ in }
    )
  }

  /// Values that are known only when the line runs; a mistake in one of them is none yet.
  private static var unread: Bindings {
    Bindings(
      value: Bindings.none.value,
      result: { pipeline throws(Diagnostic) in
        throw Diagnostic(.unknownName, at: pipeline.span, "what is in ( ) is known when the line runs")
      },
      contents: { _ throws(Diagnostic) in "" })
  }

  /// Whether a line would be taken, as far as that can be told of a line by itself.
  static func isSound(_ line: String) -> Bool {
    let first = line.drop { $0 == " " || $0 == "\t" }.prefix { $0.isLetter }
    guard !["end", "else", "catch"].contains(first) else { return true }
    do throws(Diagnostic) {
      for case .pipeline(let pipeline) in try Parser.parse(Source(line), mode: .repl).map(\.form) {
        guard case .command(let command) = pipeline.first, !Interpreter.ownVerbs.contains(command.verb.value) else {
          continue
        }
        _ = try resolver().resolve(command, bindings: unread, known: Interpreter.ownVerbs)
      }
      return true
    } catch {
      return error.isIncomplete || error.kind == .unknownName
    }
  }

  private static func mistakes(in source: Source, mode: Parser.Mode) -> [Diagnostic] {
    let syntax = Parser.check(source, mode: mode)
    guard syntax.isEmpty, let statements = try? Parser.parse(source, mode: mode) else { return syntax }
    return statements.compactMap { statement -> Diagnostic? in
      do throws(Diagnostic) {
        if case .pipeline(let pipeline) = statement.form, case .command(let command) = pipeline.first,
          pipeline.programs.isEmpty, pipeline.output == nil, !Interpreter.ownVerbs.contains(command.verb.value)
        {
          _ = try resolver().resolve(command, bindings: unread, known: Interpreter.ownVerbs)
        } else {
          try inert.check(statement)
        }
        return nil
      } catch {
        return error.kind == .unknownName ? nil : error
      }
    }
  }
}
