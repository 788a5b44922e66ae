import TestSupport
import Testing

/// The page for newcomers shows programs that are built, and called by the desktop, with the tests.
struct DocumentationTests {
  private static func file(_ path: String, beside file: StaticString = #filePath) throws -> String {
    let root = "\(file)".split(separator: "/").dropLast(3).joined(separator: "/")
    return try text(ofFile: "/\(root)/\(path)")
  }

  @Test(arguments: ["FirstAnswer", "FirstCall"])
  func theFirstPageShowsTheProgramsAsTheyAre(program: String) throws {
    let page = try Self.file("Sources/XCallbackURL/Documentation.docc/FirstCall.md")
    #expect(page.contains("```swift\n" + (try Self.file("Tests/\(program)/Program.swift")) + "```"))
  }
}
