import Testing
import XCallbackURL

@testable import TuskShell

/// The table of settings: what each takes.
struct PromptSettingTests {
  @Test(arguments: [
    ("hints", "off", "off"), ("hints", "ON", "on"), ("cache", "off", "off"), ("history", "0500", "500"),
    ("history", "1", "1"), ("history", "1000000", "1000000"), ("pager", "less -S", "less -S"), ("pager", "off", "off"),
    ("plain", "on", "on"), ("color", "Never", "never"), ("prompt", "{time} {{>", "{time} {{>"), ("prompt", "", ""),
    ("timing", "on", "on"), ("watch", "Bell", "bell"),
    ("editor", "vim -n", "vim -n"), ("editor", "auto", "auto"),
    ("alt", "Require", "require"),
  ])
  func aValueHasOneForm(name: String, text: String, value: String) throws {
    #expect(try PromptSetting.required(name).value(text) == value)
  }

  @Test(arguments: [
    ("hints", "yes", "'hints' takes on or off, not 'yes'"), ("hints", "", "'hints' takes on or off, not ''"),
    ("color", "red", "'color' takes auto, always or never, not 'red'"),
    ("watch", "loud", "'watch' takes quiet or bell, not 'loud'"),
    ("history", "0", "'history' takes a number from 1 to 1000000, not '0'"),
    ("history", "many", "'history' takes a number from 1 to 1000000, not 'many'"),
    ("history", "-5", "not '-5'"), ("history", "", "not ''"), ("history", "99999999999999999999", "a number from 1"),
    ("history", "١٢", "a number from 1"), ("pager", " ", "'pager' takes a command, or off"),
    ("editor", "", "'editor' takes a command, or auto"),
    ("pager", "less\n-S", "control character"), ("prompt", "{\u{1B}", "control character"),
    ("prompt", "{who}", "the prompt has no field '{who}'"),
    ("pager", String(repeating: "x", count: 1001), "longer than 1000 bytes"),
  ])
  func whatIsAllowedIsSaid(name: String, text: String, message: String) throws {
    let setting = try PromptSetting.required(name)
    let failure = #expect(throws: Failure.self) { try setting.value(text) }
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
  }

  @Test(arguments: [
    ("hintz", "unknown setting 'hintz'; did you mean 'hints'?"),
    ("zzzzzz", "the settings are hints, cache, history, pager, editor, alt, plain, color, prompt, timing, watch"),
    ("consent", "unknown setting 'consent'"), ("questions", "unknown setting 'questions'"),
  ])
  func anUnknownSettingIsNamed(name: String, message: String) {
    let failure = #expect(throws: Failure.self) { try PromptSetting.required(name) }
    #expect(failure?.message.contains(message) == true)
  }

  @Test func everyStandardIsAValue() throws {
    for setting in PromptSetting.all {
      #expect(try setting.value(setting.standard) == setting.standard)
      #expect(!setting.usage.isEmpty && !setting.values.isEmpty)
    }
    #expect(Set(PromptSetting.all.map(\.name)).count == PromptSetting.all.count)
  }

  @Test(
    arguments: [
      ("cache", ["TUSK_CACHE": "OFF"], "off"), ("cache", ["TUSK_CACHE": "on"], nil),
      ("pager", ["PAGER": "more"], "more"),
      ("pager", ["PAGER": ""], "off"), ("pager", [:], nil), ("plain", ["TUSK_PLAIN": "1"], "on"),
      ("plain", ["TUSK_PLAIN": ""], nil), ("color", ["NO_COLOR": "1"], "never"), ("hints", ["PAGER": "more"], nil),
    ] as [(String, [String: String], String?)])
  func variablesOfOneRunAreRead(name: String, variables: [String: String], value: String?) throws {
    #expect(try PromptSetting.required(name).value(in: ProcessEnvironment(variables: variables)) == value)
  }
}
