package import JSONValue
package import XCallbackURL

/// The one way from a command to the engine: every URL passes here, is rehearsed or sent, and its answer is matched.
package struct Dispatcher: Sendable {
  /// Opens a URL and returns the callback that was opened in answer.
  package typealias OpenURL = @Sendable (CallbackURL, Terms) async -> CallbackURL?

  /// On which terms a URL is opened.
  package struct Terms: Sendable, Hashable {
    /// After so long the action is given up.
    package var timeout: Duration
    /// Whether a person said yes beforehand.
    package var assumesYes: Bool
    /// Which account acts; the one that commands act as where it is not said.
    package var account: String?
    /// What is recorded of a change, so that it is made once.
    package var effect: Effect?
    /// What is done where a server wants fewer requests.
    package var limits: Limits

    package init(
      timeout: Duration = .seconds(30), assumesYes: Bool = false, account: String? = nil, effect: Effect? = nil,
      limits: Limits = Limits()
    ) {
      self.timeout = timeout
      self.assumesYes = assumesYes
      self.account = account
      self.effect = effect
      self.limits = limits
    }
  }

  /// What is done where a server wants fewer requests.
  package struct Limits: Sendable, Hashable {
    /// Whether requests wait for the server, are spread so that they need not, or fail.
    package enum RateMode: String, Sendable, Hashable, CaseIterable {
      case wait, pace, `throw`
    }

    package var mode: RateMode
    /// How long a request waits in all before it fails instead.
    package var longestWait: Duration

    package init(_ mode: RateMode = .wait, longestWait: Duration = .seconds(1800)) {
      self.mode = mode
      self.longestWait = longestWait
    }
  }

  /// A change within a block that is done once: which attempt at the block it belongs to, and which one it is there.
  package struct Effect: Sendable, Hashable {
    package var attempt: LedgerAttempt
    package var name: String

    package init(attempt: LedgerAttempt, name: String) {
      self.attempt = attempt
      self.name = name
    }
  }

  /// Hands a URL to the app that it belongs to.
  package typealias AppOpener = @Sendable (CallbackURL, Signature, Terms) async throws -> Void

  private let catalog: Catalog
  let source: String
  private let open: OpenURL
  let openApp: AppOpener
  let inbox: CallbackInbox

  /// - Parameters:
  ///   - catalog: the actions, to read their answers by.
  ///   - source: what requests name as `x-source`.
  ///   - inbox: where answers arrive.
  ///   - openApp: the way to other apps; `nil` where there is none.
  ///   - open: the engine.
  package init(
    catalog: Catalog, source: String, inbox: CallbackInbox = CallbackInbox(), openApp: AppOpener? = nil,
    open: @escaping OpenURL
  ) {
    self.catalog = catalog
    self.source = source
    self.inbox = inbox
    self.openApp = openApp ?? { _, _, _ in throw Failure.noApps }
    self.open = open
  }

  /// The engine keeps to the timeout; what an answer may wait for beside that is a person who is asked.
  private static let longestWait = Duration.seconds(30 * 86_400)

  /// How one URL ended.
  package enum Ending: Sendable, Hashable {
    case done(ActionResult)
    case failed(Failure)
    case canceled
  }

  /// Sends one URL to whoever answers it, and waits for the answer.
  ///
  /// - Parameter signature: the action, where it is known already; another app's always is.
  package func send(_ url: CallbackURL, of signature: Signature? = nil, on terms: Terms) async -> Ending {
    guard let signature = signature ?? catalog.signature(action: url.action) else {
      return .failed(Failure(.unknownAction, "there is no action '\(url.action)'"))
    }
    guard signature.app == nil else { return await call(url, of: signature, on: terms) }
    let call = inbox.expectAnswer(until: .now + Self.longestWait)
    defer { inbox.forget(call) }
    let request = url.appending(additions(to: url, signature) + call.callbacks.pairs)
    guard let answer = await open(request, terms) else {
      return .failed(Failure(.defect, "the engine opened no callback"))
    }
    guard case .answered(call.token, let response) = inbox.deliver(answer) else {
      return .failed(Failure(.defect, "the callback was not the answer to this call"))
    }
    switch response {
    case .success: return .done(ActionResult(signature, url, response))
    case .failure(let failure): return .failed(failure)
    case .canceled: return .canceled
    }
  }

  private func additions(to url: CallbackURL, _ signature: Signature) -> [CallbackURL.Pair] {
    let names = Set(url.pairs.map(\.name))
    var extra: [CallbackURL.Pair] = []
    if signature.items != nil, !names.contains("items") { extra.append(CallbackURL.Pair("items", "true")) }
    if signature.record != nil, !names.contains("item") { extra.append(CallbackURL.Pair("item", "true")) }
    if !names.contains("x-source") { extra.append(CallbackURL.Pair("x-source", source)) }
    return extra
  }
}

extension Failure {
  fileprivate static let noApps = Failure(.unsupported, "other apps cannot be called from here")
}

/// What an action answered: a typed record, and for a list request the records of its items.
package struct ActionResult: Sendable, Hashable {
  package let signature: Signature
  /// The request as it was written, without callbacks.
  package let url: CallbackURL
  /// The data, each value of the kind that the action declares.
  package let data: JSON.Object
  /// The objects of a list request.
  package let items: [JSON.Object]?
  /// Where the page after this one is, for a list request that has more to give.
  package let next: String?
  /// The whole record that the answer is about.
  package let item: JSON.Object?

  package init(_ signature: Signature, _ url: CallbackURL, _ response: Response) {
    self.signature = signature
    self.url = url
    var data = response.json?.object ?? Self.typed(response.pairs, signature)
    items = data["items"]?.array?.compactMap(\.object)
    next = items == nil ? nil : data["next"]?.string
    item = data["item"]?.object
    for name in ["items", "item"] { data[name] = nil }
    if items != nil { data["next"] = nil }
    self.data = data
  }

  /// The same answer with these items alone.
  init(_ result: ActionResult, items: [JSON.Object]) {
    signature = result.signature
    url = result.url
    data = result.data
    next = result.next
    item = result.item
    self.items = items
  }

  private static func typed(_ pairs: [CallbackURL.Pair], _ signature: Signature) -> JSON.Object {
    if let app = signature.app { return app.data(of: pairs, signature.results) }
    return JSON.Object(
      pairs.compactMap { pair in
        guard let text = pair.value else { return nil }
        return (name: pair.name, value: value(text, signature.results.first { $0.name == pair.name }?.kind, pair.name))
      })
  }

  private static func value(_ text: String, _ kind: ValueKind?, _ name: String) -> JSON {
    switch kind {
    case .integer, .time: Int(text).map(JSON.int) ?? .string(text)
    case .boolean: ["true": JSON.bool(true), "false": JSON.bool(false)][text] ?? .string(text)
    case nil where ["items", "item"].contains(name): (try? JSON(parsing: text)) ?? .string(text)
    default: .string(text)
    }
  }
}
