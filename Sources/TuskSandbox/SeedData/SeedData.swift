import GRDB

/// The initial data of a sandbox: fixed content, with times relative to the moment of creation.
struct SeedData {
  let db: Database
  let start: Moment

  init(_ db: Database, at start: Moment) {
    self.db = db
    self.start = start
  }

  func build() throws {
    try addPeople()
    try addCrowd()
    try addEmojis()
    try addRelations()
    try addOldStatuses()
    try addBulletins()
    let mine = try addStatusesOfAlice()
    let theirs = try addStatusesOfOthers(mine)
    try addLaterPeople()
    try addPast()
    try addTopics()
    try addBoostsAndMarks(mine, theirs)
    try addLists()
    try count()
    try addNotifications(mine, theirs)
    try addScheduled()
    try signInAlice()
    try addLater()
    try addCollections()
    try addSettings()
    try addAccessLists()
  }

  /// Adds alice alone.
  func buildNothing() throws {
    try addAlice()
    try signInAlice()
  }

  func ago(days: Int = 0, hours: Int = 0, minutes: Int = 0) -> Moment {
    start.adding(seconds: -60 * (minutes + 60 * (hours + 24 * days)))
  }

  /// Adds a status; its HTML is made from the text as for a local status, unless `html` gives that of a remote one.
  @discardableResult func write(
    _ author: Int64, _ text: String, at moment: Moment, html: String? = nil,
    adjust: (inout Status) throws -> Void = { _ in }
  ) throws -> Int64 {
    guard let account = try Account.find(author, in: db) else { throw Refusal.notFound }
    let reading = try StatusText(text, in: db)
    let id = try freshID(at: moment)
    var status = Status(
      id: id, accountId: author, uri: "", url: nil, content: html ?? reading.html, text: html == nil ? text : "",
      language: "en", conversationId: id, createdAt: moment)
    try adjust(&status)
    if let parent = try status.inReplyToId.flatMap({ try Status.find($0, in: db) }) {
      status.inReplyToAccountId = parent.accountId
      status.conversationId = parent.conversationId
    }
    status.uri = account.isLocal ? "\(account.uri)/statuses/\(status.id)" : "\(account.uri)/statuses/1\(status.id)"
    status.url = account.isLocal ? "\(account.url)/\(status.id)" : "\(account.url)/1\(status.id)"
    if account.isLocal {
      status.applicationName = "Web"
      status.applicationWebsite = nil
    }
    try status.insert(db)
    try reading.attach(to: status.id, in: db)
    return status.id
  }

  /// An id for a time; a counter distinguishes statuses of the same time.
  private func freshID(at moment: Moment) throws -> Int64 {
    moment.milliseconds << 16 | Int64(try Int.fetchOne(db, sql: "SELECT count(*) FROM status") ?? 0)
  }

  func reply(
    to parent: Int64, by author: Int64, _ text: String, at moment: Moment, visibility: String = "public"
  ) throws -> Int64 {
    try write(author, text, at: moment) { status in
      status.inReplyToId = parent
      status.visibility = visibility
    }
  }

  func favourite(_ status: Int64, by people: some Sequence<Int64>) throws {
    for person in people {
      try db.execute(
        sql: "INSERT OR IGNORE INTO favourite (accountId, statusId) VALUES (?, ?)", arguments: [person, status])
    }
  }

  func boost(_ id: Int64, by people: some Sequence<Int64>, from moment: Moment) throws {
    guard let status = try Status.find(id, in: db) else { return }
    for (index, person) in people.enumerated() {
      guard let account = try Account.find(person, in: db) else { continue }
      let time = moment.adding(seconds: 37 * index)
      let own = try freshID(at: time)
      let address = "\(account.uri)/statuses/\(own)/activity"
      try Status(
        id: own, accountId: person, uri: address, url: address, content: "", text: "", visibility: "public",
        reblogOfId: id, conversationId: status.conversationId, createdAt: time
      ).insert(db)
    }
  }

  /// Adds the number of rows to each counter, which may start with a count from remote servers.
  private func count() throws {
    try db.execute(
      sql: """
        UPDATE status SET
          repliesCount = repliesCount + (SELECT count(*) FROM status r WHERE r.inReplyToId = status.id),
          reblogsCount = reblogsCount + (SELECT count(*) FROM status r WHERE r.reblogOfId = status.id),
          favouritesCount = favouritesCount + (SELECT count(*) FROM favourite f WHERE f.statusId = status.id),
          quotesCount = (SELECT count(*) FROM status q WHERE q.quoteOfId = status.id);
        UPDATE account SET
          statusesCount = statusesCount + (
            SELECT count(*) FROM status s WHERE s.accountId = account.id AND s.visibility <> 'direct'),
          lastStatusAt = (SELECT max(createdAt) FROM status s WHERE s.accountId = account.id),
          followersCount = followersCount + (
            SELECT count(*) FROM follow f WHERE f.targetId = account.id AND NOT f.pending),
          followingCount = followingCount + (
            SELECT count(*) FROM follow f WHERE f.accountId = account.id AND NOT f.pending);
        """)
  }

  private func signInAlice() throws {
    try db.execute(
      sql: """
        INSERT INTO application (name, clientId, clientSecret, redirectUris, scopes) VALUES ('Tusk', ?, ?, ?, ?)
        """,
      arguments: [Secret.random(), Secret.random(), AuthorizationRequest.outOfBand, InstanceConfiguration.scopes])
    let token = Token(
      value: Secret.random(), applicationId: db.lastInsertedRowID, accountId: Person.alice,
      scopes: InstanceConfiguration.scopes,
      createdAt: start)
    try token.insert(db)
    try Store.set("token", to: token.value, in: db)
  }
}

extension SeedData {
  /// A PreviewCard entity as JSON.
  static let card = """
    {"url":"https://www.long-address.example/articles/2024/05/how-parrots-learned-to-whistle?ref=feed",\
    "title":"How parrots learned to whistle","description":"A short history of a loud habit.","language":"en",\
    "type":"link","author_name":"A. Feather","author_url":"","provider_name":"Long Address","provider_url":"",\
    "html":"","width":640,"height":336,"image":"https://www.long-address.example/images/parrot.jpg",\
    "image_description":"A parrot","embed_url":"","blurhash":"UGC~-#M{0JfkNFofR%M{IURj%Mt7E0oM%MR*",\
    "published_at":"2024-05-04T08:00:00.000Z","authors":[{"name":"A. Feather","url":"","account":null}],\
    "missing_attribution":false}
    """

  static let pictureMeta = """
    {"focus":{"x":0.0,"y":0.5},"original":{"width":1600,"height":1067,"size":"1600x1067","aspect":1.4995},\
    "small":{"width":588,"height":392,"size":"588x392","aspect":1.5}}
    """

  static let longText = """
    A long one, so be warned. The beans came up on the same day as the neighbors' beans, which is either a sign \
    or spring. I counted the snails twice and got two different numbers, both of them too high.

    The compost is warm. The shed is not. Somebody has painted the gate green, and it was not me, though I have \
    been told that I would have chosen the same color.

    If you come by on Sunday, pack boots, bread and an opinion about roses. #gardening #longread
    """
}
