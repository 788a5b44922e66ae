import Fediverse
import JSONValue
import XCallbackURL

extension Server {
  /// A report as the server confirmed it.
  struct SentReport: Sendable {
    /// What the server answered; some servers confirm with nothing.
    let report: Report?
    let new: NewReport
  }

  /// The account's profile, the relation to it and its pinned statuses.
  func profile(of reference: AccountReference) async throws(Failure) -> Presentation {
    let view = try await account(reference)
    var page = Presentation.card(view, .profile, of: .account, whole: .account)
    let relations = try await attempt(await client.accounts.relationships([view.account.id]))
    if let relationship = relations.elements.first {
      let relation = RelationView(relationship: relationship, id: view.account.id, name: view.name, url: nil)
      page.sections += Presentation.card(relation, RecordOf.briefly, of: .account, whole: .onProfile).sections
    }
    page.sections += try await statuses(of: view)
    return page
  }

  /// The pinned and the latest statuses of an account, as far as it has any.
  private func statuses(of view: AccountView) async throws(Failure) -> [Presentation.Section] {
    var sections: [Presentation.Section] = []
    for (title, isPinned, count) in [("pinned", true, 20), ("latest", false, 5)] {
      var selection = Client.Accounts.Selection()
      selection.isPinned = isPinned ? true : nil
      let page = try await statuses(of: .id(view.account.id), selection, ListQuery(count: count), keepsHTML: false)
      guard !page.elements.isEmpty else { continue }
      sections.append(Presentation.section(title, page.elements, .page, of: .status, whole: .status))
    }
    return sections
  }

  func changeProfile(_ draft: ProfileDraft) async throws(Failure) -> AccountView {
    var changes = draft.changes
    if let avatar = draft.avatar { changes.avatar = try mediaFile(avatar) }
    if let header = draft.header { changes.header = try mediaFile(header) }
    if !draft.rows.isEmpty { changes.fields = try await rows(changedBy: draft.rows) }
    guard changes != ProfileChanges() else { throw .unchangedProfile() }
    let names = try await names()
    let account = try await attempt(await client.ownProfile.update(changes))
    return AccountView(account: account, name: names.name(of: account))
  }

  /// The rows of the profile after these changes, each "NAME: VALUE"; without a value, the row is removed.
  private func rows(changedBy texts: [String]) async throws(Failure) -> [ProfileChanges.Row] {
    var rows = try await attempt(await client.ownProfile.rows())
    for text in texts {
      guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { throw .notARow(text) }
      let name = text[..<colon].trimmed
      let value = text[text.index(after: colon)...].trimmed
      let place = rows.firstIndex { $0.name.lowercased() == name.lowercased() }
      switch place {
      case let place? where value.isEmpty: rows.remove(at: place)
      case let place?: rows[place].value = value
      case nil where !value.isEmpty: rows.append(.init(name: name, value: value))
      case nil: throw .noRow(name, rows)
      }
    }
    return rows
  }

  func dropProfileImage(_ image: String) async throws(Failure) -> AccountView {
    let names = try await names()
    let account: Account =
      if image == "avatar" {
        try await attempt(await client.ownProfile.removeAvatar())
      } else {
        try await attempt(await client.ownProfile.removeHeader())
      }
    return AccountView(account: account, name: names.name(of: account))
  }

  /// Sends a report; the category is left to the server if none is given.
  func report(_ reference: AccountReference, _ draft: ReportDraft) async throws(Failure) -> SentReport {
    guard reference != .me else { throw .ownReport() }
    guard draft.rules.isEmpty || draft.category == nil || draft.category == "violation" else { throw .ruleCategory() }
    var new = NewReport(about: try await id(of: reference))
    new.category = (draft.category ?? (draft.rules.isEmpty ? nil : "violation")).map(ReportCategory.init(rawValue:))
    new.comment = draft.comment ?? ""
    (new.statusIDs, new.ruleIDs, new.isForwarded) = (draft.statuses, draft.rules, draft.isForwarded)
    let sent = try await attempt(await client.report(new), about: reference.name)
    return SentReport(report: sent, new: new)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension Failure {
  fileprivate static func unchangedProfile() -> Failure {
    Failure(.missingParameter, "give what to change, such as 'name', 'bio' or 'about'; see help profile set")
  }

  fileprivate static func notARow(_ text: String) -> Failure {
    Failure(.invalidParameter, "'about' must be \"NAME: VALUE\", not '\(text)'")
  }

  fileprivate static func noRow(_ name: String, _ rows: [ProfileChanges.Row]) -> Failure {
    let known = rows.map { "'\($0.name)'" }.joined(separator: ", ")
    return Failure(
      .notFound, "the profile has no row '\(name)' to remove; it has \(known.isEmpty ? "no rows" : known)")
  }

  fileprivate static func ownReport() -> Failure {
    Failure(.invalidParameter, "you cannot report yourself")
  }

  fileprivate static func ruleCategory() -> Failure {
    Failure(.invalidParameter, "'rules' needs the category violation")
  }
}
