import Glibc
import Synchronization
package import TuskActions
package import TuskRuntime
import XCallbackURL

/// Where a person is asked for consent, and where it is kept why nobody could be.
package final class ConsentDesk: Sendable {
  private let streams: StandardStreams
  private let canAsk: Bool
  private let window: QuestionWindow?
  private let limit: QuestionLimit?
  private let refusal = Mutex<Interpreter.Refusal?>(nil)

  /// - Parameters:
  ///   - canAsk: whether a person sits at standard input and reads standard error.
  ///   - window: what asks where nobody does; `nil` where nothing can.
  ///   - limit: how often a person is asked for what the desktop brings; `nil` where nothing limits it.
  package init(
    streams: StandardStreams, canAsk: Bool, window: QuestionWindow? = nil, limit: QuestionLimit? = nil
  ) {
    self.streams = streams
    self.canAsk = canAsk
    self.window = window
    self.limit = limit
  }

  /// Why the last change was not made; asking forgets it.
  package func takeRefusal() -> Interpreter.Refusal? {
    refusal.withLock { kept in
      defer { kept = nil }
      return kept
    }
  }

  /// Asks, or keeps why it could not.
  package func answer(_ question: Consent.Question) async -> Consent.Reply {
    guard !question.isOfStranger || canAskStrangers() else {
      refusal.withLock { $0 = Interpreter.Refusal(Self.tooMany, yesWouldHelp: false) }
      return .nobody
    }
    guard canAsk else {
      if let window { return await window.isAnsweredYes(Self.wish(of: question)) ? .once : .no }
      refusal.withLock { $0 = Self.refusal(for: question) }
      return .nobody
    }
    // What was typed before the question was seen is no answer to it.
    tcflush(0, TCIFLUSH)
    streams.report(Self.wish(of: question) + Self.choices(for: question))
    switch (Self.readAnswer(), question) {
    case ("y", .deed), ("yes", .deed), ("y", .authorization), ("yes", .authorization), ("o", .script),
      ("once", .script), ("o", .source), ("once", .source),
      ("o", .telling), ("once", .telling):
      return .once
    case ("a", .telling), ("always", .telling), ("a", .script), ("always", .script), ("a", .source),
      ("always", .source):
      return .always
    default: return .no
    }
  }

  private static let tooMany =
    "nobody was asked, because other programs have asked \(QuestionLimit.most) times within a minute"

  /// Whether one more question may be asked for what the desktop brings.
  private func canAskStrangers() -> Bool {
    guard let limit, canAsk || window != nil else { return true }
    return (try? limit.allowsOneMore()) ?? false
  }

  /// Each part is cleaned as one row, so that a name cannot write rows of its own into the question.
  private static func wish(of question: Consent.Question) -> String {
    let rows =
      switch question {
      case .script(let script, let account):
        ["\(script.path) wants to change \(account):"] + script.effects.map { "  \($0)" }
      case .source(let deed, let account):
        ["'\(deed.source ?? "")' wants to change \(account) without asking; anybody can claim that name"]
          + deed.particulars.map { "  \($0)" }
      case .telling(let deed, let target, let account):
        ["\(deed.asker)it would be told what only \(account) can read: \(deed.signature.summary)"]
          + deed.particulars + ["the answer goes to: \(target)"]
      case .authorization(let wish, let account):
        ["a program that calls itself '\(wish.source)' wants to change \(account) without asking, for 90 days:"]
          + wish.actions.map { "  \($0)" } + ["its access token goes to: \(wish.target)"]
      case .deed(let deed, let account):
        ["\(deed.asker)\(account): \(deed.signature.summary)"] + deed.particulars.map { "  \($0)" }
      }
    return rows.map { TerminalText.field($0) + "\n" }.joined()
  }

  private static func choices(for question: Consent.Question) -> String {
    switch question {
    case .script, .source, .telling: "allow it? [o]nce, [a]lways, [N]o: "
    case .deed, .authorization: "go on? [y/N] "
    }
  }

  private static func refusal(for question: Consent.Question) -> Interpreter.Refusal {
    switch question {
    case .script(let script, let account):
      Interpreter.Refusal(
        "\(script.path) may not change \(account) yet, and nobody can be asked; permit it with: tusk permit \(script.path), or run it with --yes",
        yesWouldHelp: false)
    case .source(let deed, let account):
      Interpreter.Refusal(
        "'\(deed.source ?? "")' may not change \(account), and nobody can be asked", yesWouldHelp: false)
    case .telling(let deed, let target, let account):
      Interpreter.Refusal(
        "'\(deed.signature.preferredVerb)' tells what only \(account) can read, and nobody can be asked whether \(target) may be told",
        yesWouldHelp: false)
    case .authorization(let wish, let account):
      Interpreter.Refusal(
        "'\(wish.source)' may not change \(account), and nobody can be asked", yesWouldHelp: false)
    case .deed(let deed, _):
      Interpreter.Refusal(
        "'\(deed.signature.preferredVerb)' needs --yes when nobody can be asked",
        yesWouldHelp: true)
    }
  }

  /// Waits until something can be read; false where the command was cancelled meanwhile.
  private static func waitsForKey() -> Bool {
    while !Task.isCancelled {
      var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 100) > 0 { return true }
    }
    return false
  }

  private static func readAnswer() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 256, waitsForKey(), read(0, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    guard !Task.isCancelled else { return "" }
    return String(decoding: line, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
  }
}

extension Consent.Question {
  /// Whether the question comes from who may be anybody.
  fileprivate var isOfStranger: Bool {
    switch self {
    case .script: false
    case .authorization: true
    case .source(let deed, _), .deed(let deed, _), .telling(let deed, _, _): deed.origin.party == .desktop
    }
  }
}

extension Consent.Deed {
  /// Who asks, where it is another program: the specification wants its `x-source` to be shown.
  fileprivate var asker: String {
    guard origin.party.isForeign else { return "" }
    return source.map { "a program that calls itself '\($0)' asks; " } ?? "another program asks; "
  }

  /// What would be done, as it would be done: the action, each parameter with its exact text, and who else is answered.
  fileprivate var particulars: [String] {
    let targets = ["x-success": "the answer goes to", "x-error": "an error goes to", "x-cancel": "a no goes to"]
    let shown = url.redacted
    let answers = shown.extensions.compactMap { pair in
      targets[pair.name].flatMap { origin.party.isForeign ? ($0, pair.value ?? "") : nil }
    }
    let opener = handler.map { [("opened by", $0)] } ?? []
    let rows = shown.parameters.map { ($0.name, $0.value ?? "") } + answers + opener
    return [url.action] + rows.map { "\($0.0): \($0.1)" }
  }
}
