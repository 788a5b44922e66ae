import Fediverse
import JSONValue
import XCallbackURL

/// A part of a stream that was missed and could not be fetched afterwards.
package struct Gap: Sendable, Hashable {
  let stream: Server.Stream
  let part: StreamPart
  /// The identifier after which the gap starts; `nil` if unknown.
  let after: String?
  /// The identifier before which the gap ends; `nil` if unknown.
  let before: String?
  let reason: String

  /// A part of a stream.
  struct Location: Hashable {
    let stream: Server.Stream
    let part: StreamPart
  }

  var location: Location { Location(stream: stream, part: part) }

  /// A one-line message with the stream, the limits of the gap and the reason.
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

  /// The kind of thing that the identifiers name; a conversation is listed by its last status.
  private var kind: ReferenceKind {
    switch part {
    case .statuses, .conversations: .status
    case .notifications: .notification
    }
  }
}

extension Server.Stream {
  /// The stream as a command names it.
  var spelling: String {
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
  /// Converts a gap of the client.
  func gap(_ gap: StreamGap, in stream: Stream) -> Gap {
    let isFromNowhere = gap.after == nil && gap.before == nil
    let reason = isFromNowhere ? "what came before is unknown" : "there is more than can be fetched"
    return Gap(
      stream: stream, part: gap.part, after: gap.after, before: gap.before,
      reason: gap.error.map { failure($0).message } ?? reason)
  }
}

extension RecordOf where Value == Gap {
  /// The missing part of a stream.
  static let gap =
    RecordOf(
      "gap", spelling: "part",
      Shape(
        Shape.Field("part", .text, "what is missing: statuses, notifications or conversations") {
          .string($0.part.rawValue)
        },
        Shape.Field("after", .text, "the identifier after which the gap starts", isOptional: true) {
          $0.after.map(JSON.string)
        },
        Shape.Field("before", .text, "the identifier before which the gap ends", isOptional: true) {
          $0.before.map(JSON.string)
        },
        Shape.Field("reason", .text, "why it could not be fetched") { .string($0.reason) }))
}
