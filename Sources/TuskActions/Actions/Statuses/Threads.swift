import Fediverse
import JSONValue
import XCallbackURL

extension Server {
  /// The most statuses that one text becomes; Mastodon takes 300 in three hours.
  private static let maxParts = 100
  /// The fewest characters beside the content warning, for which a thread makes sense.
  private static let minRoom = 50

  /// The texts of the statuses that a text becomes.
  ///
  /// - Throws: ``Failure`` if there would be too many, or if one would be too long all the same.
  func thread(_ draft: StatusDraft, within limits: Instance.Limits) throws(Failure) -> [String] {
    let status = try draft.status()
    let warning = status.spoilerText ?? ""
    let room = limits.characters - warning.count
    guard room >= Self.minRoom else { throw .noRoom(room) }
    let thread = StatusThread(
      splitting: status.text, spoilerText: warning, limits: limits, isNumbered: draft.isNumbered)
    if status.visibility == .direct, thread.parts.count > 1 { throw .unaddressed() }
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
    guard let steps else { return try await publish(try draft.status(), with: draft.media) }
    let whole = try draft.status()
    let parts = try thread(draft, within: try await attempt(await client.instance.instance()).limits)
    if parts.count > 1 { tell(.progress("posting a thread of \(parts.count)")) }
    var last: (id: String, link: String)?
    var ids: [String] = []
    for (index, part) in parts.enumerated() {
      do throws(Failure) {
        let request = steps.part(part, of: whole, after: last?.id)
        let answer = try await step { () async throws(Failure) in
          try await steps.perform(index + 1, request, parts.joined(separator: "\u{0}"))
        }
        steps.areBegun.set()
        let id = answer.item?["statusID"]?.string ?? ""
        last = (id, answer.item?["statusURL"]?.string ?? "status:\(id)")
        if id.isEmpty { throw .noIdentifier() }
        ids.append(id)
      } catch {
        guard let last else { throw error }
        throw .stopped(after: index, of: parts.count, last, steps.isRecorded, error)
      }
    }
    do throws(Failure) {
      var first = try await status(.id(ids.first ?? ""))
      first.thread = parts.count > 1 ? ids : []
      return first
    } catch {
      // The statuses exist, so that the request must not be made as a new one.
      guard let last else { throw error }
      throw .stopped(after: parts.count, of: parts.count, last, steps.isRecorded, error)
    }
  }

  /// The thread of a status, in the order in which the server sends it, each status with its depth.
  ///
  /// - Parameter isWhole: whether to wait until the server has fetched the replies from other servers.
  func thread(
    of reference: StatusReference, waiting isWhole: Bool
  ) async throws(Failure) -> ResultPage<StatusView> {
    let view = try await status(reference)
    let id = view.shown.id
    let context =
      isWhole
      ? try await attempt(await client.statuses.wholeContext(id), about: reference.name)
      : try await attempt(await client.statuses.context(id), about: reference.name)
    let statuses = context.ancestors.elements + [view.shown] + context.descendants.elements
    var depths: [String: Int] = [:]
    let rows = statuses.map { status in
      let depth = status.inReplyToID.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      depths[status.id] = depth
      return StatusView(status, names: view.names, depth: depth)
    }
    return ResultPage(
      rows, next: nil, shortfall: Shortfall(context.ancestors.unreadableRows + context.descendants.unreadableRows))
  }
}

extension RequestSteps {
  /// What every status of a thread has; the rest belongs to the first one.
  private static let shared: Set = ["visibility", "cw", "language", "quotes", "delete-after", "format", "try"]
  /// What is in the texts already.
  private static let applied: Set = ["text", "thread", "numbered", "mentioning", "mentions"]

  /// The request for one status of the thread.
  ///
  /// - Parameters:
  ///   - whole: the status with the whole text, whose texts are as they are to be posted.
  ///   - previous: the status that it replies to; `nil` for the first status of the thread.
  fileprivate func part(_ text: String, of whole: NewStatus, after previous: String?) -> CallbackURL {
    var options = (whole.poll?.options ?? [])[...]
    let given = url.withoutCommonParameters.parameters.filter { pair in
      previous == nil ? !Self.applied.contains(pair.name) : Self.shared.contains(pair.name)
    }
    let pairs = given.map { pair -> CallbackURL.Pair in
      switch pair.name {
      case "cw": CallbackURL.Pair(pair.name, whole.spoilerText)
      case "poll": CallbackURL.Pair(pair.name, options.popFirst() ?? pair.value)
      default: pair
      }
    }
    let reply = previous.map { [CallbackURL.Pair("reply", $0)] } ?? []
    // A reply may have the visibility of what it answers, without stating it.
    let isStated = pairs.contains { $0.name == "visibility" }
    let visibility = isStated ? nil : whole.visibility.map { CallbackURL.Pair("visibility", $0.rawValue) }
    return CallbackURL(
      scheme: url.scheme, action: url.action,
      pairs: [.init("text", text)] + reply + pairs + [visibility].compactMap(\.self))
  }
}

extension Failure {
  fileprivate static func noRoom(_ room: Int) -> Failure {
    Failure(.rejected, "the content warning of each status leaves \(max(0, room)) characters for the text")
  }

  fileprivate static func unaddressed() -> Failure {
    Failure(
      .rejected,
      "the later statuses of a direct thread would reach nobody; post them one by one, each with its mentions")
  }

  fileprivate static func tooManyParts(_ count: Int) -> Failure {
    Failure(.rejected, "the text would become a thread of \(count) statuses; at most 100 are posted at once")
  }

  fileprivate static func unsplittable(_ part: String, _ length: StatusLength) -> Failure {
    Failure(
      .rejected, "'\(part.prefix(40))…' cannot be cut to fit one status: it has \(length)")
  }

  fileprivate static func noIdentifier() -> Failure {
    Failure(.malformedAnswer, "the server returned no identifier for it")
  }

  /// The earlier statuses exist, so the outcome of the whole is unknown to the journal, and the same request continues it.
  fileprivate static func stopped(
    after count: Int, of all: Int, _ last: (id: String, link: String), _ isRecorded: Bool, _ cause: Failure
  ) -> Failure {
    let remedy =
      isRecorded ? "run the same again to go on" : "post the rest with reply=status:\(last.id)"
    var failure = Failure(
      .unknownOutcome,
      "\(count) of \(all) statuses of the thread are posted, the last is \(last.link): \(cause.message); \(remedy)")
    failure.cause = cause.cause ?? cause.code
    return failure
  }
}
