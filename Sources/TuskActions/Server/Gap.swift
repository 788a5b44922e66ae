import Fediverse
import JSONValue
import XCallbackURL

/// A part of a stream of which something was missed that could not be fetched afterwards.
package struct Gap: Sendable, Hashable {
  let stream: Server.Stream
  let part: StreamPart
  /// The identifier after which something is missing; nothing where it is not known.
  let after: String?
  /// The identifier before which something is missing; nothing where it is not known.
  let before: String?
  let reason: String

  /// Which part of which stream.
  struct Location: Hashable {
    let stream: Server.Stream
    let part: StreamPart
  }

  var location: Location { Location(stream: stream, part: part) }

  /// What is missing of which stream, between what, and why, in one line.
  package var message: String {
    let start = after.map { "\(kind.rawValue):\($0)" }
    let end = before.map { "\(kind.rawValue):\($0)" }
    let place =
      switch (start, end) {
      case (let start?, let end?): " between \(start) and \(end)"
      case (let start?, nil): " after \(start)"
      case (nil, let end?): " before \(end)"
      case (nil, nil): ""
      }
    return "stream \(stream.spelling): some \(part.rawValue) are missing\(place): \(reason)"
  }

  /// What the identifiers are of. A conversation stands in its list where what was said last does.
  private var kind: ReferenceKind {
    switch part {
    case .statuses, .conversations: .status
    case .notifications: .notification
    }
  }
}

extension Server.Stream {
  /// What a command calls it.
  fileprivate var spelling: String {
    switch self {
    case .user: "user"
    case .notifications: "notifications"
    case .local: "local"
    case .public: "public"
    case .direct: "direct"
    case .tag(let name): "tag:\(name)"
    case .list(let name): "list:\(name)"
    }
  }
}

extension Server {
  /// The gap as a person is told of it.
  func gap(_ gap: StreamGap, in stream: Stream) -> Gap {
    let isFromNowhere = gap.after == nil && gap.before == nil
    let reason = isFromNowhere ? "it is not known what came before" : "there is more than can be fetched"
    return Gap(
      stream: stream, part: gap.part, after: gap.after, before: gap.before,
      reason: gap.error.map { failure($0).message } ?? reason)
  }
}

extension RecordOf where Value == Gap {
  /// What is missing of a stream.
  static let gap =
    RecordOf(
      "gap", spelling: "part",
      Shape(
        Shape.Field("part", .text, "what is missing: statuses, notifications or conversations") {
          .string($0.part.rawValue)
        },
        Shape.Field("after", .text, "the identifier after which something is missing", isOptional: true) {
          $0.after.map(JSON.string)
        },
        Shape.Field("before", .text, "the identifier before which something is missing", isOptional: true) {
          $0.before.map(JSON.string)
        },
        Shape.Field("reason", .text, "why it could not be fetched") { .string($0.reason) }))
}
