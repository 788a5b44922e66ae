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

/// The statuses of other accounts that notifications refer to.
struct StatusesOfOthers {
  let mention: Int64
  let answer: Int64
  let watched: Int64
  let votedPoll: Int64
  let quote: Int64
  let direct: Int64
}

extension SeedData {
  func addStatusesOfOthers(_ mine: StatusesOfAlice) throws -> StatusesOfOthers {
    try addKindsOfText()
    try addKindsOfMedia()
    try addThread(under: mine.question)
    let votedPoll = try addPolls()
    try write(
      Person.mallory, "", at: ago(hours: 30),
      html: "<p>Nice terminal\u{1B}]52;c;cm0gLXJmIH4K\u{7} you have&#27;[2J there.\u{202E}!olleH\u{202C}</p>")
    let quote = try write(Person.zoe, "This, so much.", at: ago(hours: 15)) { $0.quoteOfId = mine.popular }
    let watched = try write(Person.peggy, "New timetable from Monday. #trains", at: ago(hours: 7))
    let direct = try write(Person.carol, "@alice lunch on Friday? :blobcat:", at: ago(hours: 5)) {
      $0.visibility = "direct"
      $0.conversationId = 4
    }
    let mention = try write(
      Person.sakura, "", at: ago(hours: 2),
      html: "<p>\(link(to: "alice")) お茶をありがとう! :sushi:</p>"
    ) { $0.language = "ja" }
    try mentionAlice(in: mention)
    let answer = try reply(
      to: mine.followersOnly, by: Person.bob, "@alice thanks for telling us.", at: ago(hours: 28), visibility: "private"
    )
    return StatusesOfOthers(
      mention: mention, answer: answer, watched: watched, votedPoll: votedPoll, quote: quote, direct: direct)
  }

  private func link(to username: String) -> String {
    """
    <span class="h-card" translate="no"><a href="\(InstanceConfiguration.base)/@\(username)" class="u-url mention">@<span>\(username)\
    </span></a></span>
    """
  }

  private func mentionAlice(in status: Int64) throws {
    try db.execute(sql: "INSERT INTO mention (statusId, accountId) VALUES (?, ?)", arguments: [status, Person.alice])
  }

  private func addKindsOfText() throws {
    try write(
      Person.carol,
      "Good read: https://www.long-address.example/articles/2024/05/how-parrots-learned-to-whistle?ref=feed",
      at: ago(days: 2, hours: 20)
    ) { $0.card = SeedData.card }
    try write(
      Person.yusuf, "", at: ago(days: 2, hours: 12),
      html: """
        <h2>Reading list</h2><ul><li>A book about <strong>rivers</strong></li>\
        <li>One about <em>bridges</em></li></ul>\
        <blockquote><p>Quiet is a kind of music.</p></blockquote><pre><code>let x = 1 &lt; 2 &amp;&amp; true\nprint(x)\
        </code></pre><ol><li>first</li><li>second</li></ol>
        """
    ) { $0.favouritesCount = 12 }
    try write(Person.heidi, "שלום לכולם! מה שלומכם היום?", at: ago(days: 2, hours: 3)) { $0.language = "he" }
    try write(Person.sakura, "", at: ago(days: 1, hours: 22), html: "<p>今日の電車は静かでした。</p>") {
      $0.language = "ja"
      $0.favouritesCount = 31
    }
    try write(Person.zoe, "Now it can be told: the season finale has a piano in it.", at: ago(days: 1, hours: 16)) {
      $0.spoilerText = "Season finale"
      $0.sensitive = true
    }
    try write(Person.bob, SeedData.longText, at: ago(days: 1, hours: 4))
    try write(Person.moon, "plain\n\ntwo paragraphs\nand a line break 🌙 &amp; <not a tag>", at: ago(hours: 26))
    try write(Person.victor, "Buenos días, mundo. ☕ #cafe #fotografía", at: ago(hours: 18)) { $0.language = "es" }
    try write(Person.dora, "Unlisted, so not in public timelines.", at: ago(hours: 16)) { $0.visibility = "unlisted" }
    try write(Person.dora, "Nobody but my followers sees this.", at: ago(hours: 14)) { $0.visibility = "private" }
  }

  private func addKindsOfMedia() throws {
    let kinds: [(String, String, String?)] = [
      ("image", "image/jpeg", "A heron on one leg"), ("image", "image/jpeg", nil), ("video", "video/mp4", "Waves"),
      ("gifv", "video/mp4", "A cat that nods"), ("audio", "audio/mpeg", "Bells"),
      ("unknown", "application/x-unknown", nil),
    ]
    for (index, (kind, mime, description)) in kinds.enumerated() {
      let moment = ago(days: 1, hours: 20 - index)
      let status = try write(Person.lens, "", at: moment, html: "<p>Number \(index + 1) of today.</p>") {
        $0.sensitive = index == 3
        $0.favouritesCount = 5 * index
      }
      try Media(
        id: moment.milliseconds << 16, accountId: Person.lens, statusId: status, kind: kind, mime: mime,
        url: "https://pixelfed.example/storage/\(index + 1)",
        remoteUrl: "https://pixelfed.example/storage/\(index + 1)",
        description: description, meta: kind == "image" ? SeedData.pictureMeta : "{}",
        blurhash: kind == "image" ? "UGC~-#M{0JfkNFofR%M{IURj%Mt7E0oM%MR*" : nil
      ).insert(db)
    }
  }

  private func addPolls() throws -> Int64 {
    let closed = try write(Person.bob, "Who is to blame?", at: ago(days: 2, hours: 1))
    try addPoll(closed, ["The slugs", "The weather", "Me"], [9, 4, 1], endsAt: ago(hours: 3)) { $0.votersCount = 14 }
    let poll = try Poll.ofStatus(closed, in: db)
    try db.execute(sql: "INSERT INTO vote VALUES (?, ?, 0)", arguments: [poll?.id, Person.alice])
    let hidden = try write(Person.carol, "Guess the number of feathers", at: ago(hours: 10))
    try addPoll(hidden, ["2000", "3000", ":parrot:"], [3, 8, 21], endsAt: start.adding(seconds: 86_400 * 2)) {
      $0.hideTotals = true
      $0.votersCount = 32
    }
    return closed
  }

  private func addThread(under root: Int64) throws {
    let first = try reply(
      to: root, by: Person.bob, "@alice the one behind the station, of course.", at: ago(days: 2, hours: 4))
    let second = try reply(to: first, by: Person.alice, "@bob the wild one?", at: ago(days: 2, hours: 3, minutes: 30))
    _ = try reply(
      to: second, by: Person.bob, "@alice wild is a point of view.", at: ago(days: 2, hours: 3, minutes: 10))
    _ = try reply(to: root, by: Person.carol, "@alice mine, for the birds.", at: ago(days: 2, hours: 2))
    _ = try reply(to: first, by: Person.zoe, "@bob seconded", at: ago(days: 2, hours: 1, minutes: 40))
  }

  /// Adds statuses from the instance's first days, whose ids were counted from one.
  func addOldStatuses() throws {
    let old: [(Int64, Int64, String)] = [
      (1, Person.bob, "Hello, world! Is anybody here?"), (2, Person.carol, "@bob I am! :parrot:"),
      (3, Person.bob, "Then it is a #fediverse."), (9, Person.peggy, "The 7:14 was on time. #trains"),
      (42, Person.carol, "What is the question?"), (77, Person.bob, "First tomatoes. #gardening"),
      (105, Person.alice, "The 8:12 was late again. #trains"),
      (106, Person.bob, "As ever."),
      (109, Person.carol, "A parrot is a promise with feathers. :parrot: #birds"),
      (123, Person.bob, "Three things a garden needs: water, patience, and somebody to blame. #gardening"),
    ]
    for (id, author, text) in old {
      try write(author, text, at: ago(days: 2300 - Int(id), hours: 3)) { status in
        status.id = id
        status.conversationId = id == 2 ? 1 : id
        status.inReplyToId = id == 2 ? 1 : nil
        status.quoteOfId = id == 106 ? 105 : nil
      }
    }
  }

  /// Adds sixty bulletins, so that timelines take several pages.
  func addBulletins() throws {
    let news = [
      "Rain before noon, sun after. #weather", "The library opens an hour later. #news",
      "The ferry runs every twenty minutes. #news", "A cat was returned to its owner. #news #cats",
    ]
    for number in stride(from: 60, to: 0, by: -1) {
      try write(
        Person.newsbot, "Bulletin \(61 - number): \(news[number % news.count])",
        at: ago(days: 3, hours: 6 * number, minutes: 11))
    }
  }

  /// Adds statuses older than three months: alice's notes to herself, and statuses of others that she liked.
  func addPast() throws {
    let notes = [
      "Buy jam.", "Ask Peggy about Sunday.", "The blue umbrella is at the library.", "Milk, string, lamp oil.",
      "Password hint: the usual bird.", "Call the dentist.", "Return two books.", "Gate code has changed.",
      "Cake: 180 degrees, 40 minutes.", "Pay the choir.",
    ]
    for (index, note) in notes.enumerated() {
      try write(Person.alice, note, at: ago(days: 380 - 25 * index)) { $0.visibility = "direct" }
    }
    let liked: [(Int64, String, Int)] = [
      (Person.zoe, "Forty bars today, and three of them are good.", 370), (Person.moon, "full again 🌕", 310),
      (Person.sakura, "Green tea, first harvest.", 260), (Person.yusuf, "The figs are ripe.", 215),
      (Person.lens, "Fog over the canal.", 170), (Person.heidi, "A letter arrived after eleven years.", 130),
    ]
    for (author, text, days) in liked {
      let status = try write(author, text, at: ago(days: days, hours: 2))
      try favourite(status, by: [Person.alice, Person.bob])
    }
    try write(Person.bookClub, "Next month: a novel about a lighthouse.", at: ago(days: 220))
    try write(Person.hermit, "Snow. No visitors.", at: ago(days: 300))
    for text in ["You have won! Click here: https://spam.example/claim", "Last chance to claim your prize"] {
      try write(Person.winner, text, at: ago(days: 7))
    }
  }

  /// Adds two tags that several people use; few statuses have three boosts or more.
  func addTopics() throws {
    try addSwift()
    let outage: [(Int64, String)] = [
      (Person.robin, "The mail host is down, we are on it. #outage"),
      (Person.moon, "is it me or is everything slow #outage"),
      (Person.buildbot, "Nightly build skipped: no network. #outage"),
      (Person.robin, "Mail is back. Sorry for the wait. #outage"),
    ]
    for (index, (author, text)) in outage.enumerated() {
      try write(author, text, at: ago(days: 21, hours: -index))
    }
  }

  private func addSwift() throws {
    let words: [(author: Int64, text: String, boosts: Int, language: String)] = [
      (Person.zoe, "Typed throws, at last in my own code. #swiftlang", 5, "en"),
      (Person.moon, "tiny tip: prefer values #SwiftLang", 3, "en"),
      (Person.robin, "Which package do you miss most? #swiftlang", 2, "en"),
      (Person.sakura, "並行処理を勉強中。#swiftlang", 4, "ja"),
      (Person.buildbot, "Toolchain built in 4 h 12 min. #swiftlang", 6, "en"),
      (Person.lens, "My photo sorter is done. #swiftlang", 3, "en"),
    ]
    for (index, word) in words.enumerated() {
      let moment = ago(days: 24, hours: -6 * index)
      let status = try write(word.author, word.text, at: moment) {
        $0.language = word.language
        $0.sensitive = word.author == Person.lens
      }
      try boost(status, by: Person.crowd.prefix(word.boosts), from: moment.adding(seconds: 3600))
    }
  }
}
