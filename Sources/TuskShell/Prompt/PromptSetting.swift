import TuskLanguage
import XCallbackURL

/// A setting of the prompt, and everything known about it.
///
/// The commands, the settings file, completion, help and the manual read this table; a setting is declared once. None
/// of them turns questions off: what needs consent is asked about at every prompt.
struct PromptSetting: Sendable {
  /// A value that is completed, and what it does.
  struct Value: Sendable {
    let text: String
    let summary: String
  }

  /// A variable of the environment that says the same for one run; it wins over a saved value.
  struct Variable: Sendable {
    let name: String
    /// The value of the setting; `nil` if the variable leaves it as it is.
    fileprivate let meaning: @Sendable (_ text: String) -> String?
  }

  private enum Kind {
    case choice
    case count(ClosedRange<Int>)
    case command
    case template
  }

  let name: String
  /// What the values look like, for help: `on|off`, `NUMBER`.
  let usage: String
  /// A few words for help and completion.
  let summary: String
  /// The value unless another is set.
  let standard: String
  /// The values that are completed; those of a choice are all.
  let values: [Value]
  let variable: Variable?
  private let kind: Kind

  private init(
    _ name: String, _ kind: Kind, standard: String, _ summary: String, usage: String? = nil, values: [Value],
    variable: Variable? = nil
  ) {
    self.name = name
    self.kind = kind
    self.standard = standard
    self.summary = summary
    self.usage = usage ?? values.map(\.text).joined(separator: "|")
    self.values = values
    self.variable = variable
  }

  private static func toggle(
    _ name: String, isOn: Bool, _ summary: String, on: String, off: String, variable: Variable? = nil
  ) -> PromptSetting {
    PromptSetting(
      name, .choice, standard: isOn ? "on" : "off", summary,
      values: [Value(text: "on", summary: on), Value(text: "off", summary: off)], variable: variable)
  }

  /// Every setting, in the order of `set` and the manual.
  static let all = [hints, cache, history, pager, editor, alt, plain, color, prompt, timing, watch]

  static let hints = toggle(
    "hints", isOn: true, "text after the cursor: a continuation, or what may follow", on: "shows it",
    off: "shows nothing after the cursor")
  static let cache = toggle(
    "cache", isOn: true, "whether names that were shown are kept for completion", on: "keeps them in files",
    off: "forgets them at the end of the session",
    variable: Variable(name: "TUSK_CACHE") { $0.lowercased() == "off" ? "off" : nil })
  static let history = PromptSetting(
    "history", .count(1...1_000_000), standard: "100000", "how many lines are kept", usage: "NUMBER",
    values: [Value(text: "100000", summary: "lines")])
  static let pager = PromptSetting(
    "pager", .command, standard: Pager.standard, "the program that shows an answer of more than a screen",
    usage: "COMMAND|off",
    values: [Value(text: "off", summary: "writes such answers at once")],
    variable: Variable(name: "PAGER") { $0.isEmpty ? "off" : $0 })
  static let editor = PromptSetting(
    "editor", .command, standard: TextEditor.automatic, "the program in which posts are written", usage: "COMMAND|auto",
    values: [Value(text: TextEditor.automatic, summary: "$VISUAL, $EDITOR or the editor of the system")])
  static let alt = PromptSetting(
    "alt", .choice, standard: "warn", "what happens to a post with a file that has no alt text",
    values: [
      Value(text: "require", summary: "asks for the text before it is posted"),
      Value(text: "warn", summary: "says so before it is posted"), Value(text: "off", summary: "posts it"),
    ])
  static let plain = toggle(
    "plain", isOn: false, "sentences without drawing and colors, for screen readers", on: "writes sentences",
    off: "draws and colors", variable: Variable(name: "TUSK_PLAIN") { $0.isEmpty ? nil : "on" })
  static let color = PromptSetting(
    "color", .choice, standard: Terminal.ColorChoice.automatic.rawValue, "when to color",
    values: [
      Value(text: Terminal.ColorChoice.automatic.rawValue, summary: "where the terminal can"),
      Value(text: Terminal.ColorChoice.always.rawValue, summary: "always"),
      Value(text: Terminal.ColorChoice.never.rawValue, summary: "never"),
    ], variable: Variable(name: "NO_COLOR") { $0.isEmpty ? nil : Terminal.ColorChoice.never.rawValue })
  static let prompt = PromptSetting(
    "prompt", .template, standard: PromptTemplate.standard,
    "the text before the cursor, with fields: "
      + PromptTemplate.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " "),
    usage: "TEMPLATE",
    values: [
      Value(text: "\"\(PromptTemplate.standard)\"", summary: "the account and what is unread"),
      Value(text: "\"{time} {account}>\"", summary: "the time and the account"),
    ])
  static let timing = toggle(
    "timing", isOn: false, "the time that each line took", on: "shows it after each line", off: "shows no times")

  static let watch = PromptSetting(
    "watch", .choice, standard: "quiet", "whether a watch rings when somebody mentions you",
    values: [
      Value(text: "quiet", summary: "rings nothing"), Value(text: "bell", summary: "rings the bell of the terminal"),
    ])

  /// The setting of this name; `nil` if there is none.
  static func named(_ name: String) -> PromptSetting? { all.first { $0.name == name } }

  /// The setting of this name.
  ///
  /// - Throws: ``Failure`` that names the nearest setting if there is none.
  static func required(_ name: String) throws(Failure) -> PromptSetting {
    guard let setting = named(name) else { throw .unknownSetting(name) }
    return setting
  }

  /// The longest value in bytes.
  private static let mostBytes = 1000

  /// The value that a text means, in the one form in which it is kept.
  ///
  /// - Throws: ``Failure`` that names what is allowed.
  func value(_ text: String) throws(Failure) -> String {
    guard text.utf8.count <= Self.mostBytes else { throw .longValue(self, Self.mostBytes) }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw .controlInValue(self)
    }
    switch kind {
    case .choice:
      guard let value = values.first(where: { $0.text == text.lowercased() }) else { throw .value(text, self, choices) }
      return value.text
    case .count(let range):
      guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text), range.contains(number) else {
        throw .value(text, self, "a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return String(number)
    case .command:
      guard text.contains(where: { !$0.isWhitespace }) else { throw .value(text, self, "a command, or \(choices)") }
      return text
    case .template:
      _ = try PromptTemplate(parsing: text)
      return text
    }
  }

  /// What the environment says, if it says anything.
  func value(in environment: ProcessEnvironment) -> String? {
    variable.flatMap { variable in environment.value(of: variable.name).flatMap(variable.meaning) }
  }

  private var choices: String {
    let words = values.map(\.text)
    return words.count == 1 ? words[0] : "\(words.dropLast().joined(separator: ", ")) or \(words[words.count - 1])"
  }
}

extension Failure {
  fileprivate static func unknownSetting(_ name: String) -> Failure {
    let near = NearWords.near(name, among: PromptSetting.all.map(\.name))
    let known = PromptSetting.all.map(\.name).joined(separator: ", ")
    let isName = name.contains("=")
    let hint =
      isName
      ? "a value is named with 'let': let x = 1"
      : near.first.map { "did you mean '\($0)'?" } ?? "the settings are \(known)"
    return Failure(.invalidParameter, "unknown setting '\(name)'; \(hint)")
  }

  fileprivate static func value(_ text: String, _ setting: PromptSetting, _ allowed: String) -> Failure {
    Failure(.invalidParameter, "'\(setting.name)' takes \(allowed), not '\(text)'")
  }

  fileprivate static func longValue(_ setting: PromptSetting, _ limit: Int) -> Failure {
    Failure(.invalidParameter, "the value of '\(setting.name)' is longer than \(limit) bytes")
  }

  fileprivate static func controlInValue(_ setting: PromptSetting) -> Failure {
    Failure(.invalidParameter, "the value of '\(setting.name)' has a control character")
  }
}
