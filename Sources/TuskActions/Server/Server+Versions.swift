import Fediverse
import TuskCommon
import XCallbackURL

extension Server {
  /// The text of a status as it was typed, and what else is needed to post it anew.
  struct SourceView: Sendable {
    let id: String
    let text: String
    let warning: String
    /// The status itself, if it is known.
    var status: Status?
  }

  /// A version of a status.
  struct EditView: Sendable {
    let edit: StatusEdit
    /// Its place among the versions, from 1.
    let number: Int

    /// When it was posted, in seconds since 1970.
    var time: String? { edit.createdAt.map { String($0.seconds) } }
  }

  func source(of reference: StatusReference) async throws(Failure) -> SourceView {
    let id = try await id(of: reference)
    let source = try await attempt(await client.statuses.source(id), about: reference.name)
    return SourceView(id: source.id, text: source.text, warning: source.spoilerText)
  }

  func edits(of reference: StatusReference) async throws(Failure) -> ResultPage<EditView> {
    let id = try await id(of: reference)
    var number = 0
    return try await page(await client.statuses.history(of: id), about: reference.name) { edit in
      number += 1
      return EditView(edit: edit, number: number)
    }
  }

  /// Edits a status, starting from its present content.
  func edit(_ reference: StatusReference, _ draft: StatusEditDraft) async throws(Failure) -> StatusView {
    guard !draft.isEmpty else { throw .nothingToChange() }
    let status = try await ownStatus(reference)
    if status.poll?.isExpired == true, !draft.changesPoll { throw .closedPoll() }
    let source = try await attempt(await client.statuses.source(status.id), about: reference.name)
    var change = StatusChange(keeping: status, source: source, now: Timestamp(seconds: now()))
    try draft.apply(to: &change)
    if let media = draft.media.new {
      change.mediaIDs = try await attaching(media, to: NewStatus("")).mediaIDs
    } else {
      change.mediaChanges = try draft.mediaChanges(of: status)
    }
    let uploads = draft.media.new == nil ? [] : change.mediaIDs
    let edited = try await afterProcessing(of: uploads) { () async throws(Failure) in
      try await attempt(await client.statuses.edit(status.id, to: change), about: reference.name)
    }
    return changed(edited)
  }

  /// A status of the acting account; servers say of others' that they do not exist.
  private func ownStatus(_ reference: StatusReference) async throws(Failure) -> Status {
    let view = try await status(reference)
    let author = view.status.account?.id
    guard try await ownAccount().id == author ?? "" else { throw .notOwn(view) }
    if let original = view.status.reblog { throw .boost(view.status.id, of: original.id) }
    return view.status
  }

  /// Deletes a status and returns what is needed to post it anew, whose text is kept before.
  func redraft(_ reference: StatusReference) async throws(Failure) -> SourceView {
    let before = try await ownStatus(reference)
    let source = try await attempt(await client.statuses.source(before.id), about: reference.name)
    try await refuseIfNotAgain(before)
    let view = SourceView(id: before.id, text: source.text, warning: source.spoilerText, status: before)
    let path = try keepDraft(view.draft, before.id)
    if let path { tell(.note("the text is kept in \(path) for 30 days")) }
    do throws(Failure) {
      _ = try await attempt(await client.statuses.delete(before.id), about: reference.name)
    } catch {
      guard error.code == .unknownOutcome else { throw error }
      guard await isGone(before.id) else { throw error.keeping(view, in: path) }
    }
    return view
  }

  /// Refuses a status that could not be posted anew for its own server only.
  private func refuseIfNotAgain(_ status: Status) async throws(Failure) {
    guard let audience = status.audience, audience.isOnServerOnly else { return }
    do throws(Failure) { try await refuseIfUnavailable(audience) } catch {
      throw error.code == .unsupported ? .notAgain(status.id) : error
    }
  }

  /// Whether the server says that it has no such status.
  private func isGone(_ id: String) async -> Bool {
    do throws(Failure) {
      _ = try await attempt(await client.statuses.status(id))
      return false
    } catch {
      return error.isGone
    }
  }
}

extension Server.SourceView {
  /// The content warning, if any, and the text.
  fileprivate var draft: String { (warning.isEmpty ? "" : "\(warning)\n\n") + text + "\n" }
}

extension StatusEditDraft {
  /// The new alt texts for the attachments of a status.
  fileprivate func mediaChanges(of status: Status) throws(Failure) -> [StatusChange.MediaChange] {
    let ids = status.mediaAttachments.compactMap(\.id)
    guard media.descriptions.count <= ids.count else { throw .tooManyTexts(media.descriptions.count, ids.count) }
    return zip(ids, media.descriptions).map { StatusChange.MediaChange(id: $0, description: $1) }
  }
}

extension Failure {
  /// The failure of a deletion whose outcome is unknown, with the text, which the server may not have any more.
  fileprivate func keeping(_ view: Server.SourceView, in path: String?) -> Failure {
    let place = path.map { " is kept in \($0)" } ?? ""
    let kept = "whether status '\(view.id)' is deleted is unknown; its text\(place): \"\(view.text)\""
    var failure = Failure(.unknownOutcome, "\(message); \(kept)")
    failure.progress = kept
    return failure
  }

  fileprivate static func notAgain(_ id: String) -> Failure {
    Failure(
      .unsupported,
      "the status is for this server only, and could not be posted again so; nothing was deleted; its text: get source status:\(id)"
    )
  }

  fileprivate static func notOwn(_ view: Server.StatusView) -> Failure {
    let author = view.author.map { "@\($0.name)'s" } ?? "not yours"
    return Failure(.rejected, "status '\(view.status.id)' is \(author); only your own statuses can be changed")
  }

  fileprivate static func boost(_ id: String, of original: String) -> Failure {
    Failure(.rejected, "status '\(id)' is a boost, which has no text; to take it back: unboost status:\(original)")
  }

  fileprivate static func closedPoll() -> Failure {
    Failure(.rejected, "its poll has ended, and an edit would open it again; give poll= for a new one, or --no-poll")
  }

  fileprivate static func nothingToChange() -> Failure {
    Failure(.missingParameter, "nothing to change: give a new text, or another parameter such as cw or --no-cw")
  }

  fileprivate static func tooManyTexts(_ texts: Int, _ media: Int) -> Failure {
    Failure(
      .rejected, "'alt' has \(texts.counting("text")), but the status has \(media.counting("attachment"))")
  }
}
