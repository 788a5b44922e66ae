/// How the identifiers of a server stand to the order in which things came about.
public enum IdentifierSorting: Sendable, Hashable, CaseIterable {
  /// Numbers without leading zeros: the longer one is the later one.
  case lengthThenText
  /// Texts of one length, compared byte by byte.
  case text
  /// They say nothing of the order.
  case none

  /// The order that the identifiers of a software have.
  public init(_ flavor: Flavor) {
    switch flavor {
    case .mastodon, .pixelfed, .friendica: self = .lengthThenText
    case .pleroma, .akkoma, .gotosocial: self = .text
    default: self = .none
    }
  }

  /// Whether the first of two identifiers is the earlier one; `nil` where identifiers do not say.
  public func isIncreasing(_ left: String, _ right: String) -> Bool? {
    let (left, right) = (left.utf8, right.utf8)
    switch self {
    case .lengthThenText where left.count != right.count: return left.count < right.count
    case .lengthThenText, .text: return left.lexicographicallyPrecedes(right)
    case .none: return nil
    }
  }
}
