import GRDB
import HTTPTypes
import Testing

@testable import TuskSandbox

/// Lists, filters, conversations and tags: what people keep.
@Suite struct CollectionTests {
  @Test func aListIsFilledAllOrNothing() async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v1/lists/2/accounts"
      let pairs = [("account_ids[]", "1"), ("account_ids[]", "6")]
      #expect(try await alice.submit(.post, path, pairs).status == 404)
      #expect(try await alice.submit(.post, path, [("account_ids[]", "1"), ("account_ids[]", "1")]).status == 422)
      #expect(try await alice.get(path).column("acct") == ["lens@pixelfed.example", "yusuf@gts.example"])
      #expect(
        try await alice.submit(.post, path, [("account_ids[]", "1"), ("account_ids[]", Sample.alice)]).text == "{}")
      #expect(try await alice.get("/api/v1/accounts/1/lists").column("title") == ["Friends", "Quiet"])
      #expect(try await alice.get("\(path)?limit=0").ids.count == 4)
      try await alice.submit(.delete, path, [("account_ids[]", "1"), ("account_ids[]", "777")])
      #expect(try await alice.get(path).ids.count == 3)
    }
  }

  /// What is wrong with a list, and what is said of it.
  static let badLists: [(KeyValuePairs<String, String>, String)] = [
    (["replies_policy": "all", "title": "x"], "'all' is not a valid replies_policy"),
    (["title": ""], "Validation failed: Title can't be blank"),
  ]

  @Test func listsAreCheckedWhenMadeAndWhenChanged() async throws {
    try await withSandbox { alice async throws in
      for (form, words) in Self.badLists {
        for (method, path) in [(HTTPRequest.Method.post, "/api/v1/lists"), (.put, "/api/v1/lists/1")] {
          let answer = try await alice.ask(method, path, form)
          #expect(answer.status == 422)
          #expect(answer["error"] == words)
        }
      }
      #expect(try await alice.post("/api/v1/lists", [:])["error"] == "Validation failed: Title can't be blank")
      let changed = try await alice.ask(.put, "/api/v1/lists/1", ["replies_policy": "none", "exclusive": "true"])
      #expect(changed["title"] == "Friends")
      #expect(try await alice.ask(.put, "/api/v1/lists/1", ["title": "F"])["replies_policy"] == "none")
      #expect(try await alice.get("/api/v1/lists").column("title") == ["F", "Quiet", "Bots"])
    }
  }

  /// A filter's words, whether they are whole ones, a text, and whether it is found.
  static let matches: [(String, Bool, String, Bool)] = [
    ("cat", true, "the cat.", true), ("cat", true, "concatenate", false), ("cat", false, "concatenate", true),
    ("CAT", true, "Cat!", true), ("season finale", true, "Season   finale?", true),
    ("season finale", true, "season's finale", false),
    ("c++", true, "I like c", true), ("c++", false, "I like c++", true), ("...", true, "what...", false),
    ("Ñu", true, "ñu", true),
    ("a b c", true, "a b", false),
  ]

  @Test(arguments: matches) func filtersFindWordsAndPartsOfWords(
    words: String, isWhole: Bool, text: String, isFound: Bool
  ) {
    #expect(Filter.Keyword(filterId: 1, keyword: words, wholeWord: isWhole).matches(text) == isFound)
  }

  @Test func filteredStatusesSayWhy() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let filter = try await alice.submit(
        .post, "/api/v2/filters",
        [
          ("title", "Tags"), ("context[]", "home"), ("context[]", "thread"), ("filter_action", "hide"),
          ("keywords_attributes[0][keyword]", "#zebra"), ("keywords_attributes[0][whole_word]", "false"),
          ("keywords_attributes[1][keyword]", "a & b"),
        ])
      #expect(filter["keywords.0.whole_word"] == "false")
      #expect(filter["keywords.1.whole_word"] == "true")
      let id = try await bob.write("look: #zebra", ["spoiler_text": "a & b"])
      let seen = try await alice.get("/api/v1/statuses/\(id)")
      #expect(seen["filtered.0.filter.title"] == "Tags")
      #expect(seen["filtered.0.filter.filter_action"] == "hide")
      #expect(seen["filtered.0.keyword_matches"] == "1" && seen["filtered.0.keyword_matches.0"] == "#zebra")
      #expect(seen["filtered.0.status_matches"] == "null")
      #expect(try await bob.get("/api/v1/statuses/\(id)")["filtered"] == "0")
      #expect(try await alice.acting(as: "carol").get("/api/v1/statuses/\(id)")["filtered"] == "0")
      let boost = try await alice.acting(as: "carol").post("/api/v1/statuses/\(id)/reblog")
      #expect(try await alice.get("/api/v1/statuses/\(boost["id"] ?? "")")["filtered.0.filter.title"] == "Tags")
      try await alice.ask(.put, "/api/v2/filters/\(filter["id"] ?? "")", ["expires_in": "-1"])
      #expect(try await alice.get("/api/v1/statuses/\(id)")["filtered"] == "0")
      try await alice.ask(.put, "/api/v2/filters/\(filter["id"] ?? "")", ["expires_in": ""])
      #expect(try await alice.get("/api/v1/statuses/\(id)")["filtered"] == "1")
    }
  }

  @Test func aLinkThatTrendsHasSevenDays() async throws {
    try await withSandbox { alice async throws in
      let links = try await alice.get("/api/v1/trends/links")
      #expect(links["0.history"] == "7" && links["0.history.0.uses"] == "1" && links["0.history.6.uses"] == "0")
    }
  }

  @Test func aCollectionHasAShortDescription() async throws {
    try await withSandbox { alice async throws in
      for (length, status) in [(100, 200), (101, 422)] {
        let text = String(repeating: "a", count: length)
        #expect(try await alice.post("/api/v1/collections", ["name": "x", "description": text]).status == status)
      }
    }
  }

  @Test func keywordsAreAddedChangedAndTakenOut() async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v2/filters/1"
      let more = try await alice.post("\(path)/keywords", ["keyword": "plot", "whole_word": "false"])
      #expect(more["whole_word"] == "false")
      let blank = try await alice.post("\(path)/keywords", ["keyword": ""])
      #expect(blank["error"] == "Validation failed: Keyword can't be blank")
      let changed = try await alice.submit(
        .put, path,
        [
          ("keywords_attributes[0][id]", "1"), ("keywords_attributes[0][_destroy]", "true"),
          ("keywords_attributes[1][id]", more["id"] ?? ""), ("keywords_attributes[1][keyword]", "twist"),
          ("keywords_attributes[2][keyword]", "ending"),
        ])
      #expect(changed["title"] == "Spoilers")
      let words = try await alice.get("\(path)/keywords")
      #expect(words.column("keyword") == ["twist", "ending"])
      #expect(words.column("whole_word") == ["true", "true"])
      for status in [200, 404] {
        #expect(try await alice.ask(.delete, "/api/v2/filters/keywords/\(more["id"] ?? "")").status == status)
      }
      #expect(try await alice.ask(.delete, path).text == "{}")
      #expect(try await alice.get("/api/v2/filters").text == "[]")
    }
  }

  /// What is wrong with a filter, and what is said of it.
  static let badFilters: [(KeyValuePairs<String, String>, String)] = [
    (["context[]": "home"], "Validation failed: Title can't be blank"),
    (["title": "x"], "Validation failed: Context None or invalid context supplied"),
    (["title": "x", "context[]": "kitchen"], "Validation failed: Context None or invalid context supplied"),
    (["title": "x", "context[]": "home", "filter_action": "burn"], "'burn' is not a valid filter_action"),
  ]

  @Test func badFiltersAreRefused() async throws {
    try await withSandbox { alice async throws in
      for (form, words) in Self.badFilters {
        let answer = try await alice.ask(.post, "/api/v2/filters", form)
        #expect(answer.status == 422)
        #expect(answer["error"] == words)
      }
      #expect(try await alice.get("/api/v2/filters").ids == ["1"])
    }
  }

  @Test func conversationsAreOfThoseWhoAreInThem() async throws {
    try await withSandbox { alice async throws in
      let (bob, carol) = (try await alice.acting(as: "bob"), try await alice.acting(as: "carol"))
      let open = try await alice.write("@zoe@mastodon.example @bob everybody reads this")
      let secret = try await alice.write("@bob but not this", ["visibility": "direct", "in_reply_to_id": open])
      let mine = try await alice.get("/api/v1/conversations")
      #expect(mine["0.last_status.id"] == secret)
      #expect(mine["0.accounts"] == "1")
      #expect(mine["0.accounts.0.acct"] == "bob")
      #expect(mine["0.unread"] == "false")
      let theirs = try await bob.get("/api/v1/conversations")
      #expect(theirs["0.unread"] == "true")
      #expect(theirs["0.accounts.0.acct"] == "alice")
      let id = try #require(theirs["0.id"])
      #expect(try await carol.post("/api/v1/conversations/\(id)/read").status == 404)
      #expect(try await carol.get("/api/v1/conversations").column("last_status.id").contains(secret) == false)
      #expect(try await bob.post("/api/v1/conversations/\(id)/read")["unread"] == "false")
      let next = try await alice.write("@bob and?", ["visibility": "direct", "in_reply_to_id": secret])
      #expect(try await bob.get("/api/v1/conversations")["0.unread"] == "true")
      try await bob.ask(.delete, "/api/v1/conversations/\(id)")
      #expect(try await bob.get("/api/v1/conversations").column("id").contains(id) == false)
      #expect(try await alice.get("/api/v1/conversations")["0.last_status.id"] == next)
    }
  }

  /// Names of tags, and whether they are ones.
  static let tags: [(String, Bool)] = [
    ("Zebra", true), ("%E6%9D%B1%E4%BA%AC", true), ("a%C2%B7b", true), ("a_1", true), ("a+b", false), ("a%20b", false),
    ("a-b", false), ("%23a", false), ("%3Cb%3E", false), ("%2525", false),
  ]

  @Test func tagsAreFollowedAndFeaturedByTheirName() async throws {
    try await withSandbox { alice async throws in
      for (name, isTag) in Self.tags {
        let plain = Form.decoded(name.replacing("+", with: "%2B")).lowercased()
        for (act, field) in [("follow", "following"), ("feature", "featuring")] {
          for (prefix, value) in [("", "true"), ("", "true"), ("un", "false")] {
            let answer = try await alice.post("/api/v1/tags/\(name)/\(prefix)\(act)")
            #expect(answer.status == (isTag ? 200 : 404), "\(name)")
            if isTag {
              #expect(answer["name"] == plain)
              #expect(answer[field] == value)
            }
          }
        }
      }
      #expect(try await alice.get("/api/v1/followed_tags").column("name") == ["trains"])
    }
  }

  @Test func featuredTagsAreFoundAgain() async throws {
    try await withSandbox { alice async throws in
      let first = try await alice.post("/api/v1/featured_tags", ["name": "#Trains"])
      #expect(first["name"] == "trains")
      #expect(first["statuses_count"] == "3")
      let again = try await alice.post("/api/v1/featured_tags", ["name": "tea"])
      #expect(again["name"] == "tea")
      #expect(again["id"] != first["id"])
      for (name, words) in ["": "Tag can't be blank", "a b": "Tag is invalid"] {
        #expect(try await alice.post("/api/v1/featured_tags", ["name": name])["error"] == "Validation failed: \(words)")
      }
      #expect(
        try await alice.stranger.get("/api/v1/accounts/\(Sample.alice)/featured_tags").column("name") == [
          "tea", "trains",
        ])
      for status in [200, 404] {
        #expect(try await alice.ask(.delete, "/api/v1/featured_tags/\(first["id"] ?? "")").status == status)
      }
    }
  }
}
