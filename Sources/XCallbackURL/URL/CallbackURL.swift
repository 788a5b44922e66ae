import JSONValue

/// A URL as x-callback-url 1.0 uses it: scheme, host, action and ordered name–value pairs.
///
/// The text is kept byte for byte, so that a callback returns to the other program unchanged.
/// Syntax and percent-encoding follow RFC 3986; the query is `name=value` pairs joined by `&`, and `+` is a plus.
public struct CallbackURL: Sendable, Hashable, CustomStringConvertible {
  /// The URL as text.
  public let description: String

  /// The ranges of its parts, which are decoded when needed.
  let layout: URLLayout

  /// A name–value pair of a query.
  public struct Pair: Sendable, Hashable {
    /// The decoded name.
    public var name: String
    /// The decoded value; `nil` for a name without `=`.
    public var value: String?

    /// Creates a pair; `nil` stands for a name without `=`.
    public init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }

    /// Whether the name starts with `x-`, which the specification reserves.
    var isReserved: Bool { name.begins(with: "x-") }

    /// Whether name and value have the same bytes.
    public static func == (left: Pair, right: Pair) -> Bool {
      left.name.isSpelled(like: right.name) && (left.value == nil) == (right.value == nil)
        && (left.value ?? "").isSpelled(like: right.value ?? "")
    }
  }

  init(text: String, layout: URLLayout) {
    self.description = text
    self.layout = layout
  }

  /// The host that marks a URL as an x-callback URL.
  public static let xCallbackHost = "x-callback-url"

  /// The schemes of this program; a callback to them may only answer a call.
  package static let ownSchemes: Set<String> = ["tusk", "tusker"]

  /// Whether the URL is a request to this program.
  package var isOwn: Bool { Self.ownSchemes.contains(scheme) && host == Self.xCallbackHost }

  /// Whether the text is a scheme by RFC 3986 section 3.1.
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

  /// The maximum length in bytes.
  public static let longestText = 65_536

  /// The maximum number of pairs.
  public static let mostPairs = 1_000

  /// The scheme, in lower case.
  public var scheme: String { decoded(0..<layout.schemeEnd).inLowerCase }

  /// The host, in lower case; empty if there is none.
  public var host: String { decoded(layout.host).inLowerCase }

  /// The segments of the path, decoded after splitting; one leading and one trailing `/` are ignored.
  public var segments: [String] {
    withBytes { bytes in layout.segments(of: bytes).map { PercentEncoding.decoded(bytes[$0]) } }
  }

  /// The decoded pairs of the query, in order and with repeats.
  public var pairs: [Pair] { withBytes { QueryReader.pairs(in: UnsafeBufferPointer(rebasing: $0[layout.query])) } }

  /// The name of the action: the segments joined by `/`.
  public var action: String { decoded(layout.action) }

  /// The parameters of the action.
  public var parameters: [Pair] { pairs.filter { !$0.isReserved } }

  /// The pairs whose names start with `x-`, which the specification reserves.
  public var extensions: [Pair] { pairs.filter(\.isReserved) }

  /// The offset of the `#` before a fragment, into the UTF-8 text; `nil` if there is none.
  package var startOfFragment: Int? { layout.query.upperBound < description.utf8.count ? layout.query.upperBound : nil }

  /// Whether there is user information before the host.
  public var hasUserInformation: Bool { !layout.userInformation.isEmpty }

  /// The values of all pairs with this name, in order.
  public func values(of name: String) -> [String?] {
    pairs.lazy.filter { $0.name.isSpelled(like: name) }.map(\.value)
  }

  private func decoded(_ part: Range<Int>) -> String {
    withBytes { PercentEncoding.decoded($0[part]) }
  }

  func withBytes<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = description
    return text.withUTF8(read)
  }

  public static func == (left: CallbackURL, right: CallbackURL) -> Bool {
    left.description.isSpelled(like: right.description)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}

extension String {
  /// The text in lower case; fast for text that already is, as most names are.
  var inLowerCase: String {
    let isLower = utf8.withContiguousStorageIfAvailable { bytes in
      // Without an early exit the loop is vectorized.
      bytes.reduce(true) { $0 && $1 < 0x80 && $1 &- UInt8(ascii: "A") >= 26 }
    }
    return isLower ?? false ? self : lowercased()
  }
}
