import Fediverse
import XCallbackURL

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
      guard !inputs.isGiven("media") else { return Value(new: try attachments.read(inputs)) }
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
