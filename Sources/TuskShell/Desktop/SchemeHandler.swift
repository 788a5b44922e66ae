import TuskRuntime
import XCallbackURL

/// Which program of the desktop opens the URLs of a scheme: nobody decides which one may, so that a person is told.
enum SchemeHandler {
  /// The name of its desktop entry; `nil` where there is none, or nothing that knows.
  static func name(for scheme: String, in environment: ProcessEnvironment) async -> String? {
    guard CallbackURL.isScheme(scheme), let tool = environment.program(named: "xdg-mime") else { return nil }
    let words = [tool, "query", "default", "x-scheme-handler/\(scheme)"]
    let result = try? await ProgramChain([words]).run(input: .nothing, output: .captured)
    let line = result.flatMap { String(validating: $0.output, as: UTF8.self) }?.split(separator: "\n").first
    return line.map(String.init)
  }
}
