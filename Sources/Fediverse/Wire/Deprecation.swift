/// What a server said of a call that it will not take for ever, by RFC 9745 and RFC 8594.
public struct Deprecation: Sendable, Hashable, CustomStringConvertible {
  /// Method and path of the call, with `:id` where an identifier stood.
  public let call: String
  /// Since when the call is no longer the way to do it, or from when on; `nil` where the server did not say.
  public let since: Timestamp?
  /// When the call stops working, where the server said so.
  public let ends: Timestamp?

  /// Reads the headers `Deprecation` and `Sunset`; `nil` where neither is there, or the call is said not to be deprecated.
  init?(_ headers: Headers, of call: Call) {
    let (deprecation, sunset) = (headers["Deprecation"]?.trimmedOfBlanks, headers["Sunset"]?.trimmedOfBlanks)
    guard deprecation != nil || sunset != nil, deprecation != "false", deprecation != "?0" else { return nil }
    // Before the RFC the header held a date or `true`.
    since = deprecation.flatMap { text in
      text.hasPrefix("@") ? Timestamp(String(text.dropFirst())) : Timestamp(httpDate: text)
    }
    ends = sunset.flatMap { Timestamp(httpDate: $0) }
    self.call = "\(call.method.rawValue) \(call.path.shape)"
  }

  /// The notice in half a sentence.
  public var description: String {
    "\(call) is going away" + (ends.map { " on \($0)" } ?? "")
  }
}

/// The deprecated calls of one server, of which each is told once.
struct Deprecations: Sendable {
  private var known: Set<String> = []
  private var waiting: [Deprecation] = []

  /// More than a server has; what comes beyond is not remembered.
  private static let most = 200

  mutating func note(_ headers: Headers, of call: Call) {
    guard let deprecation = Deprecation(headers, of: call), known.count < Self.most else { return }
    if known.insert(deprecation.call).inserted { waiting.append(deprecation) }
  }

  /// Those that have not been told, which are told now.
  mutating func untold() -> [Deprecation] {
    defer { waiting = [] }
    return waiting
  }
}

extension Path {
  /// The path with `:id` for each segment that has a digit in it, the version of the interface aside.
  fileprivate var shape: String {
    let segments = text.split(separator: "/").map { segment in
      let isVersion = segment.hasPrefix("v") && segment.dropFirst().allSatisfy(\.isNumber)
      return segment.contains(where: \.isNumber) && !isVersion ? ":id" : String(segment)
    }
    return "/" + segments.joined(separator: "/")
  }
}
