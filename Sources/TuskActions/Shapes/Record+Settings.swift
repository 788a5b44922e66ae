import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == TokenInfo {
  /// An access of a program to your account.
  static let token = RecordOf(
    "token", kind: .token, spelling: "application",
    Shape(
      .id(.token, value: \.id),
      .text("application", "the program that has it", isOptional: true) { $0.application?.name },
      .texts("scopes", "what it may do", value: \.scopes),
      .time("created", "when it was granted", value: \.createdAt),
      .time("used", "when it was last used", value: \.lastUsed)))
}

extension RecordOf where Value == Server.RequestView {
  /// A reply, favorite, boost or quote that waits for your approval.
  static let request = RecordOf(
    "request", kind: .request, spelling: "kind",
    Shape(
      .id(.request, value: \.request.id),
      .text("kind", "what waits: favourite, reply, reblog or quote", value: \.request.kind.rawValue),
      .time("created", "when it was made", value: \.request.createdAt),
      .record("account", "who made it", as: { .account }, value: \.account),
      .record("status", "your status that it is about", as: { .status }, isColumn: false, value: \.status),
      .record("reply", "the reply", as: { .status }, isColumn: false, value: \.reply),
      .time("accepted", "when you accepted it", isColumn: false, value: \.request.acceptedAt),
      .time("rejected", "when you rejected it", isColumn: false, value: \.request.rejectedAt)))
}

extension RecordOf where Value == PushSubscription {
  /// Where the server sends push notifications of this access.
  static let push = RecordOf(
    "push", spelling: "endpoint",
    Shape(
      .text("id", "the identifier on this server", isOptional: true, value: \.id),
      .url("endpoint", "the URL that they are sent to", isOptional: false, value: \.endpoint),
      .texts("kinds", "the kinds of notifications that are sent") { subscription in
        subscription.alerts.filter(\.value).map(\.key.rawValue).sorted()
      },
      .text("policy", "whose actions are sent: all, followed, follower or none", isOptional: true) {
        $0.policy?.rawValue
      },
      .text("serverKey", "the server's public key", isOptional: true, isColumn: false, value: \.serverKey)))
}

extension RecordOf where Value == Server.AnnualReportView {
  /// An account's year.
  static let annualReport = RecordOf(
    "annualReport", id: "year", spelling: "year",
    Shape(
      .number("year", "the year", value: \.year),
      .text("state", "whether it is available: available, generating, eligible or ineligible", isOptional: true) {
        $0.state?.rawValue
      },
      .text("archetype", "the server's word for how you posted", isOptional: true) { $0.report?.archetype },
      .number("statuses", "the number of your statuses", isOptional: true) { $0.total("statuses") },
      .number("followers", "the number of new followers", isOptional: true) { $0.total("followers") },
      .number("following", "the number of accounts that you began to follow", isOptional: true) {
        $0.total("following")
      },
      .texts("tags", "the hashtags that you used most", value: \.tags),
      .reference(
        "mostBoosted", to: .status, "your status that was boosted most", isOptional: true, isColumn: false
      ) { $0.top("by_reblogs") },
      .reference(
        "mostFavorited", to: .status, "your status that was favorited most", isOptional: true, isColumn: false
      ) { $0.top("by_favourites") },
      .reference(
        "mostReplied", to: .status, "your status with most replies", isOptional: true, isColumn: false
      ) { $0.top("by_replies") },
      .url("url", "its public page", isColumn: false) { $0.report?.shareURL }))
}

extension RecordOf where Value == ExportStats {
  /// What could be exported.
  static let exportStats = RecordOf(
    "exportStats", id: "following",
    Shape(
      .number("following", "the accounts that you follow", isOptional: true, value: \.followingCount),
      .number("followers", "your followers", isOptional: true, value: \.followersCount),
      .number("lists", "your lists", isOptional: true, value: \.listsCount),
      .number("blocks", "the accounts that you block", isOptional: true, value: \.blocksCount),
      .number("mutes", "the accounts that you mute", isOptional: true, value: \.mutesCount),
      .number("statuses", "your statuses", isOptional: true, value: \.statusesCount),
      .text("media", "the storage that your media take", isOptional: true, value: \.mediaStorage)))
}

extension RecordOf where Value == Server.ImportedList {
  /// What an import did.
  static let importedList = RecordOf(
    "importedList", id: "kind",
    Shape(
      .text("kind", "what was imported", value: \.list.rawValue),
      .number("rows", "the number of rows of the file", value: \.rows),
      .number(
        "done", "how many of them changed something; not known of a server's own import", isOptional: true,
        value: \.done),
      .number("removed", "how many entries that the file lacks were removed", isOptional: true) {
        $0.removed > 0 ? $0.removed : nil
      },
      .number("failed", "how many rows failed", isOptional: true) { $0.failed > 0 ? $0.failed : nil }))
}

extension RecordOf where Value == Server.ExportedFile {
  /// A file of an export.
  static let exportedFile = RecordOf(
    "exportedFile", id: "path", spelling: "path",
    Shape(
      .text("path", "the path of the file", value: \.path),
      .number("rows", "the number of its rows", value: \.rows)))
}
