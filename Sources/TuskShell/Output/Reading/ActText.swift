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
  /// The account that the command named, which must undo it, too.
  var account: String?

  /// The least room that a text is worth.
  private static let leastText = 20

  /// The lines; `nil` if the answer shows its record.
  func lines() -> [String]? {
    guard let declared = result.signature.done else { return nil }
    let isNeedless = result.restoration?.isNeedless ?? false
    let plain = style.isPlain || isNeedless ? PlainText.withoutMark(declared) : declared
    let done = isNeedless ? "already \(plain)" : plain
    // The opposite alone would not restore the settings.
    let undo = isNeedless || result.restoration?.urls != nil ? "" : undo.map { " (undo: \($0))" } ?? ""
    let named = Self.withoutText(done, isAboutSubject: result.signature.subject != nil)
    let words = fitted(done, behind: undo) ?? sentence(named, textIn: Self.leastText) ?? Self.beginning(of: done)
    return style.hanging("", words + undo)
  }

  /// The words with as much of the text as there is room for.
  private func fitted(_ done: String, behind undo: String) -> String? {
    guard let shortest = sentence(done, textIn: Self.leastText) else { return nil }
    let room = style.width - undo.cellWidth - shortest.cellWidth + Self.leastText
    return sentence(done, textIn: max(room, Self.leastText))
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

  /// The words for an answer that lacks the text: the request names what it was done to, and a new status has a page.
  private static func withoutText(_ done: String, isAboutSubject: Bool) -> String {
    let isNew = !isAboutSubject || done.contains("{subject}") || done.contains("{recipients}")
    return done.replacing("{author}: {text}", with: "{subject}")
      .replacing("{text}", with: isNew ? "{statusURL}" : "{subject}")
  }

  /// The words before the first value.
  private static func beginning(of done: String) -> String {
    String(done.prefix { !"{[".contains($0) }.reversed().drop { " :".contains($0) }.reversed())
  }

  // The values.

  private func value(of name: String, textIn cells: Int) -> String? {
    guard name != "subject" else { return subject }
    if name == "recipients" { return recipients ?? subject }
    if name == "text", let text {
      // Media alone are named by their author or their page.
      let isNamed = result.signature.done?.contains("{author}") == true
      return text.isEmpty && !isNamed ? nil : style.snippet(text, cells: cells)
    }
    if let value = result.item?[name] ?? result.data[name] { return shown(value, name, cells) }
    switch name {
    case "username": return subject
    case "statusURL":
      return (result.item?["statusID"] ?? result.data["statusID"])?.string.map { "status:\(TerminalText.field($0))" }
    default: return given(name)
    }
  }

  /// The text of the status, or its warning; a reply without the mentions that begin it. `nil` if the answer has none.
  private var text: String? {
    guard let status = result.item, status["text"] != nil else { return nil }
    let (text, names) = (status.beginning, leadingNames)
    guard text.hasPrefix("@"), !names.isEmpty else { return text }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).dropFirst(names.count)
    return words.isEmpty ? text : words.joined(separator: " ")
  }

  /// Whom a reply mentions before its text.
  private var recipients: String? {
    leadingNames.isEmpty ? nil : leadingNames.map { style.name(TerminalText.field($0)) }.joined(separator: " ")
  }

  /// The mentions with which the text of a reply begins.
  private var leadingNames: [String] {
    guard result.signature.done?.contains("{recipients}") == true else { return [] }
    let words = (result.item?["text"]?.string ?? "").split(separator: " ", omittingEmptySubsequences: false)
    return words.prefix { $0.hasPrefix("@") && $0.count > 1 && !$0.contains(where: \.isNewline) }.map(String.init)
  }

  /// The values of a parameter, identifiers with their kind.
  private func given(_ name: String) -> String? {
    let texts = result.url.pairs.filter { $0.name == name }.compactMap(\.value).map(TerminalText.field)
    guard case .identifier(let kind)? = result.signature.parameter(named: name)?.type, kind == .status else {
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
    return texts.isEmpty ? nil : texts.map { "\(kind.rawValue):\($0)" }.joined(separator: ", ")
  }

  private func shown(_ value: JSON, _ name: String, _ cells: Int) -> String? {
    switch result.signature.record?.field(name)?.kind
      ?? result.signature.results.first(where: { $0.name == name })?.kind
    {
    case .acct: value.string.map { style.name("@\(TerminalText.field($0))") }
    case .record: value.handle.map(style.name)
    case .time: value.int.map { LocalTime.ahead($0, now: style.now) }
    case .prose: value.string.map { style.snippet($0, cells: cells) }
    default: TerminalText.field(value.string ?? value.text)
    }
  }

  /// The subject as a person writes it.
  private var subject: String? {
    guard let subject = result.signature.subject, let given = subject.given(in: result.url.pairs),
      let text = given.value.map(TerminalText.field)
    else { return nil }
    switch given.name {
    case subject.acct: return style.name("@\(text)")
    case subject.url: return text
    default:
      return subject.kind == .domain ? text : subject.kind == .tag ? "#\(text)" : "\(subject.kind.rawValue):\(text)"
    }
  }

  /// The command that undoes it, where what it names is short, by the account that did it.
  private var undo: String? {
    guard case .reversible(let action?) = result.signature.effect, action != result.signature.action,
      let kind = result.signature.subject?.kind, [.account, .domain, .tag].contains(kind),
      let opposite = catalog.signatures.first(where: { $0.action == action }), opposite.subject?.kind == kind,
      let reference = reference(kind)
    else { return nil }
    return ([opposite.preferredVerb, reference] + (account.map { ["as=\($0)"] } ?? [])).joined(separator: " ")
  }

  /// What it was done to as one word of a line, whatever a server calls it.
  private func reference(_ kind: ReferenceKind) -> String? {
    if let handle = result.item.map(JSON.object)?.handle, let name = ShownRows.Reference(kind, handle) {
      return name.text
    }
    let subject = result.signature.subject
    guard let given = subject?.given(in: result.url.pairs), let text = given.value else { return nil }
    let written = given.name == subject?.acct ? "@\(text)" : "\(kind.rawValue):\(text)"
    if kind == .tag { return ShownRows.Reference(kind, text).map { "#\($0.text)" } }
    return given.name == subject?.url ? nil : ShownRows.Reference(kind, written)?.text
  }
}
