import Testing
import XCallbackURL

@testable import TuskShell

/// Lines of settings, and their completion.
struct SettingsCommandTests {
  private static func meaning(_ words: [String]) throws -> String {
    switch try SettingsCommand(words) {
    case .list: "list"
    case .show(let setting): "show \(setting.name)"
    case .change(let setting, let value): "change \(setting.name): \(value)"
    case .save(let setting, let value): "save \(setting.name): \(value ?? "as it is")"
    }
  }

  @Test(
    arguments: [
      ([], "list"), (["hints"], "show hints"), (["hints", "off"], "change hints: off"),
      (["hints", "default"], "change hints: on"), (["pager", "less", "-S"], "change pager: less -S"),
      (["pager", "less", "-S", "--save"], "save pager: less -S"), (["hints", "--save"], "save hints: as it is"),
      (["history", "default", "--save"], "save history: 100000"),
    ] as [([String], String)])
  func linesAreRead(words: [String], meaning: String) throws {
    #expect(try Self.meaning(words) == meaning)
  }

  @Test(arguments: [["--save"], ["hints", "--save", "off"], ["zz"], ["hints", "on", "off"]])
  func otherLinesAreRefused(words: [String]) {
    #expect(throws: Failure.self) { try Self.meaning(words) }
  }

  @Test func theTableMarksWhatIsNotTheDefault() {
    let help = HelpText(Shell.catalog, width: 100)
    let table = help.table(of: PromptSettings(saved: ["hints": "off"]))
    #expect(table.contains("* hints    off") && table.contains("  cache    on"))
    for setting in PromptSetting.all { #expect(table.contains(setting.name)) }
    let page = help.page(of: .color, in: PromptSettings(saved: ["color": "never"]))
    #expect(page.hasPrefix("color never (default: auto)\n") && page.contains("values: auto|always|never"))
  }

  @Test(arguments: [
    ("\\set hi", ["hints", "history"]), ("\\set hints o", ["on", "off"]), ("\\set hints d", ["default"]),
    ("\\set hints off ", ["--save"]), ("\\set hints off --save ", []), ("\\set zz ", []),
    ("set hi", ["hints", "history"]), ("set color ne", ["never"]), ("  \\set tim", ["timing"]),
  ])
  func namesAndValuesAreCompleted(line: String, texts: [String]) {
    #expect(Shell.completions(of: line, at: line.utf8.count).candidates.map(\.text) == texts)
  }

  @Test func theVerbOfTheLanguageIsCompletedToo() {
    let texts = Shell.completions(of: "set ", at: 4).candidates.map(\.text)
    #expect(texts.contains("hints") && texts.contains("rate"))
  }
}
