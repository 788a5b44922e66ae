/// The settings of a session at the prompt.
///
/// A value of the session wins over the options and variables of this run, these over the file, and it over the
/// defaults.
struct PromptSettings: Sendable {
  /// The values that are not the defaults, by the names of the settings.
  private var values: [String: String]

  /// - Parameter saved: the values of the settings file.
  init(
    saved: [String: String] = [:], environment: ProcessEnvironment = ProcessEnvironment(variables: [:]),
    options: Shell.Options = Shell.Options()
  ) {
    values = saved
    for setting in PromptSetting.all {
      if let value = setting.value(in: environment) { values[setting.name] = value }
    }
    if options.isPlain { values[PromptSetting.plain.name] = "on" }
    if options.color != .automatic { values[PromptSetting.color.name] = options.color.rawValue }
  }

  /// The value that holds now.
  subscript(setting: PromptSetting) -> String {
    get { values[setting.name] ?? setting.standard }
    set { values[setting.name] = newValue }
  }

  /// Whether the value is the default.
  func isStandard(_ setting: PromptSetting) -> Bool { self[setting] == setting.standard }

  /// Whether a setting of `on` and `off` is on.
  func isOn(_ setting: PromptSetting) -> Bool { self[setting] == "on" }

  /// The number of lines that the history keeps.
  var historyLimit: Int { Int(self[.history]) ?? History.standardLimit }

  /// The command that shows a long answer; empty for none.
  var pager: String { self[.pager] == "off" ? "" : self[.pager] }

  /// Whether a watch rings when somebody mentions you.
  var ringsOnMentions: Bool { self[.watch] == "bell" }

  /// The command that edits a file; `nil` for what the environment and the system have.
  var editor: String? { self[.editor] == TextEditor.automatic ? nil : self[.editor] }

  /// When to color.
  var color: Terminal.ColorChoice { Terminal.ColorChoice(rawValue: self[.color]) ?? .automatic }

  /// The text before the cursor; the default if the value is none.
  func prompt(_ values: PromptTemplate.Values, isColored: Bool) -> String {
    let texts = [self[.prompt], PromptTemplate.standard]
    let template = texts.lazy.compactMap { try? PromptTemplate(parsing: $0) }.first
    return template?.text(values, isColored: isColored) ?? "> "
  }
}
