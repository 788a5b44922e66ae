import Fediverse
import JSONValue
import XCallbackURL

extension Server {
  /// The most statuses that one text becomes; Mastodon takes 300 in three hours.
  private static let maxParts = 100

  /// The texts of the statuses that a text becomes.
  ///
  /// - Throws: ``Failure`` if there would be too many, or if one would be too long all the same.
  func thread(_ draft: StatusDraft, within limits: Instance.Limits) throws(Failure) -> [String] {
    let status = try draft.status()
    let warning = status.spoilerText ?? ""
    let thread = StatusThread(
      splitting: status.text, spoilerText: warning, limits: limits, isNumbered: draft.isNumbered)
    guard thread.parts.count <= Self.maxParts else { throw .tooManyParts(thread.parts.count) }
    for part in thread.parts {
      let length = StatusLength(part, spoilerText: warning, limits: limits)
      if length.isTooLong { throw .unsplittable(part, length) }
    }
    return thread.parts
  }

  /// The failure of a status, and how to post it as a thread if its text is too long.
  func explained(_ failure: Failure, of status: NewStatus) async -> Failure {
    guard failure.code == .rejected, status.text.count > client.knownProfile?.limits.characters ?? 500,
      let limits = try? await client.instance.instance().limits
    else { return failure }
    let length = StatusLength(status.text, spoilerText: status.spoilerText ?? "", limits: limits)
    guard length.isTooLong else { return failure }
    return Failure(.rejected, "\(failure.message); the text has \(length): post it as a thread with post … --thread")
  }

  /// Posts a text as a thread: each status replies to the one before it.
  ///
  /// What belongs to one status, such as media and a poll, belongs to the first. Each status is a step of the request, so
  /// that a request that failed on its way continues where it stopped.
  ///
  /// - Returns: the first status.
  func publishThread(_ draft: StatusDraft) async throws(Failure) -> StatusView {
    let parts = try thread(draft, within: try await attempt(await client.instance.instance()).limits)
    guard parts.count > 1, let steps else { return try await publish(try draft.status(), with: draft.media) }
    tellProgress("posting a thread of \(parts.count)")
    var posted: [(id: String, url: String?)] = []
    for (index, part) in parts.enumerated() {
      let answer: ActionOutput
      do throws(Failure) {
        let (name, request) = ("\(index + 1)/\(parts.count)", steps.part(part, after: posted.last?.id))
        answer = try await step { () async throws(Failure) in try await steps.perform(name, request) }
      } catch {
        guard let last = posted.last else { throw error }
        throw .stopped(after: posted.count, of: parts.count, last.url ?? "status:\(last.id)", error)
      }
      let link = answer.item ?? [:]
      guard let id = link["statusID"]?.string else {
        throw .stopped(after: index + 1, of: parts.count, "without an identifier", .noIdentifier())
      }
      posted.append((id, link["statusURL"]?.string))
    }
    var first = try await status(.id(posted[0].id))
    first.parts = parts.count
    return first
  }
}

extension RequestSteps {
  /// What every status of a thread has; the rest belongs to the first one.
  private static let shared: Set = [
    "visibility", "cw", "language", "mentions", "quotes", "delete-after", "format", "try",
  ]
  private static let ofThread: Set = ["text", "thread", "numbered"]

  /// The request for one status of the thread.
  ///
  /// - Parameter previous: the status that it replies to; `nil` for the first status of the thread.
  fileprivate func part(_ text: String, after previous: String?) -> CallbackURL {
    let pairs = url.withoutCommonParameters.parameters.filter { pair in
      previous == nil
        ? !Self.ofThread.contains(pair.name) && pair.name != "mentioning" : Self.shared.contains(pair.name)
    }
    let reply = previous.map { [CallbackURL.Pair("reply", $0)] } ?? []
    return CallbackURL(scheme: url.scheme, action: url.action, pairs: [.init("text", text)] + reply + pairs)
  }
}

extension Failure {
  fileprivate static func tooManyParts(_ count: Int) -> Failure {
    Failure(.invalidParameter, "the text would become a thread of \(count) statuses; at most 100 are posted at once")
  }

  fileprivate static func unsplittable(_ part: String, _ length: StatusLength) -> Failure {
    Failure(
      .invalidParameter, "'\(part.prefix(40))…' cannot be cut to fit one status: it has \(length)")
  }

  fileprivate static func noIdentifier() -> Failure {
    Failure(.malformedAnswer, "the server returned no identifier for it")
  }

  /// The earlier statuses exist, so the outcome of the whole is unknown to the journal, and the same request continues it.
  fileprivate static func stopped(after count: Int, of all: Int, _ last: String, _ cause: Failure) -> Failure {
    var failure = Failure(
      .unknownOutcome,
      "\(count) of \(all) statuses of the thread are posted, the last is \(last): \(cause.message); run the same again "
        + "to go on")
    failure.cause = cause.cause ?? cause.code
    return failure
  }
}
