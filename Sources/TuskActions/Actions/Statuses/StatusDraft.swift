import Fediverse
import XCallbackURL

/// The inputs of the actions that write a status.
struct StatusDraft: Sendable {
  var text: String?
  var mentioned: String?
  var visibility: Visibility?
  var repliedID: String?
  var quotedID: String?
  var quotePolicy: QuotePolicy?
  var lifetime: Int?
  var contentType: String?
  var warning: String?
  var language: String?
  var media: [Server.Attachment] = []
  var poll: NewStatus.NewPoll?
  var mentions: String?
  var isSensitive = false
  var isTried = false
  /// Whether each status of a thread ends with its number.
  var isNumbered = false
  fileprivate var isSplit = false

  /// Whether a text that is too long becomes a thread.
  var isThread: Bool { isSplit || isNumbered }

  /// The status to publish, without its media.
  ///
  /// - Parameter names: the accounts to mention before the text, without their signs.
  /// - Throws: ``Failure`` if there is no text and nobody to mention.
  func status(mentioning names: [String] = []) throws(Failure) -> NewStatus {
    let mode = mentions.flatMap(MentionMode.init)
    func applied(to text: String) throws(Failure) -> String { try mode?.applied(to: text) ?? text }
    let mentioned = ([mentioned].compactMap(\.self) + names).map { "@\($0)" }
    let words = (mentioned + [try text.map(applied)].compactMap(\.self)).joined(separator: " ")
    guard !words.isEmpty else { throw .nothingToPost() }
    var status = NewStatus(words)
    status.visibility = visibility
    (status.inReplyToID, status.quotedStatusID) = (repliedID, quotedID)
    (status.quotePolicy, status.lifetime, status.contentType) = (quotePolicy, lifetime, contentType)
    status.spoilerText = try warning.map(applied)
    status.language = language
    status.poll = poll
    status.poll?.options = try (poll?.options ?? []).map(applied)
    status.isTried = isTried
    if isSensitive { status.isSensitive = true }
    return status
  }
}

extension StatusDraft {
  /// The inputs that every action that writes a status takes.
  ///
  /// - Parameter others: further inputs, after the text.
  static func argument(with others: [Input<StatusDraft>] = []) -> Argument<StatusDraft> {
    let text = Argument.text(
      "text", place: .operand, isRequiredWhenSilent: true, isPublished: true, "the text to post")
    return .group(StatusDraft(), [Input(\.text, text)] + others + common)
  }

  /// The inputs of the actions that post a text or show what it would be.
  static var threaded: Argument<StatusDraft> { argument(with: [.mentioning, .replying, .quoting, .thread, .numbered]) }

  /// Whether a request may become several statuses.
  static func isThread(_ pairs: [CallbackURL.Pair], of signature: Signature) -> Bool {
    guard signature.effect.isWrite, signature.parameter(named: "thread") != nil else { return false }
    return pairs.contains { ["thread", "numbered"].contains($0.name) && CommonParameter.boolean($0.value) == true }
  }

  private static var common: [Input<StatusDraft>] {
    [
      Input(\.visibility, .audience),
      Input(\.warning, .text("cw", isPublished: true, "the content warning that hides the text")),
      Input(\.language, .text("language", "the language of the text, as an ISO 639-1 code")),
      Input(\.media, .attachments), Input(\.poll, .newPoll),
      Input(\.mentions, .choice("mentions", of: MentionMode.choices, MentionMode.summary)),
      Input(\.isSensitive, .flag("sensitive", "hide the media until the reader asks for them")),
      Input(\.quotePolicy, .quotePolicy("quotes", "who may quote it (default: as your account is set)")),
      Input(\.lifetime, .seconds("delete-after", "delete it after this time (Pleroma and Akkoma)")),
      Input(\.contentType, .format),
      Input(\.isTried, .flag("try", "send it even if the server is not known to support what it uses")),
      Input(
        engine: .flag(
          RepeatGuard.again,
          "post even if another run posted the same within ten minutes, or if the journal cannot tell")),
    ]
  }
}

extension Input<StatusDraft> {
  static var mentioning: Self { Self(\.mentioned, .acct("mentioning", "the account to mention before the text")) }
  static var replying: Self {
    Self(
      \.repliedID,
      .identifier(
        "reply", of: .status, "the status to reply to; visible to no more people than that, unless visibility= is given"
      ))
  }
  static var quoting: Self { Self(\.quotedID, .identifier("quote", of: .status, "the status to quote")) }
  static var thread: Self {
    Self(
      \.isSplit,
      .flag("thread", "if the text is too long, post it as a thread, cut at paragraphs, sentences or words"))
  }
  static var numbered: Self {
    Self(\.isNumbered, .flag("numbered", "as --thread, and end each status with its number, such as (2/5)"))
  }
}

extension QuotePolicy {
  /// Who may quote a status, by the name of the policy.
  static var meanings: [String: String] {
    [
      QuotePolicy.public.rawValue: "everyone who can see it", QuotePolicy.followers.rawValue: "your followers",
      QuotePolicy.nobody.rawValue: "only you",
    ]
  }
}

extension Argument where Value == QuotePolicy? {
  /// Who may quote a status.
  fileprivate static func quotePolicy(_ name: String, _ summary: String) -> Argument {
    let choices = Choices([QuotePolicy.public, .followers, .nobody].map(\.rawValue), meanings: QuotePolicy.meanings)
    return Argument([Parameter(name, .choice(choices), summary)]) { inputs throws(Failure) in
      guard let text = try inputs.text(name) else { return nil }
      return QuotePolicy(rawValue: try inputs.value(of: name, text, among: choices))
    }
  }
}

extension Argument where Value == String? {
  /// The markup of the text, as the MIME type that servers take.
  fileprivate static var format: Argument {
    let types = ["plain": "text/plain", "markdown": "text/markdown", "html": "text/html", "bbcode": "text/bbcode"]
    let meanings = [
      "plain": "text without markup", "markdown": "Markdown, such as *this*", "html": "HTML, such as <em>this</em>",
      "bbcode": "BBCode, such as [i]this[/i]",
    ]
    let choice = Argument.choice(
      "format", of: Choices(types.keys.sorted(), meanings: meanings),
      "the markup of the text (Pleroma, Akkoma and GoToSocial)")
    return Argument(choice.parameters) { inputs throws(Failure) in try choice.read(inputs).flatMap { types[$0] } }
  }
}

extension Failure {
  fileprivate static func nothingToPost() -> Failure {
    Failure(.missingParameter, "'text' or 'mentioning' is required")
  }
}
