import Fediverse
import JSONValue
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
        "image", of: ["avatar": "avatar", "header": "header"],
        meanings: ["avatar": "the picture beside your name", "header": "the wide picture at the top of your profile"],
        place: .operand, "which image"),
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
        \.category, .choice("category", of: .reportCategories, "the reason")),
      Input(\.statuses, .identifiers("statuses", of: .status, "the statuses that the report is about")),
      Input(\.rules, .identifiers("rules", of: .rule, "the rules that are broken, by their numbers in 'rules'")),
      Input(\.isForwarded, .flag("forward", "also send it to the moderators of the account's own server")))
  }
}

extension Choices {
  fileprivate static let reportCategories = Choices(
    ["spam", "legal", "violation", "other"], meanings: reportCategoryMeanings)

  /// What the categories of reports mean.
  static let reportCategoryMeanings = [
    "spam": "malicious links, fake engagement, many replies", "legal": "it breaks the law",
    "violation": "it breaks rules of the server", "other": "something else",
  ]
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

extension Server {
  /// A report as the server confirmed it.
  struct SentReport: Sendable {
    /// What the server answered; some servers confirm with nothing.
    let report: Report?
    let new: NewReport
  }

  /// The account's profile, the relation to it and its pinned statuses.
  func profile(of reference: AccountReference) async throws(Failure) -> Presentation {
    let view = try await account(reference)
    var page = Presentation.card(view, .profile, of: .account, whole: .account)
    let relations = try await attempt(await client.accounts.relationships([view.account.id]))
    if let relationship = relations.elements.first {
      let relation = RelationView(relationship: relationship, id: view.account.id, name: view.name, url: nil)
      page.sections += Presentation.card(relation, RecordOf.briefly, of: .account, whole: .onProfile).sections
    }
    page.sections += try await statuses(of: view)
    return page
  }

  /// The pinned and the latest statuses of an account, as far as it has any.
  private func statuses(of view: AccountView) async throws(Failure) -> [Presentation.Section] {
    var sections: [Presentation.Section] = []
    for (title, isPinned, count) in [("pinned", true, 20), ("latest", false, 5)] {
      var selection = Client.Accounts.Selection()
      selection.isPinned = isPinned ? true : nil
      let page = try await statuses(of: .id(view.account.id), selection, ListQuery(count: count), keepsHTML: false)
      guard !page.elements.isEmpty else { continue }
      sections.append(Presentation.section(title, page.elements, .page, of: .status, whole: .status))
    }
    return sections
  }

  func changeProfile(_ draft: ProfileDraft) async throws(Failure) -> AccountView {
    var changes = draft.changes
    if let avatar = draft.avatar { changes.avatar = try mediaFile(avatar) }
    if let header = draft.header { changes.header = try mediaFile(header) }
    if !draft.rows.isEmpty { changes.fields = try await rows(changedBy: draft.rows) }
    guard changes != ProfileChanges() else { throw .unchangedProfile() }
    let names = try await names()
    let account = try await attempt(await client.ownProfile.update(changes))
    return AccountView(account: account, name: names.name(of: account))
  }

  /// The rows of the profile after these changes, each "NAME: VALUE"; without a value, the row is removed.
  private func rows(changedBy texts: [String]) async throws(Failure) -> [ProfileChanges.Row] {
    var rows = try await attempt(await client.ownProfile.rows())
    for text in texts {
      guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { throw .notARow(text) }
      let name = text[..<colon].trimmed
      let value = text[text.index(after: colon)...].trimmed
      let place = rows.firstIndex { $0.name.lowercased() == name.lowercased() }
      switch place {
      case let place? where value.isEmpty: rows.remove(at: place)
      case let place?: rows[place].value = value
      case nil where !value.isEmpty: rows.append(.init(name: name, value: value))
      case nil: throw .noRow(name, rows)
      }
    }
    return rows
  }

  func dropProfileImage(_ image: String) async throws(Failure) -> AccountView {
    let names = try await names()
    let account: Account =
      if image == "avatar" {
        try await attempt(await client.ownProfile.removeAvatar())
      } else {
        try await attempt(await client.ownProfile.removeHeader())
      }
    return AccountView(account: account, name: names.name(of: account))
  }

  /// Sends a report; the category is left to the server if none is given.
  func report(_ reference: AccountReference, _ draft: ReportDraft) async throws(Failure) -> SentReport {
    guard reference != .me else { throw .ownReport() }
    guard draft.rules.isEmpty || draft.category == nil || draft.category == "violation" else { throw .ruleCategory() }
    var new = NewReport(about: try await id(of: reference))
    new.category = (draft.category ?? (draft.rules.isEmpty ? nil : "violation")).map(ReportCategory.init(rawValue:))
    new.comment = draft.comment ?? ""
    (new.statusIDs, new.ruleIDs, new.isForwarded) = (draft.statuses, draft.rules, draft.isForwarded)
    let sent = try await attempt(await client.report(new), about: reference.name)
    return SentReport(report: sent, new: new)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension Failure {
  fileprivate static func unseenReport(of account: AccountReference) -> Failure {
    Failure(
      .unknownOutcome,
      "whether \(account.name ?? "the account") was reported is not known, because servers do not list the reports that you sent"
    )
  }

  fileprivate static func unchangedProfile() -> Failure {
    Failure(.missingParameter, "give what to change, such as 'name', 'bio' or 'about'; see help profile set")
  }

  fileprivate static func notARow(_ text: String) -> Failure {
    Failure(.invalidParameter, "'about' must be \"NAME: VALUE\", not '\(text)'")
  }

  fileprivate static func noRow(_ name: String, _ rows: [ProfileChanges.Row]) -> Failure {
    let known = rows.map { "'\($0.name)'" }.joined(separator: ", ")
    return Failure(
      .notFound, "the profile has no row '\(name)' to remove; it has \(known.isEmpty ? "no rows" : known)")
  }

  fileprivate static func ownReport() -> Failure {
    Failure(.invalidParameter, "you cannot report yourself")
  }

  fileprivate static func ruleCategory() -> Failure {
    Failure(.invalidParameter, "'rules' needs the category violation")
  }
}
