import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// A person at the prompt: reads one input after the other, keeps it in the history and runs it.
struct PromptSession {
  private let shell: Shell
  private let reader: any LineReader
  private let history: History
  private var execution: Execution
  private let prompt: Prompt
  private let names: ShownNames?
  private let knowledge: PromptKnowledge
  /// What the person was told of the history.
  private var toldFault: HistoryFile.Fault?
  /// The warnings of programs that the person was shown.
  private var shownWarnings: Set<String> = []

  /// How many names are written before the session ends.
  private static let namesWrittenEarly = 500

  /// - Parameters:
  ///   - names: keeps the names that are shown; `nil` to keep none.
  ///   - knowledge: gets what the lines show and define.
  init(
    shell: Shell, reader: any LineReader, history: History, execution: Execution, names: ShownNames? = nil,
    knowledge: PromptKnowledge = PromptKnowledge(Surroundings())
  ) {
    self.shell = shell
    self.reader = reader
    self.history = history
    self.execution = execution
    self.names = names
    self.knowledge = knowledge
    let account = Self.account(of: shell)
    names?.act(as: account.name)
    prompt = Self.prompt(for: account.label, on: shell.terminal)
    execution.display.numberRows(keeping: names)
  }

  /// Runs until the person leaves.
  ///
  /// - Returns: the exit code of the process.
  mutating func run() -> ExitCode {
    greet()
    history.check()
    while true {
      tellOfHistory()
      knowledge.note(execution.display.shownRows, execution.checker, execution.changes)
      switch reader.readLine(prompt: prompt) {
      case .line(let input):
        if let code = run(named: input) { return code }
        names?.save(from: Self.namesWrittenEarly)
      case .interrupted: continue
      case .endOfInput: return shell.interrupts.terminationSignal.map(ExitCode.signal) ?? .success
      case .invalidUTF8: shell.streams.report("error: the line is not UTF-8\n")
      case .lineTooLong:
        shell.streams.report("error: the line is longer than \(PlainLineReader.longestLine) bytes\n")
      }
      guard shell.interrupts.terminationSignal == nil else { return execution.exitCode }
    }
  }

  /// Runs what was typed, after references take the place of the numbers of rows, in the history, too.
  private mutating func run(named typed: ParsedSource) -> ExitCode? {
    let errors = execution.errorCount
    var kept = typed.source.text
    defer { history.note(kept, failed: execution.errorCount > errors) }
    // 'it' alone shows what it names.
    let isIt = typed.source.text.split(whereSeparator: \.isWhitespace) == ["it"]
    let input = isIt && !execution.definedVerbs.contains("it") ? ParsedSource(Source("get it"), mode: .repl) : typed
    do throws(Diagnostic) {
      let source = try Shell.resolver().naming(
        execution.display.shownRows, in: input, defined: execution.definedVerbs)
      kept = source.text
      history.add(kept)
      return run(source == input.source ? input : ParsedSource(source, mode: .repl))
    } catch {
      kept = input.source.text
      history.add(kept)
      _ = execution.fail([error], in: input.source)
      return nil
    }
  }

  /// Runs what was typed.
  ///
  /// - Returns: the exit code, if the person left the prompt.
  private mutating func run(_ input: ParsedSource) -> ExitCode? {
    guard let statements = execution.check(input) else { return nil }
    warnOfPrograms(in: input.source)
    defer { execution.display.forgetPager() }
    for checked in statements {
      if case .meta(let meta) = checked.statement.form {
        guard run(meta, in: input.source) else { return .success }
      } else if execution.run([checked]) {
        execution.display.offerMore()
      } else {
        if execution.end == .timeOver { shell.streams.report("the simulated time is over\n") }
        return execution.end == .exit ? execution.exitCode : nil
      }
    }
    return nil
  }

  /// Says once of each word whether it runs a program of this machine.
  private mutating func warnOfPrograms(in source: Source) {
    for warning in execution.checker.programChoices where shownWarnings.insert(warning.message).inserted {
      shell.reporter(isScript: false).report(warning, in: source)
    }
  }

  /// Runs a command of the prompt; the checker has reported unknown ones.
  ///
  /// - Returns: whether the prompt continues.
  private mutating func run(_ meta: Meta, in source: Source) -> Bool {
    switch PromptCommand.named(meta.name) {
    case .help?: _ = shell.showHelp(on: meta.words.map { $0.literalWord ?? $0.source }.joined(separator: " "))
    case .apropos?: _ = shell.search(for: meta.words.map { $0.literalWord ?? $0.source })
    case .explain?: explain(meta.line, in: source)
    case .url?: _ = shell.printURLs(of: meta.line, in: source)
    case .more?: readOn()
    case .quit?: return false
    default: break
    }
    return true
  }

  /// Shows what a line would do, which is checked as if it were run.
  private mutating func explain(_ line: [Statement], in source: Source) {
    // What the line defines is not defined by explaining it.
    var trial = execution
    let (checked, mistakes) = trial.examine(line, of: source)
    let errors = mistakes.isEmpty ? trial.checker.absentPrograms : mistakes
    guard errors.isEmpty else {
      _ = execution.fail(errors, in: source)
      return
    }
    shell.explain(checked)
  }

  /// Shows the rows that follow those of the last list, and numbers them on.
  private mutating func readOn() {
    guard let rest = execution.display.rest, let line = Shell.resolver().line(for: rest.url) else {
      return shell.streams.report("error: 'more' reads on after a list, and there is none that goes on\n")
    }
    let options = [
      rest.options.account.map { "as=\($0)" }, rest.options.view == .table ? "--table" : nil,
      rest.options.view == .cards ? "--cards" : nil,
    ]
    execution.display.continueList(true)
    defer { execution.display.continueList(false) }
    let input = ParsedSource(Source(([line] + options.compactMap(\.self)).joined(separator: " ")), mode: .repl)
    guard let statements = execution.check(input) else { return }
    if execution.run(statements) { execution.display.offerMore() }
  }

  /// Says once why lines are not saved.
  private mutating func tellOfHistory() {
    guard let fault = history.fault, fault != toldFault else { return }
    toldFault = fault
    shell.streams.report(TerminalText.field("warning: \(fault)") + "\n")
  }

  private func greet(_ text: String) { shell.streams.write(shell.terminal.wrapping(text, on: .output) + "\n") }

  private func greet() {
    greet("Tusk \(Version.number). 'help' lists the verbs, Tab completes, Ctrl-D exits.")
    do throws(Failure) {
      guard try shell.accounts.isSandbox() else { return }
      greet("Nobody is signed in. Commands go to a sandbox, a private server on this machine.")
    } catch {
      _ = shell.reporter(isScript: false).report(error)
    }
  }

  /// The name of the account that commands act as, if it is known, and what the prompt calls it.
  private static func account(of shell: Shell) -> (name: String?, label: String) {
    let account = try? shell.value { () async throws(Failure) in try await shell.accounts.account() }
    // The first prompt must not wait for a rate limit.
    let name = account.flatMap { try? shell.name(of: $0, rate: RateOptions(.throw)) }
    return (name, TerminalText.field(name ?? account?.label ?? shell.accounts.label))
  }

  private static func prompt(for label: String, on terminal: Terminal) -> Prompt {
    guard terminal.allowsColor(on: .output) else { return Prompt("\(label)> ") }
    return Prompt("\u{1B}[1m\(label)\u{1B}[0m> ")
  }
}
