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
      end(shell.reporter(isScript: false).report(error))
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
    watches?.news.ringsOnMentions(settings.ringsOnMentions)
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
}
