import Fediverse
import TuskCommon
import XCallbackURL

extension Server {
  /// Whom a reply mentions before its text.
  enum ReplyAudience: String, Sendable, CaseIterable {
    /// The author of the status, and everybody whom it mentions.
    case all
    case author
    case nobody
  }

  /// The reply to a status.
  ///
  /// It has the content warning and the language of the status unless the draft has others, and is not visible to more
  /// people than the status.
  func reply(
    to reference: StatusReference, _ audience: ReplyAudience, _ draft: StatusDraft
  ) async throws(Failure) -> NewStatus {
    guard draft.text?.isEmpty == false || !draft.media.isEmpty || draft.poll != nil else { throw .nothingToSay() }
    let view = try await status(reference)
    let parent = view.shown
    let me = try await ownAccount()
    var draft = draft
    draft.repliedID = parent.id
    draft.visibility = try visibility(ofReplyTo: parent, wanted: draft.visibility, by: me)
    if draft.warning == nil, !parent.spoilerText.isEmpty { draft.warning = parent.spoilerText }
    draft.language = draft.language ?? parent.language
    return try draft.status(mentioning: try await names(ofReplyTo: view, audience, besides: me, in: draft.text ?? ""))
  }

  /// The draft of a status that names what it replies to: not visible to more people than that, unless that is stated.
  ///
  /// - Parameter warns: whether to say, before it is sent, that it is visible to more people, or mentions nobody though
  ///   somebody else wrote what it replies to.
  func addressed(_ draft: StatusDraft, warns: Bool = true) async throws(Failure) -> StatusDraft {
    guard let id = draft.repliedID, !isStep else { return draft }
    let parent = try await attempt(await client.statuses.status(id), about: "status '\(id)'")
    let me = try await ownAccount()
    if warns { try warn(of: draft, to: parent, by: me) }
    var draft = draft
    draft.visibility = draft.visibility ?? visibility(ofReplyTo: parent, by: me)
    return draft
  }

  private func warn(of reply: StatusDraft, to parent: Status, by me: Account) throws(Failure) {
    if let visibility = reply.visibility, let widest = parent.audience, visibility.isWider(than: widest) {
      let text = "the reply is '\(visibility.rawValue)', and the status it replies to '\(widest.rawValue)'"
      tell(.note("warning: \(text)"))
    }
    guard parent.account?.id != me.id, !PublishedName.all(in: try reply.status().text).contains(where: \.isAccount)
    else { return }
    tell(.note("warning: the reply mentions nobody, so it notifies nobody"))
  }

  /// The status that quotes another one.
  ///
  /// - Throws: ``Failure`` if its author does not let the account quote it.
  func quote(
    of reference: StatusReference, _ draft: StatusDraft, warns: Bool = true
  ) async throws(Failure) -> NewStatus {
    let quoted = try await status(reference).shown
    if quoted.quoteApproval?.ownCase == "denied" { throw .unquotable(quoted) }
    var draft = try await addressed(draft, warns: warns)
    draft.quotedID = quoted.id
    return try draft.status()
  }

  /// The visibility of a reply: the status's if it is narrower than the account's default, and otherwise the default. A
  /// status whose visibility is unknown counts as direct.
  private func visibility(ofReplyTo parent: Status, by me: Account) -> Visibility? {
    let widest = parent.audience ?? .direct
    return (me.source?.visibility ?? .public).isWider(than: widest) ? widest : nil
  }

  /// The wanted visibility of a reply if that is not wider than the status's.
  private func visibility(
    ofReplyTo parent: Status, wanted: Visibility?, by me: Account
  ) throws(Failure) -> Visibility? {
    guard let wanted else { return visibility(ofReplyTo: parent, by: me) }
    do throws(ReplyVisibilityError) { return try .ofReply(to: parent, wanted: wanted) } catch {
      throw Failure(.rejected, "\(error); leave visibility= out, or use: post … reply=status:\(parent.id)")
    }
  }

  /// The names to write before a reply, each once, without the account's own and those that its text has.
  private func names(
    ofReplyTo view: StatusView, _ audience: ReplyAudience, besides me: Account, in text: String
  ) async throws(Failure) -> [String] {
    let names = try await names()
    let author = view.shown.account.map { [names.name(of: $0)] } ?? []
    let others = view.shown.mentions.map { names.name(of: $0) }
    let all =
      switch audience {
      case .all: author + others
      case .author: author
      case .nobody: [String]()
      }
    let written = PublishedName.all(in: text).filter(\.isAccount).map { Self.qualified($0.text, on: names.domain) }
    var known = Set(([names.name(of: me)] + written).map { $0.lowercased() })
    return all.filter { known.insert($0.lowercased()).inserted }
  }
}

extension Failure {
  fileprivate static func nothingToSay() -> Failure {
    Failure(.missingParameter, "'text' is required for a reply without media and poll")
  }

  fileprivate static func unquotable(_ status: Status) -> Failure {
    let link = status.url ?? "its address"
    return Failure(.rejected, "the author does not let you quote status '\(status.id)'; post \(link) as a link instead")
  }
}
