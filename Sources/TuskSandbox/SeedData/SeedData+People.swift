import GRDB

/// The ids of the seed accounts; old instances have small ids.
enum Person {
  static let bob: Int64 = 1
  static let carol: Int64 = 2
  static let dora: Int64 = 3
  static let newsbot: Int64 = 4
  static let erin: Int64 = 5
  static let frank: Int64 = 6
  static let ivan: Int64 = 7
  static let mallory: Int64 = 8
  static let heidi: Int64 = 9
  static let alice: Int64 = 110_000_000_000_000_001
  static let trent: Int64 = 110_000_000_000_000_014
  static let peggy: Int64 = 110_000_000_000_000_023
  static let victor: Int64 = 110_000_000_000_000_037
  static let judy: Int64 = 110_000_000_000_000_042
  static let sakura: Int64 = 110_512_000_000_000_101
  static let yusuf: Int64 = 110_512_000_000_000_102
  static let lens: Int64 = 110_512_000_000_000_103
  static let bookClub: Int64 = 110_512_000_000_000_104
  static let zoe: Int64 = 110_512_000_000_000_105
  static let wide: Int64 = 110_512_000_000_000_106
  static let moon: Int64 = 110_512_000_000_000_107
  static let hermit: Int64 = 110_512_000_000_000_108
  static let spam: Int64 = 110_512_000_000_000_109
  static let ivanElsewhere: Int64 = 110_512_000_000_000_110
  static let buildbot: Int64 = 112_000_000_000_000_001
  static let winner: Int64 = 112_000_000_000_000_002
  static let robin: Int64 = 112_000_000_000_000_003

  /// Followers of the news, numerous enough that lists of them take several pages.
  static let crowd: [Int64] = (1...90).map { 111_000_000_000_000_000 + $0 }
}

extension SeedData {
  func addPeople() throws {
    try addAlice()
    try addNeighbors()
    try addStrangeNeighbors()
    try addPeopleElsewhere()
    try addOddPeopleElsewhere()
  }

  func addAlice() throws {
    try add(Person.alice, "alice", "Alice 🐘", "Tries things out before she does them.\nLikes #tea and #trains.") {
      $0.isAdmin = true
      $0.defaultLanguage = "en"
      $0.discoverable = true
      $0.fields = [
        field("Home", "https://alice.example/", verified: true), field("Pronouns", "she/her"),
      ]
    }
  }

  private func addNeighbors() throws {
    try add(Person.bob, "bob", "Bob", "Gardener. Talks to tomatoes. #gardening") { $0.discoverable = true }
    try add(Person.carol, "carol", "Carol :parrot:", "Parrots, mostly :parrot:. Code at https://code.example/carol") {
      $0.discoverable = true
      $0.fields = [
        field("Code", "https://code.example/carol", verified: true), field("Bird", ":parrot:"),
        field("Key", "0x5A17 0E11"), field("Languages", "en, fr, pt"),
      ]
    }
    try add(Person.dora, "dora", "Dora", "Ask first.") { $0.locked = true }
    try add(Person.newsbot, "newsbot", "Sandbox News", "A bulletin every six hours. Automated.") {
      $0.bot = true
      $0.discoverable = true
    }
    try add(Person.trent, "trent", "Trent", "Would like to know you.") { $0.avatar = nil }
    try add(Person.peggy, "peggy", "Peggy", "Trains. #trains")
    try add(Person.victor, "victor", "Víctor Ñandú", "Fotos y café. ☕")
    try add(Person.judy, "judy", "Judy 👩🏽‍⚖️🏳️‍🌈", "Moderates.") { $0.isAdmin = false }
  }

  /// Adds accounts that are hard to display: without picture, text or status, moved, right to left, and with control
  /// sequences in the name.
  private func addStrangeNeighbors() throws {
    try add(Person.erin, "erin", "", "") { $0.avatar = nil }
    try add(Person.frank, "frank", "Frank", "Reads only.") { $0.avatar = nil }
    try add(Person.heidi, "heidi", "היידי", "כותבת מימין לשמאל.") { $0.defaultLanguage = "he" }
    try add(Person.ivanElsewhere, "ivan", "Ivan", "Lives here now.", on: "mastodon.example")
    try add(Person.ivan, "ivan", "Ivan (moved)", "I live elsewhere now.") { $0.movedToId = Person.ivanElsewhere }
    try add(Person.mallory, "mallory", SeedData.hostileName, "") {
      $0.note = "<p>\u{1B}[31mred&#27;[0m\u{202E}dnib\u{202C}</p>"
      $0.noteSource = $0.note
      $0.fields = [field("\u{1B}[2Jname", "value\u{7}")]
    }
  }

  /// Sets the clipboard, rings the bell and reverses the reading order; must be shown as harmless text or not at all.
  static let hostileName = "Mallory\u{1B}]52;c;cm0gLXJmIH4K\u{7}\u{202E}drawkcab\u{202C}\u{200B}\u{9B}31m"

  private func addPeopleElsewhere() throws {
    try add(Person.sakura, "sakura", "桜 🌸", "東京から。お茶と電車が好きです。", on: "mastodon.example") {
      $0.discoverable = true
      $0.followersCount = 1204
      $0.statusesCount = 8830
    }
    try add(Person.yusuf, "yusuf", "يوسف", "أكتب عن الحدائق والكتب.", on: "gts.example") { $0.followersCount = 61 }
    try add(Person.lens, "lens", "Lens & Light", "One picture a day.", on: "pixelfed.example") {
      $0.followersCount = 340
      $0.discoverable = true
    }
    try add(Person.bookClub, "bookclub", "Book Club", "Mention us to reach all readers.", on: "friendica.example") {
      $0.isGroup = true
      $0.followersCount = 210
    }
    try add(Person.zoe, "zoe", "Zoë :verified:", "Composer. She/they.", on: "mastodon.example") {
      $0.fields = [field("Web", "https://zoe.example"), field("Verified", ":verified:")]
      $0.followersCount = 15_023
    }
  }

  private func addOddPeopleElsewhere() throws {
    try add(
      Person.wide, "a_name_that_is_as_long_as_names_get", "Someone whose display name goes on for quite a while",
      "Long.", on: "a-very-long-host-name-for-tests.mastodon.example")
    try add(Person.moon, "moon", "🌙", "Akkoma.", on: "akkoma.example") { $0.followersCount = 77 }
    try add(Person.hermit, "hermit", "Hermit", "Knock.", on: "gts.example") { $0.locked = true }
    try add(Person.spam, "best_offers", "BEST OFFERS!!!", "https://spam.example", on: "spam.example") { $0.bot = true }
  }

  /// Adds ninety followers of the news.
  func addCrowd() throws {
    for (index, id) in Person.crowd.enumerated() {
      let number = index < 9 ? "0\(index + 1)" : String(index + 1)
      try add(id, "reader\(number)", "Reader \(number)", "", on: "crowd.example") { $0.avatar = nil }
    }
  }

  private func field(_ name: String, _ value: String, verified: Bool = false) -> Account.Field {
    Account.Field(name: name, value: value, verifiedAt: verified ? ago(days: 200) : nil)
  }

  func add(
    _ id: Int64, _ username: String, _ name: String, _ note: String, on host: String? = nil,
    adjust: (inout Account) -> Void = { _ in }
  ) throws {
    let base = host.map { "https://\($0)" } ?? InstanceConfiguration.base
    var account = Account(
      id: id, username: username, domain: host, displayName: name, note: try StatusText(note, in: db).html,
      noteSource: host == nil ? note : "", uri: "\(base)/users/\(username)", url: "\(base)/@\(username)",
      avatar: "\(base)/system/avatars/\(username).png", header: "\(base)/system/headers/\(username).png",
      createdAt: ago(days: 2400 - Int(id % 97) * 20))
    adjust(&account)
    try account.insert(db)
  }

  func addEmojis() throws {
    let emojis = [
      ("parrot", "", "Animals"), ("blobcat", "", "Animals"), ("tusk", "", "Sandbox"), ("verified", "", nil),
      ("verified", "mastodon.example", nil), ("sushi", "mastodon.example", nil),
    ]
    for (shortcode, domain, category) in emojis {
      let base = domain.isEmpty ? InstanceConfiguration.base : "https://\(domain)"
      try db.execute(
        sql: "INSERT INTO emoji VALUES (?, ?, ?, ?)",
        arguments: [shortcode, domain, category, "\(base)/system/custom_emojis/\(shortcode).png"])
    }
  }

  /// Adds follows, follow requests, blocks, mutes, filters and followed tags.
  func addRelations() throws {
    let followed = [
      Person.bob, Person.carol, Person.newsbot, Person.peggy, Person.sakura, Person.yusuf, Person.lens, Person.zoe,
      Person.bookClub, Person.heidi, Person.mallory, Person.moon,
    ]
    for person in followed { try follow(person, by: Person.alice) }
    let followers = [
      Person.bob, Person.carol, Person.dora, Person.erin, Person.peggy, Person.sakura, Person.zoe, Person.moon,
      Person.wide, Person.judy,
    ]
    for person in followers { try follow(Person.alice, by: person) }
    for person in Person.crowd.prefix(30) { try follow(Person.alice, by: person) }
    for person in Person.crowd { try follow(Person.newsbot, by: person) }
    for person in [Person.carol, Person.erin, Person.frank, Person.alice] where person != Person.alice {
      try follow(Person.bob, by: person)
    }
    try follow(Person.hermit, by: Person.alice, pending: true)
    for person in [Person.trent, Person.victor, Person.yusuf] {
      try follow(Person.alice, by: person, pending: true)
    }
    try addUnwanted()
  }

  private func addUnwanted() throws {
    try db.execute(
      sql: """
        UPDATE follow SET notify = 1 WHERE accountId = ? AND targetId = ?;
        INSERT INTO block (accountId, targetId) VALUES (?, ?);
        INSERT INTO mute (accountId, targetId, notifications, expiresAt) VALUES (?, ?, 0, ?);
        INSERT INTO domainBlock (accountId, domain) VALUES (?, 'ads.example');
        INSERT INTO tagFollow (accountId, name) VALUES (?, 'trains');
        INSERT INTO featuredTag (accountId, name) VALUES (?, 'tea');
        INSERT INTO endorsement (accountId, targetId) VALUES (?, ?);
        INSERT INTO remark (accountId, targetId, comment) VALUES (?, ?, 'met at the station');
        """,
      arguments: [
        Person.alice, Person.peggy, Person.alice, Person.spam, Person.alice, Person.ivanElsewhere,
        start.adding(seconds: 86_400 * 365), Person.alice, Person.alice, Person.alice, Person.alice, Person.carol,
        Person.alice, Person.peggy,
      ])
  }

  private func follow(_ target: Int64, by account: Int64, pending: Bool = false) throws {
    try Follow(accountId: account, targetId: target, pending: pending).insert(db)
  }

  func addLists() throws {
    let lists: [(String, [Int64])] = [
      ("Friends", [Person.hermit, Person.bookClub, Person.bob, Person.carol, Person.peggy, Person.sakura]),
      ("Quiet", [Person.yusuf, Person.lens]),
      ("Bots", [Person.newsbot]),
    ]
    for (title, members) in lists {
      try db.execute(
        sql: "INSERT INTO list (accountId, title, repliesPolicy, exclusive) VALUES (?, ?, 'list', 0)",
        arguments: [Person.alice, title])
      let list = db.lastInsertedRowID
      for member in members {
        try db.execute(sql: "INSERT INTO listMember (listId, targetId) VALUES (?, ?)", arguments: [list, member])
      }
    }
    try Filter(accountId: Person.alice, title: "Spoilers", contexts: "home,public", action: "warn").insert(db)
    try Filter.Keyword(filterId: db.lastInsertedRowID, keyword: "season finale", wholeWord: true).insert(db)
  }

  func addScheduled() throws {
    try Scheduled(
      accountId: Person.alice, scheduledAt: start.adding(seconds: 86_400 * 7),
      form: "status=Happy%20new%20week!&visibility=unlisted"
    ).insert(db)
  }
}
