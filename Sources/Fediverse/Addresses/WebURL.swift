/// An absolute http or https URL without a fragment.
public struct WebURL: Sendable, Hashable, CustomStringConvertible {
  /// The server part of the URL.
  public let origin: ServerAddress
  /// The percent-encoded path and query, beginning with a slash.
  public let target: String

  /// Parses an absolute URL; `nil` if the text is not one or contains a user name.
  public init?(_ text: String) {
    let written = text.trimmedOfBlanks
    guard let mark = written.firstRange(of: "://") else { return nil }
    let rest = written[mark.upperBound...]
    guard
      let scheme = ServerAddress.Scheme(rawValue: written[..<mark.lowerBound].lowercased()),
      let origin = try? ServerAddress(scheme: scheme, authority: String(rest.prefix { !"/?#".contains($0) }))
    else { return nil }
    self.init(origin: origin, target: String(rest.drop { !"/?#".contains($0) }))
  }

  /// Creates a URL from a server and a path with query.
  public init(origin: ServerAddress, target: String) {
    self.origin = origin
    let escaped = String(target.prefix { $0 != "#" }).escapedTarget
    self.target = escaped.hasPrefix("/") ? escaped : "/" + escaped
  }

  /// Resolves a reference against a base URL (RFC 3986 section 5.2).
  init?(_ reference: String, at base: WebURL) {
    let written = String(reference.trimmedOfBlanks.prefix { $0 != "#" })
    if written.contains("://"), let absolute = WebURL(written) {
      self.init(origin: absolute.origin, target: Self.removingDotSegments(absolute.target))
      return
    }
    switch written {
    case "":
      self = base
    case _ where written.hasPrefix("//"):
      guard let absolute = WebURL("\(base.origin.scheme.rawValue):\(written)") else { return nil }
      self.init(origin: absolute.origin, target: Self.removingDotSegments(absolute.target))
    case _ where written.hasPrefix("/"):
      self.init(origin: base.origin, target: Self.removingDotSegments(written))
    case _ where written.hasPrefix("?"):
      self.init(origin: base.origin, target: base.path + written)
    default:
      guard !written.prefix(while: { !"/?".contains($0) }).contains(":") else { return nil }
      let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
      self.init(origin: base.origin, target: Self.removingDotSegments(folder + written))
    }
  }

  /// Removes the dot segments of the path (RFC 3986 section 5.2.4).
  private static func removingDotSegments(_ target: String) -> String {
    let path = target.prefix { $0 != "?" }
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    var segments: [Substring] = []
    for (index, step) in steps.enumerated() {
      let isDots = step == "." || step == ".."
      if step == "..", segments.count > 1 { segments.removeLast() }
      if !isDots { segments.append(step) } else if index == steps.count - 1 { segments.append("") }
    }
    return segments.joined(separator: "/") + target[path.endIndex...]
  }

  /// The path without the query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The percent-decoded, non-empty segments of the path.
  var segments: [String] { path.split(separator: "/").map { String($0).unescaped } }

  /// The complete URL.
  public var description: String { origin.baseURL + target }

  /// Whether both URLs mean the same page to a person: scheme, case of the host and a trailing slash are ignored.
  func isSamePlace(as other: WebURL) -> Bool {
    origin.host == other.origin.host && origin.port == other.origin.port && bareTarget == other.bareTarget
  }

  private var bareTarget: Substring {
    target.hasSuffix("/") ? target.dropLast() : target[...]
  }
}

extension WebURL {
  /// The items of the query as written.
  private var pairs: [Substring] {
    target.firstIndex(of: "?").map { target[target.index(after: $0)...].split(separator: "&") } ?? []
  }

  /// The value of a query item.
  func value(of name: String) -> String? {
    pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)).unescaped }
  }

  /// Returns the URL with exactly these values for the names of these query items; its other items remain.
  func keeping(_ query: [(name: String, value: String)]) -> WebURL {
    let names = Set(query.map(\.name))
    let given = pairs.map { pair -> (name: String, value: String) in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        String($0).unescaped
      }
      return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
    }
    let kept = given.filter { names.contains($0.name) }
    func sorted(_ items: [(name: String, value: String)]) -> [String] {
      items.map { "\($0.name)=\($0.value)" }.sorted()
    }
    guard sorted(kept) != sorted(query) else { return self }
    let others = zip(pairs, given).filter { !names.contains($1.name) }.map { String($0.0) }
    let items = query.map { "\($0.name.escapedComponent)=\($0.value.escapedComponent)" } + others
    return WebURL(origin: origin, target: path + "?" + items.joined(separator: "&"))
  }

  /// Returns the URL with a query item set, after all others.
  func setting(_ name: String, to value: String) -> WebURL {
    let kept = pairs.filter { !$0.hasPrefix(name + "=") }.map(String.init) + ["\(name)=\(value.escapedComponent)"]
    return WebURL(origin: origin, target: path + "?" + kept.joined(separator: "&"))
  }
}
