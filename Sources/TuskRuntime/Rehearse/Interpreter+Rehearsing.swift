import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Shows the URL that would be opened, and returns a placeholder for its answer; `nil` for reads, which are real.
  ///
  /// - Parameter keeps: whether the answer is wanted as a value.
  func rehearse(_ url: CallbackURL, _ request: CommandRequest, keeps: Bool, in frame: inout Frame) async
    -> RuntimeValue?
  {
    let isEndless = request.signature.items?.isEndless ?? false
    let waits = settings.placeholders.occurs(in: url.description)
    guard request.isWrite || waits || isEndless else { return nil }
    let line = frame.line(of: request.span)
    guard !isEndless else {
      settings.rehearsal.lackSomething()
      await emit(.noted("listens with \(settings.placeholders.shown(url.description)); for each event:"))
      let token = settings.placeholders.text(named: PlaceholderSyntax.event, line: line)
      return RuntimeValue(.pending(.list(.record(request.shapeName)), token), isForeign: true)
    }
    if request.signature.app == nil { await noteLacks(of: url, request, in: frame) }
    let description = request.description(of: url)
    guard request.isWrite, let place = frame.onceScope?.nextPlace(of: description) else {
      return await planned(url, request, once: "", keeps: keeps, in: frame)
    }
    let change = plannedChange(description, at: place, in: frame)
    if let change, let answer = settings.rehearsal[change] {
      await noteRepeated(change.block, line: line)
      return answer
    }
    let answer = await planned(url, request, once: onceHead(at: place, in: frame), keeps: keeps, in: frame)
    if let change { settings.rehearsal[change] = answer }
    return answer
  }

  /// Adds a request to the plan, and returns a placeholder for its answer.
  private func planned(
    _ url: CallbackURL, _ request: CommandRequest, once: String, keeps: Bool, in frame: Frame
  ) async -> RuntimeValue {
    settings.rehearsal.notify(url, request.signature)
    let name = settings.rehearsal.nextAnswer()
    let isNamed = keeps || !request.isWrite
    let written = planned(url, request, isAlone: !isNamed, in: frame)
    await showPlanned(once + (isNamed ? "let \(name) = " : "") + written)
    let kind = ValueKind.record(request.shapeName)
    let token = settings.placeholders.text(named: name, line: frame.line(of: request.span))
    return RuntimeValue(.pending(request.signature.items == nil ? kind : .list(kind), token), isForeign: true)
  }

  /// Notes what the server lacks for a request that is not sent yet, once for each kind of request.
  private func noteLacks(of url: CallbackURL, _ request: CommandRequest, in frame: Frame) async {
    let account = request.account(in: frame) ?? frame.account
    let kind = ([account ?? "", url.action] + url.pairs.map(\.name)).joined(separator: " ")
    guard settings.rehearsal.isNew(kind) else { return }
    let pairs = url.pairs.map { pair in
      let isPlaceholder = pair.value.map { settings.placeholders.occurs(in: $0) } ?? false
      return isPlaceholder ? CallbackURL.Pair(pair.name, "1") : pair
    }
    let sample = CallbackURL(scheme: url.scheme, action: url.action, pairs: pairs)
    for lack in await host.lacks(for: sample, as: account) {
      await emit(.noted("line \(frame.line(of: request.span)) will fail: \(lack)"))
    }
  }

  /// The start of a line that makes a change within a `once` block; empty outside of one.
  private func onceHead(at place: String, in frame: Frame) -> String {
    guard let scope = frame.onceScope else { return "" }
    var words = ["once", Value.quoted(scope.attempt.name.key), "of=\(Self.written(scope.attempt.name.script))"]
    words.append("effect=\(Self.written(scope.only ?? place))")
    if let account = scope.account { words.append("as=\(Self.written(account))") }
    return words.joined(separator: " ") + " "
  }

  /// The line that opens the URL: the URL alone unless it needs options.
  private func planned(_ url: CallbackURL, _ request: CommandRequest, isAlone: Bool, in frame: Frame) -> String {
    // A URL alone on a line is a request to Tusk; for another app the line is a call.
    let call = request.signature.app.flatMap { _ in resolver.line(for: url).map(SecretText.masked) }
    var words = [call ?? url.description]
    if let account = request.account(in: frame) { words.append("as=\(Self.written(account))") }
    if request.options.yes { words.append("--yes") }
    if let timeout = request.writtenTimeout { words.append("timeout=\(timeout)") }
    if request.options.all { words.append("--all") }
    if let limit = request.options.limit { words.append("limit=\(limit)") }
    let line = words.joined(separator: " ")
    return call != nil || (isAlone && words.count == 1) ? line : "open " + line
  }

  /// Shows a line of the plan, or a note if the line depends on future events or times.
  func showPlanned(_ line: String) async {
    guard !settings.placeholders.dependsOnEvents(line), !settings.rehearsal.isScheduled else {
      settings.rehearsal.lackSomething()
      return await emit(.noted("would: \(settings.placeholders.shown(line))"))
    }
    let planned = settings.placeholders.planned(line)
    guard canBeRead(planned) else {
      settings.rehearsal.lackSomething()
      let reason = "a plan cannot do that, because a text has a NUL character"
      return await emit(.noted("would: \(settings.placeholders.shown(line)); \(reason)"))
    }
    settings.rehearsal.addLine()
    await emit(.planned(planned))
  }

  /// Whether a line of a plan can be read again: a NUL, which only a server or a file can give, has no escape.
  private func canBeRead(_ line: String) -> Bool {
    // The search for a text takes longer than all else here.
    guard line.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "%") }),
      line.contains("\\u{0}") || line.contains("%00")
    else { return true }
    let source = Source(line)
    guard let statements = try? Parser.parse(source) else { return false }
    var checker = Checker.onThisMachine(resolver: resolver)
    checker.allowsUnknownNames = true
    return checker.check(statements, in: source).isEmpty
  }

  /// Says that rows would be piped on, which no line of a plan can say.
  func rehearse(rowsOf pipeline: Pipeline, in frame: Frame) async -> RuntimeValue {
    settings.rehearsal.lackSomething()
    await emit(.noted("would: \(pipeline.source)"))
    guard pipeline.output == nil else { return .null }
    let token = settings.placeholders.text(named: PlaceholderSyntax.event, line: frame.line(of: pipeline.span))
    return RuntimeValue(.pending(.text, token), isForeign: true)
  }

  /// Shows a pipeline through programs or into a file, without starting or writing anything.
  func rehearse(
    _ pipeline: Pipeline, _ programs: [[ProgramWord]], _ path: String?, keepsOutput: Bool, in frame: inout Frame
  ) async throws(Diagnostic) -> RuntimeValue {
    var programs = programs
    let heads: [String]
    switch pipeline.first {
    case .command(let command): heads = try await self.heads(of: command, in: &frame)
    case .run: heads = ["run " + Self.written(programs.removeFirst())]
    case .attempt(let program): heads = ["attempt " + Self.written(try await words(of: program, in: &frame))]
    }
    let rest = programs.map { " | " + Self.written($0) }.joined()
    let line = frame.line(of: pipeline.span)
    guard let head = heads.first, heads.count == 1 || programs.isEmpty else {
      settings.rehearsal.lackSomething()
      await emit(.noted("the result of line \(line) would be piped on:\(settings.placeholders.shown(rest))"))
      return RuntimeValue(
        .pending(.text, settings.placeholders.text(named: PlaceholderSyntax.event, line: line)), isForeign: true)
    }
    if let path {
      settings.rehearsal.write(path, line: line)
      let isAppending = pipeline.output?.isAppending ?? false
      for (index, head) in heads.enumerated() {
        let arrow = isAppending || index > 0 ? ">>" : ">"
        await showPlanned("\(head)\(rest) \(arrow) \(Self.written(path))")
      }
      return .null
    }
    guard keepsOutput else {
      await showPlanned(head + rest)
      return .null
    }
    let name = settings.rehearsal.nextAnswer()
    await showPlanned("let \(name) = \(head)\(rest)")
    return RuntimeValue(.pending(.text, settings.placeholders.text(named: name, line: line)), isForeign: true)
  }

  /// A placeholder for the rows of a file that the run itself would have written; `nil` for other files.
  func rehearse(reading path: String) async -> RuntimeValue? {
    guard let line = settings.rehearsal.line(writing: path) else { return nil }
    settings.rehearsal.lackSomething()
    await emit(.noted("reads '\(path)', which line \(line) writes; for each row:"))
    return RuntimeValue(
      .pending(nil, settings.placeholders.text(named: PlaceholderSyntax.event, line: line)), isForeign: true)
  }

  /// The lines that could replace the command at the head of a pipeline; none if the command is rehearsed by itself.
  private func heads(of command: Command, in frame: inout Frame) async throws(Diagnostic) -> [String] {
    guard frame.definitions[command.verb.value] == nil else {
      _ = try await result(of: command, in: &frame)
      return []
    }
    let prepared = try await prepare(command.arguments.compactMap(\.value), in: &frame)
    guard let verb = resolver.ownVerb(of: command) else {
      let request = try await guarded(request(for: command, prepared, frame), command, prepared, in: frame)
      return request.urls.map { planned($0, request, isAlone: false, in: frame) }
    }
    switch verb.signature.action {
    case "open":
      let request = try await guarded(request(opening: command, prepared, frame), command, prepared, in: frame)
      return request.urls.map { planned($0, request, isAlone: false, in: frame) }
    case "print": return ["print " + Value.quoted(try text(printedBy: command, prepared))]
    case "read":
      let words = NamedArguments(try invocation(of: command, prepared, frame))
      return ["read \(words["format"] ?? "") file:\(Value.quoted(words["file"] ?? ""))"]
    case "source":
      _ = try await run(verb, command, in: &frame)
      return []
    default: return [command.source]
    }
  }

  /// The command line of a program, quoted so that it is parsed to the same words.
  private static func written(_ words: [ProgramWord]) -> String {
    words.map { word in
      word.secret.map { Value(.string($0), Span(0, 0)).source } ?? written(word.text)
    }.joined(separator: " ")
  }

  private static func written(_ word: String) -> String {
    let isPlain = !word.isEmpty && word != "null" && word.utf8.allSatisfy { Self.isPlain($0) }
    return isPlain ? word : Value.quoted(word)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "_"): true
    case UInt8(ascii: "-"), UInt8(ascii: "@"): true
    default: false
    }
  }
}

extension CommandRequest {
  /// The name of the record that the command returns.
  fileprivate var shapeName: String {
    signature.items?.record.name ?? signature.record?.name ?? signature.action
  }
}
