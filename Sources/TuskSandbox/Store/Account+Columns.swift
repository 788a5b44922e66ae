import Foundation
import GRDB

extension Account: SelectedRecord {
  static let source = "account a"

  /// The columns in the order in which they are selected; their names are those of the table.
  enum SelectedColumn: Int, CaseIterable {
    case id, username, domain, displayName, note, noteSource, fields, uri, url, avatar, header, locked, bot
    case isGroup, discoverable, isAdmin, isPlayed, disabled, silenced, sensitized, suspended, defaultPrivacy
    case defaultSensitive, defaultLanguage, movedToId, createdAt, lastStatusAt, followersCount, followingCount
    case statusesCount
  }

  static let selection = SelectedColumn.allCases.map { "a.\($0)" }.joined(separator: ", ")

  init(selected row: Row) throws {
    let columns = SelectedRow<SelectedColumn>(row)
    id = try columns.value(of: .id)
    username = try columns.value(of: .username)
    domain = try columns.value(of: .domain)
    displayName = try columns.value(of: .displayName)
    note = try columns.value(of: .note)
    noteSource = try columns.value(of: .noteSource)
    fields = try Account.fields(from: columns.value(of: .fields))
    uri = try columns.value(of: .uri)
    url = try columns.value(of: .url)
    avatar = try columns.value(of: .avatar)
    header = try columns.value(of: .header)
    locked = try columns.value(of: .locked)
    bot = try columns.value(of: .bot)
    isGroup = try columns.value(of: .isGroup)
    discoverable = try columns.value(of: .discoverable)
    isAdmin = try columns.value(of: .isAdmin)
    isPlayed = try columns.value(of: .isPlayed)
    disabled = try columns.value(of: .disabled)
    silenced = try columns.value(of: .silenced)
    sensitized = try columns.value(of: .sensitized)
    suspended = try columns.value(of: .suspended)
    defaultPrivacy = try columns.value(of: .defaultPrivacy)
    defaultSensitive = try columns.value(of: .defaultSensitive)
    defaultLanguage = try columns.value(of: .defaultLanguage)
    movedToId = try columns.value(of: .movedToId)
    createdAt = try columns.value(of: .createdAt)
    lastStatusAt = try columns.value(of: .lastStatusAt)
    followersCount = try columns.value(of: .followersCount)
    followingCount = try columns.value(of: .followingCount)
    statusesCount = try columns.value(of: .statusesCount)
  }

  private static func fields(from json: String) throws -> [Field] {
    guard json != "[]" else { return [] }
    return try databaseJSONDecoder(for: "fields").decode([Field].self, from: Data(json.utf8))
  }
}
