import JSONValue
import TestSupport
import Testing
import TuskActions
import XCallbackURL

/// The handshake by which a program gets an access token, and what the token is good for.
struct AuthorizationTests {
  private static let account = "@alice@a.example"
  private let wish = "authorize?x-source=Drafts&actions=favoriteStatus,postStatus"
  private let fav = "favoriteStatus?statusID=9&silent=true&x-source=Drafts&access-token="

  /// The token that an answer carries.
  private func token(_ callback: String?) async throws -> String {
    let url = try CallbackURL(parsing: try #require(callback))
    return try #require(url.values(of: "access-token").first ?? nil)
  }

  @Test func aProgramThatWasAuthorizedIsAskedNoMore() async throws {
    let engine = try TestEngine(answering: .once)
    let callback = try await engine.open(wish, from: .desktop)
    #expect(callback?.hasPrefix("app://x-callback-url/yes?access-token=") == true)
    let token = try await token(callback)
    #expect(token.utf8.count == 32)
    #expect(callback?.contains("&actions=favoriteStatus%2CpostStatus") == true)
    #expect(engine.kindsOfQuestions == ["authorization"])
    #expect(try await engine.open(fav + token, from: .desktop)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(engine.kindsOfQuestions == ["authorization"])
  }

  /// Whom a parameter names is the program's own wish; a name within the text may have come from anywhere.
  @Test(arguments: [
    ("text=x&mentioning=bob", false), ("text=x&mentioning=bob&mentions=defuse", false), ("text=%40bob", true),
    ("text=%40eve&mentioning=bob", true),
  ])
  func aTokenCoversWhomAParameterMentions(query: String, isAsked: Bool) async throws {
    let engine = try TestEngine(answering: .once)
    let response = try await engine.open(wish, from: .desktop)
    let token = try await token(response)
    let request = "postStatus?\(query)&silent=true&x-source=Drafts"
    for party in [Origin.Party.desktop, .program] {
      let count = engine.kindsOfQuestions.count
      _ = try await engine.open("\(request)&again=true&access-token=\(token)", from: party)
      #expect(engine.kindsOfQuestions.dropFirst(count) == (isAsked ? ["confirmation"] : []))
      _ = try await engine.open("\(request)&again=true", from: party)
      #expect(engine.kindsOfQuestions.count == count + (isAsked ? 2 : 1))
    }
  }

  @Test func aNameWithoutTheTokenProvesNothing() async throws {
    let engine = try TestEngine(answering: .once)
    let response = try await engine.open(wish, from: .desktop)
    let token = try await token(response)
    for guess in ["", "x", String(token.dropLast()), token + "0", String(token.reversed()), token.uppercased() + "g"] {
      _ = try await engine.open(fav + guess, from: .desktop)
    }
    _ = try await engine.open("favoriteStatus?statusID=9&silent=true&x-source=Drafts", from: .desktop)
    #expect(engine.kindsOfQuestions == ["authorization"] + Array(repeating: "confirmation", count: 7))
  }

  /// Who has another program's token is still not that program.
  @Test(arguments: ["Evil", "drafts", "Drafts%20", ""])
  func aTokenIsOfItsSource(name: String) async throws {
    let path = TemporaryFolder.freshPath()
    let first = try TestEngine(permissionsAt: path, answering: .once)
    let response = try await first.open(wish, from: .desktop)
    let token = try await token(response)
    let other = try TestEngine(permissionsAt: path, answering: .no)
    let request = (fav + token).replacing("x-source=Drafts", with: "x-source=\(name)")
    #expect(try await other.open(request, from: .desktop)?.hasPrefix("app://x-callback-url/yes") == false)
    #expect(other.stub.log.isEmpty)
  }

  @Test(arguments: [Consent.Reply.once, .no])
  func answersOpenAnotherAppOnlyAfterTheQuestion(reply: Consent.Reply) async throws {
    let path = TemporaryFolder.freshPath()
    let first = try TestEngine(permissionsAt: path, answering: .once)
    let response = try await first.open(wish, from: .desktop)
    let token = try await token(response)
    let engine = try TestEngine(permissionsAt: path, answering: reply)
    for (scheme, kinds) in [("app", []), ("evil", ["answer"])] as [(String, [String])] {
      let target = "&x-success=\(scheme)%3A%2F%2Fx-callback-url%2Fother"
      _ = try await engine.open(url: "tusker://x-callback-url/" + fav + token + target, from: .desktop)
      #expect(engine.kindsOfQuestions == kinds)
    }
    #expect(engine.stub.writes.count == (reply == .once ? 2 : 1))
  }

  @Test func aTokenIsForItsActionsAccountAndTime() async throws {
    let path = TemporaryFolder.freshPath()
    let first = try TestEngine(permissionsAt: path, answering: .once)
    let response = try await first.open(wish, from: .desktop)
    let token = try await token(response)
    let suffix = "&silent=true&x-source=Drafts&access-token=\(token)"
    _ = try await first.open("reblogStatus?statusID=9" + suffix, from: .desktop)
    _ = try await first.open("deleteStatus?statusID=9" + suffix, from: .desktop)
    _ = try await first.open("followUser?accountID=2" + suffix, from: .desktop)
    #expect(first.kindsOfQuestions == ["authorization", "confirmation", "confirmation", "confirmation"])
    let other = try TestEngine(permissionsAt: path, answering: .no, account: { "@bob@a.example" })
    #expect(try await other.open(fav + token, from: .desktop) == "app://x-callback-url/no")
    let end = 1_700_000_000 + Permissions.longestGrant
    let late = try TestEngine(permissionsAt: path, permissionsNow: { end }, answering: .no)
    #expect(try await late.open(fav + token, from: .desktop) == "app://x-callback-url/no")
    let inTime = try TestEngine(permissionsAt: path, permissionsNow: { end - 1 }, answering: .no)
    #expect(try await inTime.open(fav + token, from: .desktop)?.hasPrefix("app://x-callback-url/yes") == true)
    #expect(try await inTime.permissions.revoke("Drafts") == 1)
    #expect(try await inTime.open(fav + token, from: .desktop) == "app://x-callback-url/no")
  }

  @Test func theTokenItselfIsKeptNowhere() async throws {
    let path = TemporaryFolder.freshPath()
    let engine = try TestEngine(permissionsAt: path, answering: .once)
    let response = try await engine.open(wish, from: .desktop)
    let token = try await token(response)
    let entry = try #require(try engine.permissions.entries().first)
    #expect(entry.kind == .program && entry.name == "Drafts" && entry.actions == ["favoriteStatus", "postStatus"])
    #expect(entry.account == Self.account && entry.expires == 1_700_000_000 + Permissions.longestGrant)
    #expect(!entry.json.text.contains(token))
  }

  @Test(arguments: [
    ("authorize?actions=postStatus", 4), ("authorize?x-source=&actions=postStatus", 4),
    ("authorize?x-source=Drafts", 1), ("authorize?x-source=Drafts&actions=", 1),
    ("authorize?x-source=Drafts&actions=deleteStatus", 2), ("authorize?x-source=Drafts&actions=postStatus,x", 2),
    ("authorize?x-source=Drafts&actions=postStatus&colour=red", 2),
    ("favoriteStatus?statusID=9&access-token=1&access-token=2", 2),
  ])
  func aWishThatIsWrongIsRefusedUnasked(request: String, code: Int) async throws {
    let engine = try TestEngine(answering: .always)
    #expect(try await engine.open(request, from: .desktop)?.contains("/bad?errorCode=\(code)&") == true)
    #expect(engine.kindsOfQuestions.isEmpty)
    #expect(try engine.permissions.entries().isEmpty)
  }

  @Test(arguments: [Consent.Reply.no, .nobody(.unattended)])
  func whoIsNotAllowedGetsNoToken(reply: Consent.Reply) async throws {
    let engine = try TestEngine(answering: reply)
    #expect(try await engine.open(wish, from: .desktop) == "app://x-callback-url/no")
    #expect(try engine.permissions.entries().isEmpty)
  }

  @Test func aPlaceThatMayAlwaysBeToldIsAskedForOnce() async throws {
    let path = TemporaryFolder.freshPath()
    let engine = try TestEngine(permissionsAt: path, answering: .always)
    for _ in 0..<2 { _ = try await engine.open("getNotifications?x-source=a", from: .desktop) }
    #expect(engine.kindsOfQuestions == ["disclosure"])
    let entry = try #require(try engine.permissions.entries().first)
    #expect(entry.kind == .target && entry.name == "app://x-callback-url/yes")
    #expect(entry.actions == ["getNotifications"])
    // Another answer, and another place, are asked for themselves.
    _ = try await engine.open("getCurrentUser", from: .desktop)
    #expect(engine.kindsOfQuestions == ["disclosure", "disclosure"])
    #expect(try engine.permissions.entries().count == 2)
    #expect(try await engine.permissions.revoke("app://x-callback-url/yes") == 2)
    _ = try await engine.open("getCurrentUser", from: .desktop)
    #expect(engine.kindsOfQuestions == ["disclosure", "disclosure", "disclosure"])
  }
}
