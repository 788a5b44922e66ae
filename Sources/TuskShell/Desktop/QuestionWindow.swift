import TuskRuntime

/// A program of the desktop that asks a person to say yes or no.
package struct QuestionWindow: Sendable, Hashable {
  private let tool: Tool
  private let path: String

  private enum Tool: String, CaseIterable {
    case zenity, kdialog
  }

  /// The first one that is installed; `nil` where there is none, or no desktop.
  static func found(in environment: ProcessEnvironment) -> QuestionWindow? {
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return nil }
    for tool in Tool.allCases {
      if let path = environment.program(named: tool.rawValue) { return QuestionWindow(tool: tool, path: path) }
    }
    return nil
  }

  /// The text for a program that takes what looks like HTML for HTML, and a `\\n` for a new line.
  private static func richText(_ text: String) -> String {
    let spellings: [Character: String] = [
      "<": "&lt;", ">": "&gt;", "&": "&amp;", "\\": "\\\\", "\n": "<br/>",
    ]
    return "<qt>" + text.map { spellings[$0] ?? String($0) }.joined() + "</qt>"
  }

  /// Whether the person said yes; nothing else counts as one.
  func isAnsweredYes(_ question: String) async -> Bool {
    let words =
      switch tool {
      case .zenity:
        [path, "--question", "--title=Tusk", "--no-markup", "--default-cancel", "--timeout=120", "--text=\(question)"]
      case .kdialog: [path, "--title", "Tusk", "--warningyesno", Self.richText(question)]
      }
    guard let result = try? await ProgramChain([words]).run(input: .nothing, output: .captured) else { return false }
    return result.failure == nil
  }
}
