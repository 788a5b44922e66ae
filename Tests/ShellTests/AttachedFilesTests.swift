import Testing
import TuskLanguage

@testable import TuskShell

/// The files of a post, and their alt texts.
struct AttachedFilesTests {
  private static func files(_ line: String) -> AttachedFiles? {
    AttachedFiles(ParsedSource(Source(line), mode: .repl), Shell.resolver())
  }

  @Test(arguments: [
    ("post hi media=file:a/cat.png", ["cat.png"]), ("post hi media=[file:a.png media:7]", ["a.png"]),
    ("post hi media=file:a.png alt=\"A\"", []), ("post hi media=[file:a.png file:b.png] alt=[A \"\"]", []),
    ("post hi media=file:a.png alt=\"\"", []), ("reply status:9 hi media=file:a.png", ["a.png"]),
    ("post hi media=media:7", []),
  ])
  func missingAltTextsAreFound(line: String, names: [String]) {
    #expect(Self.files(line)?.undescribed.map { $0.name } == names)
  }

  @Test(arguments: [
    "post hi", "fav status:9", "post hi media=$x", "post hi media=file:a | cat",
    "edit status:9 media=[media:7 file:a.png]",
  ])
  func otherLinesAreLeft(line: String) {
    #expect(Self.files(line)?.line == nil)
  }

  @Test func altTextsAreAdded() throws {
    var files = try #require(Self.files("post hi alt=[\"\" B] media=[file:a.png file:b.png]"))
    files.describe(0, as: "A \"cat\"")
    #expect(files.line == #"post hi media=[file:a.png file:b.png] alt=["A \"cat\"" "B"]"#)
  }
}
