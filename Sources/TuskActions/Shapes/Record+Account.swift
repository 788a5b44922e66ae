import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Server.AccountView {
  /// The complete record of an account.
  static let account = RecordOf(
    "account", kind: .account, spelling: "username",
    Shape(
      Shape.Field("id", .identifier(.account), "the identifier on this server") { .string($0.account.id) },
      Shape.Field("username", .acct, "the account name") { .string($0.name) },
      Shape.Field("acct", .acct, "the account name, as in username", isColumn: false) { .string($0.name) },
      Shape.Field("displayName", .text, "the display name") { .string($0.account.displayName) },
      Shape.Field("followers", .integer, "the number of followers", isOptional: true) {
        $0.account.followersCount.map(JSON.int)
      },
      Shape.Field("following", .integer, "the number of accounts it follows", isOptional: true) {
        $0.account.followingCount.map(JSON.int)
      },
      Shape.Field("statuses", .integer, "the number of statuses it has posted", isOptional: true) {
        $0.account.statusesCount.map(JSON.int)
      },
      Shape.Field("bot", .boolean, "whether it is automated") { .bool($0.account.isBot) },
      Shape.Field("locked", .boolean, "whether it approves followers manually") { .bool($0.account.isLocked) },
      Shape.Field("joined", .time, "when it was created", isOptional: true) {
        $0.account.createdAt.map { .int($0.seconds) }
      },
      .time("mutedUntil", "when your mute of it ends", isColumn: false, value: \.account.muteExpiresAt),
      Shape.Field("note", .prose, "the biography") { .string(HTMLText($0.account.note).plain) },
      .number(
        "requests", "how many accounts ask to follow it; only of your own", isOptional: true, isColumn: false,
        value: \.account.source?.followRequestsCount),
      .records("rows", "the rows of its profile", as: { .profileRow }, value: \.account.fields),
      Shape.Field("url", .url, "its page", isOptional: true) { $0.account.url.map(JSON.string) },
      Shape.Field("avatarURL", .url, "the avatar image", isOptional: true, isColumn: false) {
        $0.account.avatarURL.map(JSON.string)
      },
      Shape.Field("headerURL", .url, "the header image", isOptional: true, isColumn: false) {
        $0.account.headerURL.map(JSON.string)
      }))
}

extension RecordOf where Value == UserList {
  /// A list of accounts.
  static let list = RecordOf(
    "list", kind: .list, spelling: "title",
    Shape(
      Shape.Field("id", .identifier(.list), "the identifier on this server") { .string($0.id) },
      Shape.Field("title", .text, "the title") { .string($0.title) },
      .text("replies", "which replies it shows: followed, list or none", isOptional: true, isColumn: false) {
        $0.repliesPolicy?.rawValue
      },
      .flag(
        "exclusive", "whether its members' statuses are hidden from your home timeline", isOptional: true,
        isColumn: false, value: \.isExclusive)))
}

extension RecordOf where Value == Server.ReportView {
  /// The complete record of a report.
  static let report = RecordOf(
    "report", kind: .report,
    Shape(
      Shape.Field("id", .identifier(.report), "the identifier on this server") { .string($0.report.id) },
      Shape.Field("category", .text, "the category: spam, violation, legal or other", words: .reportCategory) {
        .string($0.report.category)
      },
      Shape.Field("target", .record("account"), "the reported account", isOptional: true) {
        $0.target.map { .object(RecordOf<Server.AccountView>.account.object(of: $0)) }
      },
      Shape.Field("comment", .prose, "the comment of the reporter") { .string($0.report.comment) },
      Shape.Field("account", .record("account"), "the account that reported", isOptional: true) {
        $0.reporter.map { .object(RecordOf<Server.AccountView>.account.object(of: $0)) }
      },
      Shape.Field("created", .time, "when it was reported", isOptional: true) {
        $0.report.createdAt.map { .int($0.seconds) }
      },
      Shape.Field("resolved", .boolean, "whether it is resolved") { .bool($0.report.isResolved) },
      Shape.Field("statuses", .list(.record("status")), "the reported statuses", isColumn: false) {
        .array($0.statuses.map { .object(RecordOf<Server.StatusView>.status.object(of: $0)) })
      }))
}
