import Foundation
import JSONValue
import Synchronization
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
    try SampleWorld.current().copy(to: "\(home.path)/\(SampleWorld.path)")
  }

  deinit {
    // A program that is started to stop it would take as long as a step.
    let note = "\(home.path)/.local/state/tusk/sandbox/server.json"
    guard let text = try? String(contentsOfFile: note, encoding: .utf8), let pid = try? JSON(parsing: text)["pid"]?.int
    else { return }
    kill(pid_t(pid), SIGTERM)
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
    try output(of: program, arguments, home: home)
  }
}

/// What a program prints that knows the built programs and has this home.
private func output(of program: String, _ arguments: [String], home: TemporaryFolder) throws -> String {
  let path = "\(BuiltProgram.folder):\(TestPrograms.folder)"
  let environment = ["HOME=\(home.path)", "PATH=\(path)", "TZ=UTC", "LC_ALL=C.UTF-8"]
  return try PipedProgram(program, arguments, environment: environment, folder: home.path, joiningErrors: true)
    .allOutput()
}

/// The data of a sandbox that was never used: to copy it takes less time than to make it.
private struct SampleWorld {
  static let path = ".local/state/tusk/sandbox"

  private static let newest = Mutex<SampleWorld?>(nil)

  /// One that is new enough for the ages that transcripts show.
  static func current() throws -> SampleWorld {
    try newest.withLock { newest in
      if let newest, ContinuousClock.now - newest.made < .seconds(20) { return newest }
      let world = try SampleWorld()
      newest = world
      return world
    }
  }

  private let home: TemporaryFolder
  private let made = ContinuousClock.now

  init() throws {
    home = try TemporaryFolder()
    // A sandbox would take the port of the last run again, and these run at the same time.
    let ownPort = """
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as database:
          database.execute("DELETE FROM setting WHERE name = 'port'")
      """
    for word in ["start", "stop"] { _ = try output(of: BuiltProgram.tusk, ["sandbox", word], home: home) }
    _ = try output(of: "\(TestPrograms.folder)/python3", ["-c", ownPort, database], home: home)
  }

  private var database: String { "\(home.path)/\(Self.path)/sandbox.db" }

  func copy(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: database, toPath: "\(folder)/sandbox.db")
  }
}
