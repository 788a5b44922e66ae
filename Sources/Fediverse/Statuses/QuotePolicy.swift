import JSONValue

/// Who may quote a status.
public struct QuotePolicy: OpenSpelling {
  /// The spelling.
  public let rawValue: String
  /// The value of any spelling.
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

  /// When it removes itself, where it does.
  public var expiresAt: Timestamp? {
    let own = raw["expires_at"].flatMap { Timestamp(json: $0) }
    return own ?? raw["pleroma"]?["expires_at"].flatMap { Timestamp(json: $0) }
  }

  /// Whether it stays on its server.
  public var isLocalOnly: Bool {
    visibility == .local || (try? FieldReader(raw, as: "status"))?.truth("local_only") == true
  }
}
