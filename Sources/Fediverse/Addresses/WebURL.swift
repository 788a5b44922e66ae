/// An absolute http or https URL without its fragment.
public struct WebURL: Sendable, Hashable, CustomStringConvertible {
  /// The server that the URL leads to.
  public let origin: ServerAddress
  /// The path and query, escaped, beginning with a slash.
  public let target: String

  /// Reads an absolute URL; `nil` where the text is none, or holds a user name.
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

  /// A URL of a server whose path and query are known.
  public init(origin: ServerAddress, target: String) {
    self.origin = origin
    let escaped = String(target.prefix { $0 != "#" }).escapedTarget
    self.target = escaped.hasPrefix("/") ? escaped : "/" + escaped
  }

  /// Reads a reference as RFC 3986 section 5.2 resolves it against the URL that it was found at.
  init?(_ reference: String, at base: WebURL) {
    let written = String(reference.trimmedOfBlanks.prefix { $0 != "#" })
    if written.contains("://"), let absolute = WebURL(written) {
      self.init(origin: absolute.origin, target: Self.settled(absolute.target))
      return
    }
    switch written {
    case "":
      self = base
    case _ where written.hasPrefix("//"):
      guard let absolute = WebURL("\(base.origin.scheme.rawValue):\(written)") else { return nil }
      self.init(origin: absolute.origin, target: Self.settled(absolute.target))
    case _ where written.hasPrefix("/"):
      self.init(origin: base.origin, target: Self.settled(written))
    case _ where written.hasPrefix("?"):
      self.init(origin: base.origin, target: base.path + written)
    default:
      guard !written.prefix(while: { !"/?".contains($0) }).contains(":") else { return nil }
      let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
      self.init(origin: base.origin, target: Self.settled(folder + written))
    }
  }

  /// The target with each `.` and `..` in its path carried out, as section 5.2.4 has it.
  private static func settled(_ target: String) -> String {
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

  /// The part of the target before the question mark.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The decoded segments of the path, none of them empty.
  var segments: [String] { path.split(separator: "/").map { String($0).unescaped } }

  /// The whole URL.
  public var description: String { origin.baseURL + target }

  /// Whether both are one address to a person: scheme, letter case of the host and a slash at the end do not count.
  func isSamePlace(as other: WebURL) -> Bool {
    origin.host == other.origin.host && origin.port == other.origin.port && bareTarget == other.bareTarget
  }

  private var bareTarget: Substring {
    target.hasSuffix("/") ? target.dropLast() : target[...]
  }
}

extension WebURL {
  /// The fields of the query as they are written.
  private var pairs: [Substring] {
    target.firstIndex(of: "?").map { target[target.index(after: $0)...].split(separator: "&") } ?? []
  }

  /// The value of a field of the query.
  func value(of name: String) -> String? {
    pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)).unescaped }
  }

  /// The URL with a field of the query set, after all others.
  func setting(_ name: String, to value: String) -> WebURL {
    let kept = pairs.filter { !$0.hasPrefix(name + "=") }.map(String.init) + ["\(name)=\(value.escapedComponent)"]
    return WebURL(origin: origin, target: path + "?" + kept.joined(separator: "&"))
  }
}
