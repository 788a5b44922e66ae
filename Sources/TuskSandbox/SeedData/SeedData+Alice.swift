import GRDB

/// The statuses of alice that other seed data refer to.
struct StatusesOfAlice {
  let introduction: Int64
  let popular: Int64
  let poll: Int64
  let closedPoll: Int64
  let picture: Int64
  let edited: Int64
  let question: Int64
  let followersOnly: Int64
}

extension SeedData {
  func addStatusesOfAlice() throws -> StatusesOfAlice {
    let introduction = try write(
      Person.alice, "Hello! I am Alice. I like #tea, #trains and trying things out.", at: ago(days: 400))
    try db.execute(sql: "INSERT INTO pin (accountId, statusId) VALUES (?, ?)", arguments: [Person.alice, introduction])
    try write(Person.alice, "Long ago, I had a draft.", at: ago(days: 150)) { $0.visibility = "unlisted" }
    let popular = try write(
      Person.alice, "If you test in production, production tests you.", at: ago(days: 90, hours: 2))
    let closed = try write(Person.alice, "Tea or coffee?", at: ago(days: 30))
    try addPoll(closed, ["Tea", "Coffee", "Neither"], [12, 7, 1], endsAt: ago(days: 29)) { $0.votersCount = 20 }
    let picture = try write(Person.alice, "The station at dawn. #trains", at: ago(days: 12, hours: 4))
    try addPicture(to: picture)
    let edited = try addEdited()
    let question = try write(
      Person.alice, "Which of these is your favorite garden, @bob@sandbox.example?", at: ago(days: 2, hours: 5))
    let followersOnly = try write(Person.alice, "Only for those who follow me.", at: ago(days: 1, hours: 9)) {
      $0.visibility = "private"
    }
    try write(Person.alice, "@bob this is between us.", at: ago(days: 1, hours: 8)) { $0.visibility = "direct" }
    let poll = try write(Person.alice, "When shall we meet?", at: ago(hours: 20))
    try addPoll(poll, ["Friday", "Saturday", "Sunday"], [2, 5, 1], endsAt: start.adding(seconds: 86_400 * 6)) {
      $0.multiple = true
      $0.votersCount = 6
    }
    return StatusesOfAlice(
      introduction: introduction, popular: popular, poll: poll, closedPoll: closed, picture: picture, edited: edited,
      question: question, followersOnly: followersOnly)
  }

  private func addEdited() throws -> Int64 {
    let before = ago(days: 6, hours: 2)
    let after = ago(days: 6, hours: 1)
    let id = try write(Person.alice, "The platform is number 9.", at: before) { $0.editedAt = after }
    for (text, time) in [("The platform is number 6.", before), ("The platform is number 9.", after)] {
      try db.execute(
        sql: """
          INSERT INTO edit (statusId, content, spoilerText, sensitive, createdAt, media) VALUES (?, ?, '', 0, ?, '[]')
          """, arguments: [id, "<p>\(text)</p>", time])
    }
    return id
  }

  func addPoll(
    _ status: Int64, _ titles: [String], _ votes: [Int], endsAt end: Moment, adjust: (inout Poll) -> Void = { _ in }
  ) throws {
    var poll = Poll(statusId: status, expiresAt: end, isAnnounced: end <= start)
    adjust(&poll)
    try poll.insert(db)
    let id = db.lastInsertedRowID
    for (position, (title, count)) in zip(titles, votes).enumerated() {
      try Poll.Option(pollId: id, position: position, title: title, votesCount: count).insert(db)
    }
  }

  /// Adds a picture with its bytes, so that it can be downloaded.
  private func addPicture(to status: Int64) throws {
    let file = Form.File(name: "dawn.png", type: "image/png", bytes: SeedData.smallPicture)
    var form = Form()
    form.append("description", "A railway station under a pink sky")
    form.append("focus", "0.2,-0.4")
    let media = try Upload(file, form).insert(
      by: Account.find(Person.alice, in: db) ?? missing(), in: db, at: ago(days: 12, hours: 4))
    try db.execute(sql: "UPDATE media SET statusId = ? WHERE id = ?", arguments: [status, media.id])
  }

  private func missing() throws -> Account { throw Refusal.notFound }

  /// A PNG of one pixel.
  static let smallPicture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 13, 10, 0x1A, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0,
    0, 0, 0x90, 0x77, 0x53, 0xDE, 0, 0, 0, 12, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xBF, 0xED, 0x20, 0,
    5, 0x2E, 2, 0x77, 0x3F, 0x5E, 0xB7, 0x48, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}
