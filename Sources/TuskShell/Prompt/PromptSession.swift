import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// A person at the prompt: one line after the other is read, kept and run.
struct PromptSession {
  private let shell: Shell
  private let reader: any LineReader
  private let history: History
  private var execution: Execution
  private let prompt: Prompt

  init(shell: Shell, reader: any LineReader, history: History, execution: Execution) {
    self.shell = shell
    self.reader = reader
    self.history = history
    self.execution = execution
    prompt = Self.prompt(of: shell)
  }

  mutating func run() -> ExitCode {
    greet()
    while true {
      switch reader.readLine(prompt: prompt) {
      case .line(let text):
        history.add(text)
        guard run(text) else { return .success }
      case .interrupted: continue
      case .endOfInput: return shell.interrupts.ending.map(ExitCode.signal) ?? .success
      case .invalidUTF8: shell.streams.report("error: that is not UTF-8\n")
      case .lineTooLong: shell.streams.report("error: a line has at most \(PlainLineReader.longestLine) bytes\n")
      }
      guard shell.interrupts.ending == nil else { return execution.exitCode }
    }
  }

  /// Runs what was typed.
  ///
  /// - Returns: whether the prompt comes back.
  private mutating func run(_ text: String) -> Bool {
    let words = text.split(separator: " ").map(String.init)
    switch words.first {
    case "?", "\\?": _ = shell.showHelp(on: words.dropFirst().joined(separator: " "))
    case "\\url": _ = shell.printURLs(of: String(text.drop { $0 != "u" }.dropFirst("url".count)))
    case "exit" where words.count == 1, "quit" where words.count == 1, "\\q" where words.count == 1: return false
    default: runStatements(of: Source(text))
    }
    return true
  }

  private mutating func runStatements(of source: Source) {
    do throws(Diagnostic) {
      let statements = try Parser.parse(source, mode: .repl)
      guard execution.check(statements, in: source) else { return }
      for statement in statements {
        guard execution.run(statement, in: source) else { return }
      }
    } catch {
      _ = execution.fail([error], in: source)
    }
  }

  private func greet() {
    let streams = shell.streams
    streams.write("Tusk \(Version.number). 'help' lists the verbs, Tab completes, Ctrl-D leaves.\n")
    do throws(Failure) {
      guard try shell.accounts.account().isSandbox else { return }
      streams.write("Nobody is signed in: this is a sandbox on your machine, nothing leaves it.\n")
    } catch {
      _ = shell.reporter(isScript: false).report(error)
    }
  }

  private static func prompt(of shell: Shell) -> Prompt {
    let account = try? shell.accounts.account()
    // A prompt that is not there yet must not wait for a server that wants fewer requests.
    let name = account.flatMap { try? shell.name(of: $0, rate: RateOptions(.throw)) }
    let label = TerminalText.field(name ?? account?.label ?? shell.accounts.label)
    guard shell.terminal.allowsColor(on: .output) else { return Prompt("\(label)> ") }
    return Prompt("\u{1B}[1m\(label)\u{1B}[0m> ")
  }
}
