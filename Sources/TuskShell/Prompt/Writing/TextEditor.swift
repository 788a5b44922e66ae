import TuskRuntime
import XCallbackURL

/// The program in which a person writes, which is run without a shell.
struct TextEditor: Sendable, Hashable {
  /// The program and its arguments.
  let words: [String]

  /// The editors that open a file at the line of `+N`.
  private static let takingLines: Set<String> = ["vi", "vim", "nvim", "nano", "emacs", "micro", "joe", "jed"]

  /// The setting that leaves the choice to the environment and the system.
  static let automatic = "auto"

  /// - Parameter command: the program and its arguments, separated by blanks; `nil` for `$VISUAL`, `$EDITOR` or the
  ///   editor of the system.
  /// - Throws: ``Failure`` if there is none.
  init(_ command: String?, _ environment: ProcessEnvironment) throws(Failure) {
    let wanted = [command, environment["VISUAL"], environment["EDITOR"]].lazy.compactMap { $0 }.map { text in
      text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    if let words = wanted.first(where: { !$0.isEmpty }) {
      self.words = words
      return
    }
    let usual = ["sensible-editor", "vi", "nano"].first { environment.program(named: $0) != nil }
    guard let usual else { throw .noEditor() }
    words = [usual]
  }

  /// Lets the person edit a file, and waits until they have left the editor.
  ///
  /// - Throws: ``Failure`` if the editor is missing, fails or is killed.
  ///
  /// - Parameter line: where the cursor should be, from 1 on, in editors that are known to take it.
  func edit(_ path: String, at line: Int = 1, on terminal: ForegroundTerminal) async throws(Failure) {
    let name = words[0].split(separator: "/").last.map(String.init) ?? ""
    let place = line > 1 && Self.takingLines.contains(name) ? ["+\(line)"] : []
    let result = try await ProgramChain([words + place + [path]]).run(
      input: .nothing, output: .descriptor(1), on: terminal)
    if let failure = result.failure { throw failure }
  }
}

extension Failure {
  fileprivate static func noEditor() -> Failure {
    Failure(.notFound, "no editor is installed; choose one with: set editor COMMAND")
  }
}
