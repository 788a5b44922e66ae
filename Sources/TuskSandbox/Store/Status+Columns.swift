import GRDB

extension Status: SelectedRecord {
  static let source = "status s"

  /// The columns in the order in which they are selected; their names are those of the table.
  enum SelectedColumn: Int, CaseIterable {
    case id, accountId, uri, url, content, text, spoilerText, sensitive, visibility, language, inReplyToId
    case inReplyToAccountId, reblogOfId, quoteOfId, isQuoteRevoked, quotePolicy, conversationId
    case applicationName, applicationWebsite, card, createdAt, editedAt, repliesCount, reblogsCount
    case favouritesCount, quotesCount
  }

  static let selection = SelectedColumn.allCases.map { "s.\($0)" }.joined(separator: ", ")

  init(selected row: Row) throws {
    let columns = SelectedRow<SelectedColumn>(row)
    id = try columns.value(of: .id)
    accountId = try columns.value(of: .accountId)
    uri = try columns.value(of: .uri)
    url = try columns.value(of: .url)
    content = try columns.value(of: .content)
    text = try columns.value(of: .text)
    spoilerText = try columns.value(of: .spoilerText)
    sensitive = try columns.value(of: .sensitive)
    visibility = try columns.value(of: .visibility)
    language = try columns.value(of: .language)
    inReplyToId = try columns.value(of: .inReplyToId)
    inReplyToAccountId = try columns.value(of: .inReplyToAccountId)
    reblogOfId = try columns.value(of: .reblogOfId)
    quoteOfId = try columns.value(of: .quoteOfId)
    isQuoteRevoked = try columns.value(of: .isQuoteRevoked)
    quotePolicy = try columns.value(of: .quotePolicy)
    conversationId = try columns.value(of: .conversationId)
    applicationName = try columns.value(of: .applicationName)
    applicationWebsite = try columns.value(of: .applicationWebsite)
    card = try columns.value(of: .card)
    createdAt = try columns.value(of: .createdAt)
    editedAt = try columns.value(of: .editedAt)
    repliesCount = try columns.value(of: .repliesCount)
    reblogsCount = try columns.value(of: .reblogsCount)
    favouritesCount = try columns.value(of: .favouritesCount)
    quotesCount = try columns.value(of: .quotesCount)
  }
}
