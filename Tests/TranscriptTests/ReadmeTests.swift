import Foundation
import TestSupport
import Testing

/// The sessions of the README, with the scripts that it shows.
struct ReadmeTests {
  private static let file = Playground.examples.appending(path: "../../README.md").standardizedFileURL

  @Test func itsSessionsRunAsShown() async throws {
    let blocks = Self.blocks(of: try String(contentsOf: Self.file, encoding: .utf8))
    let reports = try await onOwnThread { try Self.reports(on: blocks) }
    #expect(!reports.isEmpty)
    for report in reports where !report.isEmpty { Issue.record(Comment(rawValue: report)) }
  }

  /// What stands between fences.
  private static func blocks(of text: String) -> [String] {
    text.components(separatedBy: "```\n").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  /// What each command prints otherwise than shown; nothing where it does as shown.
  private static func reports(on blocks: [String]) throws -> [String] {
    let playground = try Playground()
    return try blocks.flatMap { block in
      if let name = block.firstMatch(of: /^# (\w+\.tsk):/)?.1 {
        let command = "cat > \(name) <<'END'\n\(block)END"
        _ = try playground.lines(of: Transcript.Step(prompt: .shell, command: command, expected: []))
      }
      guard block.hasPrefix("$ tusk ") else { return [String]() }
      return try Transcript("# README\n\n\(block)").sections.flatMap(\.steps).map { step in
        let lines = try playground.lines(of: step)
        return step.matches(lines) ? "" : "\(step.command)\n\(lines.joined(separator: "\n"))"
      }
    }
  }
}
