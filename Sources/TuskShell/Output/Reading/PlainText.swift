import JSONValue
import TuskCommon

/// A status in sentences, for screen readers and for terminals that draw nothing.
struct PlainStatus {
  let style: ReadingStyle
  let isWhole: Bool
  let number: Int?
  /// The filters that hide it.
  let hidden: String?

  func lines(of row: JSON.Object, in surroundings: StatusText.Surroundings) -> [String] {
    let status = row["boost"]?.object ?? row
    let reference = number != nil ? nil : row["id"]?.string.map { "status:\($0)" }
    let sentences = [
      boosted(row, surroundings.boosters), head(of: status), reply(of: status, surroundings.parent),
    ]
    let body = hidden(status) ?? (text(of: status) + parts(of: status))
    return style.wrapped((sentences + [body, counts(of: status), reference]).sentences)
  }

  private func boosted(_ row: JSON.Object, _ others: [String]) -> String? {
    guard row["boost"] != nil else { return nil }
    let names = others.isEmpty ? [row["account"]?.handle ?? "somebody"] : others
    return "\(PlainText.spoken(names.phrase)) boosted"
  }

  private func head(of status: JSON.Object) -> String {
    let writer = status["author"] ?? status["account"]
    let name = TerminalText.field(writer?["displayName"]?.string ?? "")
    let handle = PlainText.spoken(writer?.handle ?? "")
    let visibility = StatusText.visibility(of: status)
    let facts = [
      style.age(status["posted"]?.int).map(PlainText.spokenAge), visibility, status["edited"] == nil ? nil : "edited",
    ].compactMap { $0 }
    return ([name.isEmpty ? handle : "\(name) (\(handle))"] + facts).joined(separator: ", ")
  }

  private func reply(of status: JSON.Object, _ parent: JSON.Object?) -> String? {
    guard status["inReplyTo"] != nil else { return nil }
    let handle = parent.flatMap { ($0["author"] ?? $0["account"])?.handle }
    let name = handle ?? status["inReplyToUsername"]?.string.map { "@\($0)" }
    return "Reply to \(name.map { PlainText.spoken(TerminalText.field($0)) } ?? "a status")"
  }

  /// The warning that hides the text in a list.
  private func hidden(_ status: JSON.Object) -> String? {
    if let hidden { return "Filtered: \(hidden), text hidden" }
    guard let warning = status["cw"]?.string, !warning.isEmpty else { return nil }
    return "Warning: \(warning)" + (isWhole ? ". " + text(of: status) + parts(of: status) : ", text hidden")
  }

  private func text(of status: JSON.Object) -> String {
    (status["text"]?.string ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func parts(of status: JSON.Object) -> String {
    let lines = StatusParts(style: style, isWhole: isWhole).lines(of: status).map(PlainText.spoken)
    return lines.isEmpty
      ? ""
      : " "
        + lines.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        .joined(separator: "; ")
  }

  private func counts(of status: JSON.Object) -> String? {
    let counts = [
      ("replies", "reply", "replies"), ("boosts", "boost", "boosts"), ("favorites", "favorite", "favorites"),
    ].compactMap { field, one, many in
      (status[field]?.int).flatMap { $0 > 0 ? $0.counting(one, plural: many) : nil }
    }
    let own = ["favorited", "boosted", "bookmarked"].filter { status[$0] == true }.map { "\($0) by you" }
    return counts.isEmpty && own.isEmpty ? nil : (counts + own).joined(separator: ", ")
  }
}

/// What is drawn, in words.
enum PlainText {
  private static let marks: Set<Character> = [
    "★", "↻", "⚑", "▶", "✉", "✎", "→", "•", "☺", "▤", "▢", "▸", "│", "├", "└", "─", "█", "░", "○", "↳",
  ]
  private static let words: [Character: String] = ["⚠": "Warning:", "●": "your choice:", "✓": "(verified)"]

  /// A line without drawing characters, its facts behind commas, and account names as they are read aloud.
  static func spoken(_ line: String) -> String {
    let drawn = line.replacing(" · ", with: ", ").replacing("· ", with: "")
    let plain = drawn.filter { !marks.contains($0) }.map { words[$0] ?? String($0) }.joined()
    let named = plain.split(separator: " ").map { spokenName(String($0)) }
    let said = named.first.map { $0.count == 1 && "@?!+".contains($0) } ?? false ? named.dropFirst() : named[...]
    return said.joined(separator: " ").components(of: ", ").map(spokenAge).joined(separator: ", ")
  }

  /// "@bob@s.example" as "bob at s.example".
  private static func spokenName(_ word: String) -> String {
    guard word.first == "@", word.count > 1 else { return word }
    return String(word.dropFirst()).replacing("@", with: " at ", maxReplacements: 1)
  }

  private static let units = ["m": "minute", "h": "hour", "d": "day"]

  /// "2 h" as "2 hours ago".
  static func spokenAge(_ age: String) -> String {
    let parts = age.split(separator: " ")
    guard parts.count == 2, let count = Int(parts[0]), let unit = units[String(parts[1])] else { return age }
    return "\(count.counting(unit)) ago"
  }
}

extension String {
  fileprivate func components(of separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

extension [String?] {
  /// Each as a sentence of its own.
  fileprivate var sentences: String {
    compactMap(\.self).filter { !$0.isEmpty }.map { text in
      let isEnded = text.last.map { ".!?…:".contains($0) } ?? true
      return isEnded ? text : text + "."
    }.joined(separator: " ")
  }
}
