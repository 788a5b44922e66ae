import Testing

@testable import TuskShell

/// The settings that hold at the prompt, and what they change.
struct PromptSettingsTests {
  @Test func sessionWinsOverRunAndRunOverFile() {
    let environment = ProcessEnvironment(variables: ["PAGER": "more", "NO_COLOR": "1"])
    var settings = PromptSettings(saved: ["pager": "less -S", "hints": "off"], environment: environment)
    #expect(settings[.pager] == "more" && settings[.hints] == "off" && settings[.color] == "never")
    settings[.pager] = "cat"
    settings[.color] = "always"
    #expect(settings.pager == "cat" && settings.color == .always)
    #expect(settings.isStandard(.timing) && !settings.isStandard(.hints))
  }

  @Test func optionsWinOverVariables() {
    var options = Shell.Options()
    (options.color, options.isPlain) = (.always, true)
    let settings = PromptSettings(
      saved: ["color": "never"], environment: ProcessEnvironment(variables: ["NO_COLOR": "1"]), options: options)
    #expect(settings.color == .always && settings.isOn(.plain))
  }

  @Test(arguments: [(nil, "less -FRX"), ("off", ""), ("more", "more")] as [(String?, String)])
  func thePagerCanBeOff(value: String?, command: String) {
    #expect(PromptSettings(saved: value.map { ["pager": $0] } ?? [:]).pager == command)
  }

  @Test func aBadPromptIsTheDefault() {
    let values = PromptTemplate.Values(account: "sandbox")
    #expect(PromptSettings(saved: ["prompt": "{who}"]).prompt(values, isColored: false) == "sandbox> ")
    #expect(PromptSettings(saved: ["prompt": "%"]).prompt(values, isColored: false) == "% ")
  }

  @Test func theLookOfATerminalChangesInItsCopies() {
    let terminal = Terminal(terminals: [.output], environment: { $0 == "TERM" ? "xterm" : nil })
    let copy = terminal
    #expect(copy.allowsColor(on: .output))
    terminal.setLook(color: .never, isPlain: false)
    #expect(!copy.allowsColor(on: .output) && !copy.isPlain)
    terminal.setLook(color: .always, isPlain: true)
    #expect(!copy.allowsColor(on: .output) && copy.isPlain)
  }

  @Test func aSmallerHistoryDropsTheOldestLines() {
    let history = History(path: nil)
    for line in ["a", "b", "c"] { history.add(line) }
    history.limit = 2
    history.add("d")
    #expect(history.lines == ["c", "d"])
  }
}
