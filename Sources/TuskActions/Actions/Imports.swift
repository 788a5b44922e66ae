import Fediverse
import TuskCommon
import XCallbackURL

extension RecordOf where Value == Server.ImportedList {
  /// What an import did.
  static let importedList = RecordOf(
    "importedList", id: "kind",
    Shape(
      .text("kind", "what was imported", value: \.list.rawValue),
      .number("rows", "the number of rows of the file", value: \.rows),
      .number(
        "done", "how many of them changed something; not known of a server's own import", isOptional: true,
        value: \.done),
      .number("removed", "how many entries that the file lacks were removed", isOptional: true) {
        $0.removed > 0 ? $0.removed : nil
      },
      .number("failed", "how many rows failed", isOptional: true) { $0.failed > 0 ? $0.failed : nil }))
}

extension Server {
  /// What an import changes: the difference between the file and the list as it is.
  struct ImportPlan: Sendable {
    let list: PortableList
    /// The number of rows of the file.
    let rows: Int
    let added: [ListedEntry]
    let removed: [ListedEntry]

    /// The plan in words: what is done to how many, and to whom.
    var description: String {
      let words = list.words
      var text = "\(words.add) \(added.count.counting(words.noun, plural: words.plural))"
      if rows > added.count { text += " (\((rows - added.count).counting("row")) of the file: nothing to do)" }
      text += Self.names(of: added)
      guard !removed.isEmpty else { return text }
      let count = removed.count.counting(words.noun, plural: words.plural)
      return text + "\n\(words.remove) \(count) that the file lacks" + Self.names(of: removed)
    }

    private static func names(of entries: [ListedEntry]) -> String {
      guard !entries.isEmpty else { return "" }
      let more = entries.count > 10 ? " and \(entries.count - 10) more" : ""
      return ": " + entries.prefix(10).map(\.subject).joined(separator: ", ") + more
    }
  }

  /// What an import did.
  struct ImportedList: Sendable {
    let list: PortableList
    let rows: Int
    /// The number of rows that made a change; `nil` if the server carries the import out later.
    var done: Int?
    var removed = 0
    var failed = 0
  }

  /// What an import would change. Nothing is changed if the file has a row that is not of its kind.
  func importPlan(
    for list: PortableList, from path: String, replacing: Bool, ignoringColumns ignores: Bool
  ) async throws(Failure) -> ImportPlan {
    let written = try ListedEntry.all(inFile: path, of: list, ignoringColumns: ignores)
    guard !written.isEmpty else {
      if replacing { throw .nothingToKeep(path) }
      return ImportPlan(list: list, rows: 0, added: [], removed: [])
    }
    let domain = try await names().domain
    var addresses: [String: String] = [:]
    let rows: [[String]]
    if list == .bookmarks {
      let statuses = try await everything(in: client.bookmarks)
      for status in statuses { if let url = status.url { addresses[url] = status.uri } }
      rows = statuses.compactMap { $0.uri.map { [$0] } }
    } else {
      rows = try await self.rows(of: list)
    }
    let wanted = written.map { $0.named(by: addresses).qualified(on: domain, in: list) }
    let current = ListedEntry.all(ofRows: rows, of: list).map { $0.qualified(on: domain, in: list) }
    let known = Dictionary(current.map { ($0.key, $0) }) { first, _ in first }
    var keys: Set<[String]> = []
    let added = wanted.filter { entry in
      keys.insert(entry.key).inserted && known[entry.key].map(entry.isMet(by:)) != true
    }
    let removed = replacing ? current.filter { !keys.contains($0.key) } : []
    return ImportPlan(list: list, rows: wanted.count, added: added, removed: removed)
  }

  /// Imports a list from a file. A row that cannot be imported is told and left out.
  ///
  /// What is there already is not requested again, so an import that ended early is continued by the same request. A
  /// server with imports carries them out itself.
  func importList(
    _ list: PortableList, from path: String, replacing: Bool, ignoringColumns ignores: Bool
  ) async throws(Failure) -> ImportedList {
    let rows = try ListedEntry.all(inFile: path, of: list, ignoringColumns: ignores).count
    if rows > 0, try await isImportedByServer(list, from: path, replacing: replacing) {
      return ImportedList(list: list, rows: rows)
    }
    let plan = try await importPlan(for: list, from: path, replacing: replacing, ignoringColumns: ignores)
    tell(.note(plan.description.replacing("\n", with: "; ")))
    return try await carryOut(plan)
  }

  /// Has the server import a list, if it can.
  private func isImportedByServer(
    _ list: PortableList, from path: String, replacing: Bool
  ) async throws(Failure) -> Bool {
    let kind = Client.Exports.ImportKind(rawValue: list.rawValue)
    guard [.following, .blocks, .mutes].contains(kind), try await attempt(await client.supports(.imports)) else {
      return false
    }
    let file = try mediaFile(path)
    do throws(FediverseError) {
      try await client.exports.import(file, as: kind, mode: replacing ? .overwrite : .merge)
      return true
    } catch {
      guard error.meansMissingCall else { throw failure(error) }
      return false
    }
  }

  private func carryOut(_ plan: ImportPlan) async throws(Failure) -> ImportedList {
    var result = ImportedList(list: plan.list, rows: plan.rows, done: 0)
    let importer = ListImporter(server: self, list: plan.list)
    var failuresInARow = 0
    for (entry, isRemoved) in plan.added.map({ ($0, false) }) + plan.removed.map({ ($0, true) }) {
      if isRemoved, result.failed > 0 {
        // What fails may be what the file has in another spelling.
        tell(.loss("nothing is removed, because \(result.failed.counting("row")) failed"))
        break
      }
      do throws(Failure) {
        let isChanged = try await step { () async throws(Failure) in
          try await importer.apply(entry, isRemoved: isRemoved)
        }
        if isRemoved { result.removed += 1 } else if isChanged { result.done = (result.done ?? 0) + 1 }
        failuresInARow = 0
      } catch {
        failuresInARow += 1
        let count = (result.done ?? 0) + result.removed
        guard error.isAboutOneRow, failuresInARow < 10 else {
          throw .stopped(after: count, of: plan.added.count + plan.removed.count, error)
        }
        result.failed += 1
        tell(.loss("\(entry.subject): \(error.message)"))
      }
    }
    return result
  }
}

/// Makes the changes of an import.
private struct ListImporter {
  let server: Server
  let list: PortableList

  /// - Returns: whether there was something to do.
  func apply(_ entry: ListedEntry, isRemoved: Bool) async throws(Failure) -> Bool {
    switch list {
    case .following where !isRemoved: return try await follow(entry)
    case .following, .followers, .blocks, .mutes: try await relate(to: entry, isRemoved: isRemoved)
    case .lists: try await changeMembership(of: entry, isRemoved: isRemoved)
    case .domainBlocks:
      let blocks = server.client.domainBlocks
      let domain = entry.subject
      try await server.attempt(isRemoved ? await blocks.unblock(domain) : await blocks.block(domain))
    case .bookmarks:
      let statuses = server.client.statuses
      let id = try await server.id(of: StatusReference.url(entry.subject))
      _ = try await server.attempt(isRemoved ? await statuses.unbookmark(id) : await statuses.bookmark(id))
    }
    return true
  }

  /// Follows an account, unless that is requested already: its owner would be asked again.
  private func follow(_ entry: ListedEntry) async throws(Failure) -> Bool {
    let accounts = server.client.accounts
    var isRequested = false
    _ = try await server.relate(to: .acct(entry.subject)) { (id) async throws(FediverseError) -> Relationship in
      let relation = try await accounts.relationships([id]).elements.first { $0.id == id }
      if let relation, relation.isRequested {
        isRequested = true
        return relation
      }
      return try await accounts.follow(
        id, showingReblogs: entry.truth("show boosts"), notifying: entry.truth("notify on new posts"),
        languages: entry.languages)
    }
    if isRequested { server.tell(.note("\(entry.subject): requested already")) }
    return !isRequested
  }

  private func relate(to entry: ListedEntry, isRemoved: Bool) async throws(Failure) {
    let accounts = server.client.accounts
    _ = try await server.relate(to: .acct(entry.subject)) { id throws(FediverseError) in
      switch (list, isRemoved) {
      case (.blocks, false): try await accounts.block(id)
      case (.blocks, true): try await accounts.unblock(id)
      case (.mutes, false): try await accounts.mute(id, notifications: entry.truth("hide notifications"))
      case (.mutes, true): try await accounts.unmute(id)
      case (_, false): try await accounts.follow(id)
      case (_, true): try await accounts.unfollow(id)
      }
    }
  }

  private func changeMembership(of entry: ListedEntry, isRemoved: Bool) async throws(Failure) {
    let title = entry.list ?? ""
    let account = AccountReference.acct(entry.subject)
    // By its identifier, because a title may be the identifier of another list.
    let lists = try await server.lists(titled: title)
    guard lists.count <= 1 else { throw .severalLists(title) }
    if isRemoved {
      if let list = lists.first { try await server.remove([account], from: list.id) }
      return
    }
    let list =
      if let list = lists.first { list } else { try await server.newList(title, replies: nil, isExclusive: nil) }
    try await server.add([account], toListWithID: list.id)
  }
}

extension PortableList {
  /// What an import does, and to what.
  fileprivate var words: (add: String, remove: String, noun: String, plural: String) {
    switch self {
    case .following, .followers: ("follow", "unfollow", "account", "accounts")
    case .blocks: ("block", "unblock", "account", "accounts")
    case .mutes: ("mute", "unmute", "account", "accounts")
    case .domainBlocks: ("block", "unblock", "domain", "domains")
    case .bookmarks: ("bookmark", "unbookmark", "status", "statuses")
    case .lists: ("add", "remove", "member of a list", "members of lists")
    }
  }
}

extension Failure {
  fileprivate static func nothingToKeep(_ path: String) -> Failure {
    Failure(.invalidParameter, "'\(path)' has no rows, so --replace would remove everything; nothing was imported")
  }

  fileprivate static func severalLists(_ title: String) -> Failure {
    Failure(.rejected, "several of your lists are called '\(title)'")
  }

  /// Whether the next row may succeed all the same.
  fileprivate var isAboutOneRow: Bool { [.notFound, .rejected, .forbidden, .invalidParameter].contains(code) }

  fileprivate static func stopped(after count: Int, of all: Int, _ cause: Failure) -> Failure {
    var failure = Failure(
      cause.code, "\(count) of \(all) changes are made: \(cause.message); run the same again to go on")
    failure.cause = cause.cause
    return failure
  }
}
