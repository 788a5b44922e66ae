/// The order of a server's identifiers, which shows which of two rows is newer.
///
/// It depends on the software if that is known to use sortable identifiers, and otherwise on the shape of the
/// identifiers: see `Client.identifierOrder`.
public enum IdentifierOrder: Sendable, Hashable, CaseIterable {
  /// A longer identifier is newer, and of two equally long identifiers, the newer sorts later: numbers without leading
  /// zeros, and texts of equal length.
  case lengthThenText
  /// The identifier that sorts later byte by byte is newer.
  case text
  /// Decided by the two identifiers: numbers, ULIDs, Pleroma's flakes and Misskey's time-based identifiers have an
  /// order. Others have none, because some servers use random identifiers.
  case shape

  /// The order of a software's identifiers; `nil` if it is unknown or depends on the configuration of the server.
  public init?(_ flavor: Flavor) {
    switch flavor {
    case .mastodon, .pixelfed, .friendica: self = .lengthThenText
    // Flakes are equally long; notifications have numbers.
    case .pleroma, .akkoma: self = .lengthThenText
    case .gotosocial: self = .text
    default: return nil
    }
  }

  /// Whether the first identifier is newer than the second; `nil` if they have no order.
  public func isNewer(_ id: String, than other: String) -> Bool? {
    switch self {
    case .text: return Self.sorts(id, after: other)
    case .shape where Shape(id) == nil || Shape(id) != Shape(other): return nil
    case .lengthThenText, .shape:
      let (length, otherLength) = (id.utf8.count, other.utf8.count)
      return length == otherLength ? Self.sorts(id, after: other) : length > otherLength
    }
  }

  /// Whether identifiers like this one have an order.
  public func isDefined(for id: String) -> Bool {
    self != .shape || Shape(id) != nil
  }

  private static func sorts(_ id: String, after other: String) -> Bool {
    other.utf8.lexicographicallyPrecedes(id.utf8)
  }
}

extension IdentifierOrder {
  /// The shapes of identifiers that grow with time.
  private enum Shape {
    case number
    /// 26 characters of Crockford's Base32, as GoToSocial uses.
    case ulid
    /// 18 characters of Base62, as Pleroma uses.
    case flake
    /// Misskey's `aid` with 10 or `aidx` with 16 characters of Base36, the first eight of them a time.
    case aid

    init?(_ id: String) {
      let bytes = id.utf8
      switch bytes.count {
      case 0: return nil
      case _ where bytes.allSatisfy(\.isDigit): self = .number
      case 26 where bytes.allSatisfy { $0.isDigit || $0.isCapital }: self = .ulid
      case 18 where bytes.allSatisfy { $0.isDigit || $0.isCapital || $0.isSmall }: self = .flake
      case 10 where bytes.allSatisfy { $0.isDigit || $0.isSmall }: self = .aid
      case 16 where bytes.allSatisfy { $0.isDigit || $0.isSmall }: self = .aid
      default: return nil
      }
    }
  }
}

extension Client {
  /// The order of the server's identifiers: that of its software if known, otherwise by their shape.
  var identifierOrder: IdentifierOrder { knownFlavor.flatMap { IdentifierOrder($0) } ?? .shape }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isCapital: Bool { (0x41...0x5A).contains(self) }
  fileprivate var isSmall: Bool { (0x61...0x7A).contains(self) }
}
