import Testing
import TuskLanguage

@Suite struct ScriptTests {
  static let names = [
    "01-welcome", "02-favorite-mentions", "03-follow-list", "04-expire", "05-cross-post", "06-thread", "07-backup",
    "08-schedules", "09-poll", "10-boost-tag", "11-digest", "12-moderation", "13-quiet-lists", "14-stream",
    "15-mirror",
  ]

  @Test(arguments: names)
  func realScriptsParse(_ name: String) throws {
    let source = Source(name: "\(name).tsk", bytes: try CaseFile.bytes("scripts/\(name).tsk"))
    do {
      #expect(try !Parser.parse(source).isEmpty)
    } catch {
      Issue.record("\(error.rendered(in: source))")
    }
  }
}
