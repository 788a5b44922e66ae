import TuskActions
package import TuskLanguage
package import TuskRuntime
import XCallbackURL

extension Shell {
  /// Runs a script file: it is read and checked whole before its first line acts.
  package func run(file path: String, arguments: [String]) -> ExitCode {
    let script: ScriptFile
    do {
      script = try ScriptFile(path: path)
    } catch {
      let isVerb = Self.catalogue.verbs.contains { $0 == path || $0.hasPrefix(path + " ") }
      let line = ([path] + arguments).joined(separator: " ")
      let hint = isVerb ? "; to run a command: tusk -c '\(line)'" : ""
      return reporter(isScript: true).report(error.message + hint, .noInput)
    }
    let effects = Self.effects(of: script.source)
    var execution = execution(
      for: .script(script.identity(effects: effects)), source: script.sourceName, arguments: arguments, isScript: true)
    return Self.run(script.source, with: &execution)
  }

  /// Runs lines given on the command line, which are checked together before the first acts.
  package func run(lines: [String]) -> ExitCode {
    var execution = execution(for: .person, isScript: true)
    return Self.run(Source(lines.joined(separator: "\n")), with: &execution)
  }

  /// Runs what comes on standard input, each statement as it arrives.
  package func runStandardInput() -> ExitCode {
    var execution = execution(for: .person, isScript: true)
    var stream = StatementStream(descriptor: 0)
    while let element = stream.next() {
      switch element {
      case .statement(let statement, let source):
        guard execution.run(statement, in: source) else { return execution.exitCode }
      case .mistake(let diagnostic, let source):
        _ = execution.fail(diagnostic, in: source)
        return execution.exitCode
      }
    }
    guard !stream.hasFailed else { return reporter(isScript: true).report("standard input cannot be read", .noInput) }
    return execution.exitCode
  }

  private static func run(_ source: Source, with execution: inout Execution) -> ExitCode {
    let statements: [Statement]
    do throws(Diagnostic) {
      statements = try Parser.parse(source)
    } catch {
      _ = execution.fail(error, in: source)
      return execution.exitCode
    }
    for statement in statements {
      guard execution.check(statement, in: source) else { return execution.exitCode }
    }
    for statement in statements {
      guard execution.run(statement, in: source) else { break }
    }
    return execution.exitCode
  }

  /// What a script would change, a line for each verb: what a person is shown before they permit it.
  package static func effects(of source: Source) -> [String] {
    var counts: [String: Int] = [:]
    var open: Set<String> = []
    var order: [Signature] = []
    for statement in (try? Parser.parse(source)) ?? [] {
      guard let signature = signature(of: statement), signature.effect.isWrite else { continue }
      let (count, isOpen) = subjects(of: statement, signature)
      if counts.updateValue((counts[signature.action] ?? 0) + count, forKey: signature.action) == nil {
        order.append(signature)
      }
      if isOpen { open.insert(signature.action) }
    }
    return order.map { signature in
      let count = counts[signature.action] ?? 1
      let isOpen = open.contains(signature.action)
      let times = isOpen ? " (for each argument of the script)" : count > 1 ? " (\(count) times)" : ""
      return "\(signature.verbs.first ?? signature.action): \(signature.summary)\(times)"
    }
  }

  /// How many things a statement acts on, and whether the script's arguments say how many.
  private static func subjects(of statement: Statement, _ signature: Signature) -> (count: Int, isOpen: Bool) {
    guard signature.subject != nil, case .pipeline(let pipeline) = statement.form,
      case .command(let command) = pipeline.first
    else { return (1, false) }
    let values = command.arguments.flatMap { argument -> [Value] in
      guard case .value(let value) = argument else { return [] }
      guard case .list(let values) = value.form else { return [value] }
      return values
    }
    let isOpen = values.contains { value in
      guard case .variable(let variable) = value.form else { return false }
      return variable.name == "@"
    }
    return (max(values.count, 1), isOpen)
  }

  private static func signature(of statement: Statement) -> Signature? {
    guard case .pipeline(let pipeline) = statement.form, case .command(let command) = pipeline.first else { return nil }
    if command.verb.value == "open" { return signature(opening: command) }
    return resolver().verb(of: command)?.signature
  }

  /// What a URL would do, whether it stands behind `open` or alone.
  private static func signature(opening command: Command) -> Signature? {
    for case .value(let value) in command.arguments {
      guard case .url(let text) = value.form, let literal = text.literal else { continue }
      return (try? CallbackURL(parsing: literal)).flatMap { catalogue.signature(action: $0.action) }
    }
    return nil
  }
}
