import JSONValue
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Opens the URLs of a command one after the other.
  ///
  /// - Returns: the answer, or a list of the answers where the command acts on several things.
  func send(_ plan: Plan, shows: Bool, in frame: inout Frame) async throws(Diagnostic) -> RuntimeValue {
    if shows { await watch(.begins(plan.options)) }
    let plan = plan.started(at: host.clock.moment())
    var answers: [RuntimeValue] = []
    for url in plan.urls {
      guard !Task.isCancelled else { throw .interrupted(plan.verb.span) }
      answers.append(try await answer(to: url, plan, shows: shows, in: &frame))
    }
    return answers.count == 1 ? answers[0] : RuntimeValue(.list(answers), isForeign: true)
  }

  private func answer(
    to url: CallbackURL, _ plan: Plan, shows: Bool, in frame: inout Frame
  ) async throws(Diagnostic) -> RuntimeValue {
    if settings.rehearses, let stand = await rehearse(url, plan, keeps: !shows, in: frame) { return stand }
    var options = plan.requestOptions(in: frame)
    if plan.isWrite { options.effect = frame.onceScope?.effect(plan.description(of: url)) }
    guard plan.isPaged else {
      let result = try await open(url, plan, options)
      guard shows else { return runtimeValue(of: result) }
      await watch(.result(result, continues: false))
      guard result.holds else { throw .doesNotHold(plan, result.data["reason"]?.string) }
      return runtimeValue(of: result)
    }
    let pages = Pages(url, limit: plan.options.limit ?? .max, signature: plan.signature)
    let first = try await page(pages, plan, options)
    guard shows else { return sequence(first, plan, options) }
    var page = first
    await watch(.result(page.result, continues: false))
    while let rest = page.rest {
      page = try await self.page(rest, plan, options)
      await watch(.result(page.result, continues: true))
    }
    return runtimeValue(of: first.result)
  }

  private func open(
    _ url: CallbackURL, _ plan: Plan, _ options: Dispatcher.RequestOptions
  ) async throws(Diagnostic) -> ActionResult {
    switch await dispatcher.send(url, of: plan.signature, with: options) {
    case .done(let result): return result
    case .failed(let failure): throw .failed(failure, url, verb: plan.verb).holding(plan.interpolations)
    case .canceled where Task.isCancelled: throw .interrupted(plan.verb.span)
    case .canceled(let refusal): throw .declined(refusal, plan)
    }
  }

  /// The value of an answer: its items, the whole record, or the data as the action documents them.
  func runtimeValue(of result: ActionResult) -> RuntimeValue {
    if let items = result.items, let shape = result.signature.items?.record {
      return RuntimeValue(
        .list(items.map { RuntimeValue(.record(RuntimeValue.Record(shape, $0)), isForeign: true) }), isForeign: true)
    }
    if let shape = result.signature.record, let item = result.item {
      return RuntimeValue(.record(RuntimeValue.Record(shape, item)), isForeign: true)
    }
    let shape = RecordShape(result.signature.action, fields: result.signature.results)
    return RuntimeValue(.record(RuntimeValue.Record(shape, result.data)), isForeign: true)
  }
}

extension ActionResult {
  /// Whether what was asked is so, where the command asks for nothing else.
  fileprivate var holds: Bool {
    !signature.results.contains { $0.isVerdict && data[$0.name] == .bool(false) }
  }
}

extension Interpreter {
  /// Where the next page of a list is, and how many items are still wanted.
  private struct Pages {
    let url: CallbackURL
    let limit: Int
    let signature: Signature
    /// The pages that were asked for, by their hashes; a server that leads back to one would be asked for ever.
    let seen: Set<Int>

    init(_ url: CallbackURL, limit: Int, signature: Signature, seen: Set<Int> = []) {
      self.url = url
      self.limit = limit
      self.signature = signature
      self.seen = seen
    }

    /// The most that servers give at once.
    private static let largestPage = 40

    /// The URL of the page: as many items as are wanted, but no more than a page holds.
    var request: CallbackURL {
      let isSized = url.pairs.contains { $0.name == "count" } || signature.parameter(named: "count") == nil
      return isSized ? url : url.appending([CallbackURL.Pair("count", String(min(limit, Self.largestPage)))])
    }

    func after(_ result: ActionResult, base: CallbackURL) -> Pages? {
      let left = limit - (result.items?.count ?? 0)
      let isEndless = signature.items?.isEndless ?? false
      guard let next = result.next, left > 0, isEndless || !seen.contains(next.hashValue) else { return nil }
      let url = base.firstPage.appending([CallbackURL.Pair("page", next)])
      let seen = isEndless ? [] : seen.union([next.hashValue])
      return Pages(url, limit: left, signature: signature, seen: seen)
    }
  }

  /// A page that was read, and the one after it.
  private struct Page {
    let result: ActionResult
    let rest: Pages?
  }

  private func page(_ pages: Pages, _ plan: Plan, _ options: Dispatcher.RequestOptions) async throws(Diagnostic) -> Page
  {
    guard !Task.isCancelled else { throw .interrupted(plan.verb.span) }
    let result = try await answer(to: pages.request, plan, options)
    let wanted = result.limited(to: pages.limit)
    return Page(result: wanted, rest: pages.after(result, base: pages.url))
  }

  /// The answer to a page, unless the time is over in which the list is read.
  private func answer(
    to url: CallbackURL, _ plan: Plan, _ options: Dispatcher.RequestOptions
  ) async throws(Diagnostic) -> ActionResult {
    guard let end = plan.end else { return try await open(url, plan, options) }
    var options = options
    options.timeout = host.clock.moment().duration(to: end)
    guard options.timeout > .zero else { throw .failed(.over(plan), url.firstPage, verb: plan.verb) }
    do throws(Diagnostic) {
      return try await open(url, plan, options)
    } catch {
      guard error.failure?.code == .timedOut, host.clock.moment() >= end else { throw error }
      throw .failed(.over(plan), url.firstPage, verb: plan.verb)
    }
  }

  private func sequence(_ first: Page, _ plan: Plan, _ options: Dispatcher.RequestOptions) -> RuntimeValue {
    let position = Position(first.rest)
    let sequence = ItemSequence(items(of: first.result)) { () async throws(Diagnostic) -> [RuntimeValue]? in
      guard let rest = await position.pages else { return nil }
      let page = try await self.page(rest, plan, options)
      await position.move(to: page.rest)
      return items(of: page.result)
    }
    return RuntimeValue(.sequence(sequence), isForeign: true)
  }

  private func items(of result: ActionResult) -> [RuntimeValue] {
    guard case .list(let items) = runtimeValue(of: result).form else { return [] }
    return items
  }

  /// How far a list was read.
  private actor Position {
    private(set) var pages: Pages?

    init(_ pages: Pages?) {
      self.pages = pages
    }

    func move(to pages: Pages?) {
      self.pages = pages
    }
  }
}

extension CallbackURL {
  /// The same request for the beginning of its list.
  fileprivate var firstPage: CallbackURL {
    CallbackURL(scheme: scheme, action: action, pairs: pairs.filter { $0.name != "page" })
  }
}

extension Plan {
  /// What a refusal leaves undone.
  fileprivate var undone: String {
    guard urls.count > 1 else { return " (nothing was done)" }
    return " (\(urls.count) \(signature.subject?.kind.plural ?? "requests"); nothing was done)"
  }
}

extension Signature.Effect {
  /// Why it wants a yes.
  fileprivate var danger: String? {
    switch self {
    case .destructive: "destructive"
    case .mass: "changes much at once"
    default: nil
    }
  }
}

extension ReferenceKind {
  fileprivate var plural: String {
    switch self {
    case .status: "statuses"
    case .media: "media"
    default: "\(rawValue)s"
    }
  }
}

extension ActionResult {
  /// The first items alone, where there are more.
  fileprivate func limited(to limit: Int) -> ActionResult {
    guard let items, items.count > limit else { return self }
    return ActionResult(self, items: Array(items.prefix(limit)))
  }
}

extension Failure {
  fileprivate static func over(_ plan: Plan) -> Failure {
    Failure(.timedOut, "its time is over after \((plan.options.timeout ?? .zero).written)")
  }
}

extension Diagnostic {
  static func failed(_ failure: Failure, _ url: CallbackURL, verb: Spanned<String>) -> Diagnostic {
    var diagnostic = Diagnostic(
      .failed, at: verb.span, "\(verb.value) failed: \(failure.message)",
      context: [url.redacted.description], exitCode: Int(ExitCode(failure).rawValue))
    diagnostic.failure = failure
    return diagnostic
  }

  fileprivate static func doesNotHold(_ plan: Plan, _ reason: String?) -> Diagnostic {
    let message = reason ?? "the answer of '\(plan.verb.value)' is no"
    var diagnostic = Diagnostic(
      .failed, at: plan.verb.span, message, exitCode: Int(ExitCode.partial.rawValue))
    diagnostic.failure = Failure(.unsupported, message)
    return diagnostic
  }

  fileprivate static func declined(_ refusal: Refusal?, _ plan: Plan) -> Diagnostic {
    let remedy = refusal?.remedy
    let message = refusal?.message ?? "'\(plan.verb.value)' was not confirmed, so it was not done"
    return Diagnostic(
      .needsConfirmation, at: plan.verb.span, remedy == nil ? message : message + plan.undone,
      label: remedy == "--yes" ? plan.signature.effect.danger : nil,
      edits: remedy.map { [Diagnostic.Edit(Span(plan.span.end, plan.span.end), " \($0)")] } ?? [],
      exitCode: Int(ExitCode.canceled.rawValue))
  }
}
