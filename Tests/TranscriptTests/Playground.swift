import Foundation
import TestSupport

/// Does work with sandboxes, a few at a time: a server that waits long for the processor is taken for one that hangs.
func withSandboxes<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await onOwnThread {
    turns.wait()
    defer { turns.signal() }
    return try work()
  }
}

private let turns = DispatchSemaphore(value: 2 * ProcessInfo.processInfo.activeProcessorCount)

/// A home of its own for one section of a transcript: settings, history and sandbox start empty there, and the examples
/// stand in it as `examples`.
final class Playground {
  /// The scripts that are examples.
  static let examples = URL(filePath: #filePath).resolvingSymlinksInPath()
    .appending(path: "../../../scripts/examples").standardizedFileURL

  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/examples", withDestinationPath: Self.examples.path)
  }

  deinit {
    _ = try? run(shell: "tusk sandbox stop")
  }

  /// The lines that a step prints.
  func lines(of step: Transcript.Step) throws -> [String] {
    let output =
      switch step.prompt {
      case .tusk: try run(BuiltProgram.tusk, ["--format", "human", "-c", step.command])
      case .shell: try run(shell: step.command)
      }
    return output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).withoutTrailingBlanks
  }

  private func run(shell line: String) throws -> String {
    try run("/bin/sh", ["-c", line])
  }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let path = "\(BuiltProgram.folder):\(TestPrograms.folder)"
    let environment = ["HOME=\(home.path)", "PATH=\(path)", "TZ=UTC", "LC_ALL=C.UTF-8"]
    return try PipedProgram(program, arguments, environment: environment, folder: home.path, joiningErrors: true)
      .allOutput()
  }
}
