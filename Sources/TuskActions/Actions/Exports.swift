import Fediverse
import Glibc
import TuskCommon
import XCallbackURL

extension RecordOf where Value == ExportStats {
  /// What could be exported.
  static let exportStats = RecordOf(
    "exportStats", id: "following",
    Shape(
      .number("following", "the accounts that you follow", isOptional: true, value: \.followingCount),
      .number("followers", "your followers", isOptional: true, value: \.followersCount),
      .number("lists", "your lists", isOptional: true, value: \.listsCount),
      .number("blocks", "the accounts that you block", isOptional: true, value: \.blocksCount),
      .number("mutes", "the accounts that you mute", isOptional: true, value: \.mutesCount),
      .number("statuses", "your statuses", isOptional: true, value: \.statusesCount),
      .text("media", "the storage that your media take", isOptional: true, value: \.mediaStorage)))
}

extension RecordOf where Value == Server.ExportedFile {
  /// A file of an export.
  static let exportedFile = RecordOf(
    "exportedFile", id: "path", spelling: "path",
    Shape(
      .text("path", "the path of the file", value: \.path),
      .number("rows", "the number of its rows", value: \.rows)))
}

extension Server {
  /// A file that an export wrote.
  struct ExportedFile: Sendable {
    let path: String
    let rows: Int
  }

  /// Writes a list of the account as CSV, in the format that servers import.
  ///
  /// A server without exports is asked for the list itself.
  func export(_ list: PortableList, to path: String, replacing: Bool) async throws(Failure) -> ExportedFile {
    try Self.checkTarget(path)
    guard replacing || access(path, F_OK) != 0 else { throw .fileExists(path) }
    if let text = try await ownExport(of: list) {
      try PrivateFile(path).write(text.isEmpty ? list.text(of: []) : text)
      let records = CSVField.records(in: text) ?? []
      return ExportedFile(path: path, rows: records.count - (list.isHeader(records.first ?? []) ? 1 : 0))
    }
    let rows = try await rows(of: list)
    try PrivateFile(path).write(list.text(of: rows))
    return ExportedFile(path: path, rows: rows.count)
  }

  /// Refuses what is no path of a file that could be written: `-`, and a file in a directory that does not exist.
  static func checkTarget(_ path: String) throws(Failure) {
    guard path != "-" else { throw .standardOutput() }
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    let folder = String(path[..<slash])
    if access(folder, F_OK) != 0, errno == ENOENT { throw .missingFolder(folder) }
  }

  /// The CSV that the server makes of a list of the account; `nil` if it makes none.
  private func ownExport(of list: PortableList) async throws(Failure) -> String? {
    guard let kind = Client.Exports.Kind(rawValue: list.rawValue), try await attempt(await client.supports(.exports))
    else { return nil }
    do throws(FediverseError) {
      return String(decoding: try await client.exports.csv(kind), as: UTF8.self)
    } catch {
      guard error.meansMissingCall else { throw failure(error) }
      client.learn(.exports, false)
      return nil
    }
  }

  /// The rows of a list of the account, in the order of the columns.
  func rows(of list: PortableList) async throws(Failure) -> [[String]] {
    switch list {
    case .following: return try await following()
    case .followers: return try await names(in: client.accounts.followers(of: try await id(of: .me))).map { [$0] }
    case .blocks: return try await names(in: client.accounts.blocks).map { [$0] }
    case .mutes: return try await mutes()
    case .lists: return try await listMembers()
    case .domainBlocks: return try await everything(in: client.domainBlocks.all).map { [$0.domain] }
    case .bookmarks: return try await everything(in: client.bookmarks).compactMap { $0.uri.map { [$0] } }
    }
  }

  private func following() async throws(Failure) -> [[String]] {
    let accounts = try await everything(in: client.accounts.following(of: try await id(of: .me)))
    return try await relations(with: accounts) { relation in
      [
        relation?.isShowingReblogs == false ? "false" : "true", relation?.isNotifying == true ? "true" : "false",
        relation?.languages.joined(separator: ", ") ?? "",
      ]
    }
  }

  private func mutes() async throws(Failure) -> [[String]] {
    try await relations(with: try await everything(in: client.accounts.mutes)) { relation in
      [relation?.isMutingNotifications == false ? "false" : "true"]
    }
  }

  /// The names of accounts, each with what the relation to it tells.
  private func relations(
    with accounts: [Account], fields: (Relationship?) -> [String]
  ) async throws(Failure) -> [[String]] {
    let names = try await names()
    var byID: [String: Relationship] = [:]
    for start in stride(from: 0, to: accounts.count, by: 40) {
      let ids = accounts[start..<min(start + 40, accounts.count)].map(\.id)
      let relations = try await step { () async throws(Failure) in
        try await attempt(await client.accounts.relationships(ids)).elements
      }
      for relation in relations { if let id = relation.id { byID[id] = relation } }
    }
    return accounts.map { [names.name(of: $0)] + fields(byID[$0.id]) }
  }

  private func listMembers() async throws(Failure) -> [[String]] {
    var rows: [[String]] = []
    let lists = try await attempt(await client.lists.all())
    if let row = lists.unreadableRows.first { throw .unreadableRow(row.reason) }
    for list in lists.elements {
      rows += try await names(in: client.lists.members(of: list.id)).map { [list.title, $0] }
    }
    return rows
  }

  private func names(in list: PagedList<Account>) async throws(Failure) -> [String] {
    let names = try await names()
    return try await everything(in: list).map(names.name(of:))
  }

  /// Every row of a list. A list that cannot be read whole is not exported, because it would be imported so.
  func everything<Element>(in list: PagedList<Element>) async throws(Failure) -> [Element] {
    var elements: [Element] = []
    var walk = list.walk()
    while let page = try await step({ () async throws(Failure) in try await attempt(await walk.next()) }) {
      if let row = page.unreadableRows.first { throw .unreadableRow(row.reason) }
      elements += page.elements
    }
    guard walk.completeness.isComplete else { throw .incomplete() }
    return elements
  }
}

extension FediverseError {
  /// Whether the server does not have a call that names nothing that could be missing.
  var meansMissingCall: Bool { kind == .notFound || kind == .unsupported }
}

extension Failure {
  fileprivate static func standardOutput() -> Failure {
    Failure(
      .invalidParameter,
      "'to' must be the path of a file, not '-'; a list on standard output: followers --all --csv")
  }

  fileprivate static func missingFolder(_ folder: String) -> Failure {
    Failure(.invalidParameter, "there is no directory '\(folder)'; create it with: mkdir -p \(folder)")
  }

  fileprivate static func fileExists(_ path: String) -> Failure {
    Failure(.invalidParameter, "'\(path)' exists already; choose another name, or replace it with --replace")
  }

  fileprivate static func incomplete() -> Failure {
    Failure(.malformedAnswer, "nothing was changed, because the server does not send the whole list")
  }

  fileprivate static func unreadableRow(_ reason: String) -> Failure {
    Failure(.malformedAnswer, "nothing was changed, because a row of the list could not be read: \(reason)")
  }
}
