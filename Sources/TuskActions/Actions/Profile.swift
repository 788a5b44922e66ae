import Fediverse
import XCallbackURL

extension Action {
  /// The actions on your profile and your settings.
  package static let profile: [Action] = [
    Action(
      "showProfile", verbs: ["profile"],
      "Shows an account's profile, what you are to each other, and its pinned and latest statuses.",
      example: "profile @bob@sandbox.example", effect: .present, takes: Argument.account, returns: .presentation
    ) { server, account throws(Failure) in
      try await server.profile(of: account)
    },
    Action(
      "updateProfile", verbs: ["profile set"], "Changes your profile; what is not given stays.",
      example: "profile set bio=\"Plants, trains and small computers.\" --discoverable",
      effect: .reversible(by: "updateProfile"), takes: ProfileDraft.argument,
      returns: .record(.account, whole: .account)
    ) { server, draft throws(Failure) in
      try await server.changeProfile(draft)
    },
    Action(
      "removeProfileImage", verbs: ["profile remove"], "Removes your avatar or your header image.",
      example: "profile remove avatar --yes", effect: .destructive,
      takes: Argument<String>.requiredChoice(
        "image", of: ["avatar": "avatar", "header": "header"], place: .operand, "which image"),
      returns: .record(.account, whole: .account)
    ) { server, image throws(Failure) in
      try await server.dropProfileImage(image)
    },
    Action(
      "getPreferences", verbs: ["preferences"], "Returns the settings of your account for posting and reading.",
      example: "preferences", effect: .read, needs: .preferences, returns: .record(RecordOf.preferences)
    ) { server throws(Failure) in
      try await server.attempt(await server.client.preferences())
    },
    Action(
      "reportUser", verbs: ["report"],
      "Reports an account to the moderators of your server, and with --forward to those of its server.",
      example: "report @best_offers@spam.example \"Posts the same link everywhere\" category=spam --yes",
      effect: .destructive, done: "reported {subject} to the moderators", takes: Argument.account, ReportDraft.argument,
      returns: .record(RecordOf.sentReport),
      resolve: { _, _, account, _ throws(Failure) in throw .unseenReport(of: account) }
    ) { server, account, draft throws(Failure) in
      try await server.report(account, draft)
    },
  ]
}

/// What a report says.
struct ReportDraft: Sendable {
  var comment: String?
  var category: String?
  var statuses: [String] = []
  var rules: [String] = []
  var isForwarded = false

  fileprivate static var argument: Argument<ReportDraft> {
    .group(
      ReportDraft(), Input(\.comment, .text("comment", place: .operand, "what the moderators should know")),
      Input(
        \.category, .choice("category", of: Choices(["spam", "legal", "violation", "other"]), "the reason")),
      Input(\.statuses, .identifiers("statuses", of: .status, "the statuses that the report is about")),
      Input(\.rules, .identifiers("rules", of: .rule, "the rules that are broken, by their numbers in 'rules'")),
      Input(\.isForwarded, .flag("forward", "also send it to the moderators of the account's own server")))
  }
}

/// The changes of a profile.
struct ProfileDraft: Sendable {
  var changes = ProfileChanges()
  /// The rows to change, as "NAME: VALUE".
  var rows: [String] = []
  /// The path of an image.
  var avatar: String?
  var header: String?

  fileprivate static var argument: Argument<ProfileDraft> {
    .group(
      ProfileDraft(), Input(\.changes.displayName, .text("name", "the display name")),
      Input(\.changes.note, .text("bio", "the biography")),
      Input(\.rows, .list("about", "rows of the profile, as \"NAME: VALUE\"; \"NAME:\" removes one")),
      Input(\.avatar, .optionalFile("avatar", "the avatar image")),
      Input(\.header, .optionalFile("header", "the header image")),
      Input(\.changes.isLocked, .setting("locked", "approve followers yourself")),
      Input(\.changes.isBot, .setting("bot", "mark the account as automated")),
      Input(\.changes.isDiscoverable, .setting("discoverable", "let the server suggest the account")),
      Input(\.changes.isHidingCollections, .setting("hide-collections", "hide who you follow and who follows you")),
      Input(\.changes.language, .text("language", "the language of new statuses, as an ISO 639-1 code")),
      Input(\.changes.visibility, .visibility),
      Input(\.changes.isSensitive, .setting("sensitive", "mark the media of new statuses as sensitive")))
  }
}

extension Argument where Value == [String] {
  /// Any number of identifiers of this kind.
  static func identifiers(_ name: String, of kind: ReferenceKind, _ summary: String) -> Argument {
    Argument([Parameter(name, .identifier(kind), isRepeatable: true, summary)]) { inputs throws(Failure) in
      try inputs.texts(name).map { text throws(Failure) in try Identifier.checked(text, name, inputs) }
    }
  }
}

extension Argument where Value == String? {
  /// The path of a file on this machine that may be left out.
  static func optionalFile(_ name: String, _ summary: String) -> Argument {
    Argument([Parameter(name, .file, summary)]) { inputs throws(Failure) in try inputs.nonempty(name) }
  }
}

extension Failure {
  fileprivate static func unseenReport(of account: AccountReference) -> Failure {
    Failure(
      .unknownOutcome,
      "whether \(account.name ?? "the account") was reported is not known, because servers do not list the reports that you sent"
    )
  }
}
