import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Account.Field {
  /// A row of a profile.
  static let profileRow = RecordOf(
    "profileRow", spelling: "name",
    Shape(
      .text("name", "the name of the row", value: \.name),
      .prose("value", "its text") { HTMLText($0.value).plain },
      .time("verified", "when the server verified that the page links back", value: \.verifiedAt)))
}

extension RecordOf where Value == Preferences {
  /// The settings of an account.
  static let preferences = RecordOf(
    "preferences", spelling: "visibility",
    Shape(
      .text("visibility", "who can see new statuses", isOptional: true) { $0.visibility?.rawValue },
      .flag("sensitive", "whether the media of new statuses are sensitive", isOptional: true, value: \.isSensitive),
      .text("language", "the language of new statuses", isOptional: true, value: \.language),
      .text("quotes", "who may quote new statuses", isOptional: true, value: \.quotePolicy),
      .text(
        "media", "which media are shown at once: default, show_all or hide_all", isOptional: true,
        value: \.shownMedia),
      .flag(
        "spoilers", "whether content warnings are opened at once", isOptional: true, value: \.isShowingSpoilers),
      .flag(
        "animations", "whether animated images play at once", isOptional: true, value: \.isPlayingAnimations)))
}

extension RecordOf where Value == Server.SentReport {
  /// A report that you sent.
  static let sentReport = RecordOf(
    "sentReport", spelling: "comment",
    Shape(
      .text("id", "its identifier, if the server tells it", isOptional: true) { $0.report?.id },
      .reference("account", to: .account, "the account reported", value: \.new.accountID),
      .text("category", "the reason", isOptional: true) { ($0.report?.category ?? $0.new.category)?.rawValue },
      .prose("comment", "what you wrote", value: \.new.comment),
      Shape.Field("statuses", .list(.identifier(.status)), "the statuses that it is about", isColumn: false) {
        .array($0.new.statusIDs.map(JSON.string))
      },
      .texts("rules", "the rules that are broken", isColumn: false, value: \.new.ruleIDs),
      .flag("forwarded", "whether it was also sent to the account's own server", value: \.new.isForwarded)))
}
