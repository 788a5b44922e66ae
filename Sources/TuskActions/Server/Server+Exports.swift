import Fediverse
import Glibc
import TuskCommon
import XCallbackURL

extension Server {
  /// A file that an export wrote.
  struct ExportedFile: Sendable {
    let path: String
    let rows: Int
  }

  /// Writes a list of the account as CSV, in the format that servers import.
  ///
  /// A server without exports is asked for the list itself.
  func export(_ kind: Client.Exports.Kind, to path: String, replacing: Bool) async throws(Failure) -> ExportedFile {
    guard replacing || access(path, F_OK) != 0 else { throw .fileExists(path) }
    let text: String =
      if try await attempt(await client.supports(.exports)) {
        String(decoding: try await attempt(await client.exports.csv(kind)), as: UTF8.self)
      } else {
        try await csv(of: kind)
      }
    try PrivateFile(path).write(text)
    let hasHeader = kind == .following || kind == .followers || kind == .mutes
    let lines = text.split(whereSeparator: \.isNewline).count
    return ExportedFile(path: path, rows: max(0, lines - (hasHeader ? 1 : 0)))
  }

  /// Uploads a list that was exported.
  func importFile(
    _ path: String, as kind: Client.Exports.ImportKind, replacing: Bool
  ) async throws(Failure) {
    let file = try mediaFile(path)
    try await attempt(await client.exports.import(file, as: kind, mode: replacing ? .overwrite : .merge))
  }

  private func csv(of kind: Client.Exports.Kind) async throws(Failure) -> String {
    let rows: [[String]] =
      switch kind {
      case .following: try await following()
      case .followers: [["Account address"]] + (try await names(in: followersOfMine()).map { [$0] })
      case .blocks: try await names(in: client.accounts.blocks).map { [$0] }
      case .mutes:
        [["Account address", "Hide notifications"]] + (try await names(in: client.accounts.mutes).map { [$0, "true"] })
      case .lists: try await listMembers()
      }
    return rows.map { row in row.map(CSVField.quoted).joined(separator: ",") + "\n" }.joined()
  }

  private func followersOfMine() async throws(Failure) -> PagedList<Account> {
    client.accounts.followers(of: try await id(of: .me))
  }

  private func following() async throws(Failure) -> [[String]] {
    let names = try await names()
    let accounts = try await everyone(in: client.accounts.following(of: try await id(of: .me)))
    var rows = [["Account address", "Show boosts", "Notify on new posts", "Languages"]]
    for start in stride(from: 0, to: accounts.count, by: 40) {
      let batch = accounts[start..<min(start + 40, accounts.count)]
      let relations = try await attempt(await client.accounts.relationships(batch.map(\.id))).elements
      rows += batch.map { account in
        let relation = relations.first { $0.id == account.id }
        return [
          names.name(of: account), relation?.isShowingReblogs == false ? "false" : "true",
          relation?.isNotifying == true ? "true" : "false", relation?.languages.joined(separator: ", ") ?? "",
        ]
      }
    }
    return rows
  }

  private func listMembers() async throws(Failure) -> [[String]] {
    var rows: [[String]] = []
    for list in try await lists().elements {
      rows += try await names(in: client.lists.members(of: list.id)).map { [list.title, $0] }
    }
    return rows
  }

  private func names(in list: PagedList<Account>) async throws(Failure) -> [String] {
    let names = try await names()
    return try await everyone(in: list).map(names.name(of:))
  }

  /// Every account of a list. A list that cannot be read whole is not exported, because it would be imported so.
  private func everyone(in list: PagedList<Account>) async throws(Failure) -> [Account] {
    var accounts: [Account] = []
    var walk = list.walk()
    while let page = try await attempt(await walk.next()) {
      if let row = page.unreadableRows.first { throw .unreadableRow(row.reason) }
      accounts += page.elements
    }
    return accounts
  }
}

extension Failure {
  fileprivate static func fileExists(_ path: String) -> Failure {
    Failure(.invalidParameter, "'\(path)' exists already; choose another name, or replace it with --replace")
  }

  fileprivate static func unreadableRow(_ reason: String) -> Failure {
    Failure(.malformedAnswer, "nothing was written, because a row of the list could not be read: \(reason)")
  }
}
