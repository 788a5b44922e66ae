import JSONValue
import TuskCommon

/// What you and another account are to each other, in words.
struct RelationText {
  let style: ReadingStyle

  func lines(of row: JSON.Object) -> [String] {
    let handle =
      JSON.object(row).handle.map(style.name) ?? row["id"]?.string.map { "account:\(TerminalText.field($0))" }
    let note = (row["note"]?.string).map { style.hanging("note: ", TerminalText.field($0)) } ?? []
    return style.hanging("", [handle, Self.words(of: row)].compactMap(\.self).joined(separator: ": ")) + note
  }

  /// What each does, that of the other one first.
  static func words(of row: JSON.Object) -> String {
    let known = ties.filter { row[$0.field] == true }.map { $0.words(row) }
    return known.isEmpty ? "you do not follow each other" : known.joined(separator: "; ")
  }

  private static let ties: [(field: String, words: @Sendable (JSON.Object) -> String)] = [
    ("followedBy", { _ in "follows you" }), ("requestedBy", { _ in "asked to follow you" }),
    ("blockedBy", { _ in "blocks you" }), ("following", following), ("requested", { _ in "you asked to follow" }),
    ("muting", { $0["mutingNotifications"] == true ? "you mute it and its notifications" : "you mute it" }),
    ("blocking", { _ in "you block it" }), ("blockingDomain", { _ in "you block its server" }),
    ("endorsed", { _ in "you feature it on your profile" }),
  ]

  @Sendable private static func following(_ row: JSON.Object) -> String {
    let languages = (row["languages"]?.array ?? []).compactMap(\.string)
    return [
      "you follow", row["boosts"] == false ? "without boosts" : "with boosts",
      row["notify"] == true ? "and are notified" : nil,
      languages.isEmpty ? nil : "only in \(TerminalText.field(languages.joined(separator: ", ")))",
    ].compactMap(\.self).joined(separator: ", ")
  }
}
