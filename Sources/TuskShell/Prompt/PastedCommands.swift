import TuskCommon
import TuskLanguage
import XCallbackURL

/// Several commands that were pasted at once, for the question before the first of them runs.
struct PastedCommands {
  private let count: Int
  /// The lines that cannot be undone or change many things, by their verbs, in the order of the paste.
  private var grave: [(verb: String, lines: [String])] = []

  /// The most lines that are shown.
  private static let mostLines = 8
  /// The most cells of a line that is shown.
  private static let lineWidth = 60

  /// - Parameters:
  ///   - input: what was pasted.
  ///   - known: the verbs that earlier lines defined.
  init(_ statements: [Statement], of input: ParsedSource, known: [Definition] = []) {
    count = statements.count
    let scripts = SourcedScripts(reading: input)
    let earlier = known.map { Statement(.definition($0), Span(0, 0)) }
    let own = statements.filter { if case .definition = $0.form { true } else { false } }
    for statement in statements {
      // A verb that the paste defines takes the place of an earlier one.
      let effects = Effects(of: earlier + own + [statement], resolver: Shell.resolver(), scripts: scripts)
      let actions = effects.actions.map(\.signature)
      guard let action = actions.first(where: \.worstEffect.needsConfirmation) else { continue }
      note(input.source.text(statement.span), of: action.preferredVerb)
    }
  }

  private mutating func note(_ text: String, of verb: String) {
    let rows = SecretText.masked(text).split(separator: "\n")
    let first = TerminalText.field(String(rows.first ?? "")).truncated(toCells: Self.lineWidth)
    let line = rows.count > 1 ? "\(first) …" : first
    if let index = grave.firstIndex(where: { $0.verb == verb }) {
      grave[index].lines.append(line)
    } else {
      grave.append((verb, [line]))
    }
  }

  /// Whether one of them cannot be undone or changes many things.
  var isGrave: Bool { !grave.isEmpty }

  /// How many commands they are, and which of them are confirmed one by one elsewhere.
  var question: String {
    let verbs = grave.map { "\($0.lines.count) \($0.verb)" }.joined(separator: ", ")
    let lines = grave.flatMap(\.lines)
    let shown = lines.prefix(Self.mostLines).joined(separator: ", ")
    let rest = lines.count > Self.mostLines ? " and \(lines.count - Self.mostLines) more" : ""
    let which = grave.isEmpty ? "" : ", of which \(verbs): \(shown)\(rest)"
    return "\(count.counting("command"))\(which). Run them? [y/N] "
  }
}

extension PromptSession {
  /// Whether commands may run: several that were pasted at once are asked about, and a block with one that cannot be
  /// undone, because nobody reads them one by one.
  func mayRun(_ statements: [CheckedStatement], of input: ParsedSource) -> Bool {
    guard let editor = reader as? EditLineReader, editor.hasPastedRows,
      !shell.options.assumesYes, let questions = shell.questionsAtTerminal
    else { return true }
    let pasted = PastedCommands(statements.map(\.statement), of: input, known: execution.definitions)
    guard statements.count > 1 || pasted.isGrave else { return true }
    let question = pasted.question
    let replies = ["y": true, "yes": true, "": false, "n": false, "no": false]
    return shell.interrupts.whileRunning {
      await questions.answer(to: question, among: replies, advice: "Type y (yes) or n (no).\n\(question)") ?? false
    }
  }
}
