import Testing
import XCallbackURL

@testable import TuskShell

/// The text before the cursor.
struct PromptTemplateTests {
  private static let values = PromptTemplate.Values(
    account: "@alice@sandbox.example", unread: "2 unread", budget: "12 left", time: "09:05")

  @Test(arguments: [
    ("{account}>", "@alice@sandbox.example> "), ("{account}> ", "@alice@sandbox.example> "),
    ("{name} at {host}:", "alice at sandbox.example: "), ("{time} {name}%", "09:05 alice% "),
    ("{account}{unread}{budget}>", "@alice@sandbox.example 2 unread 12 left> "),
    ("{{name}", "{name} "), ("{{{name}}", "{alice} "), ("a } b", "a } b "), ("", " "),
    ("a\u{202E}b", "a<U+202E>b "),
  ])
  func fieldsAreReplaced(template: String, shown: String) throws {
    #expect(try PromptTemplate(parsing: template).text(Self.values, isColored: false) == shown)
  }

  @Test func whatIsNotKnownLeavesNothing() throws {
    let values = PromptTemplate.Values(account: "sandbox")
    let template = try PromptTemplate(parsing: PromptTemplate.standard)
    #expect(template.text(values, isColored: false) == "sandbox> ")
    #expect(try PromptTemplate(parsing: "{name}{host}>").text(values, isColored: false) == "sandbox> ")
  }

  @Test(arguments: ["{acount}>", "{}", "{account", "a {", "{Account}"])
  func anUnknownFieldIsRefused(template: String) {
    let failure = #expect(throws: Failure.self) { try PromptTemplate(parsing: template) }
    #expect(failure?.message.contains("{account}, {host}, {name}, {unread}, {budget} and {time}") == true)
  }

  @Test func anAccountKeepsItsColor() throws {
    let names = ["@alice@sandbox.example", "@bob@sandbox.example", "@carol@b.example", "", "é"]
    for name in names { #expect((31...36).contains(PromptTemplate.color(of: name))) }
    #expect(PromptTemplate.color(of: "@Alice@sandbox.example") == PromptTemplate.color(of: names[0]))
    let text = try PromptTemplate(parsing: "{name}>").text(Self.values, isColored: true)
    #expect(text == "\u{1B}[1;\(PromptTemplate.color(of: names[0]))malice\u{1B}[0m> ")
  }

  @Test func aHostileNameDrivesNoTerminal() throws {
    let values = PromptTemplate.Values(account: "@a\u{1B}[2J@b.example", unread: "\u{1B}[5m")
    let text = try PromptTemplate(parsing: "{account}{name}{unread}").text(values, isColored: false)
    #expect(!text.contains("\u{1B}"))
  }
}
