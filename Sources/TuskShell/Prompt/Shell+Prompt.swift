import Glibc
import TuskActions
package import TuskCommon
package import TuskLanguage
import XCallbackURL

extension Shell {
  /// Runs the prompt until the person leaves.
  package func runPrompt() -> ExitCode {
    let settings = readSettings()
    let history = History(
      path: options.isPrivate ? nil : "\(environment.state)/history", limit: settings.historyLimit)
    let names = shownNames()
    let knowledge = PromptKnowledge(surroundings(names: names), statusLimits: statusLimits)
    let editor =
      terminal.canEditLines ? EditLineReader(history: history, advice: Self.advice(knowing: knowledge)) : nil
    let calls = appCalls(asking: consentPrompt())
    let acting = ActingShell(self)
    if let editor {
      let requests = Self.requests(to: acting, at: editor.queue)
      // Without a mailbox the prompt works, and the desktop starts another process for each URL.
      do throws(Failure) {
        try calls.openMailbox(for: requests)
      } catch {
        _ = reporter(isScript: false).report(error)
      }
    }
    let reader: any LineReader =
      editor ?? PlainLineReader(promptOutput: Terminal.Stream.output.rawValue)
    let networkTime = NetworkTime()
    var prompt = PromptSession(
      shell: acting, reader: reader, history: history, calls: calls, names: names, knowledge: knowledge,
      settings: settings, networkTime: networkTime)
    defer { prompt.close() }
    return networkTime.counting {
      guard let queue = editor?.queue else { return prompt.run() }
      return interrupts.atPrompt({ queue.stop() }, { prompt.run() })
    }
  }

  /// The execution of what is typed.
  func promptExecution(calls: AppCalls, networkTime: NetworkTime) -> Execution {
    var run = Run(requester: Requester(.person), journalName: "prompt", mode: .prompt)
    run.networkTime = networkTime
    return execution(of: run, calls: calls)
  }

  /// How the server of the acting account counts, as far as that is remembered.
  @Sendable func statusLimits() -> StatusLimits { memory.statusLimits(for: accounts.chosenAccount) }

  /// Shows the requests of other programs to the person at the prompt, who answers them as the account that acts then.
  private static func requests(
    to acting: ActingShell, at queue: ReaderQueue
  ) -> @Sendable (CallbackURL) -> Mailbox.Receipt {
    { url in
      guard url.isOwn else { return .refused }
      queue.perform {
        let shell = acting.shell
        let source = Consent.Question.unverified(url.values(of: "x-source").first ?? nil)
        let line = SecretText.masked(resolver().line(for: url) ?? url.action)
        shell.streams.report(TerminalText.field("\(source) requests: \(line)") + "\n")
        _ = shell.answer(url, with: shell.carryOutForDesktop(url, consentPrompt: shell.consentPrompt()))
      }
      return .taken
    }
  }

  /// What could be completed at the cursor, from the table of actions and what is known on this machine, so that no key
  /// waits for a server.
  ///
  /// - Parameter isFurther: whether it is asked again, for what is left out at first.
  package static func completions(
    of text: String, at cursor: Int, surroundings: Surroundings = Surroundings(), isFurther: Bool = false
  ) -> Completions {
    let command = PromptCommandCompletion(text, at: cursor, surroundings, isFurther: isFurther)
    if let completions = command?.completions { return completions }
    let completion = Completion(
      of: text, at: cursor, resolver: resolver(), surroundings: surroundings, isFurther: isFurther)
    let own = ownVerbs(completion.span, of: text)
    let all = own.whole + completion.candidates + own.longer
    let candidates = all.map { candidate in
      Completions.Candidate(
        candidate.text, description: candidate.summary, author: candidate.author,
        suffix: candidate.isWhole ? " " : "", isListed: candidate.isListed)
    }
    // Only the prompt has earlier lines.
    let commands = surroundings.checker == nil ? [] : command?.bareCommands ?? []
    return Completions(replacing: completion.span.start..<completion.span.end, with: candidates + commands)
  }

  /// The built-in verbs that the typed words are, or are the beginning of.
  static func ownVerbs(
    _ span: Span, of text: String
  ) -> (whole: [Completion.Candidate], longer: [Completion.Candidate]) {
    let bytes = Array(text.utf8)
    let head = String(decoding: bytes[..<span.start].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    let typed = head + String(decoding: bytes[span.start..<span.end], as: UTF8.self)
    let verbs = Catalog.own.signatures.filter { verb in
      verb.action.hasPrefix(typed) && verb.action != head && !Catalog.testVerbs.contains(verb.action)
    }
    let candidate = { (verb: Signature) in
      Completion.Candidate(String(verb.action.dropFirst(head.count)), verb.summary)
    }
    return (verbs.filter { $0.action == typed }.map(candidate), verbs.filter { $0.action != typed }.map(candidate))
  }

  /// Help in the width of the terminal.
  var help: HelpText { HelpText(Self.catalog, width: terminal.textWidth(on: .output)) }

  /// The help on a verb or a command of the prompt, or the overview; `nil` if nothing has that name.
  func helpPage(on topic: String) -> String? {
    let help = help
    let isCommand = topic.hasPrefix("\\")
    let command = PromptCommand.named(isCommand ? String(topic.dropFirst()) : topic).map { help.page(of: $0) }
    return isCommand ? command : help.text(on: topic) ?? command
  }

  /// Shows the help on a verb or a command of the prompt, or the overview.
  package func showHelp(on topic: String) -> ExitCode {
    guard let page = helpPage(on: topic) else {
      let near = NearWords.near(topic, among: Self.catalog.verbs + HelpGroup.all.map(\.name))
      let hint = near.isEmpty ? "'help' lists them all" : "did you mean \(near.joined(separator: " or "))?"
      return reporter(isScript: false).report("unknown verb '\(topic)'; \(hint)", .usage)
    }
    streams.write(page + "\n")
    return streams.exitCode
  }

  /// Reads a file as a source; `nil` after an error, which is reported.
  package func source(at path: String) -> Source? {
    do throws(Failure) {
      return Source(name: path == "-" ? nil : path, bytes: try TextFile.bytes(path))
    } catch {
      _ = reporter(isScript: true).report(error.message, .noInput)
      return nil
    }
  }

  private func keepEchoWhenInterrupted() {
    var modes = termios()
    guard tcgetattr(0, &modes) == 0 else { return }
    let shown = modes
    interrupts.whenIdle { signal in
      var modes = shown
      tcsetattr(0, TCSANOW, &modes)
      // Part of the secret may be typed, which is not for the login shell.
      tcflush(0, TCIFLUSH)
      _exit(128 + signal)
    }
  }

  /// Reads a secret from standard input without showing it.
  ///
  /// - Parameters:
  ///   - prompt: the question for a person.
  ///   - name: the name of the secret, for errors.
  ///   - keepsBlanks: whether blanks belong to the secret, as they do to a password.
  func readSecret(_ prompt: String, called name: String, keepsBlanks: Bool = false) -> String? {
    let isTerminal = terminal.isTerminal(.input)
    keepEchoWhenInterrupted()
    let reader = PlainLineReader(promptOutput: isTerminal ? Terminal.Stream.errors.rawValue : nil)
    guard case .line(let line) = reader.readSecret(prompt: "\(prompt): ") else {
      _ = reporter(isScript: false).report("expected a \(name) on standard input", .usage)
      return nil
    }
    let secret = keepsBlanks ? line : line.filter { !$0.isWhitespace }
    guard secret.isEmpty else { return secret }
    _ = reporter(isScript: false).report("standard input has no \(name)", .usage)
    return nil
  }
}
