import TuskActions
import TuskCommon
import TuskLanguage
import XCallbackURL

/// The search for verbs, parameters and topics of help.
extension HelpText {
  /// What has all of the words in its names or its summary, one line each: verbs, then parameters, then topics.
  ///
  /// - Returns: nothing if nothing has them.
  func search(_ words: [String]) -> String {
    let words = words.map { $0.lowercased() }
    let found = ranked(verbEntries, words) + ranked(parameterEntries(words), words) + ranked(topicEntries, words)
    let margin = min(found.map(\.title.cellWidth).max() ?? 0, 36, width / 2)
    return found.map { entry in
      // A longer name takes some of the room of its summary.
      let title = entry.title.cellWidth > margin ? entry.title : entry.title.padded(toCells: margin)
      return "\(title)  \(entry.summary)".truncated(toCells: width) + "\n"
    }.joined()
  }

  /// Something that can be found.
  private struct SearchEntry {
    let title: String
    let summary: String
    /// The names that are searched besides the title.
    var names: [String] = []

    /// How well the words match: 0 at beginnings of words of the names, 1 at those of the summary, 2 within words;
    /// `nil` if one of them is missing.
    func rank(for words: [String]) -> Int? {
      let names = ([title] + names).joined(separator: " ").lowercased()
      let all = names + " " + summary.lowercased()
      guard words.allSatisfy({ Self.has($0, in: all) }) else { return nil }
      if words.allSatisfy({ Self.begins($0, in: names) }) { return 0 }
      return words.allSatisfy { Self.begins($0, in: all) } ? 1 : 2
    }

    /// Whether a text has a word; a short one is within too many others, as 'dm' is in 'admin'.
    private static func has(_ word: String, in text: String) -> Bool {
      word.count <= 3 ? begins(word, in: text) : text.contains(word)
    }

    private static func begins(_ word: String, in text: String) -> Bool {
      if text.hasPrefix(word) { return true }
      return [" ", "-", "'", "(", "\\"].contains { text.contains($0 + word) }
    }
  }

  /// The entries that match, the best first and otherwise in their order.
  private func ranked(_ entries: [SearchEntry], _ words: [String]) -> [SearchEntry] {
    let ranks = entries.map { $0.rank(for: words) }
    return (0...2).flatMap { rank in zip(entries, ranks).filter { $0.1 == rank }.map(\.0) }
  }

  private var verbEntries: [SearchEntry] {
    let actions = catalog.signatures.map { signature in
      SearchEntry(
        title: signature.preferredVerb, summary: signature.summary,
        names: signature.verbs + [signature.action] + signature.elsewhere.map(\.word))
    }
    let own = Catalog.own.signatures.map { SearchEntry(title: $0.action, summary: $0.summary) }
    let keywords = Keyword.documented.map { SearchEntry(title: $0.word, summary: $0.summary) }
    let steps = RowStage.documented.map { SearchEntry(title: "| \($0.words)", summary: $0.summary) }
    let prompt = PromptCommand.all.map { SearchEntry(title: $0.usage, summary: $0.summary) }
    return actions + own + keywords + steps + prompt
  }

  /// The parameters in which one of the words is, each with the first verb that has it, and those of every verb.
  private func parameterEntries(_ words: [String]) -> [SearchEntry] {
    var seen: Set<String> = []
    var entries: [SearchEntry] = []
    for signature in catalog.signatures + Catalog.own.signatures {
      let verb = signature.preferredVerb
      let subject = signature.subject?.alternatives ?? []
      for parameter in signature.parameters where !subject.contains(parameter.name) {
        let texts = [parameter.name, parameter.summary.lowercased()] + parameter.synonyms
        // Otherwise the name of a verb would find all of its parameters.
        guard words.contains(where: { word in texts.contains { $0.contains(word) } }),
          seen.insert("\(parameter.title) \(parameter.summary)").inserted
        else { continue }
        entries.append(
          SearchEntry(title: "\(verb) \(parameter.title)", summary: parameter.summary, names: parameter.synonyms))
      }
    }
    let shared = Parameter.common + Parameter.lists
    return entries + shared.map { SearchEntry(title: $0.title, summary: $0.summary, names: $0.synonyms) }
  }

  private var topicEntries: [SearchEntry] {
    let groups = HelpGroup.all.map { group in
      SearchEntry(title: "help \(group.name)", summary: "Describes the verbs of this group.")
    }
    let records = records.map { record in
      SearchEntry(title: "help records \(record.name)", summary: "Describes the fields of this record.")
    }
    let others = [
      SearchEntry(title: "help options", summary: "Describes the options of every action."),
      SearchEntry(title: "help pipelines", summary: "Describes the steps after |, with examples."),
      SearchEntry(title: "help prompt", summary: "Lists the commands and the keys of the prompt."),
    ]
    return groups + records + others
  }
}

extension Parameter {
  /// The name as it is written before a value.
  fileprivate var title: String { type == .boolean ? "--\(name)" : "\(name)=" }
}

extension Shell {
  /// Shows the verbs, parameters and topics that have these words.
  func search(for words: [String]) -> ExitCode {
    let found = help.search(words)
    guard !found.isEmpty else {
      let typed = words.joined(separator: " ")
      return reporter(isScript: false).report(
        "nothing is found for '\(typed)'; try fewer words or only their beginnings, or 'help all'", .usage)
    }
    streams.write(found)
    return streams.exitCode
  }
}
