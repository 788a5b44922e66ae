import Glibc
package import TuskActions
import XCallbackURL

/// Asks a person for consent, at the terminal or in a window.
package final class ConsentPrompt: Sendable {
  private let streams: StandardStreams
  private let canAsk: Bool
  private let window: QuestionWindow?
  private let limit: QuestionLimit?
  private let handler: @Sendable (_ scheme: String) async -> String?

  /// - Parameters:
  ///   - canAsk: whether a person sits at standard input and reads standard error.
  ///   - window: what asks where nobody does; `nil` where nothing can.
  ///   - limit: how often a person is asked for what the desktop brings; `nil` where nothing limits it.
  ///   - handler: tells which program of the desktop gets the URLs of a scheme.
  package init(
    streams: StandardStreams, canAsk: Bool, window: QuestionWindow? = nil, limit: QuestionLimit? = nil,
    handler: @escaping @Sendable (_ scheme: String) async -> String? = { _ in nil }
  ) {
    self.streams = streams
    self.canAsk = canAsk
    self.window = window
    self.limit = limit
    self.handler = handler
  }

  /// Asks, or says why nobody can be asked.
  package func answer(_ question: Consent.Question) async -> Consent.Reply {
    guard !question.isUntrusted || canAskStrangers() else { return .nobody(Refusal(Self.tooMany)) }
    guard canAsk else {
      guard let window else { return .nobody(Self.refusal(for: question)) }
      return await window.isAnsweredYes(await wish(of: question)) ? .once : .no
    }
    let wish = await wish(of: question)
    // What was typed before the question was seen is no answer to it.
    tcflush(0, TCIFLUSH)
    streams.report(wish + Self.choices(for: question))
    return Self.reply(Self.readAnswer(), to: question)
  }

  private static func reply(_ word: String, to question: Consent.Question) -> Consent.Reply {
    switch question {
    case .script, .source, .disclosure: ["o": .once, "once": .once, "a": .always, "always": .always][word] ?? .no
    case .confirmation, .authorization, .repeating: ["y": .once, "yes": .once][word] ?? .no
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
  private func wish(of question: Consent.Question) async -> String {
    let own = question.rows
    var rows = own
    if let scheme = question.scheme {
      rows.append("'\(scheme):' is opened by: \(await handler(scheme) ?? "no registered program")")
    }
    // A long text pushes what stands before it off the screen.
    let isLong = rows.reduce(0) { $0 + $1.utf8.count / 40 + 1 } > 15
    return (rows + (isLong ? own.prefix(2) : [])).map { TerminalText.exact($0) + "\n" }.joined()
  }

  private static func choices(for question: Consent.Question) -> String {
    switch question {
    case .script, .source, .disclosure: "allow it? [o]nce, [a]lways, [N]o: "
    case .confirmation, .authorization, .repeating: "go on? [y/N] "
    }
  }

  private static func refusal(for question: Consent.Question) -> Refusal {
    switch question {
    case .script(let script, let account):
      Refusal(
        "\(script.path) may not change \(account) yet, and nobody can be asked; permit it with: tusk permit \(script.path), or run it with --yes"
      )
    case .source(let request, let account):
      Refusal(
        "\(TerminalText.quoted(request.source ?? "")) may not change \(account), and nobody can be asked")
    case .disclosure(let request, let target, let account):
      Refusal(
        "'\(request.signature.preferredVerb)' tells what only \(account) can read, and nobody can be asked whether \(target.redacted) may be told"
      )
    case .authorization(let wish, let account):
      Refusal(
        "\(TerminalText.quoted(wish.source)) may not change \(account), and nobody can be asked")
    case .repeating(_, let seconds, let account):
      Refusal(
        "\(account) has done the same \(Consent.Question.time(seconds)), in another run; --again does it once more",
        remedy: "--again")
    case .confirmation(let request, _):
      Refusal(
        "'\(request.signature.preferredVerb)' needs --yes when nobody can be asked",
        remedy: "--yes")
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
