import Foundation
import TestSupport
import Testing

/// Every transcript, run as it is written.
struct TranscriptTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts")

  private static let all = names(in: folder, ending: ".tskt")

  /// The transcripts to run: those that `TUSK_TRANSCRIPTS` names, separated by commas, or all.
  static var files: [String] {
    guard let names = ProcessInfo.processInfo.environment["TUSK_TRANSCRIPTS"] else { return all }
    return names.split(separator: ",").map { "\($0).tskt" }
  }

  private static func names(in folder: URL, ending: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(ending) }
      .sorted()
  }

  @Test func everyExampleHasItsTranscript() {
    let examples = Self.names(in: Playground.examples, ending: ".tsk")
    #expect(!examples.isEmpty)
    #expect(examples.map { "\($0)t" }.filter { !Self.all.contains($0) } == [])
  }

  @Test(arguments: files)
  func aTranscriptRunsAsWritten(file: String) async throws {
    for report in try await withSandboxes({ try Self.differences(in: file) }) {
      Issue.record(Comment(rawValue: report))
    }
  }

  /// What is printed otherwise than written; nothing where the transcript was to be rewritten.
  private static func differences(in file: String) throws -> [String] {
    let url = folder.appending(path: file)
    var transcript = Transcript(try String(contentsOf: url, encoding: .utf8))
    var reports: [String] = []
    let rewrites = ProcessInfo.processInfo.environment["TUSK_REWRITE_TRANSCRIPTS"] != nil
    for section in transcript.sections.indices {
      let playground = try Playground()
      for index in transcript.sections[section].steps.indices {
        let step = transcript.sections[section].steps[index]
        let lines = try playground.lines(of: step)
        guard !step.matches(lines) else { continue }
        transcript.sections[section].steps[index].expected = step.rewritten(as: lines)
        let heading = transcript.sections[section].heading
        let report = "\(file), '\(heading)': \(step.command)\nexpected\n\(step.expected.text)\nprinted\n\(lines.text)"
        reports.append(report)
      }
    }
    guard rewrites else { return reports }
    try transcript.text.write(to: url, atomically: true, encoding: .utf8)
    return []
  }
}

extension [String] {
  fileprivate var text: String { map { "  \($0)" }.joined(separator: "\n") }
}

/// The notation itself.
struct TranscriptNotationTests {
  @Test func aTranscriptIsWrittenAsItWasRead() {
    let text = "# one\n\nWords.\n\ntusk> me\na\n\nb\n$ ls\n\n# two\n\ntusk> help\n"
    #expect(Transcript(text).text == text)
  }

  @Test(arguments: [
    (["a", "b"], ["a", "b"], true), (["a"], ["a", "b"], false), (["…"], [], true),
    (["a", "…", "z"], ["a", "b", "z"], true),
    (["a…z"], ["abcz"], true), (["a…z"], ["abc"], false), (["a…b…c"], ["a-b-c"], true), (["a…b…c"], ["a-c-b"], false),
    ([], ["x"], false), (["ab…bc"], ["abc"], false),
  ])
  func anEllipsisStandsForAnything(expected: [String], printed: [String], matches: Bool) {
    let step = Transcript.Step(prompt: .tusk, command: "", expected: expected)
    #expect(step.matches(printed) == matches)
  }

  @Test func rewritingKeepsWhatStillFits() {
    let step = Transcript.Step(prompt: .tusk, command: "", expected: ["id  …", "…", "old"])
    #expect(step.rewritten(as: ["id  7", "new"]) == ["id  …", "new"])
  }
}
