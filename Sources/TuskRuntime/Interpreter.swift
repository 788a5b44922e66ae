package import TuskLanguage
package import XCallbackURL

/// Runs the statements of a program: each command becomes URLs, each URL goes through the dispatcher, and what comes
/// back is told to whoever watches.
package struct Interpreter: Sendable {
  private let resolver: Resolver
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
    /// Why nobody consented, asked once after an action was cancelled.
    package var refusal: @Sendable () -> Refusal?

    package init(
      rehearses: Bool = false, arguments: [String] = [],
      contents: @escaping @Sendable (String) throws(Failure) -> String,
      refusal: @escaping @Sendable () -> Refusal? = { nil }
    ) {
      self.rehearses = rehearses
      self.arguments = arguments
      self.contents = contents
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

  /// Finds what is wrong with a statement without running it.
  package func check(_ statement: Statement) throws(Diagnostic) {
    _ = try plan(for: statement)
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

/// What one statement is going to do.
private struct Plan {
  let verb: Spanned<String>
  let span: Span
  let urls: [CallbackURL]
  let isWrite: Bool
  let options: [String: String]
  /// What is printed, where nothing is sent.
  var line: String?

  var wantsJSON: Bool {
    urls.first?.pairs.contains(CallbackURL.Pair("json", "true")) ?? false
  }

  var terms: Dispatcher.Terms {
    var terms = Dispatcher.Terms(assumesYes: options["yes"] == "true")
    if let timeout = options["timeout"].flatMap(Duration.init(written:)) { terms.timeout = timeout }
    return terms
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
    default: return try plan(sending: command)
    }
  }

  private func plan(sending command: Command) throws(Diagnostic) -> Plan {
    let invocation = try resolver.resolve(command, bindings: bindings, known: ["open", "print"])
    let options = Dictionary(
      invocation.options.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    return Plan(
      verb: invocation.verb, span: command.span, urls: invocation.urls, isWrite: invocation.signature.effect.isWrite,
      options: options)
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

  /// `open URL`, and a URL alone on its line: the URL is checked like a command, and carried out like one.
  private func plan(opening command: Command) throws(Diagnostic) -> Plan {
    guard case .value(let value)? = command.arguments.first, command.arguments.count == 1 else {
      throw .openNeedsURL(command)
    }
    guard case .url(let written) = value.form, let text = written.literal else { throw .openNeedsURL(command) }
    let url: CallbackURL
    do {
      url = try CallbackURL(parsing: text)
    } catch {
      throw .badURL(error, value.span)
    }
    guard ["tusk", "tusker"].contains(url.scheme), url.host == CallbackURL.xCallbackHost else {
      throw .foreignURL(url, value.span)
    }
    guard let signature = resolver.catalogue.signature(action: url.action) else {
      throw .unknownAction(url, value.span)
    }
    guard !url.extensions.contains(where: { ["x-success", "x-error", "x-cancel"].contains($0.name) }) else {
      throw .hasCallbacks(value.span)
    }
    return Plan(
      verb: command.verb, span: command.span, urls: [url], isWrite: signature.effect.isWrite, options: [:])
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
      throw .unknownName(variable, known: known)
    }
    return .text(arguments[number - 1])
  }
}

extension Diagnostic {
  fileprivate static func unreadable(_ failure: Failure, _ span: Span) -> Diagnostic {
    Diagnostic(.unreadable, at: span, failure.message, exitCode: Int(ExitCode.noInput.rawValue))
  }

  fileprivate static func notRunnable(_ span: Span) -> Diagnostic {
    Diagnostic(.notRunnable, at: span, "only commands are run so far: no blocks, variables, pipes or redirections")
  }

  fileprivate static func notPrintable(_ span: Span) -> Diagnostic {
    Diagnostic(.notRunnable, at: span, "'print' takes texts and arguments so far")
  }

  fileprivate static func openNeedsURL(_ command: Command) -> Diagnostic {
    Diagnostic(.missingArg, at: command.span, "'open' wants one x-callback URL")
  }

  fileprivate static func badURL(_ error: CallbackURL.SyntaxError, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: Span(min(span.start + error.offset, span.end), span.end), error.message)
  }

  fileprivate static func foreignURL(_ url: CallbackURL, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span,
      "only tusker://\(CallbackURL.xCallbackHost)/ URLs are requests to tusk, not \(url.scheme)://\(url.host)")
  }

  fileprivate static func unknownAction(_ url: CallbackURL, _ span: Span) -> Diagnostic {
    Diagnostic(
      .unknownVerb, at: span, url.action.isEmpty ? "the URL names no action" : "there is no action '\(url.action)'")
  }

  fileprivate static func hasCallbacks(_ span: Span) -> Diagnostic {
    Diagnostic(
      .conflictingArgs, at: span, "the URL sends its answer elsewhere; carry it out from a shell with: tusk open URL")
  }

  fileprivate static func failed(_ failure: Failure, _ url: CallbackURL, _ plan: Plan) -> Diagnostic {
    Diagnostic(
      .failed, at: plan.verb.span, "\(plan.verb.value) failed: \(failure.message)",
      context: [url.description], exitCode: Int(ExitCode(failure).rawValue))
  }

  fileprivate static func declined(_ refusal: Interpreter.Refusal?, _ plan: Plan) -> Diagnostic {
    let message = refusal?.message ?? "'\(plan.verb.value)' was not confirmed; nothing was done"
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
