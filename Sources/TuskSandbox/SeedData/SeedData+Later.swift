import GRDB

extension SeedData {
  /// Adds what later versions of the sandbox added, after everything else, so that no identifier changes.
  func addLater() throws {
    try addAnnouncements()
    try addFilteredStatus()
    try addUpload()
  }

  private func addAnnouncements() throws {
    let texts = [
      ("Welcome to the sandbox. Nothing here leaves your machine.", ago(days: 2)),
      ("The sandbox was moved to a bigger shelf.", ago(days: 40)),
    ]
    for (text, moment) in texts {
      try db.execute(
        sql: "INSERT INTO announcement (text, publishedAt) VALUES (?, ?)", arguments: [text, moment])
    }
    try db.execute(
      sql: """
        INSERT INTO dismissedAnnouncement VALUES (?, 2);
        INSERT INTO announcementReaction VALUES (1, ?, '👋'), (1, ?, '👋');
        """, arguments: [Person.alice, Person.alice, Person.bob])
  }

  private func addFilteredStatus() throws {
    try db.execute(
      sql: "INSERT INTO filterStatus (filterId, statusId) SELECT id, 105 FROM filter WHERE title = 'Spoilers'")
  }

  /// Adds an upload of alice that no status has yet.
  private func addUpload() throws {
    guard let alice = try Account.find(Person.alice, in: db) else { throw Refusal.notFound }
    let file = Form.File(name: "sparrow.png", type: "image/png", bytes: SeedData.smallPicture)
    let media = try Upload(file, Form()).insert(by: alice, in: db, at: ago(hours: 1))
    try db.execute(sql: "UPDATE media SET id = 900 WHERE id = ?", arguments: [media.id])
  }
}
