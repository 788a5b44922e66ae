import GRDB

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
}
