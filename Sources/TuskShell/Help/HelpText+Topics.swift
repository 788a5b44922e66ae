import TuskActions
import TuskCommon
import TuskLanguage
import XCallbackURL

/// Help on many verbs: the overview, which fits one screen, and the topics that it leads to.
extension HelpText {
  private static let recordPrefix = "records "
  private static let titleWidth = 10
  /// How many rows a group has at most, so that all of them fit one screen.
  private static let groupRows = 2

  /// The first verbs of each group, and what leads on.
  package func overview() -> String {
    let indent = "\n" + String(repeating: " ", count: Self.titleWidth + 2)
    let groups = HelpGroup.all.filter(\.isInOverview).map { group in
      "  \(group.name.padded(toCells: Self.titleWidth))\(firstRows(of: group).joined(separator: indent))\n"
    }
    return groups.joined() + "\n"
      + columns([
        ("help VERB", "describes a verb: help post"),
        ("help GROUP", "lists its verbs with their meanings: help people"),
        ("help all", "lists every verb; also: help options, records, prompt"),
        (PromptCommand.apropos.usage, "finds verbs by what they do: \(PromptCommand.apropos.spelling) mute"),
      ])
  }

  /// The page of a group of verbs, of the options or of the prompt; `nil` if there is no such topic.
  func page(onTopic topic: String) -> String? {
    switch topic {
    case "all": return columns(catalog.signatures.map { ($0.briefUsage, $0.summary) }) + language
    case "options":
      return "every action accepts\n" + columns(Parameter.common.map { ($0.spelling, $0.summary) })
        + section("actions that return lists accept", Parameter.lists.map { ($0.spelling, $0.summary) })
    case "records": return recordsPage
    case "pipelines": return pipelines
    case _ where topic.hasPrefix(Self.recordPrefix):
      return records.first { $0.name == topic.dropFirst(Self.recordPrefix.count) }?.page
    case "prompt":
      return columns(PromptCommand.all.map { ($0.usage, $0.summary) })
        + section("settings", PromptSetting.all.map { ("\($0.name) \($0.usage)", $0.summary) })
        + section("files", Self.promptFiles)
        + section("keys", KeyFunction.documented.map { ($0.keys, $0.help) })
    default:
      return HelpGroup.named(topic).map { page(of: $0) }
    }
  }

  private static let promptFiles = [
    ("~/.config/tusk/settings", "the saved settings"),
    ("~/.config/tusk/init.tsk", "runs before the first line; it defines verbs, names and settings"),
  ]

  /// What help describes besides verbs.
  var topics: [(name: String, summary: String)] {
    let groups = HelpGroup.all.map { ($0.name, "a group of verbs") }
    let others = [
      ("all", "every verb"), ("options", "the options of every action"),
      ("pipelines", "the steps after |, with examples"),
      ("prompt", "the commands, settings and keys of the prompt"), ("records", "the records and their fields"),
    ]
    let records = catalog.records.keys.sorted().map { (Self.recordPrefix + $0, "the fields of this record") }
    return (groups + others + records).map { (name: $0.0, summary: $0.1) }
  }

  private var language: String {
    let forms = Keyword.documented.map { ($0.usage[0], $0.summary) }
    return section("the language", forms + Catalog.own.signatures.map { ($0.briefUsage, $0.summary) })
      + section("steps on rows, after |", RowStage.documented.map { ($0.usage, $0.summary) })
  }

  /// What can follow a `|`, and examples.
  private var pipelines: String {
    let others = [
      ("VERB [PARAMETERS]", "Acts on each row."),
      ("PROGRAM [WORD …]", "Gets the rows as lines of JSON, and runs on this machine."),
      ("> FILE", "Writes what is left to a file."),
    ]
    let examples = [
      "followers | where not bot | mute for=7d", "statuses --all | jq .url",
      "followers --all --csv | where statuses == 0 > quiet.csv",
    ]
    return "After a command that returns rows, each | gives them to the next step.\n"
      + section("steps on rows, after |", RowStage.documented.map { ($0.usage, $0.summary) })
      + section("at the end", others)
      + section("examples", (RowStage.documented.map(\.example) + examples).map { ($0, "") })
  }

  /// As many of the verbs as the rows of a group have room for, and what the group leads to.
  private func firstRows(of group: HelpGroup) -> [String] {
    let room = width - Self.titleWidth - 2
    let lead = group.lead.map { "   " + $0 } ?? ""
    var (rows, row) = ([String](), "")
    for entry in group.entries {
      let longer = row.isEmpty ? entry : row + "  " + entry
      // The mark of what is left out and the lead need room, too.
      let isLast = rows.count + 1 == Self.groupRows
      if row.isEmpty || longer.cellWidth <= (isLast ? room - 2 - lead.cellWidth : room) {
        row = longer
      } else if isLast {
        return rows + [row + " …" + lead]
      } else {
        rows.append(row)
        row = entry
      }
    }
    guard let text = group.lead, (row + lead).cellWidth > room else { return rows + [row + lead] }
    return rows + [row, text]
  }
}
