import TuskRuntime
import XCallbackURL

/// Finds out which desktop program opens the URLs of a scheme. Any program can claim a scheme, so a person is shown
/// which one has.
enum SchemeHandler {
  /// The name in its desktop entry; `nil` if there is none, or it cannot be found out.
  static func name(for scheme: String, in environment: ProcessEnvironment) async -> String? {
    guard CallbackURL.isScheme(scheme), let tool = environment.program(named: "xdg-mime") else { return nil }
    let words = [tool, "query", "default", "x-scheme-handler/\(scheme)"]
    let result = try? await ProgramChain([words]).run(input: .nothing, output: .captured)
    let line = result.flatMap { String(validating: $0.output, as: UTF8.self) }?.split(separator: "\n").first
    return line.map(String.init)
  }
}
