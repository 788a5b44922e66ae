/// The settings of the prompt, in the manual page of the program.
enum SettingsSection {
  static var text: String {
    let entries = PromptSetting.all.map { setting in
      Roff.entry("\(setting.name) \(setting.usage)", "\(setting.summary) (default: \(setting.standard))", column: 26)
    }
    return """
      .SS Settings
      .B set
      lists the settings,
      .B set NAME VALUE
      changes one for the session, and
      .B set NAME VALUE \\-\\-save
      keeps it in
      .IR ~/.config/tusk/settings .
      The value
      .B default
      goes back to the default. A value of the session wins over the options and variables of a run, and these over the
      file. Questions cannot be turned off.
      \(Roff.closeEntries(entries))
      """
  }
}
