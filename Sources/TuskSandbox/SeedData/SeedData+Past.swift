import GRDB

extension SeedData {
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
