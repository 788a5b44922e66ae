import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Reads a list: one answer, or as many pages as the command wants.
  func rows(
    of url: CallbackURL, _ request: CommandRequest, _ options: Dispatcher.RequestOptions,
    showingResult showsResult: Bool
  ) async throws(Diagnostic) -> RuntimeValue {
    let limit = request.options.limit ?? .max
    var page = try await page(PageRequest(url, limit: limit, signature: request.signature), request, options)
    let first = page.result
    guard showsResult else {
      if request.isPaged { return sequence(page, request, options) }
      if let failure = page.failure { throw failure }
      return runtimeValue(of: first)
    }
    await emit(.result(first, continues: false))
    while let next = page.next {
      page = try await self.page(next, request, options)
      await emit(.result(page.result, continues: true))
    }
    if let failure = page.failure { throw failure }
    return runtimeValue(of: first)
  }

  /// A request for a page of a list, and how many items are still wanted.
  private struct PageRequest {
    let url: CallbackURL
    let limit: Int
    let signature: Signature
    /// The hashes of the cursors that were requested, because a defect that repeats one would be asked forever.
    let seen: Set<Int>

    init(_ url: CallbackURL, limit: Int, signature: Signature, seen: Set<Int> = []) {
      self.url = url
      self.limit = limit
      self.signature = signature
      self.seen = seen
    }

    /// The largest page that servers return.
    private static let largestPage = 40

    /// The most rows of a list without pages, which one action reads whole.
    private static let largestWhole = 10_000

    /// The URL of the page, with the number of items that are wanted.
    func request(isPaged: Bool) -> CallbackURL {
      let isSized = url.pairs.contains { $0.name == "count" } || signature.parameter(named: "count") == nil
      guard isPaged, !isSized else { return url }
      let most = signature.parameter(named: "page") == nil ? Self.largestWhole : Self.largestPage
      return url.appending([CallbackURL.Pair("count", String(min(limit, most)))])
    }

    /// How many items this page or the pages from it on should contain.
    func wanted(isPaged: Bool) -> Int {
      guard !isPaged, let count = url.values(of: "count").first ?? nil else { return limit }
      return Int(count) ?? limit
    }

    /// The request for the page after this one; `nil` if there is none or enough was read.
    func after(_ result: ActionResult) -> PageRequest? {
      let left = limit - (result.items?.count ?? 0)
      guard let next = result.next, left > 0 else { return nil }
      let isEndless = signature.items?.isEndless ?? false
      return PageRequest(
        url.firstPage.appending([CallbackURL.Pair("page", next)]), limit: left, signature: signature,
        seen: isEndless ? [] : seen.union([next.hashValue]))
    }

    func hasSeen(_ cursor: String) -> Bool { seen.contains(cursor.hashValue) }
  }

  /// A page that was read, and the request for the next one or why there can be none.
  private struct Page {
    let result: ActionResult
    let next: PageRequest?
    let failure: Diagnostic?
  }

  private func page(_ asked: PageRequest, _ request: CommandRequest, _ options: Dispatcher.RequestOptions)
    async throws(Diagnostic) -> Page
  {
    guard !Task.isCancelled else { throw .interrupted(request.verb.span) }
    let url = asked.request(isPaged: request.isPaged)
    let result = try await answer(to: url, request, options)
    await tell(result, request)
    let wanted = result.limited(to: asked.limit)
    let isEnough = (wanted.items?.count ?? 0) >= asked.wanted(isPaged: request.isPaged)
    if let cause = result.shortfall.incomplete, !isEnough {
      return Page(result: wanted, next: nil, failure: .incomplete(cause, at: result.next, url, request))
    }
    guard request.isPaged, let next = asked.after(result) else { return Page(result: wanted, next: nil, failure: nil) }
    guard let cursor = result.next, !asked.hasSeen(cursor) else {
      return Page(result: wanted, next: nil, failure: .incomplete(.repeating(), at: nil, url, request))
    }
    return Page(result: wanted, next: next, failure: nil)
  }

  /// Requests a page, unless the timeout of the whole list is over.
  private func answer(
    to url: CallbackURL, _ request: CommandRequest, _ options: Dispatcher.RequestOptions
  ) async throws(Diagnostic) -> ActionResult {
    guard let allowance = request.allowance else { return try await open(url, request, options) }
    var options = options
    let start = host.clock.moment()
    options.timeout = allowance.rest(at: start)
    guard options.timeout > .zero else { throw .failed(.timedOut(request), url.firstPage, verb: request.verb) }
    do throws(Diagnostic) {
      let result = try await open(url, request, options)
      allowance.spend(start.duration(to: host.clock.moment()) - result.waited)
      return result
    } catch {
      allowance.spend(start.duration(to: host.clock.moment()))
      guard error.failure?.code == .timedOut, allowance.rest(at: host.clock.moment()) <= .zero else { throw error }
      throw .failed(.timedOut(request), url.firstPage, verb: request.verb)
    }
  }

  private func sequence(_ first: Page, _ request: CommandRequest, _ options: Dispatcher.RequestOptions) -> RuntimeValue
  {
    let position = PageCursor(first)
    let sequence = ItemSequence(items(of: first.result)) { () async throws(Diagnostic) -> [RuntimeValue]? in
      let last = await position.page
      if let failure = last.failure { throw failure }
      guard let next = last.next else { return nil }
      let page = try await self.page(next, request, options)
      await position.move(to: page)
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
    private(set) var page: Page

    init(_ page: Page) {
      self.page = page
    }

    func move(to page: Page) {
      self.page = page
    }
  }
}

extension Interpreter {
  /// Tells what an answer lacks; a list that was to be whole is then only part of one.
  private func tell(_ result: ActionResult, _ request: CommandRequest) async {
    for text in result.losses { await emit(.missing("\(request.verb.value): \(text)", isCounted: request.options.all)) }
  }
}

extension CallbackURL {
  /// The same request for the first page.
  fileprivate var firstPage: CallbackURL {
    CallbackURL(scheme: scheme, action: action, pairs: pairs.filter { $0.name != "page" })
  }
}

extension Failure {
  fileprivate static func timedOut(_ request: CommandRequest) -> Failure {
    Failure(.timedOut, "timed out after \((request.options.timeout ?? .zero).written)")
  }

  fileprivate static func repeating() -> Failure {
    Failure(.malformedAnswer, "a page leads back to an earlier one")
  }
}

extension Diagnostic {
  /// The rows end although there may be more.
  ///
  /// - Parameter cursor: where the list continues, if it can.
  fileprivate static func incomplete(
    _ cause: Failure, at cursor: String?, _ url: CallbackURL, _ request: CommandRequest
  ) -> Diagnostic {
    let remedy = cursor.map { "; to continue: page=\"\($0)\"" } ?? ""
    let failure = Failure(cause.code, "not the whole list: \(cause.message)\(remedy)")
    return .failed(failure, url.firstPage, verb: request.verb)
  }
}
