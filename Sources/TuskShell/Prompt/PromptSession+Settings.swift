import TuskLanguage
import XCallbackURL

extension PromptSession {
  /// Does what a line of settings asks for.
  mutating func changeSettings(_ words: [Value]) {
    do throws(Failure) {
      switch try SettingsCommand(words) {
      case .list: shell.streams.write(shell.help.table(of: settings))
      case .show(let setting): shell.streams.write(shell.help.page(of: setting, in: settings))
      case .change(let setting, let value): change(setting, to: value)
      case .save(let setting, let value):
        if let value { change(setting, to: value) }
        try save(setting)
      }
    } catch {
      _ = shell.reporter(isScript: false).report(error)
    }
  }

  private mutating func change(_ setting: PromptSetting, to value: String) {
    settings[setting] = value
    applySettings()
    shell.streams.write(TerminalText.field("\(setting.name) \(value)") + "\n")
  }

  private func save(_ setting: PromptSetting) throws(Failure) {
    let file = shell.settingsFile
    try file.save(settings.isStandard(setting) ? nil : settings[setting], for: setting)
    shell.streams.write(TerminalText.field("saved in \(file.path)") + "\n")
    guard let variable = setting.variable, let value = setting.value(in: shell.environment), value != settings[setting]
    else { return }
    shell.streams.report("warning: \(variable.name) is set, and wins over the saved value in a run that has it\n")
  }

  /// Lets the settings hold.
  func applySettings() {
    shell.terminal.setLook(color: settings.color, isPlain: settings.isOn(.plain))
    (reader as? EditLineReader)?.showsSuggestions = settings.isOn(.hints) && !settings.isOn(.plain)
    names.setLasting(settings.isOn(.cache))
    history.limit = settings.historyLimit
    execution.display.usePager(settings.pager)
  }
}

extension Shell {
  /// The file of the saved settings.
  var settingsFile: SettingsFile { SettingsFile(in: environment.configuration) }

  /// The settings at the start of a session; warns of what is wrong in their file.
  func readSettings() -> PromptSettings {
    let content = settingsFile.read()
    for warning in content.warnings { streams.report(TerminalText.field("warning: \(warning)") + "\n") }
    return PromptSettings(saved: content.values, environment: environment, options: options)
  }

  /// Completes settings after the word `set` without a backslash, and the verbs of the language that begin with it; `nil`
  /// for other lines, and if no setting begins so.
  static func settings(afterBareWordIn text: String, at cursor: Int) -> Completions? {
    let typed = Array(text.utf8.prefix(cursor))
    let word = PromptCommand.set.name
    let start = typed.firstIndex { $0 != UInt8(ascii: " ") } ?? typed.endIndex
    guard typed[start...].starts(with: "\(word) ".utf8) else { return nil }
    let found = settings(in: typed, from: start + word.utf8.count)
    guard !found.candidates.isEmpty else { return nil }
    let own = ownVerbs(Span(found.range.lowerBound, found.range.upperBound), of: text)
    let verbs = (own.whole + own.longer).map { Completions.Candidate($0.text, description: $0.summary) }
    return Completions(replacing: found.range, with: found.candidates + verbs)
  }

  /// Completes the name of a setting, its value, or the flag that saves it.
  ///
  /// - Parameter end: where the command ends.
  static func settings(in typed: [UInt8], from end: Int) -> Completions {
    let wordStart = (typed.lastIndex(of: UInt8(ascii: " ")) ?? end - 1) + 1
    guard wordStart > end else { return .none }
    let words = typed[end..<wordStart].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    let typedWord = String(decoding: typed[wordStart...], as: UTF8.self)
    var candidates: [Completions.Candidate] = []
    if let name = words.first {
      guard let setting = PromptSetting.named(name), words.last != SettingsCommand.saveFlag else { return .none }
      if words.count == 1 {
        candidates = setting.values.map { Completions.Candidate($0.text, description: $0.summary) }
        let standard = "the default: \(setting.standard)"
        candidates.append(Completions.Candidate(SettingsCommand.defaultWord, description: standard))
      }
      let flag = Completions.Candidate(SettingsCommand.saveFlag, description: "keeps the value for later sessions")
      candidates.append(flag)
    } else {
      candidates = PromptSetting.all.map { Completions.Candidate($0.name, description: $0.summary) }
    }
    return Completions(
      replacing: wordStart..<typed.endIndex, with: candidates.filter { $0.text.hasPrefix(typedWord) })
  }
}
