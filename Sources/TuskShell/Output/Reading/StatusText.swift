import JSONValue
import TuskCommon
import XCallbackURL

/// A status for reading: who wrote it and when, its text, and its parts.
struct StatusText {
  let style: ReadingStyle
  /// Whether it is shown alone: with the text behind a content warning, and all that is known of it.
  var isWhole = false
  /// The number in front, which names it, so that its reference is not shown.
  var number: Int?
  /// Whether it is part of another one, and has neither.
  var isPart = false
  /// Where filters apply to the list that it is in.
  var contexts: [String] = []

  /// What a list knows about one of its statuses.
  struct Surroundings {
    /// Who boosted it in the same list, the first one first.
    var boosters: [String] = []
    /// The status that it replies to, if that is in the list.
    var parent: JSON.Object?
    /// Whether the tree of a thread shows what it replies to.
    var isBelowParent = false
  }

  /// The lines of a status.
  func lines(of row: JSON.Object, in surroundings: Surroundings = Surroundings()) -> [String] {
    guard !style.isPlain else {
      return PlainStatus(style: style, isWhole: isWhole, number: number, isPart: isPart, filters: filters(of: row))
        .lines(
          of: row, in: surroundings)
    }
    let status = row["boost"]?.object ?? row
    let counts = counts(of: status)
    let (head, hasCounts) = head(of: status, counts)
    return boostLine(of: row, surroundings.boosters)
      + (surroundings.isBelowParent ? [] : replyLine(of: status, surroundings.parent)) + head
      + body(of: status) + (isWhole ? origin(of: status) : []) + lastLine(of: row, hasCounts ? "" : counts)
  }

  private func boostLine(of row: JSON.Object, _ others: [String]) -> [String] {
    guard row["boost"] != nil else { return [] }
    let names = others.isEmpty ? [row["account"]?.handle ?? "somebody"] : others
    return style.hanging("", "↻ \(names.phrase) boosted\([style.age(row["posted"]?.int)].behindDots)", .dim)
  }

  private func replyLine(of status: JSON.Object, _ parent: JSON.Object?) -> [String] {
    guard let id = status["inReplyTo"]?.string else { return [] }
    if let parent, let handle = parent.writer?.handle {
      let lead = "↳ to \(handle) "
      let text = style.snippet(parent.beginning, cells: min(style.width - lead.cellWidth - 2, 40))
      return style.hanging("", lead + text, .dim)
    }
    let isOwn = status["inReplyToAccount"] == status.writer?["id"]
    let name = status["inReplyToUsername"]?.string.map { "@\(TerminalText.field($0))" }
    return style.hanging("", "↳ to \(name ?? (isOwn ? "their own " : "") + "status:\(TerminalText.field(id))")", .dim)
  }

  // The head.

  /// The name is cut before anything else; a name that another command needs never is.
  ///
  /// - Returns: the lines, and whether there was room for the counts.
  private func head(of status: JSON.Object, _ counts: String) -> (lines: [String], hasCounts: Bool) {
    let handle = status.writer?.handle ?? ""
    let name = name(of: status.writer, handle)
    let facts = facts(of: status)
    let rest = facts.behindDots
    let room = style.width - handle.cellWidth - rest.cellWidth - 2
    guard room >= min(name.cellWidth, 4) else {
      let lines = style.hanging("", handle) + style.hanging("", facts.joined(separator: " · "), .dim)
      return ([style.paint(name.truncated(toCells: style.width), .bold)] + lines, false)
    }
    let cut = name.truncated(toCells: room)
    let line = "\(style.paint(cut, .bold))  \(handle)\(style.paint(rest, .dim))"
    let gap = room - cut.cellWidth - counts.cellWidth
    guard number != nil || isPart, gap >= 2 else { return ([line], false) }
    return ([line + (counts.isEmpty ? "" : String(repeating: " ", count: gap) + painted(counts))], true)
  }

  /// The display name, or the beginning of the account name where there is none.
  private func name(of author: JSON?, _ handle: String) -> String {
    let shown = TerminalText.field(author?["displayName"]?.string ?? "")
    return shown.allSatisfy(\.isWhitespace) ? String(handle.dropFirst().prefix { $0 != "@" }) : shown
  }

  private func facts(of status: JSON.Object) -> [String] {
    let visibility = Self.visibility(of: status)
    let language = status["language"]?.string.flatMap { $0 == style.language ? nil : $0 }
    return [
      style.age(status["posted"]?.int), visibility, status["edited"] == nil ? nil : "edited", language,
      status["pinned"] == true ? "pinned" : nil, status["muted"] == true ? "muted" : nil,
    ].compactMap { $0.map(TerminalText.field) }.filter { !$0.isEmpty }
  }

  /// Who can see a status, where that is not everybody.
  static func visibility(of status: JSON.Object) -> String? {
    status["visibility"]?.string.map { words[$0] ?? $0 }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The usual visibility goes without saying.
  private static let words = ["public": "", "private": "followers", "mutuals_only": "mutuals"]

  /// How many replied, boosted and favorited, and what you did yourself.
  private func counts(of status: JSON.Object) -> String {
    func part(_ name: String, _ noun: String, plural: String? = nil, _ mark: String = "", by own: String = "")
      -> String?
    {
      let (count, isOwn) = (status[name]?.int ?? 0, status[own] == true)
      let words = [count > 0 ? count.counting(noun, plural: plural) : nil, isOwn ? mark : nil].compactMap(\.self)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
    return [
      part("replies", "reply", plural: "replies"), part("boosts", "boost", "↻", by: "boosted"),
      part("favorites", "favorite", "★", by: "favorited"), part("", "", "⚑", by: "bookmarked"),
    ].compactMap(\.self).joined(separator: "  ")
  }

  private func painted(_ counts: String) -> String {
    var (shown, plain) = ("", "")
    for character in counts {
      guard ["↻", "★", "⚑"].contains(character) else {
        plain.append(character)
        continue
      }
      shown += style.paint(plain, .dim) + style.paint(String(character), .own)
      plain = ""
    }
    return shown + style.paint(plain, .dim)
  }

  /// Its reference where no number names it, and the counts that the head has no room for.
  private func lastLine(of row: JSON.Object, _ counts: String) -> [String] {
    let id = reference(.status, row) ?? ""
    let lines =
      [id].filter { !$0.isEmpty }.flatMap { style.hanging("", $0, .dim) }
      + (counts.isEmpty ? [] : counts.wrapped(toCells: style.width).map(painted))
    let isOneLine = id.cellWidth + 2 + counts.cellWidth <= style.width
    return isOneLine && lines.count > 1 ? [lines.joined(separator: "  ")] : lines
  }

  /// The reference to a record, where no number names it.
  func reference(_ kind: ReferenceKind, _ row: JSON.Object) -> String? {
    number != nil || isPart ? nil : row["id"]?.string.map { "\(kind.rawValue):\(TerminalText.field($0))" }
  }

  // The body.

  private func body(of status: JSON.Object) -> [String] {
    if let filters = filters(of: status) {
      return style.hanging("", "— filtered: \(TerminalText.field(filters)) (\(command(for: status)) shows it) —", .dim)
    }
    let warning = status["cw"]?.string ?? ""
    let hint = isWhole ? "" : "  (\(command(for: status)) shows it)"
    let lead = warning.isEmpty ? [] : style.hanging("⚠ ", TerminalText.field(warning) + hint)
    guard warning.isEmpty || isWhole else { return lead }
    return lead + style.lines(of: status["text"]?.string ?? "").withoutBlankEnds
      + StatusParts(style: style, isWhole: isWhole).lines(of: status)
  }

  /// The command that shows it whole.
  private func command(for status: JSON.Object) -> String {
    if let number { return "get \(number)" }
    return "get status:\(TerminalText.field(status["id"]?.string ?? ""))"
  }

  /// The filters that hide it in a list; `nil` if none does.
  private func filters(of row: JSON.Object) -> String? {
    isWhole ? nil : HiddenText(contexts: contexts, now: style.now).filters(of: row)
  }

  /// When it was posted, with what, and where it is.
  private func origin(of status: JSON.Object) -> [String] {
    let facts = [
      status["posted"]?.int.map(LocalTime.text), status["application"]?.string, status["url"]?.string,
    ].compactMap { $0.map(TerminalText.field) }
    return style.hanging("", facts.joined(separator: " · "), .dim)
  }
}

extension JSON.Object {
  /// The content warning of a status, or its text where there is none.
  var beginning: String {
    let warning = self["cw"]?.string ?? ""
    return warning.isEmpty ? self["text"]?.string ?? "" : "⚠ \(warning)"
  }

  /// The accounts in its names, as commands take them.
  var handles: [String] {
    (self["names"]?.array ?? []).compactMap { $0.string.map { "@\(TerminalText.field($0))" } }
  }

  /// The account that wrote the status.
  var writer: JSON? { self["author"] ?? self["account"] }
}

extension JSON {
  /// The name of an account as commands take it.
  var handle: String? { self["username"]?.string.map { "@\(TerminalText.field($0))" } }
}

extension Sequence<String?> {
  /// The facts that are known, each behind a dot: " · 2 h · direct".
  var behindDots: String { compactMap(\.self).map { " · \($0)" }.joined() }
}

extension [String] {
  /// The facts, each behind a dot.
  fileprivate var behindDots: String { map(Optional.some).behindDots }

  /// The names as people say them: "bob and eve", "bob, eve and 3 others".
  var phrase: String { phrase(of: count) }

  /// - Parameter count: how many there are, of which these are known.
  func phrase(of count: Int) -> String {
    let known = prefix(2)
    guard count > known.count else { return known.joined(separator: " and ") }
    return known.joined(separator: ", ") + " and " + (count - known.count).counting("other")
  }

  /// The lines without blank ones at both ends.
  var withoutBlankEnds: [String] {
    Array(drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed())
  }
}
