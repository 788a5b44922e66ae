import TuskLanguage
import XCallbackURL

/// A group of the overview of verbs, in which what people use first is at the front.
///
/// The groups are set by hand; a test compares them with the catalog.
struct HelpGroup: Sendable {
  let name: String
  /// Verbs, each in one group, and nouns that include all verbs which begin with them: `lists`, `get`.
  let entries: [String]
  /// The help that the row of the group leads to besides; `nil` if there is none.
  let lead: String?
  /// Whether the overview has a row for it.
  let isInOverview: Bool

  private init(_ name: String, _ entries: String, lead: String? = nil, isInOverview: Bool = true) {
    self.name = name
    self.entries = entries.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    self.lead = lead
    self.isInOverview = isInOverview
  }

  /// Every group, in the order of the overview.
  static let all = [
    HelpGroup(
      "reading",
      """
      home, notifications, thread, profile, search, tag, local, public, bookmarks, favorites, conversations, statuses,
      timeline, stream, unread, dismiss, mark read, show, get, edits, quotes, boosters, favoriters, reactions, preview,
      markers, accept notifications
      """),
    HelpGroup(
      "writing", "post, reply, edit, delete, redraft, schedule, scheduled, reschedule, cancel, upload, alt"),
    HelpGroup(
      "acting",
      """
      fav, boost, bookmark, vote, pin, translate, quote, react, unfav, unboost, unbookmark, unpin, unreact, revoke quote
      """),
    HelpGroup(
      "people",
      """
      follow, mute, block, report, followers, following, requests, note, relation, unfollow, unmute, unblock, accept,
      reject, suggestions, endorse, unendorse, endorsed, mutes, blocks, domain blocks, remove follower, familiar,
      directory, forget suggestion
      """),
    HelpGroup(
      "sorting",
      "lists, filters, collections, followed tags, feature, unfeature, featured tags, suggested tags"),
    HelpGroup("moving", "export, import, download, jobs, undo, changes, call, apps, open"),
    HelpGroup(
      "yours",
      """
      me, profile set, profile remove, preferences, accounts, tokens, revoke, push, interaction requests, annual reports
      """),
    HelpGroup(
      "server",
      """
      rules, trends, announcements, can, features, about, get instance, emojis, languages, activity, peers,
      instance blocks, privacy, terms, translation languages
      """,
      lead: "moderation: help moderation"),
    HelpGroup(
      "language",
      """
      for, if, let, once, def, where, order by, take, test, every, at, as, while, try, return, expect, param, run,
      attempt, print, ask, read, wait, next, stop, exit, source, help, skip, unique by, group by, pick, total, split,
      join, replace, match, lower, upper, trim, cut, now, format, parse, round, min, max, json, rows, glob, record,
      posted, set rate
      """,
      lead: "keys: help prompt"),
    HelpGroup(
      "moderation",
      """
      reports, resolve, assign, moderate, reopen, unassign, report change, unfreeze, unsilence, unsuspend, unsensitize,
      admin
      """,
      isInOverview: false),
  ]

  static func named(_ name: String) -> HelpGroup? { all.first { $0.name == name } }

  /// The entry that includes a verb: the verb itself, or else the longest noun with which it begins, which may be a
  /// plural; `nil` if there is none.
  static func entry(for verb: String) -> String? {
    if known.contains(verb) { return verb }
    let words = verb.split(separator: " ")
    let beginnings = words.indices.reversed().map { words[...$0].joined(separator: " ") }
    return beginnings.first(where: known.contains) ?? beginnings.map { $0 + "s" }.first(where: known.contains)
  }

  private static let known = Set(all.flatMap(\.entries))
}

extension HelpText {
  /// The verbs of a group with a line each.
  func page(of group: HelpGroup) -> String {
    let steps = RowStage.documented.filter { group.entries.contains($0.words) }
    return columns(group.entries.flatMap { rows(for: $0) })
      + section("steps on rows, after |", steps.map { ($0.usage, $0.summary) })
  }

  /// The verbs that a noun includes besides itself, for the end of its page.
  func furtherVerbs(of noun: String) -> String {
    let shown = catalog.signatures(verb: noun).map(\.preferredVerb) + [noun]
    return section("more verbs", rows(for: noun) { !shown.contains($0) })
  }

  /// The verbs that an entry includes, and their summaries.
  private func rows(for entry: String, where isWanted: (String) -> Bool = { _ in true }) -> [(String, String)] {
    var rows: [(String, String)] = []
    for keyword in Keyword.documented where keyword.word == entry && isWanted(entry) {
      rows.append((keyword.usage[0], keyword.summary))
    }
    for signature in Catalog.own.signatures + catalog.signatures {
      let verb = signature.preferredVerb
      if HelpGroup.entry(for: verb) == entry, isWanted(verb) { rows.append((signature.briefUsage, signature.summary)) }
    }
    return rows
  }
}
