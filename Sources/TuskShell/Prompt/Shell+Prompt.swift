import TuskActions
package import TuskLanguage
package import TuskRuntime
import XCallbackURL

extension Shell {
  /// Runs the prompt until the person leaves.
  package func runPrompt() -> ExitCode {
    let history = History(path: options.isPrivate ? nil : "\(surroundings.state)/history")
    let isIncomplete = { (text: String) in Self.isIncomplete(text) }
    let advice = EditLineReader.Advice(
      complete: { text, cursor in Self.completions(of: text, at: cursor) }, isIncomplete: isIncomplete)
    let editor = terminal.canEditLines ? EditLineReader(history: history, advice: advice) : nil
    if let notices = editor?.notices { interrupts.whenIdle { _ in notices.stop() } }
    let reader: any LineReader =
      editor ?? PlainLineReader(promptOutput: Terminal.Stream.output.rawValue, isIncomplete: isIncomplete)
    var prompt = PromptSession(
      shell: self, reader: reader, history: history, execution: execution(for: .person, isScript: false))
    return prompt.run()
  }

  /// Whether more lines could complete the text.
  private static func isIncomplete(_ text: String) -> Bool {
    do throws(Diagnostic) {
      _ = try Parser.parse(Source(text), mode: .repl)
      return false
    } catch {
      return error.isIncomplete
    }
  }

  /// What could stand at the cursor, from the table of actions alone: no key waits for a server.
  package static func completions(of text: String, at cursor: Int) -> Completions {
    let completion = Completion(of: text, at: cursor, resolver: resolver())
    let candidates = completion.candidates.map { candidate in
      let isOpen = candidate.text.hasSuffix("=") || candidate.text.hasSuffix(":")
      return Completions.Candidate(candidate.text, description: candidate.summary, suffix: isOpen ? "" : " ")
    }
    return Completions(replacing: completion.span.start..<completion.span.end, with: candidates)
  }

  /// Shows what help has on a verb, or every verb.
  package func showHelp(on verb: String) -> ExitCode {
    let help = HelpText(Self.catalogue)
    guard !verb.isEmpty else {
      streams.write(help.overview())
      return .success
    }
    guard let page = help.page(for: verb) else {
      let near = DidYouMean.near(verb, among: Self.catalogue.verbs)
      let hint = near.isEmpty ? "'help' lists them all" : "did you mean \(near.joined(separator: " or "))?"
      reporter(isScript: false).report("there is no verb '\(verb)'; \(hint)")
      return .usage
    }
    streams.write(page)
    return .success
  }

  /// The text of a file as a source; what is wrong is reported.
  package func source(at path: String) -> Source? {
    do throws(Failure) {
      return Source(name: path == "-" ? nil : path, bytes: try TextFile.bytes(path))
    } catch {
      reporter(isScript: true).report(error.message)
      return nil
    }
  }

  /// A token from standard input, not shown while it is typed.
  package func readToken() -> String? {
    let isTerminal = terminal.isTerminal(.input)
    let reader = PlainLineReader(promptOutput: isTerminal ? Terminal.Stream.errors.rawValue : nil)
    guard case .line(let line) = reader.readSecret(prompt: "access token: ") else {
      reporter(isScript: false).report("a token is expected on standard input")
      return nil
    }
    let token = line.filter { !$0.isWhitespace }
    return token.isEmpty ? nil : token
  }
}
