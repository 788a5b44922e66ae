import Synchronization
package import TuskActions
import TuskCommon
import XCallbackURL

/// Asks a person for consent, at the terminal or in a window.
package final class ConsentPrompt: Sendable {
  private let terminal: TerminalQuestions?
  private let window: QuestionWindow?
  private let limit: QuestionLimit?
  private let hasLateYes: Bool
  private let isOther: @Sendable (_ account: String) -> Bool
  private let handler: @Sendable (_ scheme: String) async -> String?
  private let asked = Mutex(Asked())

  /// Whether a question was not asked because there were too many.
  var isOverLimit: Bool { asked.withLock { $0.isOverLimit } }

  /// What a person was asked.
  private struct Asked {
    /// Whether it was the request of another program, which says where all of its answers go.
    var isRequest = false
    /// The replies to where single answers may go.
    var replies: [CallbackURL: Consent.Reply] = [:]
    var isOverLimit = false

    /// What the person has said about answers to this callback; `nil` for nothing.
    func reply(to target: CallbackURL) -> Consent.Reply? {
      guard !isRequest else { return .once }
      return replies.values.contains(.no) ? .no : replies[target]
    }

    mutating func note(_ reply: Consent.Reply, to question: Consent.Question) {
      if case .answer(_, let target) = question { replies[target] = reply } else { isRequest = true }
    }
  }

  /// - Parameters:
  ///   - terminal: asks there; `nil` if nobody can be asked at a terminal.
  ///   - window: asks without a terminal; `nil` if that is not possible.
  ///   - limit: how often requests from the desktop may ask; `nil` for no limit.
  ///   - hasLateYes: whether `--yes` was given after the name of a script, where it is an argument of the script.
  ///   - isOther: whether an account is signed in but not the current one, so that permitting a script must name it.
  ///   - handler: the name of the desktop program that opens the URLs of a scheme.
  package init(
    terminal: TerminalQuestions?, window: QuestionWindow? = nil, limit: QuestionLimit? = nil,
    hasLateYes: Bool = false, isOther: @escaping @Sendable (_ account: String) -> Bool = { _ in false },
    handler: @escaping @Sendable (_ scheme: String) async -> String? = { _ in nil }
  ) {
    self.terminal = terminal
    self.window = window
    self.limit = limit
    self.hasLateYes = hasLateYes
    self.isOther = isOther
    self.handler = handler
  }

  /// Asks, or says why nobody can be asked.
  package func answer(_ question: Consent.Question) async -> Consent.Reply {
    if case .answer(_, let target) = question, let known = asked.withLock({ $0.reply(to: target) }) { return known }
    if question.isUntrusted, await !mayAskForDesktop() {
      asked.withLock { $0.isOverLimit = true }
      return .nobody(Refusal(Self.tooMany))
    }
    guard let terminal else {
      guard let window else {
        let refusal = refusal(for: question)
        return .nobody(hasLateYes ? refusal.insteadOfLateYes : refusal)
      }
      let reply: Consent.Reply = await window.isAnsweredYes(await wish(of: question)) ? .once : .no
      asked.withLock { $0.note(reply, to: question) }
      return reply
    }
    let typed = await terminal.answer(
      to: await wish(of: question) + question.choices, among: question.replies,
      advice: "Type \(question.words).\n\(question.choices)")
    let reply = typed ?? .no
    asked.withLock { $0.note(reply, to: question) }
    return reply
  }

  private var noTerminal: String { "there is no terminal to ask on" }

  private static let tooMany =
    "not asked, because other programs have already asked \(QuestionLimit.most) questions within a minute"

  /// Whether a request from the desktop may ask one more question.
  private func mayAskForDesktop() async -> Bool {
    guard let limit, terminal != nil || window != nil else { return true }
    return (try? await limit.allowsOneMore()) ?? false
  }

  /// The question, with each row cleaned by itself, so that a name cannot add rows.
  private func wish(of question: Consent.Question) async -> String {
    let own = question.rows
    var rows = own
    if let about = await question.about { rows += about.split(separator: "\n").map { "  \($0)" } }
    if let scheme = question.scheme {
      rows.append("'\(scheme):' is opened by: \(await handler(scheme) ?? "no registered program")")
    }
    // A long text scrolls the first rows off the screen, so they are repeated below it.
    let isLong = rows.reduce(0) { $0 + $1.utf8.count / 40 + 1 } > 15
    return (rows + (isLong ? own.prefix(2) : [])).map { TerminalText.exact($0) + "\n" }.joined()
  }

  private func refusal(for question: Consent.Question) -> Refusal {
    switch question {
    case .script(let script, let account) where script.obstacle != nil:
      Refusal(
        "\(script.path) needs permission to change \(account), and \(noTerminal); pass --yes, because it cannot be permitted in advance: \(script.obstacle ?? "")"
      )
    case .script(let script, let account):
      Refusal(
        "\(script.path) needs permission to change \(account)\(script.changed.map { ", because \($0)" } ?? ""), and \(noTerminal); run 'tusk permit \(isOther(account) ? "--as \(account) " : "")\(script.path)' or pass --yes"
      )
    case .source(let request, let account):
      Refusal(
        "\(TerminalText.quoted(request.source ?? "")) needs permission to change \(account), and \(noTerminal); pass --yes"
      )
    case .disclosure(let request, let target, let account):
      Refusal(
        "'\(request.signature.preferredVerb)' needs permission to send private data of \(account) to \(target.redacted), and \(noTerminal)"
      )
    case .answer(let source, let target):
      Refusal(
        "\(Consent.Question.unverified(source)) needs permission to open '\(target.scheme):', and \(noTerminal)")
    case .authorization(let wish, let account):
      Refusal(
        "\(TerminalText.quoted(wish.source)) needs permission to act as \(account), and \(noTerminal)")
    case .repeating(_, let seconds, let account):
      Refusal(
        "\(account) did the same \(Consent.Question.time(seconds)), in another run; use --again to repeat it, or again=true in a URL",
        remedy: "--again")
    case .confirmation(let request, _):
      Refusal(
        "'\(request.signature.preferredVerb)' needs confirmation, and \(noTerminal); pass --yes",
        remedy: "--yes")
    }
  }
}

extension Refusal {
  /// The same refusal for a person who gave `--yes` in the wrong place.
  fileprivate var insteadOfLateYes: Refusal {
    let advice = "pass --yes before the name of the script, because what follows it are the script's arguments"
    return Refusal(message.replacing("pass --yes", with: advice), remedy: remedy)
  }
}
