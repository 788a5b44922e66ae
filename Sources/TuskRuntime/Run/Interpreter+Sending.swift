import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Opens the URLs of a command one after the other.
  ///
  /// - Returns: the answer, or a list of answers if the command acts on several things.
  func send(_ plan: Plan, showingResult showsResult: Bool, in frame: inout Frame) async throws(Diagnostic)
    -> RuntimeValue
  {
    if showsResult { await emit(.started(plan.options)) }
    let plan = plan.started(at: host.clock.moment())
    var answers: [RuntimeValue] = []
    for url in plan.urls {
      guard !Task.isCancelled else { throw .interrupted(plan.verb.span) }
      answers.append(try await answer(to: url, plan, showingResult: showsResult, in: &frame))
    }
    return answers.count == 1 ? answers[0] : RuntimeValue(.list(answers), isForeign: true)
  }

  private func answer(
    to url: CallbackURL, _ plan: Plan, showingResult showsResult: Bool, in frame: inout Frame
  ) async throws(Diagnostic) -> RuntimeValue {
    if settings.rehearses, let stand = await rehearse(url, plan, keeps: !showsResult, in: frame) { return stand }
    var options = plan.requestOptions(in: frame)
    if plan.isWrite { options.effect = frame.onceScope?.effect(plan.description(of: url)) }
    guard plan.isPaged else {
      let result = try await open(url, plan, options)
      guard showsResult else { return runtimeValue(of: result) }
      await emit(.result(result, continues: false))
      guard result.isAffirmative else { throw .answeredNo(plan, result.data["reason"]?.string) }
      return runtimeValue(of: result)
    }
    let pages = PageRequest(url, limit: plan.options.limit ?? .max, signature: plan.signature)
    let first = try await page(pages, plan, options)
    guard showsResult else { return sequence(first, plan, options) }
    var page = first
    await emit(.result(page.result, continues: false))
    while let next = page.next {
      page = try await self.page(next, plan, options)
      await emit(.result(page.result, continues: true))
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

  /// The value of an answer: its items, its record, or else its data.
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
  /// Whether a command that asks a yes-or-no question got a yes; true for all others.
  fileprivate var isAffirmative: Bool {
    !signature.results.contains { $0.isVerdict && data[$0.name] == .bool(false) }
  }
}

extension Interpreter {
  /// A request for a page of a list, and how many items are still wanted.
  private struct PageRequest {
    let url: CallbackURL
    let limit: Int
    let signature: Signature
    /// The hashes of the cursors that were requested, because a server that repeats one would be asked forever.
    let seen: Set<Int>

    init(_ url: CallbackURL, limit: Int, signature: Signature, seen: Set<Int> = []) {
      self.url = url
      self.limit = limit
      self.signature = signature
      self.seen = seen
    }

    /// The largest page that servers return.
    private static let largestPage = 40

    /// The URL of the page, with the number of items that are wanted.
    var request: CallbackURL {
      let isSized = url.pairs.contains { $0.name == "count" } || signature.parameter(named: "count") == nil
      return isSized ? url : url.appending([CallbackURL.Pair("count", String(min(limit, Self.largestPage)))])
    }

    func after(_ result: ActionResult, base: CallbackURL) -> PageRequest? {
      let left = limit - (result.items?.count ?? 0)
      let isEndless = signature.items?.isEndless ?? false
      guard let next = result.next, left > 0, isEndless || !seen.contains(next.hashValue) else { return nil }
      let url = base.firstPage.appending([CallbackURL.Pair("page", next)])
      let seen = isEndless ? [] : seen.union([next.hashValue])
      return PageRequest(url, limit: left, signature: signature, seen: seen)
    }
  }

  /// A page that was read, and the request for the next one.
  private struct Page {
    let result: ActionResult
    let next: PageRequest?
  }

  private func page(_ pages: PageRequest, _ plan: Plan, _ options: Dispatcher.RequestOptions) async throws(Diagnostic)
    -> Page
  {
    guard !Task.isCancelled else { throw .interrupted(plan.verb.span) }
    let result = try await answer(to: pages.request, plan, options)
    let wanted = result.limited(to: pages.limit)
    return Page(result: wanted, next: pages.after(result, base: pages.url))
  }

  /// Requests a page, unless the timeout of the whole list is over.
  private func answer(
    to url: CallbackURL, _ plan: Plan, _ options: Dispatcher.RequestOptions
  ) async throws(Diagnostic) -> ActionResult {
    guard let end = plan.end else { return try await open(url, plan, options) }
    var options = options
    options.timeout = host.clock.moment().duration(to: end)
    guard options.timeout > .zero else { throw .failed(.timedOut(plan), url.firstPage, verb: plan.verb) }
    do throws(Diagnostic) {
      return try await open(url, plan, options)
    } catch {
      guard error.failure?.code == .timedOut, host.clock.moment() >= end else { throw error }
      throw .failed(.timedOut(plan), url.firstPage, verb: plan.verb)
    }
  }

  private func sequence(_ first: Page, _ plan: Plan, _ options: Dispatcher.RequestOptions) -> RuntimeValue {
    let position = PageCursor(first.next)
    let sequence = ItemSequence(items(of: first.result)) { () async throws(Diagnostic) -> [RuntimeValue]? in
      guard let next = await position.pages else { return nil }
      let page = try await self.page(next, plan, options)
      await position.move(to: page.next)
      return items(of: page.result)
    }
    return RuntimeValue(.sequence(sequence), isForeign: true)
  }

  private func items(of result: ActionResult) -> [RuntimeValue] {
    guard case .list(let items) = runtimeValue(of: result).form else { return [] }
    return items
  }

  /// How far a list has been read.
  private actor PageCursor {
    private(set) var pages: PageRequest?

    init(_ pages: PageRequest?) {
      self.pages = pages
    }

    func move(to pages: PageRequest?) {
      self.pages = pages
    }
  }
}

extension CallbackURL {
  /// The same request for the first page.
  fileprivate var firstPage: CallbackURL {
    CallbackURL(scheme: scheme, action: action, pairs: pairs.filter { $0.name != "page" })
  }
}

extension Plan {
  /// What was not done because of a refusal.
  fileprivate var undone: String {
    guard urls.count > 1 else { return " (nothing was done)" }
    return " (\(urls.count) \(signature.subject?.kind.plural ?? "requests"); nothing was done)"
  }
}

extension Signature.Effect {
  /// Why it needs confirmation.
  fileprivate var danger: String? {
    switch self {
    case .destructive: "destructive"
    case .mass: "affects many things at once"
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
  /// The answer with at most this many items.
  fileprivate func limited(to limit: Int) -> ActionResult {
    guard let items, items.count > limit else { return self }
    return ActionResult(self, items: Array(items.prefix(limit)))
  }
}

extension Failure {
  fileprivate static func timedOut(_ plan: Plan) -> Failure {
    Failure(.timedOut, "timed out after \((plan.options.timeout ?? .zero).written)")
  }
}

extension Diagnostic {
  static func failed(_ failure: Failure, _ url: CallbackURL, verb: Spanned<String>) -> Diagnostic {
    var diagnostic = Diagnostic(
      .failed, at: verb.span, "\(verb.value) failed: \(failure.message)",
      context: [url.redacted.description], exitCode: ExitCode(failure))
    diagnostic.failure = failure
    return diagnostic
  }

  fileprivate static func answeredNo(_ plan: Plan, _ reason: String?) -> Diagnostic {
    let message = reason ?? "'\(plan.verb.value)' answered no"
    var diagnostic = Diagnostic(
      .failed, at: plan.verb.span, message, exitCode: .partial)
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
      exitCode: .canceled)
  }
}
