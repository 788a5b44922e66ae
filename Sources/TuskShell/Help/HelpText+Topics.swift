import TuskActions
import TuskCommon
import TuskLanguage
import XCallbackURL

/// Help on many verbs: the overview, which fits one screen, and the topics that it leads to.
extension HelpText {
  /// The groups that most people need have two lines, so that all of them fit one screen.
  private static func verbLines(_ title: String) -> Int {
    [ActionGroup.settings.rawValue, ActionGroup.moderation.rawValue, languageTitle].contains(title) ? 1 : 2
  }

  private static let languageTitle = "language"
  private static let recordPrefix = "records "
  private static let titleWidth = 12

  /// The first verbs of each group, and what leads on.
  package func overview() -> String {
    let groups = groups.map { ($0.title, verbs(of: $0.signatures)) }
    let language = Keyword.documented.map(\.word) + Catalog.own.verbs
    let rows = (groups + [(Self.languageTitle, language)]).map { title, verbs in
      "  \(title.padded(toCells: Self.titleWidth))\(firstLines(Self.verbLines(title), of: verbs))\n"
    }
    return rows.joined() + """

        help VERB      describes a verb: help post
        help GROUP     lists its verbs with their meanings: help people
        help all       lists every verb; also: help options, records, prompt
        Tab completes; Ctrl-D exits.

      """
  }

  /// The page of a group of verbs, of the language, of the options or of the prompt; `nil` if there is no such topic.
  func page(onTopic topic: String) -> String? {
    switch topic {
    case "all": return columns(catalog.signatures.map { ($0.briefUsage, $0.summary) }) + language
    case "language": return String(language.drop(while: \.isNewline))
    case "options":
      return "every action accepts\n" + columns(Parameter.common.map { ($0.spelling, $0.summary) })
        + section("actions that return lists accept", Parameter.lists.map { ($0.spelling, $0.summary) })
    case "records": return recordsPage
    case _ where topic.hasPrefix(Self.recordPrefix):
      return records.first { $0.name == topic.dropFirst(Self.recordPrefix.count) }?.page
    case "prompt":
      return columns(PromptCommand.all.map { ($0.usage, $0.summary) })
        + section("keys", KeyFunction.documented.map { ($0.keys, $0.help) })
    default:
      let signatures = ActionGroup(rawValue: topic).map(signatures) ?? []
      return signatures.isEmpty ? nil : columns(signatures.map { ($0.briefUsage, $0.summary) })
    }
  }

  /// What help describes besides verbs.
  var topics: [(name: String, summary: String)] {
    let groups = groups.filter { !$0.signatures.isEmpty }.map { ($0.title, "a group of verbs") }
    let others = [
      ("all", "every verb"), (Self.languageTitle, "the language"), ("options", "the options of every action"),
      ("prompt", "the commands and keys of the prompt"), ("records", "the records and their fields"),
    ]
    let records = catalog.records.keys.sorted().map { (Self.recordPrefix + $0, "the fields of this record") }
    return (groups + others + records).map { (name: $0.0, summary: $0.1) }
  }

  private var language: String {
    let forms = Keyword.documented.map { ($0.usage[0], $0.summary) }
    return section("the language", forms + Catalog.own.signatures.map { ($0.briefUsage, $0.summary) })
      + section("steps on rows, after |", RowStage.documented.map { ($0.usage, $0.summary) })
  }

  /// The actions of each group, by its title.
  var groups: [(title: String, signatures: [Signature])] {
    ActionGroup.allCases.map { ($0.rawValue, signatures(of: $0)) }
  }

  private func signatures(of group: ActionGroup) -> [Signature] {
    catalog.signatures.filter { $0.group == group.rawValue }
  }

  private func verbs(of signatures: [Signature]) -> [String] {
    var seen: Set<String> = []
    let verbs = signatures.map(\.preferredVerb).filter { seen.insert($0).inserted }
    // Verbs of one word are the usual ones.
    return verbs.filter { !$0.contains(" ") } + verbs.filter { $0.contains(" ") }
  }

  /// As many of the verbs as these lines have room for.
  private func firstLines(_ count: Int, of verbs: [String]) -> String {
    var lines = [""]
    for verb in verbs {
      let longer = lines[lines.count - 1] + (lines[lines.count - 1].isEmpty ? "" : "  ") + verb
      // The mark of what is left out needs room, too.
      if longer.cellWidth <= width - Self.titleWidth - 4 { lines[lines.count - 1] = longer } else { lines.append(verb) }
    }
    let indent = String(repeating: " ", count: Self.titleWidth + 2)
    return lines.prefix(count).joined(separator: "\n" + indent) + (lines.count > count ? " …" : "")
  }
}
