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

/// Who may quote a status.
public struct QuotePolicy: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Everybody who sees it.
  public static let `public` = QuotePolicy(rawValue: "public")
  /// Followers.
  public static let followers = QuotePolicy(rawValue: "followers")
  /// Nobody but its author.
  public static let nobody = QuotePolicy(rawValue: "nobody")
}

/// Who may quote a status, as its server tells it.
public struct QuoteApproval: Sendable, Hashable {
  /// Whose quotes are accepted at once, as the server spells it.
  public let automatic: [String]
  /// Whose quotes its author decides on.
  public let manual: [String]
  /// What becomes of a quote by the signed-in account: `automatic`, `manual`, `denied`, `unknown`.
  public let ownCase: String?
}

extension Status {
  /// How often it was quoted, where the server counts it.
  public var quotesCount: Int? {
    (try? FieldReader(raw, as: "status"))?.count("quotes_count")
  }

  /// Who may quote it, where the server says so.
  public var quoteApproval: QuoteApproval? {
    guard let json = raw["quote_approval"], let fields = try? FieldReader(json, as: "approval") else { return nil }
    return QuoteApproval(
      automatic: fields.texts("automatic"), manual: fields.texts("manual"), ownCase: fields.word("current_user"))
  }
}

/// How far a quotation has come.
public struct QuoteState: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The quoted status may be shown.
  public static let accepted = QuoteState(rawValue: "accepted")
  /// The quoted account has not decided.
  public static let pending = QuoteState(rawValue: "pending")
  /// The quoted status is gone.
  public static let deleted = QuoteState(rawValue: "deleted")
  /// The quoted account has refused.
  public static let rejected = QuoteState(rawValue: "rejected")
  /// The quoted account has taken its consent back.
  public static let revoked = QuoteState(rawValue: "revoked")
  /// The signed-in account may not see the quoted status.
  public static let unauthorized = QuoteState(rawValue: "unauthorized")
}
