import Testing

@testable import TuskShell

/// What shells offer after the words of a command line.
struct ArgumentCompletionTests {
  private static let description = """
    {"command": {"commandName": "tusk", "defaultSubcommand": "run", "subcommands": [
      {"commandName": "run", "abstract": "Run.", "arguments": [
        {"kind": "option", "names": [{"kind": "short", "name": "c"}], "valueName": "line", "isRepeating": true},
        {"kind": "option", "names": [{"kind": "long", "name": "rate"}], "valueName": "mode",
          "allValues": ["wait", "throw"]},
        {"kind": "option", "names": [{"kind": "long", "name": "flavor"}], "valueName": "software"},
        {"kind": "flag", "names": [{"kind": "long", "name": "json"}], "abstract": "As JSON."},
        {"kind": "positional", "valueName": "file", "isRepeating": true, "parsingStrategy": "allRemainingInput"}]},
      {"commandName": "use", "abstract": "Switch.", "arguments": [{"kind": "positional", "valueName": "account"}]},
      {"commandName": "help", "arguments": [{"kind": "positional", "valueName": "verb", "isRepeating": true}]},
      {"commandName": "call", "arguments": [{"kind": "positional", "valueName": "word", "isRepeating": true}]},
      {"commandName": "journal", "defaultSubcommand": "list", "subcommands": [
        {"commandName": "list", "arguments": [
          {"kind": "flag", "names": [{"kind": "short", "name": "h"}, {"kind": "long", "name": "help"}]}]},
        {"commandName": "forget"}]}]}}
    """

  private func answer(to words: [String]) throws -> ArgumentCompletion.Answer {
    let program = try #require(ProgramCommand(description: Self.description))
    return ArgumentCompletion(program, accounts: ["@a@b.example", "@c@d.example"]).answer(to: words)
  }

  @Test(arguments: [
    ([""], ["run", "use", "help", "call", "journal"], true), (["j"], ["journal"], true),
    (["--"], ["--rate", "--flavor", "--json"], false), (["--json", "--j"], [], false), (["--r"], ["--rate"], false),
    (["-c", "me", "-"], ["-c", "--rate", "--flavor", "--json"], false),
    (["--rate", ""], ["wait", "throw"], false), (["--rate=t"], ["--rate=throw"], false),
    (["--rate", "wait", "u"], [], true), (["--flavor", "masto"], ["mastodon"], false),
    (["--", "--"], [], true), (["--", "us"], [], true), (["a.tsk", "u"], [], true), (["a.tsk", "--j"], [], true),
    (["use", "@c"], ["@c@d.example"], false), (["use", "@a@b.example", ""], [], false),
    (["journal", "f"], ["forget"], false), (["journal", "list", "-"], ["--help"], false),
    (["journal", "--h"], ["--help"], false), (["nothing", ""], [], true),
    (["-c", "bookm"], ["bookmarks", "bookmark"], false),
    (["-c", "post Hi visibility=unl"], ["post Hi visibility=unlisted"], false),
    (["-c", "post Hi visib"], ["post Hi visibility="], false), (["-c", "post \"visib"], [], false),
    (["help", "bookmarks"], ["bookmarks"], false), (["help", "profile", "se"], ["set"], false),
    (["help", "journal", ""], ["list", "forget"], false), (["help", "journ"], ["journal"], false),
    (["help", "nothing", ""], [], false),
    (["call", "bea"], ["bear"], false), (["call", "bear", "crea"], ["create"], false),
  ])
  func wordsAreCompleted(_ words: [String], _ expected: [String], _ takesFiles: Bool) throws {
    let answer = try answer(to: words)
    #expect(answer.words.map(\.text) == expected)
    #expect(answer.takesFiles == takesFiles)
  }

  @Test func descriptionsAreThoseOfTheDeclarations() throws {
    #expect(try answer(to: ["us"]).words.map(\.description) == ["Switch."])
    #expect(try answer(to: ["--js"]).words.map(\.description) == ["As JSON."])
    #expect(try answer(to: ["-c", "bookmarks "]).words.allSatisfy { !$0.description.isEmpty })
  }

  @Test(arguments: ["", "null", "[]", "{\"command\": {}}", "{\"command\": {\"commandName\": 3}}"])
  func nothingIsReadFromOtherText(text: String) {
    #expect(ProgramCommand(description: text) == nil)
  }
}
