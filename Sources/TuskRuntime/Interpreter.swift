package import TuskLanguage
package import XCallbackURL

/// Runs the statements of a program: each command becomes URLs, each URL goes through the dispatcher, and what comes
/// back is told to whoever watches.
package struct Interpreter: Sendable {
  let resolver: Resolver
  private let dispatcher: Dispatcher
  private let settings: Settings
  private let watch: @Sendable (Event) async -> Void

  /// How a program is run.
  package struct Settings: Sendable {
    /// Whether writes are only shown.
    package var rehearses: Bool
    /// What `$1` and its successors stand for.
    package var arguments: [String]
    /// What a file holds; the path `-` is standard input.
    package var contents: @Sendable (String) throws(Failure) -> String
    /// What help has on some words; `nil` where there is nothing.
    package var help: @Sendable (String) -> String?
    /// Why nobody consented, asked once after an action was cancelled.
    package var refusal: @Sendable () -> Refusal?

    package init(
      rehearses: Bool = false, arguments: [String] = [],
      contents: @escaping @Sendable (String) throws(Failure) -> String,
      help: @escaping @Sendable (String) -> String? = { _ in nil },
      refusal: @escaping @Sendable () -> Refusal? = { nil }
    ) {
      self.rehearses = rehearses
      self.arguments = arguments
      self.contents = contents
      self.help = help
      self.refusal = refusal
    }
  }

  /// Why a change was not made, and what to write so that it is.
  package struct Refusal: Sendable, Hashable {
    package let message: String
    /// Whether the same line with `--yes` would run.
    package let yesWouldHelp: Bool

    package init(_ message: String, yesWouldHelp: Bool) {
      self.message = message
      self.yesWouldHelp = yesWouldHelp
    }
  }

  /// Something to show.
  package enum Event: Sendable {
    /// A command is about to run with these options of the shell, and its answers are wanted as JSON or not.
    case begins(options: [String: String], wantsJSON: Bool)
    /// An action answered.
    case result(ActionResult)
    /// A rehearsal would have opened this URL.
    case planned(CallbackURL)
    /// A line that the program prints.
    case printed(String)
  }

  package init(
    resolver: Resolver, dispatcher: Dispatcher, settings: Settings,
    watch: @escaping @Sendable (Event) async -> Void
  ) {
    self.resolver = resolver
    self.dispatcher = dispatcher
    self.settings = settings
    self.watch = watch
  }

  /// Finds what is wrong with a statement without running it or reading a file, which may be a pipe that gives its text
  /// only once.
  package func check(_ statement: Statement) throws(Diagnostic) {
    var settings = settings
    settings.contents = { _ in "" }
    let blind = Interpreter(resolver: resolver, dispatcher: dispatcher, settings: settings, watch: watch)
    _ = try blind.plan(for: statement)
  }

  /// The URLs that a statement would open.
  package func urls(of statement: Statement) throws(Diagnostic) -> [CallbackURL] {
    let plan = try plan(for: statement)
    guard plan.line == nil else { throw .noURLs(plan) }
    return plan.urls
  }

  /// Runs a statement.
  ///
  /// - Throws: ``Diagnostic`` for the first thing that fails, with the exit code of its kind.
  package func run(_ statement: Statement) async throws(Diagnostic) {
    let plan = try plan(for: statement)
    if let line = plan.line { return await watch(.printed(line)) }
    await watch(.begins(options: plan.options, wantsJSON: plan.wantsJSON))
    for url in plan.urls {
      guard !Task.isCancelled else { throw .interrupted(plan) }
      try await open(url, of: plan)
    }
  }

  private func open(_ url: CallbackURL, of plan: Plan) async throws(Diagnostic) {
    if settings.rehearses, plan.isWrite {
      await watch(.planned(url))
      return
    }
    switch await dispatcher.send(url, on: plan.terms) {
    case .done(let result): await watch(.result(result))
    case .failed(let failure): throw .failed(failure, url, plan)
    case .cancelled where Task.isCancelled: throw .interrupted(plan)
    case .cancelled: throw .declined(settings.refusal(), plan)
    }
  }
}

extension Interpreter {
  private func plan(for statement: Statement) throws(Diagnostic) -> Plan {
    guard case .pipeline(let pipeline) = statement.form else { throw .notRunnable(statement.span) }
    guard case .command(let command) = pipeline.first, pipeline.programs.isEmpty, pipeline.output == nil else {
      throw .notRunnable(pipeline.span)
    }
    switch command.verb.value {
    case "open": return try plan(opening: command)
    case "print": return try plan(printing: command)
    case "help": return try plan(helping: command)
    default: return try plan(sending: command)
    }
  }

  /// The verbs that are no actions.
  package static let ownVerbs = ["open", "print", "help"]

  private func plan(sending command: Command) throws(Diagnostic) -> Plan {
    let invocation = try resolver.resolve(command, bindings: bindings, known: Self.ownVerbs)
    for option in invocation.options where option.name == "timeout" && Duration(written: option.value) == .zero {
      throw .noTime(option.span)
    }
    return Plan(
      verb: invocation.verb, span: command.span, urls: invocation.urls, isWrite: invocation.signature.effect.isWrite,
      options: Plan.options(of: invocation))
  }

  /// `print` and its values, joined by blanks.
  private func plan(printing command: Command) throws(Diagnostic) -> Plan {
    var words: [String] = []
    for argument in command.arguments {
      guard case .value(let value) = argument else { throw .notPrintable(argument.span) }
      words.append(try text(of: value))
    }
    return Plan(
      verb: command.verb, span: command.span, urls: [], isWrite: false, options: [:], line: words.joined(separator: " ")
    )
  }

  /// `help`, or `help` and a verb.
  private func plan(helping command: Command) throws(Diagnostic) -> Plan {
    var words: [String] = []
    for argument in command.arguments {
      guard case .value(let value) = argument else { throw .noHelp(on: "", argument.span) }
      words.append(try text(of: value))
    }
    let topic = words.joined(separator: " ")
    guard let text = settings.help(topic) else {
      let near = DidYouMean.near(topic, among: resolver.catalogue.verbs)
      throw .noHelp(on: topic, command.arguments.first?.span ?? command.span, near: near)
    }
    return Plan(verb: command.verb, span: command.span, urls: [], isWrite: false, options: [:], line: text)
  }

  private func text(of value: Value) throws(Diagnostic) -> String {
    switch value.form {
    case .word(let text), .string(let text), .url(let text): return try self.text(text)
    case .reference(let reference): return try text(reference.spelling)
    case .variable(let variable): return try settings.text(variable)
    case .list, .result: throw .notPrintable(value.span)
    }
  }

  private func text(_ text: Text) throws(Diagnostic) -> String {
    var result = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let literal): result += literal
      case .variable(let variable): result += try settings.text(variable)
      }
    }
    return result
  }

  private var bindings: Bindings {
    let settings = settings
    return Bindings(
      value: { variable throws(Diagnostic) in try settings.argument(variable) },
      result: Bindings.none.result,
      contents: { path throws(Diagnostic) in
        do throws(Failure) { return try settings.contents(path.value) } catch { throw .unreadable(error, path.span) }
      })
  }
}

extension Interpreter.Settings {
  fileprivate func text(_ variable: Variable) throws(Diagnostic) -> String {
    switch try argument(variable) {
    case .text(let text): return text
    case .list(let values):
      return values.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: " ")
    case .reference(let kind, let id): return "\(kind.rawValue):\(id)"
    case .nothing: return ""
    }
  }

  /// What `$1`, `$2` … and `$@` stand for.
  fileprivate func argument(_ variable: Variable) throws(Diagnostic) -> Binding {
    let known = arguments.indices.map { String($0 + 1) }
    guard variable.path.isEmpty else { throw .unknownName(variable, known: []) }
    if variable.name == "@" { return .list(arguments.map(Binding.text)) }
    guard let number = Int(variable.name), arguments.indices.contains(number - 1) else {
      if variable.isOptional { return .nothing }
      guard Int(variable.name) != nil else { throw .unknownName(variable, known: known) }
      throw .missingArgument(variable, arguments.count)
    }
    return .text(arguments[number - 1])
  }
}

extension Diagnostic {
  fileprivate static func unreadable(_ failure: Failure, _ span: Span) -> Diagnostic {
    Diagnostic(.unreadable, at: span, failure.message, exitCode: Int(ExitCode.noInput.rawValue))
  }

  fileprivate static func noTime(_ span: Span) -> Diagnostic {
    Diagnostic(.outOfRange, at: span, "timeout wants a duration longer than 0")
  }

  fileprivate static func noURLs(_ plan: Plan) -> Diagnostic {
    Diagnostic(.notRunnable, at: plan.verb.span, "'\(plan.verb.value)' opens no URL")
  }

  fileprivate static func noHelp(on topic: String, _ span: Span, near: [String] = []) -> Diagnostic {
    let hint = near.isEmpty ? "'help' lists them all" : "did you mean \(near.joined(separator: " or "))?"
    return Diagnostic(.unknownVerb, at: span, "there is no verb '\(topic)'; \(hint)", near: near)
  }

  fileprivate static func missingArgument(_ variable: Variable, _ count: Int) -> Diagnostic {
    let given = count == 1 ? "1 argument was" : "\(count) arguments were"
    return Diagnostic(
      .unknownName, at: variable.span, "'$\(variable.name)' has no value: \(given) given",
      label: "${\(variable.name)?} may be missing", exitCode: 65)
  }

  fileprivate static func notRunnable(_ span: Span) -> Diagnostic {
    Diagnostic(.notRunnable, at: span, "only commands are run so far: no blocks, variables, pipes or redirections")
  }

  fileprivate static func notPrintable(_ span: Span) -> Diagnostic {
    Diagnostic(.notRunnable, at: span, "'print' takes texts and arguments so far")
  }

  fileprivate static func failed(_ failure: Failure, _ url: CallbackURL, _ plan: Plan) -> Diagnostic {
    Diagnostic(
      .failed, at: plan.verb.span, "\(plan.verb.value) failed: \(failure.message)",
      context: [url.description], exitCode: Int(ExitCode(failure).rawValue))
  }

  fileprivate static func declined(_ refusal: Interpreter.Refusal?, _ plan: Plan) -> Diagnostic {
    let message = refusal?.message ?? "'\(plan.verb.value)' was not confirmed, so it was not done"
    let help = refusal?.yesWouldHelp ?? false
    return Diagnostic(
      .needsConfirmation, at: plan.verb.span, message,
      edits: help ? [Diagnostic.Edit(Span(plan.span.end, plan.span.end), " --yes")] : [],
      exitCode: Int(ExitCode.cancelled.rawValue))
  }

  fileprivate static func interrupted(_ plan: Plan) -> Diagnostic {
    Diagnostic(
      .interrupted, at: plan.verb.span, "'\(plan.verb.value)' was interrupted",
      exitCode: Int(ExitCode.interrupted.rawValue))
  }
}
