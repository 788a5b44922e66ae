import TuskCommon
import TuskLanguage
import XCallbackURL

/// A command of the prompt up to the cursor, as it is completed: with a backslash, or by its word alone.
struct PromptCommandCompletion {
  private let typed: [UInt8]
  private let surroundings: Surroundings
  private let isFurther: Bool
  /// The first word, with its backslash.
  private let word: String
  /// Where the first word ends.
  private let end: Int
  private let hasBackslash: Bool

  /// - Returns: `nil` for a line without a word.
  init?(_ text: String, at cursor: Int, _ surroundings: Surroundings, isFurther: Bool) {
    typed = Array(text.utf8.prefix(cursor))
    let blank = UInt8(ascii: " ")
    guard let start = typed.firstIndex(where: { $0 != blank }) else { return nil }
    word = String(decoding: typed[start...].prefix { $0 != blank }, as: UTF8.self)
    end = start + word.utf8.count
    hasBackslash = word.hasPrefix("\\")
    (self.surroundings, self.isFurther) = (surroundings, isFurther)
  }

  /// What could be completed; `nil` for other lines.
  var completions: Completions? {
    guard end < typed.endIndex else { return hasBackslash ? commands(spelled: \.spelling) : nil }
    let command = PromptCommand.named(hasBackslash ? String(word.dropFirst()) : word)
    guard hasBackslash || command.map(isBare) ?? false else { return nil }
    return command.map(operands) ?? Completions.none
  }

  /// The commands that continue the first word, without a backslash; none once it ends.
  var bareCommands: [Completions.Candidate] {
    guard end == typed.endIndex, !hasBackslash else { return [] }
    return commands(spelled: \.name).candidates.filter { !Catalog.own.verbs.contains($0.text) }
  }

  /// Whether the word alone is the command: no verb begins so.
  private func isBare(_ command: PromptCommand) -> Bool {
    let begun = [word, "\(word) \(words.first ?? "")"]
    return word == command.name && !Catalog.own.verbs.contains(where: begun.contains)
      && !(surroundings.checker?.defines(word) ?? false)
  }

  private func commands(spelled spelling: (PromptCommand) -> String) -> Completions {
    let matches = PromptCommand.all.filter { spelling($0).hasPrefix(word) && spelling($0) != word }
    return Completions(
      replacing: end - word.utf8.count..<end,
      with: matches.map { Completions.Candidate(spelling($0), description: $0.summary) })
  }

  private func operands(of command: PromptCommand) -> Completions {
    switch command {
    case .help: return line(begunBy: "help")
    case .open, .copy, .view: return line(begunBy: "status")
    case _ where command.takesLine: return line(begunBy: "")
    case .set: return settings
    case .use, .logout: return last(surroundings.accounts().map { ($0.text, $0.summary) })
    case .login: return words.isEmpty ? .none : last([("--oob", "prints the address, and asks for the code")])
    case .watch where repeats: return line(begunBy: "", after: words[0])
    case .watch where words.isEmpty: return last(WatchedStream.words + [("off", "ends the watches")])
    case .draft where words.isEmpty: return last(drafts + [("delete", "deletes a draft by its number")])
    case .draft where words == ["delete"]: return last(drafts)
    case .history where words.isEmpty: return last([("delete", "deletes lines by their numbers")])
    case .history where words == ["delete"]:
      return last([("--all", "deletes every line"), ("--shown", "deletes the names that completion knows")])
    case .save: return last(surroundings.files(lastWord).map { ($0.text, $0.summary) })
    default: return .none
    }
  }

  /// Whether the first word after the command is a time, after which a line is repeated.
  private var repeats: Bool {
    guard let word = words.first else { return false }
    return Duration(written: word) != nil
  }

  private var drafts: [(text: String, summary: String)] { surroundings.drafts().map { ($0.text, $0.summary) } }

  /// Where the last word begins.
  private var lastStart: Int { typed.lastIndex(of: UInt8(ascii: " ")).map { $0 + 1 } ?? end }

  private var lastWord: String { String(decoding: typed[lastStart...], as: UTF8.self) }

  /// The words between the command and the last word.
  private var words: [String] {
    typed[end..<lastStart].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Completes the last word.
  private func last(_ candidates: [(text: String, summary: String)]) -> Completions {
    let matches = candidates.filter { $0.text.hasPrefix(lastWord) }
    return Completions(
      replacing: lastStart..<typed.endIndex,
      with: matches.map {
        Completions.Candidate($0.text, description: $0.summary, suffix: $0.text.hasSuffix("/") ? "" : " ")
      })
  }

  /// Completes what follows the command as a line of the language that begins so.
  ///
  /// - Parameter word: the word between the command and the line; empty if there is none.
  private func line(begunBy head: String, after word: String = "") -> Completions {
    let blanks = word.isEmpty ? 0 : typed[end...].prefix { $0 == UInt8(ascii: " ") }.count
    let start = end + blanks + word.utf8.count
    let line = head + String(decoding: typed[start...], as: UTF8.self)
    let found = Shell.completions(
      of: line, at: line.utf8.count, surroundings: surroundings, isFurther: isFurther)
    guard found.range.lowerBound > head.utf8.count else { return Completions.none }
    let shift = start - head.utf8.count
    return Completions(
      replacing: found.range.lowerBound + shift..<found.range.upperBound + shift, with: found.candidates)
  }

  /// Completes the name of a setting, its value, or the flag that saves it; and the verbs of the language that begin so.
  private var settings: Completions {
    guard let name = words.first else {
      let verbs = hasBackslash ? [] : Catalog.own.signatures.filter { $0.action.hasPrefix("\(word) ") }
      return last(
        PromptSetting.all.map { ($0.name, $0.summary) }
          + verbs.map { (String($0.action.dropFirst(word.count + 1)), $0.summary) })
    }
    guard let setting = PromptSetting.named(name), words.last != SettingsCommand.saveFlag else { return .none }
    let standard = (SettingsCommand.defaultWord, "the default: \(setting.standard)")
    let values = words.count > 1 ? [] : setting.values.map { ($0.text, $0.summary) } + [standard]
    return last(values + [(SettingsCommand.saveFlag, "keeps the value for later sessions")])
  }
}
