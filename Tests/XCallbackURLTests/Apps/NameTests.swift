import Testing

@testable import XCallbackURL

/// Names that follow from types.
struct NameTests {
  private struct OpenNote: CallbackAction {}
  private struct HTTPServer2: CallbackApp {}
  private struct Holder<Value: Sendable>: CallbackAction {
    let value: Value
  }
  private struct WithState: CallbackAction, CustomStringConvertible {
    var number = 1
    var description: String { "something else" }
  }
  private struct Declared: CallbackAction {
    static let name = "note/get"
  }

  @Test(arguments: [
    ("OpenNote", "open-note"), ("OpenURL", "open-url"), ("URLOpener", "url-opener"), ("OpenURLNow", "open-url-now"),
    ("Bear", "bear"), ("MyApp", "my-app"), ("Drafts5", "drafts5"), ("Note2Self", "note2-self"), ("A", "a"), ("", ""),
    ("already-kebab", "already-kebab"), ("snake_case", "snake_case"), ("ABC", "abc"), ("aB", "a-b"), ("ÄÖ", "äö"),
    ("GroßÉ", "groß-é"),
  ])
  func wordsBeginAtCapitals(name: String, kebab: String) {
    #expect(name.separatingWords(by: "-") == kebab)
  }

  @Test(arguments: [
    ("open-note", "openNote"), ("a-b-c", "aBC"), ("plain", "plain"), ("", ""), ("-a", "A"), ("a-", "a"),
  ])
  func wordsJoinAgain(kebab: String, name: String) {
    #expect(kebab.joiningWords(at: "-") == name)
  }

  @Test func anActionIsNamedForItsTypeAndNotForAValue() {
    #expect(OpenNote.name == "open-note")
    #expect(WithState.name == "with-state")
    #expect(Holder<[Int]>.name == "holder")
    #expect(Declared.name == "note/get")
  }

  @Test func anAppIsNamedForItsType() {
    #expect(HTTPServer2().scheme == "http-server2")
  }

  @Test func aTypeWithinAFunctionHasAName() {
    struct LocalAction: CallbackAction {}
    #expect(LocalAction.name == "local-action")
  }

  @Test func anotherHostIsWrittenAndRead() throws {
    for host in ["", "parse", "A b", "é"] {
      let url = CallbackURL(scheme: "app", host: host, action: "do/it", pairs: [CallbackURL.Pair("a", "b")])
      let read = try CallbackURL(parsing: url.description)
      #expect(read.host == host.lowercased() && read.action == "do/it" && read.pairs == url.pairs)
      #expect(url.host == read.host)
    }
  }
}
