/// Which of two identifiers of one server is newer, as far as their shape tells.
///
/// Numbers grow, by length and then by digit, and so do ULIDs and Pleroma's flakes as texts. Nothing is said of others,
/// because there are servers whose identifiers have no order.
enum IdentifierOrder {
  /// Whether one is newer than the other, or `nil` where that cannot be known.
  static func isNewer(_ id: String, than other: String) -> Bool? {
    guard let kind = Kind(id), kind == Kind(other) else { return nil }
    return id.utf8.count == other.utf8.count ? other < id : other.utf8.count < id.utf8.count
  }

  /// Whether the identifiers of this one's kind have an order.
  static func orders(_ id: String) -> Bool { Kind(id) != nil }

  private enum Kind {
    case number
    case ulid
    case flake

    init?(_ id: String) {
      let bytes = id.utf8
      switch bytes.count {
      case 0: return nil
      case _ where bytes.allSatisfy(\.isDigit): self = .number
      case 26 where bytes.allSatisfy { $0.isDigit || $0.isCapital }: self = .ulid
      case 18 where bytes.allSatisfy { $0.isDigit || $0.isLetter }: self = .flake
      default: return nil
      }
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isCapital: Bool { (0x41...0x5A).contains(self) }
  fileprivate var isLetter: Bool { isCapital || (0x61...0x7A).contains(self) }
}
