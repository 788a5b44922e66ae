/// A URL as x-callback-url 1.0 uses it: scheme, host, action and ordered name–value pairs.
///
/// The text is kept byte for byte, so that a callback handed out by another program comes back to it as it was.
/// Syntax and percent-encoding are RFC 3986's; the query is `name=value` pairs joined by `&`, and `+` is a plus.
public struct CallbackURL: Sendable, Hashable, CustomStringConvertible {
  /// The URL as text.
  public let description: String
  /// The scheme, in lower case.
  public let scheme: String
  /// The host, in lower case; empty where there is none.
  public let host: String
  /// The decoded segments of the path, split before decoding; one leading and one trailing `/` do not count.
  public let segments: [String]
  /// The decoded pairs of the query, in order, repeats kept.
  public let pairs: [Pair]

  /// One name–value pair of a query.
  public struct Pair: Sendable, Hashable {
    /// The decoded name.
    public var name: String
    /// The decoded value; `nil` where the name stands without `=`.
    public var value: String?

    /// A pair; no value means that the name stands alone.
    public init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }
  }

  package init(text: String, scheme: String, host: String, segments: [String], pairs: [Pair]) {
    self.description = text
    self.scheme = scheme
    self.host = host
    self.segments = segments
    self.pairs = pairs
  }

  /// Builds `scheme://host/action?name=value…`.
  ///
  /// - Parameters:
  ///   - scheme: a scheme as RFC 3986 section 3.1 spells it; it is written in lower case.
  ///   - host: the host, which is written in lower case; empty for none.
  ///   - action: the name of the action; its `/` stand as they are, and one at its end does not count.
  ///   - pairs: the query, in this order; everything but `A-Za-z0-9-._~` is escaped from UTF-8.
  public init(scheme: String, host: String = Self.xCallbackHost, action: String, pairs: [Pair] = []) {
    let segments = action.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var bytes = Array("\(scheme.lowercased())://".utf8)
    PercentEncoding.append(host.lowercased(), to: &bytes)
    bytes.append(UInt8(ascii: "/"))
    for (index, segment) in segments.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "/")) }
      PercentEncoding.append(segment, to: &bytes)
    }
    PercentEncoding.append(pairs, to: &bytes, separator: UInt8(ascii: "?"))
    self.init(
      text: String(decoding: bytes, as: UTF8.self), scheme: scheme.lowercased(), host: host.lowercased(),
      segments: segments.last == "" ? segments.dropLast() : segments, pairs: pairs)
  }

  /// The host that marks a URL as an x-callback URL.
  public static let xCallbackHost = "x-callback-url"

  /// The schemes that this program answers to; a callback to them may only deliver an answer.
  package static let ownSchemes: Set<String> = ["tusk", "tusker"]

  /// Whether the URL is a request to this program.
  package var isOwn: Bool { Self.ownSchemes.contains(scheme) && host == Self.xCallbackHost }

  /// Whether the text is a scheme as RFC 3986 section 3.1 spells it.
  package static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, first | 0x20 >= UInt8(ascii: "a"), first | 0x20 <= UInt8(ascii: "z") else {
      return false
    }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
      default: false
      }
    }
  }

  /// The longest text that is read, in bytes.
  public static let longestText = 65_536

  /// The most pairs that are read.
  public static let mostPairs = 1_000

  /// The name of the action: the segments joined by `/`.
  public var action: String { segments.joined(separator: "/") }

  /// The pairs that belong to the action.
  public var parameters: [Pair] { pairs.filter { !$0.name.hasPrefix("x-") } }

  /// The pairs whose names start with `x-`, which the specification reserves for itself.
  public var extensions: [Pair] { pairs.filter { $0.name.hasPrefix("x-") } }

  /// Whether a name or password stands before the host.
  public var hasUserInformation: Bool {
    let rest = description.utf8.dropFirst(scheme.utf8.count + 1)
    guard rest.starts(with: "//".utf8) else { return false }
    return rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }.contains(UInt8(ascii: "@"))
  }

  /// The values of every pair of this name, in order.
  public func values(of name: String) -> [String?] {
    pairs.lazy.filter { $0.name == name }.map(\.value)
  }

  public static func == (left: CallbackURL, right: CallbackURL) -> Bool {
    left.description == right.description
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}

extension CallbackURL {
  /// The same URL with these pairs at the end of its query, before any fragment; what was there stays byte for byte.
  public func appending(_ extra: [Pair]) -> CallbackURL {
    guard !extra.isEmpty else { return self }
    let text = Array(description.utf8)
    let end = text.firstIndex(of: UInt8(ascii: "#")) ?? text.count
    var bytes = Array(text[..<end])
    PercentEncoding.append(extra, to: &bytes, separator: Self.separator(after: bytes))
    bytes.append(contentsOf: text[end...])
    return CallbackURL(
      text: String(decoding: bytes, as: UTF8.self), scheme: scheme, host: host, segments: segments,
      pairs: pairs + extra)
  }

  /// What must stand before the next pair; `nil` where the query is already open for one.
  private static func separator(after bytes: [UInt8]) -> UInt8? {
    guard let question = bytes.firstIndex(of: UInt8(ascii: "?")) else { return UInt8(ascii: "?") }
    return question == bytes.count - 1 || bytes.last == UInt8(ascii: "&") ? nil : UInt8(ascii: "&")
  }
}
