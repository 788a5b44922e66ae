import Synchronization
import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// The shell of the account that acts at the prompt, which may change while a program waits for an answer.
final class ActingShell: Sendable {
  private let state: Mutex<Shell>

  init(_ shell: Shell) { state = Mutex(shell) }

  var shell: Shell { state.withLock(\.self) }

  func change(to shell: Shell) { state.withLock { $0 = shell } }
}

/// A person at the prompt: reads one input after the other, keeps it in the history and runs it.
struct PromptSession {
  private let acting: ActingShell
  let reader: any LineReader
  let history: History
  private let calls: AppCalls
  var execution: Execution
  var settings: PromptSettings
  private(set) var names: ShownNames
  let knowledge: PromptKnowledge
  /// Counts the time of requests and waits, for every account.
  private let networkTime: NetworkTime
  /// What the prompt calls the account that acts.
  private var accountLabel = ""
  /// The name of the account that acts; `nil` if it is not known.
  private(set) var accountName: String?
  /// What the person was told of the history.
  private var toldFault: HistoryFile.Fault?
  /// The warnings of programs that the person was shown.
  private var shownWarnings: Set<String> = []
  /// How the last command of the prompt ended.
  private(set) var commandCode = ExitCode.success
  /// The lines that worked as the account that acts, oldest first, for a script, which acts as one account.
  var workedLines: [String] = []
  /// The lines that were last listed, whose numbers say which to delete; `nil` before a list.
  var listedLines: [String]?
  /// What is watched; `nil` before the first watch of the account.
  var watches: PromptWatches?

  /// How many names are written before the session ends.
  private static let namesWrittenEarly = 500

  /// - Parameters:
  ///   - calls: makes calls to other apps.
  ///   - names: keeps the names that are shown.
  ///   - knowledge: gets what the lines show and define.
  ///   - settings: the settings at its start.
  ///   - networkTime: counts the time of the requests of each line.
  init(
    shell acting: ActingShell, reader: any LineReader, history: History, calls: AppCalls, names: ShownNames,
    knowledge: PromptKnowledge, settings: PromptSettings = PromptSettings(), networkTime: NetworkTime = NetworkTime()
  ) {
    self.acting = acting
    self.reader = reader
    self.history = history
    self.calls = calls
    self.names = names
    self.knowledge = knowledge
    self.settings = settings
    self.networkTime = networkTime
    execution = acting.shell.promptExecution(calls: calls, networkTime: networkTime)
    begin()
  }

  /// The shell of the account that acts.
  var shell: Shell { acting.shell }

  /// Takes the names of the account, shows it in the prompt, and lets the settings hold for it.
  private mutating func begin() {
    let account = Self.account(of: shell)
    accountName = account.name
    names.act(as: account.name)
    accountLabel = account.label
    history.account = account.name
    execution.display.numberRows(keeping: names)
    applySettings()
  }

  /// Goes on after somebody signed in or out, or chose another account. Rows, `it` and what came from the other server
  /// mean nothing there.
  mutating func changeAccount() {
    forgetWatches()
    close()
    workedLines = []
    acting.change(to: shell.renewed())
    names = shell.shownNames()
    knowledge.begin(shell.surroundings(names: names), statusLimits: shell.statusLimits)
    execution.resume(as: shell.promptExecution(calls: calls, networkTime: networkTime))
    begin()
    names.readAhead()
  }

  /// Writes what is kept of the account that acts.
  func close() {
    watches?.endAll()
    names.save()
    shell.closeJournal()
  }

  /// Runs until the person leaves.
  ///
  /// - Returns: the exit code of the process.
  mutating func run() -> ExitCode {
    greet()
    names.readAhead()
    tellOfDrafts()
    runStartScript()
    history.check()
    while true {
      tellOfHistory()
      knowledge.note(execution.display.shownRows, execution.checker, execution.changes)
      let prompt = prompt
      let editor = reader as? EditLineReader
      editor?.renewedPrompt = prompt
      editor?.editLine = editLine
      switch reader.readLine(prompt: prompt()) {
      case .line(let input):
        if let code = timed({ $0.run(named: input) }) { return code }
        names.save(from: Self.namesWrittenEarly)
      case .interrupted: continue
      case .endOfInput: return shell.interrupts.terminationSignal.map(ExitCode.signal) ?? .success
      case .invalidUTF8: shell.streams.report("error: the line is not UTF-8\n")
      case .lineTooLong:
        shell.streams.report("error: the line is longer than \(PlainLineReader.longestLine) bytes\n")
      }
      guard shell.interrupts.terminationSignal == nil else { return execution.exitCode }
    }
  }

  /// Runs a line, and shows how long it took if that is wanted.
  private mutating func timed(_ line: (inout PromptSession) -> ExitCode?) -> ExitCode? {
    networkTime.reset()
    let start = ContinuousClock.now
    let code = line(&self)
    guard code == nil, settings.isOn(.timing) else { return code }
    let text = networkTime.text(total: start.duration(to: .now))
    let isDim = shell.terminal.allowsColor(on: .errors)
    shell.streams.report(isDim ? "\u{1B}[2m\(text)\u{1B}[0m\n" : "\(text)\n")
    return code
  }

  /// Runs what was typed, after references take the place of the numbers of rows, in the history, too.
  @discardableResult
  mutating func run(named typed: ParsedSource) -> ExitCode? {
    let (errors, start, account) = (execution.errorCount, ContinuousClock.now, accountName)
    var kept = typed.source.text
    var hasRun = true
    commandCode = .success
    defer {
      let hasFailed = execution.errorCount > errors
      let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
      let code = hasFailed ? execution.exitCode : commandCode
      history.note(kept, as: account, exit: Int(code.rawValue), milliseconds: milliseconds)
      if code == .success, hasRun, typed.worksInScripts, kept.first != " " { workedLines.append(kept) }
    }
    // 'it' alone shows what it names.
    let isIt = typed.source.text.split(whereSeparator: \.isWhitespace) == ["it"]
    let input = isIt && !execution.definedVerbs.contains("it") ? parsed(Source("get it")) : parsed(typed)
    do throws(Diagnostic) {
      let source = try Shell.resolver().naming(
        execution.display.shownRows, in: input, definitions: execution.definitions)
      kept = source.text
      history.add(kept)
      let named = source == input.source ? input : parsed(source)
      let command = writing(in: named)
      // A script needs the line with what is written instead.
      guard command == nil, let whole = described(named) else {
        hasRun = false
        if let command { write(command, after: named.leadingBlanks) }
        return nil
      }
      if whole.source != named.source {
        kept = whole.source.text
        history.add(kept)
      }
      return run(whole)
    } catch {
      kept = input.source.text
      history.add(kept)
      _ = execution.fail([error], in: input.source)
      return nil
    }
  }

  func parsed(_ source: Source) -> ParsedSource {
    ParsedSource(source, mode: .repl, defined: execution.definedVerbs)
  }

  /// The input as it is with the verbs that earlier lines defined, whose names are no commands of the prompt.
  private func parsed(_ typed: ParsedSource) -> ParsedSource {
    execution.definedVerbs.contains { PromptCommand.named($0) != nil } ? parsed(typed.source) : typed
  }

  /// Runs what was typed.
  ///
  /// - Returns: the exit code, if the person left the prompt.
  private mutating func run(_ input: ParsedSource) -> ExitCode? {
    let before = execution
    guard let statements = execution.check(input) else { return nil }
    warnOfPrograms(in: input.source)
    guard mayRun(statements, of: input) else {
      // What it defines is not defined.
      execution = before
      end(.canceled)
      shell.streams.report("nothing was run\n")
      return nil
    }
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
    let words = meta.words.map { $0.literalWord ?? $0.source }
    switch PromptCommand.named(meta.name) {
    case .help?: showHelp(on: words.joined(separator: " "))
    case .apropos?: end(shell.search(for: words))
    case .explain?: explain(meta.line, in: source)
    case .url?: end(shell.printURLs(of: meta.line, in: source))
    case .more?: readOn()
    case .open?: openPage(words)
    case .copy?: copyAddress(words)
    case .view?: viewPictures(words)
    case .watch? where !meta.line.isEmpty:
      repeatLine(meta, in: source)
      return execution.end != .exit
    case .watch?: watch(words)
    case .editor?: writePost()
    case .drafts?: listDrafts()
    case .draft?: openDraft(words)
    case .set?: changeSettings(meta.words)
    case .history?: showHistory(words)
    case .save?: saveLines(words)
    case .login?: logIn(words)
    case .use?: use(words)
    case .accounts?: end(shell.listAccounts())
    case .logout?: logOut(words)
    case .quit?: return false
    default: break
    }
    return true
  }

  /// Shows the help on a verb, of which one that was defined here wins.
  private mutating func showHelp(on topic: String) {
    let definition = execution.definitions.first { $0.verb.value == topic }
    let own = definition.map { shell.help.page(of: $0, Shell.resolver(), execution.definitions) }
    if let page = own.map(TerminalText.block) ?? shell.helpPage(on: topic) {
      execution.display.showPaged(page + "\n")
    } else {
      end(shell.showHelp(on: topic))
    }
  }

  /// Shows what is wrong with the words after a command of the prompt.
  mutating func report(_ message: String) { end(shell.reporter(isScript: false).report(message, .usage)) }

  /// Notes how a command of the prompt ended.
  ///
  /// - Returns: whether it worked.
  @discardableResult
  mutating func end(_ code: ExitCode) -> Bool {
    if code != .success { commandCode = code }
    return code == .success
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
      return report("'more' reads on after a list, and there is none that goes on")
    }
    let options = [
      rest.options.account.map { "as=\($0)" }, rest.options.view == .table ? "--table" : nil,
      rest.options.view == .cards ? "--cards" : nil,
    ]
    execution.display.continueList(true)
    defer { execution.display.continueList(false) }
    let input = parsed(Source(([line] + options.compactMap(\.self)).joined(separator: " ")))
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
      greet(
        "Nobody is signed in: this is a sandbox, a private server on this machine. 'login example.social' signs in.")
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

  /// Makes the prompt of the next line, again for what watches add above it.
  private var prompt: () -> Prompt {
    let (settings, label, terminal, display) = (settings, accountLabel, shell.terminal, execution.display)
    let budget = shell.scarceBudget
    return {
      let count = display.unread
      let unread = count > 0 ? settings.isOn(.plain) ? "\(count) unread" : "‹\(count) unread›" : nil
      let values = PromptTemplate.Values(
        account: label, unread: unread, budget: budget, time: LocalTime.clock(of: WallClock.system.now()))
      return Prompt(settings.prompt(values, isColored: terminal.allowsColor(on: .output)))
    }
  }

  /// What watches deliver, above the line that is typed.
  func watchNews(at queue: ReaderQueue) -> WatchNews {
    let streams = shell.streams
    return WatchNews(
      queue: queue, display: execution.display, ring: { streams.write("\u{7}") },
      whenShown: { [knowledge] rows in knowledge.note(rows) })
  }
}

extension ParsedSource {
  /// The blanks that keep a line out of the history, and what is run in its place.
  var leadingBlanks: String { String(source.text.prefix { " \t".contains($0) }) }

  /// Whether the input has no command of the prompt.
  fileprivate var worksInScripts: Bool {
    guard case .success(let statements) = statements else { return false }
    return !statements.contains { if case .meta = $0.form { true } else { false } }
  }
}
