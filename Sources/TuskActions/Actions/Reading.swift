import AccountNames
import Fediverse
import TuskCommon
import XCallbackURL

extension Action {
  /// The actions that read around a status, and those of polls.
  package static let reading: [Action] = [
    Action(
      "getThread", verbs: ["thread"],
      "Lists the thread of a status: what it replies to, the status itself and the replies.",
      example: "thread status:1", effect: .read, takes: Argument.status,
      Argument.flag("wait", "wait until the server has fetched the replies from other servers"),
      returns: .statuses(filteredIn: .thread), elsewhere: ["context"]
    ) { server, status, waits throws(Failure) in
      try await server.thread(of: status, waiting: waits)
    },
    Action(
      "translateStatus", verbs: ["translate"],
      "Translates a status.", example: "translate status:123 to=de", effect: .read, needs: .translation,
      takes: Argument.status,
      Argument.text("to", "the language to translate to, as an ISO 639 code (default: that of your account)"),
      returns: .record(RecordOf.translation)
    ) { server, status, language throws(Failure) in
      let id = try await server.id(of: status)
      return try await server.attempt(
        await server.client.statuses.translation(of: id, to: language), about: status.name)
    },
    Action(
      "previewStatus", verbs: ["preview"],
      "Shows what a status would be, without posting it: its length, whom it mentions, and who could see it.",
      example: "preview \"Hello @bob@sandbox.example, see https://example.org #fediverse\"", effect: .read,
      takes: StatusDraft.threaded,
      returns: .record(RecordOf.preview)
    ) { server, draft throws(Failure) in
      try await server.preview(of: draft)
    },
    votingInPoll,
  ]
}

extension RecordOf where Value == Translation {
  /// A translation of a status.
  static let translation = RecordOf(
    "translation", id: "language",
    Shape(
      .text("language", "the language it was translated to", isOptional: true, value: \.language),
      .text("sourceLanguage", "the language of the original", isOptional: true, value: \.sourceLanguage),
      .text("provider", "the translation service", isOptional: true, value: \.provider),
      .text("cw", "the content warning", isOptional: true) { $0.spoilerText.isEmpty ? nil : $0.spoilerText },
      .prose("text", "the translated text as plain text") { HTMLText($0.content).plain },
      .texts("poll", "the options of its poll", value: \.pollOptions)))
}

extension RecordOf where Value == Server.StatusPreview {
  /// What a status would be.
  static let preview = RecordOf(
    "preview", id: "text",
    Shape(
      .prose("text", "the text, as the server would show it if it can tell") {
        $0.rendered?.plainText ?? $0.status.text
      },
      .number("characters", "its length, as the server counts it", value: \.length.characters),
      .number("left", "how many characters are left; negative if it is too long", value: \.length.left),
      .text("visibility", "who could see it", words: .visibility, value: \.visibility?.rawValue),
      .number("followers", "the number of followers who could see it", isOptional: true, value: \.followers),
      .texts("mentions", "the accounts that it would mention", value: \.mentions),
      .texts("tags", "its hashtags", value: \.tags),
      .texts("links", "its links", value: \.links),
      .proses("parts", "the statuses of the thread that it would become", value: \.parts)))
}

extension Server {
  /// What a status would be if it were posted.
  struct StatusPreview: Sendable {
    let status: NewStatus
    let length: StatusLength
    /// The text as the server would show it, if it can tell.
    var rendered: Status?
    /// The accounts that it would mention, with their domains.
    let mentions: [String]
    let tags: [String]
    let links: [String]
    /// Who could see it; `nil` if that is the account's default and the server does not tell it.
    let visibility: Visibility?
    /// The number of followers who would see it; `nil` if only the mentioned accounts would.
    let followers: Int?
    /// The texts of the statuses of a thread, if it would be one.
    let parts: [String]
  }

  /// What a status would be, without posting it.
  func preview(of draft: StatusDraft) async throws(Failure) -> StatusPreview {
    let status = try await addressed(draft).status()
    let me = try await ownAccount()
    let domain = try await names().domain
    let limits = try await attempt(await client.instance.instance()).limits
    let names = PublishedName.all(in: status.text)
    let visibility = status.visibility ?? me.source?.visibility
    return StatusPreview(
      status: status,
      length: StatusLength(status.text, spoilerText: status.spoilerText ?? "", limits: limits),
      rendered: try await rendering(of: status),
      mentions: names.filter(\.isAccount).map { Self.qualified($0.text, on: domain) },
      tags: names.filter { !$0.isAccount }.map { String($0.text.dropFirst()) },
      links: status.text.split(whereSeparator: \.isWhitespace).map(String.init).filter(\.isWebAddress),
      visibility: visibility, followers: visibility == .direct ? nil : me.followersCount,
      parts: draft.isThread ? try thread(draft, within: limits) : [])
  }

  /// The status as the server would show it; `nil` if it is not known to be able to tell.
  private func rendering(of status: NewStatus) async throws(Failure) -> Status? {
    guard case .yes = try await attempt(await client.profile()).supports(.statusPreview) else { return nil }
    return try await attempt(await client.statuses.preview(status))
  }

  /// The account name without its sign and with a domain.
  static func qualified(_ name: String, on domain: String) -> String {
    let bare = String(name.drop { "@!＠".contains($0) })
    return bare.contains("@") ? bare : "\(bare)@\(domain)"
  }
}
