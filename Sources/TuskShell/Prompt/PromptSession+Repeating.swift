import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Lines that are repeated at the prompt: `watch 30s home`.
extension PromptSession {
  /// The shortest time between two rounds, because each of them costs requests.
  private static let shortestInterval = Duration.seconds(5)

  /// Repeats a line until Ctrl-C, and marks the rows that are new since the round before.
  mutating func repeatLine(_ meta: Meta, in source: Source) {
    let time = meta.words.first?.source ?? ""
    guard let interval = Duration(written: time) else { return report("'watch' takes a shorter time than \(time)") }
    guard interval >= Self.shortestInterval else { return report("'watch' takes a time of at least 5 s, not \(time)") }
    let before = execution
    let (statements, mistakes) = execution.examine(meta.line, of: source)
    guard mistakes.isEmpty else {
      _ = execution.fail(mistakes, in: source)
      return
    }
    if let reason = RepeatedLine.refusal(of: meta.line, in: parsed(source), known: before.definitions) {
      // What it defines is not defined.
      execution = before
      return report("'watch' repeats only lines that read, and this one \(reason)")
    }
    runRounds(of: statements, every: interval)
  }

  private mutating func runRounds(of statements: [CheckedStatement], every interval: Duration) {
    let display = execution.display
    // A pager would hold up the next round until somebody leaves it.
    display.usePager("")
    display.markNewRows(true)
    defer {
      display.markNewRows(false)
      display.usePager(settings.pager)
    }
    var isFirst = true
    while true {
      shell.streams.report(roundHead)
      let works = execution.run(statements)
      display.endRound(hasFailed: !works)
      // A line that fails at first is likely to be mistyped; later, a server may be away for a while.
      let goesOn = works || (!isFirst && execution.end == .mistake)
      guard goesOn, shell.interrupts.exitCode == nil, !display.isClosed else { return }
      isFirst = false
      guard waits(interval) else { return shell.streams.report("stopped\n") }
    }
  }

  /// Waits for the next round.
  ///
  /// - Returns: whether it has come; Ctrl-C ends the wait.
  private func waits(_ interval: Duration) -> Bool {
    let end = LocalTime.ahead(WallClock.system.now() + Int(interval.components.seconds))
    let display = execution.display
    let isOver = shell.interrupts.whileRunning(
      meanwhile: { display.showProgress("waiting until \(end)", ending: "; Ctrl-C ends the watch") },
      { () async -> Bool in (try? await Task.sleep(for: interval)) != nil })
    return isOver && shell.interrupts.exitCode == nil
  }

  /// The line above a round.
  private var roundHead: String {
    let time = LocalTime.clock(of: WallClock.system.now())
    guard !settings.isOn(.plain) else { return "at \(time)\n" }
    let isDim = shell.terminal.allowsColor(on: .errors)
    return isDim ? "\u{1B}[2m— \(time) —\u{1B}[0m\n" : "— \(time) —\n"
  }
}

/// A line that may be repeated.
enum RepeatedLine {
  /// What a line does besides reading, in words; `nil` for one that only reads.
  ///
  /// - Parameters:
  ///   - input: the whole input, for the scripts that it runs.
  ///   - known: the verbs that earlier lines defined.
  static func refusal(of line: [Statement], in input: ParsedSource, known: [Definition] = []) -> String? {
    for case .meta(let meta) in line.map(\.form) { return "is the command '\(meta.name)' of the prompt" }
    let earlier = known.map { Statement(.definition($0), Span(0, 0)) }
    let effects = Effects(
      of: earlier + line, resolver: Shell.resolver(), scripts: SourcedScripts(reading: input))
    return effects.repeatable ?? effects[.schedules].first.map { "runs \($0)" }
  }
}
