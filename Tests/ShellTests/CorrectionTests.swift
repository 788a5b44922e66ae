import Foundation
import TestSupport
import Testing
import TuskLanguage

@testable import TuskShell

/// The corrected lines that the transcripts show, each tried as a person would.
@Suite struct ShownCorrectionTests {
  /// The lines after `= help:`; one with a token shows asterisks or a placeholder in its place.
  private static let shown: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("TranscriptTests/Transcripts")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    let lines = files.filter { $0.pathExtension == "tskt" }.sorted { $0.path < $1.path }.flatMap { file in
      ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
    }
    return lines.compactMap { line in
      guard line.drop(while: { $0 == " " }).hasPrefix("= help: "), let start = line.firstRange(of: "= help: ") else {
        return nil
      }
      return String(line[start.upperBound...])
    }
  }()

  @Test func thereAreCorrectionsToTry() {
    #expect(Self.shown.count > 40)
  }

  @Test(arguments: shown)
  func aShownCorrectionHasNoMistake(_ line: String) throws {
    guard !line.contains("…") else { return }
    var text = line
    let word = String(line.drop { $0 == " " }.prefix { $0.isLetter })
    if word == "else" { text = "if $a\n\(line)" }
    if word == "end" { text = "if $a\n\(line)" }
    if word == "next" || word == "stop" { text = "for x in $@\n\(line)\nend" }
    if word == "greet" { text = "def greet\nend\n\(line)" }
    for _ in 0..<4 {
      guard ParsedSource(Source(text), mode: .repl).isIncomplete else { break }
      text += "\nend"
    }
    let program = ParsedSource(Source(text), mode: .repl)
    var checker = Checker(resolver: Shell.resolver(), mode: word == "param" ? .script : .prompt)
    checker.allowsUnknownNames = true
    let mistakes = checker.check(try program.statements.get(), in: program.source)
    #expect(mistakes.map(\.message) == [])
  }
}
