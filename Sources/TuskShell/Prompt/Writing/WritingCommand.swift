import TuskLanguage
import XCallbackURL

/// A command that writes a status and lacks its text.
struct WritingCommand: Sendable {
  /// What the command line says of the head, and the command without that.
  let post: WrittenPost
  /// The status that it is about, as it is written; `nil` for none.
  let subject: String?
  private let signature: Signature

  /// - Parameter isDraft: whether the line may have other parts of a post, such as a poll.
  /// - Returns: `nil` for a line that is something else or has a text.
  init?(_ input: ParsedSource, _ resolver: Resolver, isDraft: Bool = false) {
    guard var command = input.command, let invocation = try? resolver.resolve(command), invocation.urls.count == 1,
      invocation.options.isEmpty, invocation.arguments.subjects.count < 2
    else { return nil }
    let (signature, url) = (invocation.signature, invocation.urls[0])
    self.signature = signature
    subject = invocation.arguments.subjects.first?.source
    let given = Set(url.parameters.map(\.name)).filter { signature.subject?.isNamed(by: $0) != true }
    guard Self.writes(signature, given: given, isDraft: isDraft) else { return nil }
    let head = ["visibility", "cw", "language"].filter { signature.parameter(named: $0) != nil }
    command.arguments.removeAll { argument in
      guard case .setting(let setting) = argument, let parameter = signature.parameter(named: setting.key.value)
      else { return false }
      return head.contains(parameter.name)
    }
    let value = { (name: String) in url.parameters.first { $0.name == name }?.value ?? "" }
    post = WrittenPost(
      command: command.source, visibility: value("visibility"), warning: value("cw"), language: value("language"))
  }

  private static func writes(_ signature: Signature, given: Set<String>, isDraft: Bool) -> Bool {
    if returnsSource(signature) { return given.isEmpty }
    guard signature.effect.changesAccount, let text = signature.parameter(named: "text"), text.isPublished,
      text.place == .operand, !given.contains(text.name)
    else { return false }
    // An edit without a text changes the rest.
    guard text.isRequiredWhenSilent else { return given.isEmpty }
    return isDraft || given.isDisjoint(with: ["media", "poll", "mentioning"])
  }

  /// Whether the action deletes a status to post it anew.
  private static func returnsSource(_ signature: Signature) -> Bool {
    signature.effect.changesAccount && signature.record?.name == "source"
  }

  /// Whether the status is deleted first.
  var redrafts: Bool { Self.returnsSource(signature) }

  /// Whether the status gets another text.
  var edits: Bool { !redrafts && signature.parameter(named: "visibility") == nil }

  /// Whether the status is answered.
  var replies: Bool { signature.parameter(named: "to") != nil }

  /// Whether an empty warning has to be said, because the command would keep the one of the status.
  var namesWarning: Bool { edits || replies }

  /// The lines of the head.
  var fields: [WrittenPost.Field] { edits ? [.command, .warning, .language, .limit] : WrittenPost.Field.allCases }

  /// What the head may say of who can see the post.
  var visibilities: [String] {
    guard case .choice(let choices)? = signature.parameter(named: "visibility")?.type else {
      return redrafts ? Self.usualVisibilities : []
    }
    return choices.values
  }

  private static var usualVisibilities: [String] { ["public", "unlisted", "private", "direct"] }
}

extension ParsedSource {
  /// The command that is all of the source; `nil` if it has steps, programs or other statements.
  var command: Command? {
    guard case .success(let statements) = statements, statements.count == 1,
      case .pipeline(let pipeline)? = statements.first?.form, pipeline.isPlain,
      case .command(let command) = pipeline.first
    else { return nil }
    return command
  }
}

extension Resolver {
  /// The URL that a line opens; `nil` unless it is one command.
  func url(of line: String) -> CallbackURL? {
    guard let command = ParsedSource(Source(line), mode: .repl).command else { return nil }
    return try? resolve(command).urls.first
  }
}
