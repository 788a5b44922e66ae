package import JSONValue
package import TuskCommon
package import XCallbackURL

/// Sends the URLs of commands to the engine or to other apps, and matches the answers to the requests.
package struct Dispatcher: Sendable {
  /// How a URL is opened.
  package struct RequestOptions: Sendable, Hashable {
    /// How long the action may take.
    package var timeout: Duration
    /// Whether a person said yes in advance.
    package var assumesYes: Bool
    /// The account that acts; `nil` for the current one.
    package var account: String?
    /// The change as the journal records it, so that it is made once.
    package var effect: OnceChange?
    /// How the requests respond to a server's rate limit.
    package var rate: RateOptions
    /// What was just read of the subject of a change that may be taken back, by the names of a record; `nil` if it is not.
    package var seen: JSON.Object?

    package init(
      timeout: Duration = .seconds(30), assumesYes: Bool = false, account: String? = nil, effect: OnceChange? = nil,
      rate: RateOptions = RateOptions()
    ) {
      self.timeout = timeout
      self.assumesYes = assumesYes
      self.account = account
      self.effect = effect
      self.rate = rate
    }
  }

  /// A change within a `once` block, by which the journal recognizes it.
  package struct OnceChange: Sendable, Hashable {
    package var attempt: OnceAttempt
    package var name: String
    /// Whether it is a change of a job.
    package var isOfJob: Bool

    package init(attempt: OnceAttempt, name: String, isOfJob: Bool = false) {
      (self.attempt, self.name, self.isOfJob) = (attempt, name, isOfJob)
    }
  }

  private let catalog: Catalog
  let source: String
  let host: any RuntimeHost

  /// - Parameters:
  ///   - catalog: the actions, by which answers are read.
  ///   - source: the `x-source` of requests.
  package init(catalog: Catalog, source: String, host: any RuntimeHost) {
    self.catalog = catalog
    self.source = source
    self.host = host
  }

  /// Long, because the engine applies the timeout once a person has answered its questions.
  private static let longestWait = Duration.seconds(30 * 86_400)

  /// How one URL ended.
  package enum Outcome: Sendable, Hashable {
    case done(ActionResult)
    case failed(Failure)
    /// A person declined, or nobody could be asked for this reason.
    case canceled(Refusal?)
  }

  /// Sends one URL to the engine or to another app, and waits for the answer.
  ///
  /// - Parameter signature: the action; may be `nil` for actions of the catalog.
  package func send(
    _ url: CallbackURL, of signature: Signature? = nil, with options: RequestOptions
  ) async -> Outcome {
    guard let signature = signature ?? catalog.signature(action: url.action) else {
      return .failed(Failure(.unknownAction, "unknown action '\(url.action)'"))
    }
    guard signature.app == nil else { return await call(url, of: signature, with: options) }
    let call = host.inbox.expectAnswer(until: .now + Self.longestWait)
    defer { host.inbox.forget(call) }
    let request = url.appending(additions(to: url, signature) + call.callbacks.pairs)
    let reply = await host.open(request, with: options)
    if let data = reply.data { return .done(ActionResult(signature, url, data, of: reply)) }
    if let failure = reply.failure { return .failed(failure) }
    guard let answer = reply.callback else {
      return .failed(Failure(.defect, "the engine opened no callback"))
    }
    guard case .answered(call.token, let response) = host.inbox.deliver(answer) else {
      return .failed(Failure(.defect, "the callback does not belong to this call"))
    }
    switch response {
    case .success:
      let data = response.json?.object ?? ActionResult.typed(response.pairs, signature)
      return .done(ActionResult(signature, url, data, of: reply))
    case .failure(let failure): return .failed(failure)
    case .canceled: return .canceled(reply.refusal)
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

/// The answer of an action: typed data, and the records of a list.
package struct ActionResult: Sendable, Hashable {
  package let signature: Signature
  /// The request, without callbacks.
  package let url: CallbackURL
  /// The data, with the value kinds that the action declares.
  package let data: JSON.Object
  /// The records of a list; `nil` for actions that return none.
  package let items: [JSON.Object]?
  /// The cursor of the next page; `nil` on the last one.
  package let next: String?
  /// The record that the answer is about.
  package let item: JSON.Object?
  /// What is missing from the items, which the run tells in words and, if the whole list was wanted, by its exit
  /// code.
  package let shortfall: Shortfall
  /// How long the request waited for the server's rate limit.
  package internal(set) var waited = Duration.zero
  /// The permanent name of the account that acted; `nil` if it is not known.
  var account: String?
  /// What takes the change back; `nil` if that was not asked for, or nothing was read.
  package private(set) var restoration: Restoration?

  package init(_ signature: Signature, _ url: CallbackURL, _ response: Response) {
    self.init(signature, url, response.json?.object ?? Self.typed(response.pairs, signature))
  }

  fileprivate init(_ signature: Signature, _ url: CallbackURL, _ data: JSON.Object, of reply: EngineReply) {
    self.init(signature, url, data)
    (waited, account, restoration) = (reply.waited, reply.account, reply.restoration)
  }

  /// The answer of a change as the journal has it.
  init(_ signature: Signature, _ url: CallbackURL, recorded answer: JSON) {
    var data = answer["data"]?.object ?? [:]
    data["item"] = answer["item"]
    self.init(signature, url, data)
  }

  private init(_ signature: Signature, _ url: CallbackURL, _ data: JSON.Object) {
    self.signature = signature
    self.url = url
    var data = data
    items = data["items"]?.array?.compactMap(\.object)
    next = items == nil ? nil : data["next"]?.string
    item = data["item"]?.object
    for name in ["items", "item"] { data[name] = nil }
    if items != nil { data["next"] = nil }
    shortfall = signature.items == nil ? Shortfall() : Shortfall(takingFrom: &data)
    self.data = data.withTimesAsText(signature.results)
  }

  /// The same answer with other items.
  init(_ result: ActionResult, items: [JSON.Object]) {
    signature = result.signature
    url = result.url
    data = result.data
    next = result.next
    item = result.item
    shortfall = result.shortfall
    waited = result.waited
    account = result.account
    restoration = result.restoration
    self.items = items
  }

  fileprivate static func typed(_ pairs: [CallbackURL.Pair], _ signature: Signature) -> JSON.Object {
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

extension JSON.Object {
  /// The data of an answer with the text of each time after it, as records have it.
  func withTimesAsText(_ fields: [Signature.ResultField]) -> JSON.Object {
    JSON.Object(
      members.flatMap { member -> [(name: String, value: JSON)] in
        let text = fields.first { $0.name == member.name }?.timeAsText
        guard let text, self[text.name] == nil, let seconds = member.value.int else { return [member] }
        return [member, (name: text.name, value: .string(Instant(seconds: seconds).rfc3339))]
      })
  }
}
