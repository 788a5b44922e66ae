/// A URL as x-callback-url 1.0 uses it: scheme, host, action and ordered name–value pairs.
///
/// The text is kept byte for byte, so that a callback handed out by another program comes back to it as it was.
/// Syntax and percent-encoding are RFC 3986's; the query is `name=value` pairs joined by `&`, and `+` is a plus.
public struct CallbackURL: Sendable, Hashable, CustomStringConvertible {
  /// The URL as text.
  public let description: String

  /// Where its parts stand; they are decoded when they are asked for.
  let layout: URLLayout

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

  init(text: String, layout: URLLayout) {
    self.description = text
    self.layout = layout
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

  /// The scheme, in lower case.
  public var scheme: String { decoded(0..<layout.schemeEnd).inLowerCase }

  /// The host, in lower case; empty where there is none.
  public var host: String { decoded(layout.host).inLowerCase }

  /// The decoded segments of the path, split before decoding; one leading and one trailing `/` do not count.
  public var segments: [String] {
    withBytes { bytes in layout.segments(of: bytes).map { PercentEncoding.decoded(bytes[$0]) } }
  }

  /// The decoded pairs of the query, in order, repeats kept.
  public var pairs: [Pair] { withBytes { QueryReader.pairs(in: UnsafeBufferPointer(rebasing: $0[layout.query])) } }

  /// The name of the action: the segments joined by `/`.
  public var action: String { decoded(layout.action) }

  /// The pairs that belong to the action.
  public var parameters: [Pair] { pairs.filter { !$0.name.hasPrefix("x-") } }

  /// The pairs whose names start with `x-`, which the specification reserves for itself.
  public var extensions: [Pair] { pairs.filter { $0.name.hasPrefix("x-") } }

  /// Whether a name or password stands before the host.
  public var hasUserInformation: Bool { !layout.userInformation.isEmpty }

  /// The values of every pair of this name, in order.
  public func values(of name: String) -> [String?] {
    pairs.lazy.filter { $0.name == name }.map(\.value)
  }

  private func decoded(_ part: Range<Int>) -> String {
    withBytes { PercentEncoding.decoded($0[part]) }
  }

  func withBytes<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = description
    return text.withUTF8(read)
  }

  public static func == (left: CallbackURL, right: CallbackURL) -> Bool {
    left.description == right.description
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}

extension String {
  /// The text in lower case; most names are already.
  var inLowerCase: String {
    let isLower = utf8.withContiguousStorageIfAvailable { bytes in
      // Without a way out in the middle, many bytes are looked at in one step.
      bytes.reduce(true) { $0 && $1 < 0x80 && $1 &- UInt8(ascii: "A") >= 26 }
    }
    return isLower ?? false ? self : lowercased()
  }
}
