import Testing
import TuskLanguage

@testable import TuskShell

/// Lines as people type them who know toot, madonctl, tootstream or the app of a phone.
@Suite struct WordsOfOthersTests {
  /// Each with the line that is proposed; the same line if it works as it is.
  private static let lines: KeyValuePairs<String, String> = [
    // toot
    "auth": "accounts", "whoami": "whoami", "whois @bob": "profile @bob", "whois bob": "profile @bob",
    "instance": "instance", "instance m.example": "instance at=m.example", "search trains": "search trains",
    "status 116923847561234567": "status status:116923847561234567",
    "thread 116923847561234567": "thread status:116923847561234567",
    "favourite 116923847561234567": "favourite status:116923847561234567",
    "reblog 116923847561234567": "reblog status:116923847561234567",
    "bookmark 116923847561234567": "bookmark status:116923847561234567",
    "pin 116923847561234567": "pin status:116923847561234567",
    "favourited_by 116923847561234567": "favoriters status:116923847561234567",
    "reblogged_by 116923847561234567": "boosters status:116923847561234567",
    "followers @bob": "followers @bob", "following bob": "following @bob", "muted": "mutes",
    "blocked": "blocks", "update_account": "profile set", "follow_requests list": "requests",
    "follow_requests accept @bob": "accept @bob", "follow_requests reject @bob": "reject @bob",
    "polls show 12345678": "get poll poll:12345678", "lists list": "lists",
    "lists create Friends": "list new Friends", "lists delete Friends": "list delete list:Friends",
    "lists add Friends @bob": "list add list:Friends @bob", "lists add Friends bob": "list add list:Friends @bob",
    "lists remove Friends @bob": "list remove list:Friends @bob", "lists accounts Friends": "list members list:Friends",
    "list_accounts \"Close friends\"": "list members list:\"Close friends\"", "tags follow trains": "follow #trains",
    "tags unfollow trains": "unfollow #trains", "tags followed": "followed tags", "tags featured": "featured tags",
    "tags info trains": "get tag #trains", "timelines home": "home", "timelines tag trains": "tag #trains",
    "timelines list Friends": "timeline list:Friends", "timelines account @bob": "statuses @bob",
    "timelines link https://m.example/a": "timeline link=https://m.example/a", "timelines favourites": "favorites",
    "domain_blocks": "domain blocks", "toot post hello world": "post \"hello world\"",
    "toot post \"hello world\"": "post \"hello world\"", "toot timeline": "home", "toot home": "home",
    "toot timelines tag trains": "tag #trains", "toot whoami": "whoami", "toot whois bob": "profile @bob",
    "toot instance m.example": "instance at=m.example", "toot search trains": "search trains",
    "toot thread 1": "thread 1", "toot favourite 1": "fav 1", "toot reblog 1": "boost 1",
    "toot follow @bob": "follow @bob", "toot login m.example": "login m.example",
    // madonctl
    "account show bob": "profile @bob", "accounts statuses @bob": "statuses @bob",
    "account follow @bob": "follow @bob", "accounts search bob": "search bob type=account",
    "status show 116923847561234567": "show status status:116923847561234567",
    "status reblogged-by 116923847561234567": "boosters status:116923847561234567",
    "status post \"hi\"": "post \"hi\"", "notifications list": "notifications", "timelines direct": "conversations",
    "list create Friends": "list new Friends", "domain-blocks": "domain blocks", "stream user": "stream user",
    // tootstream
    "fed": "public", "faves": "favorites", "notes": "notifications", "user bob": "profile @bob",
    "rep 116923847561234567 \"x\"": "reply status:116923847561234567 \"x\"",
    "listaccounts Friends": "list members list:Friends",
    // words for the same verbs, with the numbers of rows
    "like 1": "fav 1", "fave 1": "fav 1", "star 1": "fav 1", "heart 2": "fav 2", "retweet 1": "boost 1",
    "unlike 1": "unfav 1", "like it": "fav it",
    "remove 1": "delete 1", "rm 2": "delete 2", "remove it": "delete it", "show 1": "show status 1",
    "history @bob": "history @bob", "clear notifications": "dismiss all", "n": "notifications",
    "refresh": "home", "replies": "notifications kind=mention", "profile": "me", "account": "me",
    "auth login": "\\help login", "activate": "\\help use", "auth login m.example": "login m.example",
    "auth logout": "logout", "login_cli m.example": "login m.example",
    "signin m.example": "login m.example", "signout": "logout", "activate @bob@m.example": "use @bob@m.example",
    "switch account @bob@m.example": "use @bob@m.example", "settings": "set", "follow_tag cats": "follow #cats",
    // a kind and its name
    "block domain example.com": "block domain:example.com", "follow tag cats": "follow #cats",
    "unfollow tag #cats": "unfollow #cats", "tag follow cats": "follow #cats",
    "mute word cats": "filter new cats words=cats", "filter cats": "filter new cats words=cats",
    "delete list Friends": "list delete list:Friends",
    "timeline list Friends": "timeline list:Friends", "timeline tag trains": "tag #trains", "tag trains": "tag #trains",
    "timeline account bob": "statuses @bob", "who bob": "profile @bob", "who is bob": "profile @bob",
    "profile edit": "profile set", "@bob": "profile @bob", "@bob@m.example": "profile @bob@m.example",
    "notifs": "notifications", "rt 1": "boost 1", "where favorites == 3": "home | where favorites == 3",
    // a text without quotes
    "note @bob met in Berlin": "note @bob \"met in Berlin\"",
    "dm @bob hello": "post hello mentioning=@bob visibility=direct",
    "toot hello world": "post \"hello world\"",
    "tweet hello world visibility=direct":
      "post \"hello world\" visibility=direct",
    "dm @bob hello there": "post \"hello there\" mentioning=@bob visibility=direct",
    "message @bob hi": "post hi mentioning=@bob visibility=direct",
    "reply status:1 hello world": "reply status:1 \"hello world\"",
    // phone apps
    "inbox": "notifications", "DMs": "conversations", "trending": "trends statuses", "pinned": "statuses --pinned",
    "my posts": "statuses", "statuses @bob": "statuses @bob",
    "list members Friends": "list members list:Friends", "local timeline": "local",
  ]

  @Test(arguments: lines.map { ($0.key, $0.value) })
  func theLineLeadsOn(_ line: String, _ expected: String) throws {
    let found = Self.mistake(in: line)
    #expect((found?.help(in: Source(line)) ?? line) == expected, "\(found?.message ?? "no mistake")")
    // The prompt writes references in place of the numbers of rows before it checks a line.
    let words = expected.split(separator: " ").map { ["1", "2", "it"].contains($0) ? "status:1" : String($0) }
    #expect(Self.mistake(in: words.joined(separator: " ")) == nil)
  }

  /// Where two things may be meant, both are named and none is chosen.
  @Test(
    arguments: [
      ("block spam.example", "'block domain:spam.example' for the server, 'block @USER@spam.example' for an account"),
      ("bookmrk 1", "did you mean 'bookmark' or 'bookmarks'?"), ("favs 1", "did you mean 'fav' or 'favorites'?"),
    ])
  func bothMeaningsAreNamed(_ line: String, _ label: String) throws {
    let found = try #require(Self.mistake(in: line))
    #expect(found.label == label)
    #expect(found.help(in: Source(line)) == nil)
  }

  @Test(
    arguments: [
      ("get acount @bob", "get account @bob"), ("post \"x\" media=a.png", "post \"x\" media=file:a.png"),
      ("statuses | pick created_at", "statuses | pick posted"),
      ("statuses | pick favourites_count", "statuses | pick favorites"),
      ("statuses | pick spoiler_text", "statuses | pick cw"),
      ("statuses | pick in_reply_to_id", "statuses | pick inReplyTo"), ("status show 1", "show status 1"),
    ])
  func theCorrectionIsShown(_ line: String, _ help: String) {
    #expect(Self.mistake(in: line)?.help(in: Source(line)) == help)
  }

  /// Words that mean our line only with another argument, or with none.
  @Test(arguments: [
    "dm hello there", "reply hello world", "show @bob", "toot home now", "toot follow bob",
    "follow bob", "note bob met in Berlin",
  ])
  func otherArgumentsAreNotGuessed(_ line: String) throws {
    let found = try #require(Self.mistake(in: line))
    #expect(found.help(in: Source(line)) == nil)
  }

  /// What only the prompt has is named with what does the same in a script.
  @Test(
    arguments: [
      ("auth login m.example", "'tusk login HOST' signs in", nil), ("login x", "'tusk login HOST' signs in", nil),
      ("signout", "'tusk logout' signs out", nil), ("activate", "'as @USER@HOST' acts as another account", nil),
      ("history @bob", "did you mean 'statuses'?", "statuses @bob"),
    ] as [(String, String, String?)])
  func scriptsHaveNoCommandsOfThePrompt(_ line: String, _ label: String, _ help: String?) throws {
    let found = try #require(Self.mistake(in: line, isScript: true))
    #expect(found.label == label)
    #expect(found.help(in: Source(line)) == help)
  }

  private static func mistake(in text: String, isScript: Bool = false) -> Diagnostic? {
    let source = Source(text)
    var checker = Checker(resolver: Shell.resolver(), mode: isScript ? .script : .prompt)
    do throws(Diagnostic) {
      return checker.check(try Parser.parse(source, mode: isScript ? .script : .repl), in: source).first
    } catch {
      return checker.tried([error], in: source).first
    }
  }
}
