import TuskCommon
import TuskLanguage
import XCallbackURL

/// What a line of settings asks for: `set`, `set NAME`, `set NAME VALUE`, `set NAME VALUE --save`.
enum SettingsCommand {
  case list
  case show(PromptSetting)
  case change(PromptSetting, to: String)
  /// Changes it, and saves the new value; without one, the value that holds.
  case save(PromptSetting, String?)

  /// The flag that saves a change.
  static let saveFlag = "--save"
  /// The value that goes back to the default.
  static let defaultWord = "default"

  /// - Throws: ``Failure`` if there is no such setting or value.
  init(_ words: [Value]) throws(Failure) {
    try self.init(words.map(\.plainText))
  }

  init(_ words: [String]) throws(Failure) {
    var words = words
    let isSaved = words.count > 1 && words.last == Self.saveFlag
    if isSaved { words.removeLast() }
    guard let name = words.first else {
      self = .list
      return
    }
    let setting = try PromptSetting.required(name)
    guard words.count > 1 else {
      self = isSaved ? .save(setting, nil) : .show(setting)
      return
    }
    let text = words.dropFirst().joined(separator: " ")
    let value = text == Self.defaultWord ? setting.standard : try setting.value(text)
    self = isSaved ? .save(setting, value) : .change(setting, to: value)
  }
}

extension Value {
  /// The word without its quotes; as written if it has variables.
  fileprivate var plainText: String {
    switch form {
    case .word(let text), .string(let text): text.literal ?? source
    case .reference, .url, .variable, .list, .result, .arithmetic, .range: source
    }
  }
}

extension HelpText {
  /// The settings and their values; those that are not the default are marked.
  func table(of settings: PromptSettings) -> String {
    let width = PromptSetting.all.map(\.name.cellWidth).max() ?? 0
    let rows = PromptSetting.all.map { setting -> (String, String) in
      let mark = settings.isStandard(setting) ? " " : "*"
      let value = TerminalText.field(settings[setting])
      return ("\(mark) \(setting.name.padded(toCells: width))  \(value)", setting.summary)
    }
    let set = PromptCommand.set.name
    return columns(rows) + "\n"
      + columns([
        ("\(set) NAME VALUE", "changes a setting for this session"),
        ("\(set) NAME VALUE \(SettingsCommand.saveFlag)", "changes it, and keeps the change"),
        ("\(set) NAME \(SettingsCommand.defaultWord)", "goes back to the default"),
      ])
  }

  /// A setting, its value and what it takes.
  func page(of setting: PromptSetting, in settings: PromptSettings) -> String {
    let standard = settings.isStandard(setting) ? " (the default)" : " (default: \(setting.standard))"
    return "\(setting.name) \(TerminalText.field(settings[setting]))\(standard)\n" + paragraph(setting.summary)
      + section("values: \(setting.usage)", setting.values.map { ($0.text, $0.summary) })
  }
}
