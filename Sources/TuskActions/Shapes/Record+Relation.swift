import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Server.RelationView {
  /// What you and another account are to each other.
  static let relation = RecordOf("relation", kind: .account, spelling: "username", Shape(Self.ties + Self.settings))

  /// What you are to each other, without naming the account.
  static let onProfile = RecordOf("relation", Shape(unnamedTies + settings))

  /// The most important fields of ``onProfile``.
  static var briefly: Shape<Server.RelationView> {
    Shape(unnamedTies + settings.filter { $0.result.name == "note" })
  }

  private static var unnamedTies: [Field] { ties.filter { !["id", "username"].contains($0.result.name) } }

  private typealias Field = Shape<Server.RelationView>.Field

  private static var ties: [Field] {
    [
      .id(.account, value: \.id),
      Shape.Field("username", .acct, "the account name, if it was given or looked up", isOptional: true) {
        $0.name.map(JSON.string)
      },
      .flag("following", "whether you follow it", value: \.relationship.isFollowing),
      .flag("requested", "whether your request to follow it is pending", value: \.relationship.isRequested),
      .flag("followedBy", "whether it follows you", value: \.relationship.isFollowedBy),
      .flag(
        "requestedBy", "whether its request to follow you is pending", isColumn: false,
        value: \.relationship.isRequestedBy),
      .flag("muting", "whether you mute it", value: \.relationship.isMuting),
      .flag("blocking", "whether you block it", value: \.relationship.isBlocking),
      .flag("blockedBy", "whether it blocks you", isColumn: false, value: \.relationship.isBlockedBy),
      .flag("blockingDomain", "whether you block its server", isColumn: false, value: \.relationship.isBlockingDomain),
    ]
  }

  private static var settings: [Field] {
    [
      .flag(
        "boosts", "whether your home timeline shows its boosts", isColumn: false,
        value: \.relationship.isShowingReblogs),
      .flag("notify", "whether you are notified of its statuses", isColumn: false, value: \.relationship.isNotifying),
      .texts(
        "languages", "the languages of the statuses that you see, as ISO 639 codes; empty for all", isColumn: false,
        value: \.relationship.languages),
      .flag(
        "mutingNotifications", "whether you also mute its notifications", isColumn: false,
        value: \.relationship.isMutingNotifications),
      Shape.Field("mutedUntil", .time, "when a mute that was just made ends", isOptional: true, isColumn: false) {
        $0.mutedUntil.map(JSON.int)
      },
      .flag("endorsed", "whether it is featured on your profile", isColumn: false, value: \.relationship.isEndorsed),
      .prose("note", "your private note about it", isOptional: true) {
        $0.relationship.note.isEmpty ? nil : $0.relationship.note
      },
      .url("url", "the account's page, if it was looked up", isColumn: false, value: \.url),
    ]
  }
}

extension RecordOf where Value == BlockedDomain {
  /// A server that you block.
  static let domain = RecordOf(
    "domain", kind: .domain, id: "domain", spelling: "domain",
    Shape(.reference("domain", to: .domain, "the domain of the server", value: \.domain)))
}
