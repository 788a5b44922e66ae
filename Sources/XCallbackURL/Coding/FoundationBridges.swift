#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension CallbackURL {
  /// Reads a URL that the system hands over, such as that of `onOpenURL`.
  ///
  /// - Throws: ``SyntaxError``, see ``init(parsing:mode:)``.
  public init(_ url: URL) throws(SyntaxError) {
    try self.init(parsing: url.absoluteString, mode: .lenient)
  }

  /// The URL for the interfaces of the system; `nil` if Foundation does not accept it unchanged.
  public var url: URL? {
    URL(string: description).flatMap { $0.absoluteString == description ? $0 : nil }
  }
}

extension Dialect {
  /// A date as the app spells it; `nil` for a date that has no such spelling.
  public func text(for date: Date) -> String? {
    guard let timestamp = Timestamp(date) else { return nil }
    return switch dates {
    case .iso8601: timestamp.isoText
    case .unixSeconds: timestamp.unixText
    }
  }

  /// Reads a date in any spelling; `nil` if it is none.
  public func date(from text: String) -> Date? {
    Timestamp(text)?.date
  }
}
