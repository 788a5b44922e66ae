import Fediverse
import TuskCommon
import XCallbackURL

extension Action {
  /// The actions that change a published status, and on its versions.
  package static let versions: [Action] = [
    Action(
      "editStatus", verbs: ["edit"],
      "Edits one of your statuses; what is not named stays as it is.",
      example: "edit status:105 \"The 8:12 was late again, by an hour. #trains\"",
      effect: .reversible(by: "editStatus"), done: "edited {text}", needs: .statusEditing,
      takes: Argument.ownStatus, StatusEditDraft.argument, returns: .record(.link, whole: .link), notifies: true,
      elsewhere: ["update", "revise"]
    ) { server, status, draft throws(Failure) in
      try await server.edit(status, draft)
    },
    Action(
      "redraftStatus", verbs: ["redraft"],
      "Deletes one of your statuses and returns its text, to post it anew.",
      example: "redraft status:105 --yes", effect: .destructive, takes: Argument.ownStatus,
      returns: .record(RecordOf.source)
    ) { server, status throws(Failure) in
      try await server.redraft(status)
    },
    Action(
      "getStatusSource", verbs: ["get source"],
      "Returns the text of one of your statuses as you typed it.", example: "get source status:105",
      effect: .read, needs: .statusSource, takes: Argument.status, returns: .record(RecordOf.source)
    ) { server, status throws(Failure) in
      let id = try await server.id(of: status)
      let source = try await server.attempt(await server.client.statuses.source(id), about: status.name)
      let whole = try await server.attempt(await server.client.statuses.status(id), about: status.name)
      return Server.SourceView(id: source.id, text: source.text, warning: source.spoilerText, status: whole)
    },
    Action(
      "getStatusEdits", verbs: ["edits"],
      "Lists the versions of a status, the first one first.", example: "edits status:105",
      effect: .read, needs: .statusHistory, takes: Argument.status,
      returns: .list("edits", .edit, "the times of the versions, separated by commas", id: { $0.time })
    ) { server, status throws(Failure) in
      let id = try await server.id(of: status)
      var number = 0
      return try await server.page(await server.client.statuses.history(of: id), about: status.name) { edit in
        number += 1
        return Server.EditView(edit: edit, number: number)
      }
    },
  ]
}

/// The inputs of an edit: what is not set stays as it is.
struct StatusEditDraft: Sendable {
  var text: String?
  /// The content warning; empty for none.
  var warning: String?
  var language: String?
  var isSensitive: Bool?
  var media = Media()
  var poll: Change = .keep
  var mentions: String?

  /// What becomes of the attachments.
  struct Media: Sendable {
    /// The new attachments; empty for none, `nil` to keep them.
    var new: [Server.Attachment]?
    /// New alt texts of those that stay, in order.
    var descriptions: [String] = []
  }

  /// What becomes of the poll.
  enum Change: Sendable {
    case keep
    case remove
    case set(NewStatus.NewPoll)
  }

  /// Applies the edit to the content of the status, without its media.
  ///
  /// - Throws: ``Failure`` if a text mentions somebody although it must not.
  func apply(to change: inout StatusChange) throws(Failure) {
    let mode = mentions.flatMap(MentionMode.init)
    func applied(_ text: String) throws(Failure) -> String { try mode?.applied(to: text) ?? text }
    if let text { change.text = try applied(text) }
    if let warning { change.spoilerText = warning.isEmpty ? nil : try applied(warning) }
    change.language = language ?? change.language
    change.isSensitive = isSensitive ?? change.isSensitive
    switch poll {
    case .keep: break
    case .remove: change.poll = nil
    case .set(var poll):
      poll.options = try poll.options.map(applied)
      change.poll = poll
    }
  }

  var changesPoll: Bool {
    if case .keep = poll { false } else { true }
  }

  /// Whether nothing would change.
  var isEmpty: Bool {
    !changesPoll && text == nil && warning == nil && language == nil && isSensitive == nil && media.new == nil
      && media.descriptions.isEmpty
  }
}

extension StatusEditDraft {
  static var argument: Argument<StatusEditDraft> {
    .group(
      StatusEditDraft(),
      Input(\.text, .text("text", place: .operand, isPublished: true, "the new text")),
      Input(\.warning, .removable("cw", isPublished: true, "the content warning that hides the text")),
      Input(\.language, .text("language", "the language of the text, as an ISO 639-1 code")),
      Input(\.isSensitive, .setting("sensitive", "hide the media until the reader asks for them")),
      Input(\.media, .media), Input(\.poll, .poll),
      Input(\.mentions, .choice("mentions", of: MentionMode.choices, MentionMode.summary)))
  }
}

extension Argument where Value == String? {
  /// A text that `--no-NAME` removes; empty then.
  static func removable(_ name: String, isPublished: Bool = false, _ summary: String) -> Argument {
    Argument([Parameter(name, .text, isPublished: isPublished, negative: "", summary)]) { inputs throws(Failure) in
      try inputs.text(name)
    }
  }
}

extension Argument where Value == StatusEditDraft.Media {
  /// New attachments, none, or alt texts of those that the status has.
  fileprivate static var media: Argument {
    let attachments = Argument<[Server.Attachment]>.attachments
    return Argument(attachments.parameters.removable("media")) { inputs throws(Failure) in
      if inputs.isRemoved("media") { return Value(new: []) }
      guard !inputs.isGiven("media") else {
        return Value(new: try Argument<[Server.Attachment]>.all(in: inputs) { _, description in description })
      }
      return Value(new: nil, descriptions: inputs.allTexts("alt"))
    }
  }
}

extension Argument where Value == StatusEditDraft.Change {
  /// A new poll, or none.
  fileprivate static var poll: Argument {
    let poll = Argument<NewStatus.NewPoll?>.newPoll
    return Argument(poll.parameters.removable("poll")) { inputs throws(Failure) in
      if inputs.isRemoved("poll") { return .remove }
      return try poll.read(inputs).map(StatusEditDraft.Change.set) ?? .keep
    }
  }
}

extension [Parameter] {
  /// The parameters, of which one can be removed with `--no-NAME`.
  func removable(_ name: String) -> [Parameter] {
    map { parameter in
      var parameter = parameter
      if parameter.name == name { parameter.negative = "" }
      return parameter
    }
  }
}

extension RecordOf where Value == Server.SourceView {
  /// The text of a status as it was typed.
  static let source = RecordOf(
    "source", kind: .status,
    Shape(
      .id(.status, value: \.id),
      .prose("text", "the text as typed", value: \.text),
      .text("cw", "the content warning", isOptional: true) { $0.warning.isEmpty ? nil : $0.warning },
      .text("visibility", "who could see it", words: .visibility, isOptional: true) {
        $0.status?.audience?.rawValue
      },
      .text("language", "its language, as an ISO 639 code", isOptional: true) { $0.status?.language },
      .reference("inReplyTo", to: .status, "the status it replied to", isOptional: true) { $0.status?.inReplyToID },
      .flag("sensitive", "whether its media were hidden until the reader asks for them", isOptional: true) {
        $0.status?.isSensitive == true ? true : nil
      },
      .texts("poll", "the options of its poll") { $0.status?.poll?.options.map(\.title) ?? [] },
      .text("expires", "how long its poll was open", isOptional: true, value: \.pollDuration),
      .flag("multiple", "whether its poll allows several choices", isOptional: true) {
        $0.status?.poll?.isMultiple == true ? true : nil
      },
      .records("media", "its media, which can be attached again", as: { .media }) {
        $0.status?.mediaAttachments ?? []
      }))
}

extension RecordOf where Value == Server.EditView {
  /// A version of a status.
  static let edit = RecordOf(
    "edit", id: "number",
    Shape(
      .number("number", "its place among the versions, from 1", value: \.number),
      .time("posted", "when it was posted", value: \.edit.createdAt),
      .text("cw", "the content warning", isOptional: true) {
        $0.edit.spoilerText.isEmpty ? nil : $0.edit.spoilerText
      },
      .prose("text", "the content as plain text") { HTMLText($0.edit.content).plain },
      .flag(
        "sensitive", "whether its media were hidden until the reader asks for them", isColumn: false,
        value: \.edit.isSensitive),
      .texts("poll", "the options of its poll", isColumn: false, value: \.edit.pollOptions),
      .records("media", "its media", as: { .media }, value: \.edit.mediaAttachments)))
}

extension Server {
  /// The text of a status as it was typed, and what else is needed to post it anew.
  struct SourceView: Sendable {
    let id: String
    let text: String
    let warning: String
    /// The status itself, if it is known.
    var status: Status?

    /// How long its poll was open, as it is given when it is posted: in whole minutes, because servers do not count
    /// from the very moment of the status.
    var pollDuration: String? {
      guard let start = status?.createdAt, let end = status?.poll?.expiresAt else { return nil }
      let minutes = max(1, (end.seconds - start.seconds + 30) / 60)
      guard minutes % 60 == 0 else { return "\(minutes)m" }
      return minutes % (24 * 60) == 0 ? "\(minutes / (24 * 60))d" : "\(minutes / 60)h"
    }
  }

  /// A version of a status.
  struct EditView: Sendable {
    let edit: StatusEdit
    /// Its place among the versions, from 1.
    let number: Int

    /// When it was posted, in seconds since 1970.
    var time: String? { edit.createdAt.map { String($0.seconds) } }
  }

  /// Edits a status, starting from its present content.
  func edit(_ reference: StatusReference, _ draft: StatusEditDraft) async throws(Failure) -> StatusView {
    guard !draft.isEmpty else { throw .nothingToChange() }
    let status = try await ownStatus(reference)
    if status.poll?.isExpired == true, !draft.changesPoll { throw .closedPoll() }
    let source = try await attempt(await client.statuses.source(status.id), about: reference.name)
    var change = StatusChange(keeping: status, source: source, now: Timestamp(seconds: now()))
    try draft.apply(to: &change)
    try await checkLengths(ofAltTexts: draft.media.descriptions)
    if let media = draft.media.new {
      change.mediaIDs = try await attaching(media, to: NewStatus("")).mediaIDs
      change.mediaChanges = media.compactMap(\.change)
    } else {
      change.mediaChanges = try draft.mediaChanges(of: status)
    }
    let uploads = draft.media.new == nil ? [] : change.mediaIDs
    let edited = try await afterProcessing(of: uploads) { () async throws(Failure) in
      try await attempt(await client.statuses.edit(status.id, to: change), about: reference.name)
    }
    tellMissing(of: draft, change, in: edited)
    return changed(edited)
  }

  /// Tells which parts of an edit the server left out.
  private func tellMissing(of draft: StatusEditDraft, _ change: StatusChange, in edited: Status) {
    let name = edited.url ?? "status:\(edited.id)"
    if draft.warning?.isEmpty == false, !change.text.isEmpty, edited.spoilerText.isEmpty {
      tell(.loss("the server edited the status without its content warning: \(name)"))
    }
    if case .set = draft.poll, edited.poll == nil {
      tell(.loss("the server edited the status without its poll: \(name)"))
    }
    for media in edited.mediaAttachments {
      tellLoss(ofAltText: change.mediaChanges.first { $0.id == media.id }?.description, in: media)
    }
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

extension Server.Attachment {
  /// The new alt text of media that is already uploaded.
  fileprivate var change: StatusChange.MediaChange? {
    guard case .uploaded(let id) = source, let description else { return nil }
    return StatusChange.MediaChange(id: id, description: description)
  }
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

  static func notOwn(_ view: Server.StatusView) -> Failure {
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
