import GRDB

extension SeedData {
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
}
