import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Server.AccountView {
  /// An account with all that is known of it.
  static var account: RecordOf {
    RecordOf(
      "account", kind: .account, spelling: "username",
      Shape(
        Shape.Field("id", .identifier(.account), "the identifier on this server") { .string($0.account.id) },
        Shape.Field("username", .acct, "the qualified user name") { .string($0.name) },
        Shape.Field("acct", .acct, "the same", isColumn: false) { .string($0.name) },
        Shape.Field("displayName", .text, "the display name") { .string($0.account.displayName) },
        Shape.Field("followers", .integer, "how many follow it", isOptional: true) {
          $0.account.followersCount.map(JSON.int)
        },
        Shape.Field("following", .integer, "how many it follows", isOptional: true) {
          $0.account.followingCount.map(JSON.int)
        },
        Shape.Field("statuses", .integer, "how many statuses it has posted", isOptional: true) {
          $0.account.statusesCount.map(JSON.int)
        },
        Shape.Field("bot", .boolean, "whether a program runs it") { .bool($0.account.isBot) },
        Shape.Field("locked", .boolean, "whether follows must be accepted") { .bool($0.account.isLocked) },
        Shape.Field("joined", .time, "when it was created", isOptional: true) {
          $0.account.createdAt.map { .int($0.seconds) }
        },
        Shape.Field("note", .prose, "the biography") { .string(HTMLText($0.account.note).plain) },
        Shape.Field("url", .url, "its page", isOptional: true) { $0.account.url.map(JSON.string) },
        Shape.Field("avatarURL", .url, "the avatar image", isOptional: true, isColumn: false) {
          $0.account.avatarURL.map(JSON.string)
        },
        Shape.Field("headerURL", .url, "the header image", isOptional: true, isColumn: false) {
          $0.account.headerURL.map(JSON.string)
        }))
  }
}

extension RecordOf where Value == UserList {
  /// A list of accounts.
  static var list: RecordOf {
    RecordOf(
      "list", kind: .list, spelling: "title",
      Shape(
        Shape.Field("id", .identifier(.list), "the identifier on this server") { .string($0.id) },
        Shape.Field("title", .text, "what it is called") { .string($0.title) }))
  }
}

extension RecordOf where Value == Server.ReportView {
  /// A report with all that is known of it.
  static var report: RecordOf {
    RecordOf(
      "report", kind: .report,
      Shape(
        Shape.Field("id", .identifier(.report), "the identifier on this server") { .string($0.report.id) },
        Shape.Field("category", .text, "what it is about: spam, violation, legal or other") {
          .string($0.report.category)
        },
        Shape.Field("target", .record("account"), "whom it is about", isOptional: true) {
          $0.target.map { .object(RecordOf<Server.AccountView>.account.object(of: $0)) }
        },
        Shape.Field("comment", .prose, "what was said") { .string($0.report.comment) },
        Shape.Field("account", .record("account"), "who made it", isOptional: true) {
          $0.reporter.map { .object(RecordOf<Server.AccountView>.account.object(of: $0)) }
        },
        Shape.Field("created", .time, "when it was made", isOptional: true) {
          $0.report.createdAt.map { .int($0.seconds) }
        },
        Shape.Field("resolved", .boolean, "whether it is done with") { .bool($0.report.isResolved) },
        Shape.Field("statuses", .list(.record("status")), "the statuses that it names", isColumn: false) {
          .array($0.statuses.map { .object(RecordOf<Server.StatusView>.status.object(of: $0)) })
        }))
  }
}
