import TuskRuntime

/// A desktop program that asks a person a yes-or-no question.
package struct QuestionWindow: Sendable, Hashable {
  private let tool: Tool
  private let path: String

  private enum Tool: String, CaseIterable {
    case zenity, kdialog
  }

  /// The first one that is installed; `nil` if there is none, or no desktop.
  static func found(in environment: ProcessEnvironment) -> QuestionWindow? {
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return nil }
    for tool in Tool.allCases {
      if let path = environment.program(named: tool.rawValue) { return QuestionWindow(tool: tool, path: path) }
    }
    return nil
  }

  /// The text for a program that interprets HTML and `\\n`.
  private static func richText(_ text: String) -> String {
    let spellings: [Character: String] = [
      "<": "&lt;", ">": "&gt;", "&": "&amp;", "\\": "\\\\", "\n": "<br/>",
    ]
    return "<qt>" + text.map { spellings[$0] ?? String($0) }.joined() + "</qt>"
  }

  /// Whether the person answered yes; any other outcome counts as no.
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
