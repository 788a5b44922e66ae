import Foundation

/// A home of its own for one section of a transcript: settings, history and sandbox start empty there.
final class Playground {
  private let home: URL
  private static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

  init() throws {
    home = FileManager.default.temporaryDirectory.appending(path: "tusk-transcript-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  deinit {
    _ = try? run(shell: "tusk sandbox stop")
    try? FileManager.default.removeItem(at: home)
  }

  /// The lines that a step prints.
  func lines(of step: Transcript.Step) throws -> [String] {
    let output =
      switch step.prompt {
      case .tusk: try run("tusk", ["--format", "human", "-c", step.command])
      case .shell: try run(shell: step.command)
      }
    return output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).withoutTrailingBlanks
  }

  private func run(shell line: String) throws -> String {
    try run("/bin/sh", ["-c", line])
  }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = program.hasPrefix("/") ? URL(filePath: program) : Self.programs.appending(path: program)
    process.arguments = arguments
    process.currentDirectoryURL = home
    process.environment = [
      "HOME": home.path, "PATH": "\(Self.programs.path):/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C.UTF-8",
    ]
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
