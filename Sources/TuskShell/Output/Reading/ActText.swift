import JSONValue
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// What an act did, in words: what its action declares, with the values of the answer.
struct ActText {
  let style: ReadingStyle
  let result: ActionResult
  let catalog: Catalog

  /// The least room that a text is worth.
  private static let leastText = 20

  /// The lines; `nil` if the answer shows its record.
  func lines() -> [String]? {
    guard let done = result.signature.done else { return nil }
    let undo = undo.map { " (undo: \($0))" } ?? ""
    let room = style.width - undo.cellWidth
    let known = sentence(done, textIn: Self.leastText).map { sentence in
      let taken = sentence.cellWidth - Self.leastText - 2
      return self.sentence(done, textIn: max(room - taken - 2, Self.leastText)) ?? sentence
    }
    let words = known ?? Self.beginning(of: done) + [subject].compactMap(\.self).joined()
    return style.hanging("", style.isPlain ? PlainText.spoken(words + undo) : words + undo)
  }

  /// The declared words, without the parts in brackets whose values are missing; `nil` if another value is.
  private func sentence(_ done: String, textIn cells: Int) -> String? {
    var sentence = ""
    for (index, part) in done.split(separator: "[", omittingEmptySubsequences: false).enumerated() {
      let ends = part.split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let isOptional = index > 0
      guard let words = filled(ends[0], textIn: cells) ?? (isOptional ? "" : nil) else { return nil }
      guard let rest = ends.dropFirst().first.map({ filled($0, textIn: cells) }) ?? "" else { return nil }
      sentence += words + rest
    }
    return sentence
  }

  private func filled(_ words: String, textIn cells: Int) -> String? {
    guard let template = RecordTemplate(words) else { return nil }
    var filled = ""
    for part in template.parts {
      switch part {
      case .text(let text): filled += text
      case .field(let path):
        guard let value = value(of: path.text, textIn: cells) else { return nil }
        filled += value
      }
    }
    return filled
  }

  /// The words before the first value.
  private static func beginning(of done: String) -> String { String(done.prefix { !"{[".contains($0) }) }

  // The values.

  private func value(of name: String, textIn cells: Int) -> String? {
    guard name != "subject" else { return subject }
    if name == "text", let status = result.item, status["text"] != nil {
      return style.snippet(status.beginning, cells: cells)
    }
    if let value = result.item?[name] ?? result.data[name] { return shown(value, name, cells) }
    let given = result.url.pairs.filter { $0.name == name }.compactMap(\.value)
    return given.isEmpty ? nil : given.map(TerminalText.field).joined(separator: ", ")
  }

  private func shown(_ value: JSON, _ name: String, _ cells: Int) -> String? {
    switch result.signature.record?.field(name)?.kind
      ?? result.signature.results.first(where: { $0.name == name })?.kind
    {
    case .acct: value.string.map { "@\(TerminalText.field($0))" }
    case .record: value.handle
    case .time: value.int.map { LocalTime.ahead($0, now: style.now) }
    case .prose: value.string.map { style.snippet($0, cells: cells) }
    default: TerminalText.field(value.string ?? value.text)
    }
  }

  /// The subject as a person writes it.
  private var subject: String? {
    guard let subject = result.signature.subject else { return nil }
    let given = result.url.pairs.first { subject.alternatives.contains($0.name) }
    guard let given, let text = given.value.map(TerminalText.field) else { return nil }
    switch given.name {
    case subject.acct: return "@\(text)"
    case subject.url: return text
    default:
      return subject.kind == .domain ? text : subject.kind == .tag ? "#\(text)" : "\(subject.kind.rawValue):\(text)"
    }
  }

  /// The command that undoes it, where what it names is short.
  private var undo: String? {
    guard case .reversible(let action?) = result.signature.effect, action != result.signature.action,
      let kind = result.signature.subject?.kind, [.account, .domain, .tag].contains(kind),
      let opposite = catalog.signatures.first(where: { $0.action == action }), opposite.subject?.kind == kind
    else { return nil }
    let name = result.item.map(JSON.object)?.handle
    return [opposite.preferredVerb, name ?? subject ?? ""].joined(separator: " ")
  }
}
