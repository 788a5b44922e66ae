import Testing

@testable import Fediverse

/// The page for newcomers shows a program that is built with the tests.
struct DocumentationTests {
  private static func text(_ path: String, beside file: StaticString = #filePath) throws -> String {
    let root = "\(file)".split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try OpenFile("/\(root)/\(path)")
    return String(decoding: try file.bytes(at: 0, count: file.length), as: UTF8.self)
  }

  @Test func theFirstPageShowsTheProgramAsItIs() throws {
    let page = try Self.text("Sources/Fediverse/Documentation.docc/FirstStatus.md")
    #expect(page.contains("```swift\n" + (try Self.text("Tests/FirstStatus/Program.swift")) + "```"))
  }
}
