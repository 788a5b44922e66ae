import JSONValue

/// A quote of another status.
public struct Quote: Sendable, Hashable {
  /// The state of the quote.
  public let state: QuoteState
  /// The identifier of the quoted status.
  public let statusID: String?
  private let statuses: [Status]

  /// Decodes the three shapes that servers send: a state with a status, a state with an identifier, or a bare status.
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

  /// The quoted status, if it may be shown.
  public var status: Status? { statuses.first }
}

/// Who may quote a status.
public struct QuotePolicy: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Anyone who can see it.
  public static let `public` = QuotePolicy(rawValue: "public")
  /// Followers.
  public static let followers = QuotePolicy(rawValue: "followers")
  /// Only its author.
  public static let nobody = QuotePolicy(rawValue: "nobody")
}

/// Who may quote a status, as sent by its server.
public struct QuoteApproval: Sendable, Hashable {
  /// The groups of accounts whose quotes are accepted automatically, like `followers`.
  public let automatic: [String]
  /// The groups of accounts whose quotes its author must approve.
  public let manual: [String]
  /// What happens if the signed-in account quotes it: `automatic`, `manual`, `denied` or `unknown`.
  public let ownCase: String?
}

extension Status {
  /// The number of quotes, if the server counts them.
  public var quotesCount: Int? {
    (try? FieldReader(raw, as: "status"))?.count("quotes_count")
  }

  /// Who may quote it, if the server sends it.
  public var quoteApproval: QuoteApproval? {
    guard let json = raw["quote_approval"], let fields = try? FieldReader(json, as: "approval") else { return nil }
    return QuoteApproval(
      automatic: fields.texts("automatic"), manual: fields.texts("manual"), ownCase: fields.word("current_user"))
  }
}

/// The state of a quote.
public struct QuoteState: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The quoted status may be shown.
  public static let accepted = QuoteState(rawValue: "accepted")
  /// The author of the quoted status has not decided yet.
  public static let pending = QuoteState(rawValue: "pending")
  /// The quoted status was deleted.
  public static let deleted = QuoteState(rawValue: "deleted")
  /// The author of the quoted status refused.
  public static let rejected = QuoteState(rawValue: "rejected")
  /// The author of the quoted status withdrew consent.
  public static let revoked = QuoteState(rawValue: "revoked")
  /// The signed-in account may not see the quoted status.
  public static let unauthorized = QuoteState(rawValue: "unauthorized")
}
