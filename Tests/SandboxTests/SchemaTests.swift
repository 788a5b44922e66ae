import GRDB
import TestSupport
import Testing

@testable import TuskSandbox

/// A world that an older sandbox made.
@Suite struct SchemaTests {
  @Test func anOlderWorldIsTakenOver() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/old.db"
    let old = try DatabaseQueue(path: path)
    try Schema.migrator.migrate(old, upTo: "1")
    try await old.write { try $0.execute(sql: Self.world) }
    try old.close()
    let sandbox = try Sandbox(database: path)
    #expect(sandbox.token == "t")
    #expect(sandbox.controls.clock.secondsAhead == 0)
    let (account, announced, reports) = try await sandbox.database.read { db in
      (
        try Account.find(acct: "alice", in: db), try Bool.fetchAll(db, sql: "SELECT isAnnounced FROM poll ORDER BY id"),
        try Report.fetchCount(db)
      )
    }
    #expect(account?.isPlayed == false && account?.suspended == false)
    #expect(announced == [true, false])
    #expect(reports == 0)
    try sandbox.close()
  }

  private static let world = """
    INSERT INTO setting VALUES ('token', 't');
    INSERT INTO account (id, username, displayName, note, noteSource, fields, uri, url, locked, bot, isGroup, isAdmin,
      defaultPrivacy, defaultSensitive, createdAt, followersCount, followingCount, statusesCount)
      VALUES (1, 'alice', '', '', '', '[]', 'u', 'u', 0, 0, 0, 1, 'public', 0, 0, 0, 0, 0);
    INSERT INTO status (id, accountId, uri, content, text, spoilerText, sensitive, visibility, quotePolicy,
      conversationId, createdAt, repliesCount, reblogsCount, favouritesCount, quotesCount)
      VALUES (1, 1, 'a', '', '', '', 0, 'public', 'public', 1, 0, 0, 0, 0, 0),
        (2, 1, 'b', '', '', '', 0, 'public', 'public', 2, 0, 0, 0, 0, 0);
    INSERT INTO poll (id, statusId, expiresAt, multiple, hideTotals) VALUES (1, 1, 1000, 0, 0), (2, 2, 7e15, 0, 0);
    """
}
