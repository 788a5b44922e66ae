import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Server.AdminAccountView {
  /// An account as moderators see it.
  static let adminAccount = RecordOf("adminAccount", kind: .account, spelling: "username", Shape(person + state))

  private typealias Field = Shape<Server.AdminAccountView>.Field

  private static var person: [Field] {
    [
      .id(.account, value: \.account.id), .text("username", "the account name", value: \.name),
      .text("email", "its email address", isOptional: true, value: \.account.email),
      .text("ip", "the address that it last came from", isOptional: true, value: \.account.lastAddress),
      .time("joined", "when it was created", value: \.account.createdAt),
      .text("role", "its role", isOptional: true, isColumn: false, value: \.account.roleName),
      .text("locale", "the language of its interface", isOptional: true, isColumn: false, value: \.account.locale),
      .prose("reason", "why it wants to join", isOptional: true, value: \.account.inviteRequest),
    ]
  }

  private static var state: [Field] {
    [
      .flag(
        "confirmed", "whether its email address is confirmed", isOptional: true, isColumn: false,
        value: \.account.isConfirmed),
      .flag("approved", "whether a moderator approved it", isOptional: true, value: \.account.isApproved),
      .flag("disabled", "whether it cannot sign in", value: \.account.isDisabled),
      .flag("silenced", "whether it is hidden from those who do not follow it", value: \.account.isSilenced),
      .flag("suspended", "whether it is suspended", value: \.account.isSuspended),
      .flag("sensitized", "whether its media are marked as sensitive", isColumn: false, value: \.account.isSensitized),
      .record("account", "its public record", as: { .account }, isColumn: false, value: \.view),
    ]
  }
}

extension RecordOf where Value == AdminDomainBlock {
  /// A server that the moderators block.
  static let adminDomainBlock = RecordOf(
    "domainBlock", kind: .domain, id: "domain", spelling: "domain",
    Shape(
      .reference("domain", to: .domain, "its domain", value: \.domain),
      .text("severity", "what happens to it: noop, silence or suspend", value: \.severity.rawValue),
      .flag("rejectsMedia", "whether its media are not stored", value: \.rejectsMedia),
      .flag("rejectsReports", "whether its reports are dropped", isColumn: false, value: \.rejectsReports),
      .flag(
        "obfuscated", "whether its name is hidden in part from the public", isColumn: false, value: \.isObfuscated),
      .prose("comment", "the reason for moderators", isOptional: true, value: \.privateComment),
      .prose("publicComment", "the reason for everyone", isOptional: true, isColumn: false, value: \.publicComment),
      .time("created", "when it was blocked", value: \.createdAt),
      .text("id", "the identifier on this server", isColumn: false, value: \.id)))
}

extension RecordOf where Value == AdminDomainAllow {
  /// A server that the moderators allow.
  static let adminDomainAllow = RecordOf(
    "domainAllow", kind: .domain, id: "domain", spelling: "domain",
    Shape(
      .reference("domain", to: .domain, "its domain", value: \.domain),
      .time("created", "when it was allowed", value: \.createdAt),
      .text("id", "the identifier on this server", isColumn: false, value: \.id)))
}

extension RecordOf where Value == AdminEmailDomainBlock {
  /// A domain of email addresses that cannot register.
  static let adminEmailBlock = RecordOf(
    "emailBlock", id: "domain", spelling: "domain",
    Shape(
      .text("domain", "the domain of the email addresses", value: \.domain),
      .flag("approval", "whether they can register with approval", value: \.allowsWithApproval),
      .number("tries", "how many tried to register in the last days") { $0.history.map(\.uses).reduce(0, +) },
      .time("created", "when it was blocked", value: \.createdAt),
      .text("id", "the identifier on this server", isColumn: false, value: \.id)))
}

extension RecordOf where Value == AdminCanonicalEmailBlock {
  /// An email address that cannot register, by its hash.
  static let adminAddressBlock = RecordOf(
    "addressBlock", id: "hash", spelling: "hash",
    Shape(
      .text("hash", "the SHA-256 hash of the address without dots and tags", value: \.hash),
      .text("id", "the identifier on this server", value: \.id)))
}

extension RecordOf where Value == AdminIPBlock {
  /// A range of IP addresses that the moderators block.
  static let adminIPBlock = RecordOf(
    "ipBlock", id: "addresses", spelling: "addresses",
    Shape(
      .text("addresses", "the addresses, such as 192.0.2.0/24", value: \.addresses),
      .text(
        "severity", "what is blocked: sign_up_requires_approval, sign_up_block or no_access",
        value: \.severity.rawValue),
      .prose("comment", "the reason", value: \.comment), .time("created", "when it was blocked", value: \.createdAt),
      .time("expires", "when the block ends", value: \.expiresAt),
      .text("id", "the identifier on this server", isColumn: false, value: \.id)))
}

extension RecordOf where Value == AdminTag {
  /// A hashtag as moderators see it.
  static let adminTag = RecordOf(
    "adminTag", kind: .tag, id: "name", spelling: "name",
    Shape(
      .reference("name", to: .tag, "the hashtag without its '#'", value: \.name),
      .flag("trendable", "whether it may trend", isOptional: true, value: \.isTrendable),
      .flag("usable", "whether statuses may have it", isOptional: true, value: \.isUsable),
      .flag("listable", "whether search and the directory show it", isOptional: true, value: \.isListable),
      .flag("review", "whether a moderator must review it", isOptional: true, value: \.requiresReview),
      .number("uses", "how often it was used in the days that the server counts") {
        $0.history.map(\.uses).reduce(0, +)
      }, .text("id", "the identifier on this server", isColumn: false, value: \.id)))
}

extension RecordOf where Value == Server.MetricRow {
  /// A value of a measure, a dimension or a cohort.
  static let metric = RecordOf(
    "metric", id: "key", spelling: "key",
    Shape(
      .text("key", "what is measured", value: \.key),
      .time("day", "the day, or the start of the period", value: \.day),
      .text("name", "the part that the value is of", isOptional: true, value: \.name),
      .number("value", "the value", isOptional: true, value: \.value),
      .text("rate", "the share of accounts that were active, from 0 to 1", isOptional: true, value: \.rate),
      .text("unit", "the unit of the value", isOptional: true, isColumn: false, value: \.unit)))
}
