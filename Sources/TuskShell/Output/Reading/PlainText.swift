import JSONValue
import TuskCommon

/// A status in sentences, for screen readers and for terminals that draw nothing.
struct PlainStatus {
  let style: ReadingStyle
  let isWhole: Bool
  let number: Int?
  /// Whether it is part of another one, and has no reference.
  let isPart: Bool
  /// The filters that hide it.
  let filters: String?

  func lines(of row: JSON.Object, in surroundings: StatusText.Surroundings) -> [String] {
    let status = row["boost"]?.object ?? row
    let reference = number != nil || isPart ? nil : row["id"]?.string.map { "status:\($0)" }
    let sentences = [
      boosted(row, surroundings.boosters), head(of: status), reply(of: status, surroundings.parent),
    ]
    let body = hidden(status) ?? (text(of: status) + parts(of: status))
    return style.wrapped((sentences + [body, counts(of: status), reference]).sentences)
  }

  private func boosted(_ row: JSON.Object, _ others: [String]) -> String? {
    guard row["boost"] != nil else { return nil }
    let names = others.isEmpty ? [row["account"]?.handle ?? "somebody"] : others
    return "\(names.map(PlainText.spokenName).phrase) boosted"
  }

  private func head(of status: JSON.Object) -> String {
    let writer = status.writer
    let name = TerminalText.field(writer?["displayName"]?.string ?? "")
    let handle = PlainText.spokenName(writer?.handle ?? "")
    let visibility = StatusText.visibility(of: status)
    let facts = [
      style.age(status["posted"]?.int).map(PlainText.spokenAge), visibility, status["edited"] == nil ? nil : "edited",
    ].compactMap { $0 }
    return ([name.isEmpty ? handle : "\(name) (\(handle))"] + facts).joined(separator: ", ")
  }

  private func reply(of status: JSON.Object, _ parent: JSON.Object?) -> String? {
    guard status["inReplyTo"] != nil else { return nil }
    let handle = parent?.writer?.handle
    let name = handle ?? status["inReplyToUsername"]?.string.map { "@\($0)" }
    return "Reply to \(name.map { PlainText.spokenName(TerminalText.field($0)) } ?? "a status")"
  }

  /// The warning that hides the text in a list.
  private func hidden(_ status: JSON.Object) -> String? {
    if let filters { return "Filtered: \(filters), text hidden" }
    guard let warning = status["cw"]?.string, !warning.isEmpty else { return nil }
    return "Warning: \(warning)" + (isWhole ? ". " + text(of: status) + parts(of: status) : ", text hidden")
  }

  private func text(of status: JSON.Object) -> String {
    (status["text"]?.string ?? "").onOneLine
  }

  private func parts(of status: JSON.Object) -> String {
    let quote = status.hiddenQuoteState == nil ? status["quote"]?.object : nil
    var own = status
    own["quote"] = nil
    if quote != nil { own["quoteState"] = nil }
    let lines = StatusParts(style: style, isWhole: isWhole).lines(of: own)
    let quoted = quote.map { quote in
      let part = PlainStatus(style: style, isWhole: isWhole, number: nil, isPart: !isWhole, filters: nil)
      return "Quotes " + part.lines(of: quote, in: .init()).joined(separator: " ")
    }
    let texts = lines.map(\.onOneLine)
    return (texts.isEmpty ? "" : " " + texts.joined(separator: "; ")) + (quoted.map { ". \($0)" } ?? "")
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
  /// Words without the mark in front of them: "favorited" for "★ favorited".
  static func withoutMark(_ words: String) -> String { String(words.drop { "★↻⚑↳ ".contains($0) }) }

  /// "@bob@s.example" as "bob at s.example".
  static func spokenName(_ handle: String) -> String {
    guard handle.first == "@", handle.count > 1 else { return handle }
    return String(handle.dropFirst()).replacing("@", with: " at ", maxReplacements: 1)
  }

  private static let units = ["m": "minute", "h": "hour", "d": "day"]

  /// "2 h" as "2 hours ago".
  static func spokenAge(_ age: String) -> String {
    let parts = age.split(separator: " ")
    guard parts.count == 2, let count = Int(parts[0]), let unit = units[String(parts[1])] else { return age }
    return "\(count.counting(unit)) ago"
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
