import JSONValue

/// A status inside another one, as its author's consent lets it be shown.
public struct Quote: Sendable, Hashable {
  /// How far the quotation has come.
  public let state: QuoteState
  /// The identifier of the quoted status.
  public let statusID: String?
  private let statuses: [Status]

  /// Reads the three shapes that servers use: a state with a status, a state with an identifier, and the bare status.
  init?(_ fields: FieldReader, depth: Int) {
    guard let json = fields["quote"], let quote = try? FieldReader(json, as: "quote") else { return nil }
    let written: QuoteState? = quote.spelling("state")
    let isBare = written == nil && quote.word("id") != nil
    let inner = isBare ? json : quote["quoted_status"]
    let status = depth > 0 ? inner.flatMap { try? Status(json: $0, depth: depth) } : nil
    statusID = status?.id ?? quote.word("quoted_status_id") ?? (isBare ? quote.word("id") : nil)
    guard written != nil || statusID != nil else { return nil }
    state = written ?? .accepted
    statuses = status.map { [$0] } ?? []
  }

  /// The quoted status, where it may be shown.
  public var status: Status? { statuses.first }
}
