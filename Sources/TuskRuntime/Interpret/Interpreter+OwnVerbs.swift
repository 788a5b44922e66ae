import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Runs a built-in verb.
  func run(_ verb: Resolver.Verb, _ command: Command, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    if verb.signature.action == "open" {
      let prepared = try await prepare(command.arguments.compactMap(\.value), in: &frame)
      let request = try await guarded(request(opening: command, prepared, frame), command, prepared, in: frame)
      frame.last = try await send(request, showingResult: true, in: &frame)
      return .onward
    }
    let (prepared, invocation) = try await resolved(command, in: &frame)
    let words = NamedArguments(invocation)
    switch verb.signature.action {
    case "print": try await self.print(command, words, prepared)
    case _ where Catalog.isPure(verb.signature):
      let result = try compute(invocation, prepared, line: frame.line(of: command.span))
      frame.last = result
      await emit(.shown(result))
    case "help": await emit(.printed(try help(on: words, command), toErrors: false))
    case "apps": await emit(.printed(try apps(words.all("app"), command), toErrors: false))
    case "ask": frame.last = try await ask(words, command, prepared)
    case "wait":
      guard settings.testStart == nil else { return try await pass(words, at: command.span, in: &frame) }
      await wait(words)
      guard !Task.isCancelled else { throw .interrupted(command.span) }
    case "set rate": frame.rate = RateOptions(words)
    case "next": return .next
    case "stop": return .stop
    case "exit": return .exit(ExitCode(rawValue: words["code"].flatMap { Int32($0) } ?? 0))
    case "source": return try await source(words, command, prepared, in: &frame)
    case "accounts": await emit(.shown(try accounts(words, at: command.span)))
    case "jobs", "job show": await emit(.shown(try await jobs(verb, words)))
    case "undo": try await undo(verb, words, in: &frame)
    case "changes": await emit(.shown(changes()))
    case "job resume": try await resumeJob(verb, words, in: &frame)
    case "job cancel": try await cancelJob(verb, words)
    case "posted": await emit(.shown(try await posted(command.verb, in: &frame)))
    default:
      guard case .sequence(let sequence) = try await read(words, command).form else { return .onward }
      while let row = try await sequence.takeNext() { await emit(.shown(row)) }
    }
    return .onward
  }

  /// Runs a built-in verb for its value.
  func result(of verb: Resolver.Verb, _ command: Command, in frame: inout Frame) async throws(Diagnostic)
    -> RuntimeValue
  {
    let prepared = try await prepare(command.arguments.compactMap(\.value), in: &frame)
    switch verb.signature.action {
    case "open":
      let request = try await guarded(request(opening: command, prepared, frame), command, prepared, in: frame)
      return try await send(request, showingResult: false, in: &frame)
    case "read":
      let words = NamedArguments(try invocation(of: command, prepared, frame))
      return try await read(words, command)
    case "accounts":
      return try accounts(NamedArguments(invocation(of: command, prepared, frame)), at: command.span)
    case "jobs", "job show": return try await jobs(verb, NamedArguments(invocation(of: command, prepared, frame)))
    case "posted": return try await posted(command.verb, in: &frame)
    case "ask": return try await ask(NamedArguments(try invocation(of: command, prepared, frame)), command, prepared)
    case _ where Catalog.isPure(verb.signature):
      let invocation = try invocation(of: command, prepared, frame)
      return try compute(invocation, prepared, line: frame.line(of: command.span))
    default: throw .noResult(command.verb)
    }
  }

  /// The arguments of a built-in verb, by the names of its parameters.
  struct NamedArguments {
    private let pairs: [CallbackURL.Pair]

    init(_ invocation: Invocation) {
      pairs = invocation.pairs
    }

    subscript(name: String) -> String? { pairs.first { $0.name == name }.flatMap(\.value) }

    func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.compactMap(\.value) }
  }

  private func print(_ command: Command, _ words: NamedArguments, _ prepared: Prepared) async throws(Diagnostic) {
    let line = settings.placeholders.shown(try text(printedBy: command, prepared))
    await emit(.printed(line, toErrors: words["to"] == "stderr"))
  }

  /// The text that `print` prints.
  func text(printedBy command: Command, _ prepared: Prepared) throws(Diagnostic) -> String {
    var texts: [String] = []
    for argument in command.arguments {
      guard case .value(let value) = argument else { continue }
      switch value.form {
      case .word(let text): texts.append(try prepared.text(text).printed)
      case .reference(let reference): texts.append(try prepared.text(reference.spelling).printed)
      default: texts.append(try prepared.value(value).printed)
      }
    }
    return texts.joined(separator: " ")
  }

  private func apps(_ words: [String], _ command: Command) throws(Diagnostic) -> String {
    let names = words.first == "show" ? Array(words.dropFirst()) : words
    guard names.count <= 1 else { throw .severalApps(command) }
    guard let text = host.help(onApp: names.first) else {
      let span = command.arguments.last?.span ?? command.span
      throw .unknownApp(Spanned(names.first ?? "", span), resolver.apps.names())
    }
    return text
  }

  private func help(on words: NamedArguments, _ command: Command) throws(Diagnostic) -> String {
    let topic = words.all("verb").joined(separator: " ")
    guard let text = host.help(on: topic) else {
      let near = NearWords.near(topic, among: resolver.catalog.verbs + Catalog.own.verbs)
      throw .noHelp(on: topic, command.arguments.first?.span ?? command.span, near: near)
    }
    return text
  }

  private func wait(_ words: NamedArguments) async {
    guard let text = words["time"], let duration = Duration(written: text) else { return }
    guard !settings.rehearses else { return await showPlanned("wait \(text)") }
    guard words["progress"] == "true" else { return await host.clock.sleep(duration) }
    let clock = host.clock.steady()
    let end = clock.now() + Int(duration.components.seconds)
    let time = LocalTime.ahead(end, now: clock.now())
    while clock.now() < end, !Task.isCancelled, !clock.isOver() {
      await emit(.progress("waiting until \(time)"))
      await clock.sleep(until: min(end, clock.jumps ? end : clock.now() + 1))
    }
    await emit(.progress(nil))
  }

  private func read(_ words: NamedArguments, _ command: Command) async throws(Diagnostic) -> RuntimeValue {
    let span = command.span
    let path = words["file"] ?? ""
    do throws(Failure) {
      let rows = try Rows(format: words["format"] ?? "", path: path)
      let sequence = ItemSequence { () async throws(Diagnostic) -> [RuntimeValue]? in
        do throws(Failure) {
          return try await rows.next()
        } catch {
          throw .unreadable(error, span)
        }
      }
      return RuntimeValue(.sequence(sequence), isForeign: true)
    } catch {
      if let rows = await rehearse(reading: path) { return rows }
      throw .unreadable(error, span)
    }
  }
}

extension Interpreter {
  /// The names of the signed-in accounts.
  private func accounts(_ words: NamedArguments, at span: Span) throws(Diagnostic) -> RuntimeValue {
    do throws(Failure) {
      return RuntimeValue(.list(try host.accounts(tagged: words["tag"]).map { .text($0) }))
    } catch {
      throw .failed(error, at: span)
    }
  }
}

extension RateOptions {
  fileprivate init(_ words: Interpreter.NamedArguments) {
    self.init(words["mode"].flatMap(Mode.init) ?? .wait)
    if let wait = words["max-wait"].flatMap(Duration.init(written:)) { longestWait = wait }
  }
}

extension Diagnostic {
  fileprivate static func noHelp(on topic: String, _ span: Span, near: [String] = []) -> Diagnostic {
    let hint = near.isEmpty ? "'help' lists them all" : "did you mean \(near.joined(separator: " or "))?"
    return Diagnostic(.unknownVerb, at: span, "unknown verb '\(topic)'; \(hint)", near: near)
  }

  fileprivate static func severalApps(_ command: Command) -> Diagnostic {
    Diagnostic(.tooManyArgs, at: command.span, "'apps' shows one app at a time, as in: apps show bear")
  }
}
