import JSONValue
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// What web pages, mails and other programs try at the engine's door: points 1, 3, 4 and 11 of the contract's table of
/// attacks.
struct EngineAttackTests {
  private static let account = "@alice@a.example"

  /// Opens a request as the desktop would bring it, with these callbacks alone.
  private func open(
    _ engine: TestEngine, _ action: String, _ pairs: [(String, String)], from party: Origin.Party = .desktop
  ) async -> String? {
    let url = CallbackURL(
      scheme: "tusker", action: action, pairs: pairs.map { CallbackURL.Pair($0.0, $0.1) })
    return await engine.open(url, from: party).callback?.description
  }

  // MARK: Exfiltration

  @Test(
    "attack 01a a web page has what only the owner can read sent to itself",
    arguments: [
      "https://evil.example/take?", "HTTPS://x-callback-url/take", "http://127.0.0.1:8000/", "https:evil.example",
      "wss://x-callback-url/", "ftp://x-callback-url/", "mailto:evil@evil.example?body=", "mailto://x-callback-url/",
      "//evil.example/", "evil.example/take", "app://evil.example/x-callback-url/",
      "app://x-callback-url@evil.example/",
    ])
  func privateAnswersNeverGoToTheWeb(target: String) async throws {
    for action in ["getNotifications", "getCurrentUser", "getTimeline", "getLists", "getFavorites"] {
      let engine = try TestEngine(answering: .always)
      #expect(await open(engine, action, [("x-success", target)]) == nil)
      let told = await open(engine, action, [("x-success", target), ("x-error", "app://x-callback-url/e")])
      #expect(told?.hasPrefix("app://x-callback-url/e?errorCode=5&") == true, "the refusal is reported")
      #expect(engine.stub.log.isEmpty && engine.kindsOfQuestions.isEmpty)
      #expect(try engine.permissions.entries().isEmpty)
    }
  }

  /// "Always" is said to a place as it was shown: what tells one place from the other may be its query.
  @Test(
    "attack 01b a place that may always be told is used for another that differs where nobody looks",
    arguments: [
      ("shortcuts://run-shortcut?name=Mine", "shortcuts://run-shortcut?name=Evil"),
      ("app://x-callback-url/a%2Fb", "app://x-callback-url/a/b"), ("bear://host/a", "bear://host:8080/a"),
      ("app://x-callback-url/a", "app://x-callback-url/a#evil"), ("bear:done", "bear:///done"),
      ("app://x-callback-url/a", "app://x-callback-url/a/evil"), ("app://x-callback-url/a", "app2://x-callback-url/a"),
      ("app://x-callback-url/a", "app://x-callback-url/A"), ("things:///x", "things://x"),
      ("obsidian://x-callback-url/new?vault=mine", "obsidian://x-callback-url/new?vault=shared"),
    ])
  func alwaysIsForOnePlace(allowed: String, other: String) async throws {
    let path = TemporaryFolder.freshPath()
    let first = try TestEngine(permissionsAt: path, answering: .always)
    _ = await open(first, "getNotifications", [("x-success", allowed)])
    #expect(first.kindsOfQuestions == ["disclosure"])
    let second = try TestEngine(permissionsAt: path, answering: .no)
    #expect(await open(second, "getNotifications", [("x-success", other)]) == nil, "told without a question")
    #expect(second.kindsOfQuestions == ["disclosure"])
    #expect(second.stub.log.isEmpty)
  }

  /// Which of two callbacks is opened is an answer too: whether somebody can see a status that others cannot.
  @Test(
    "attack 01c a page learns from the callback that is opened what the owner can see, and nobody is asked",
    arguments: [
      ("getStatus", "statusID", "404", "x-error"), ("getNotification", "notificationID", "1", "x-error"),
      ("getPoll", "pollID", "404", "x-error"), ("showStatus", "statusID", "9", "x-success"),
      ("showStatus", "statusID", "404", "x-error"),
    ])
  func nothingIsToldByTheKindOfTheCallback(action: String, name: String, id: String, callback: String) async throws {
    let engine = try TestEngine(answering: .no)
    let opened = await open(engine, action, [(name, id), (callback, "app://x-callback-url/here")])
    #expect(opened == nil, "\(opened ?? "") was opened without a question")
  }

  // MARK: Deputies

  @Test(
    "attack 03b a callback makes Tusk act again, in disguise or through a program in between",
    arguments: [
      "tusker://x-callback-url/postStatus?text=x", "TUSKER://X-CALLBACK-URL/postStatus?text=x",
      "tusk://x-callback-url/favoriteStatus?statusID=9&silent=true&x-source=Drafts", "tusk:postStatus?text=x",
      "tusker://%78-callback-url/postStatus?text=x", "tusker:/x-callback-url/postStatus?text=x",
      "tusk://x-callback-url/Callback/1/success", "tusk://x-callback-url/./callback/1/success",
      "tusk://x-callback-url/callback%2F..%2FpostStatus?text=x", "tusk://x-callback-url/callback/../postStatus?text=x",
      "tusk://x-callback-url/callback/postStatus?text=x", "tusk://x-callback-url/callback?text=x",
      "bear://x-callback-url/create?x-success=tusker%3A%2F%2Fx-callback-url%2FpostStatus%3Ftext%3Dx",
      "bear://x-callback-url/a?x-success=bear%3A%2F%2Fx-callback-url%2Fb%3Fx-success%3Dtusk%253A%252F%252F"
        + "x-callback-url%252FdeleteStatus%253FstatusID%253D9%2526silent%253Dtrue%2526x-source%253DDrafts",
    ])
  func noCallbackActs(target: String) async throws {
    let engine = try TestEngine(answering: .no)
    try await engine.permissions.decide(.allow, source: "Drafts", account: Self.account)
    let opened = await open(engine, "getAccount", [("accountID", "2"), ("x-success", target)])
    var next = try opened.map { try CallbackURL(parsing: $0, mode: .lenient) }
    // Whoever is called back calls back in turn, through the desktop.
    while let url = next {
      if url.scheme.hasPrefix("tusk") { _ = await engine.open(url, from: .desktop) }
      next = (url.values(of: "x-success").first ?? nil).flatMap { try? CallbackURL(parsing: $0, mode: .lenient) }
    }
    #expect(engine.stub.writes.isEmpty)
    #expect(engine.kindsOfQuestions.allSatisfy { $0 == "confirmation" })
  }

  // MARK: Names and tokens

  @Test(
    "attack 04a a stranger comes under a name that may do all, and says so in every way",
    arguments: [
      "x-source=Drafts&silent=true", "x-source=Drafts&silent=1&access-token=", "silent=true&x-source=tusk",
      "x-source=Drafts&silent", "x-source=Drafts&silent=YES&access-token", "x-source=person&silent=true&access-token=0",
    ])
  func aNameIsNoProof(claim: String) async throws {
    for action in ["favoriteStatus?statusID=9", "postStatus?text=Hi", "reblogStatus?statusID=9"] {
      let engine = try TestEngine(answering: .no)
      for name in ["Drafts", "tusk", "person"] {
        try await engine.permissions.decide(.allow, source: name, account: Self.account)
      }
      let before = try engine.permissions.entries()
      #expect(try await engine.open("\(action)&\(claim)", from: .desktop) == "app://x-callback-url/no")
      #expect(engine.stub.log.isEmpty && engine.kindsOfQuestions == ["confirmation"])
      #expect(try engine.permissions.entries() == before)
    }
  }

  @Test("attack 04b whoever has read the file of permissions uses what stands in it as a token")
  func theFileOfPermissionsHoldsNoToken() async throws {
    let path = TemporaryFolder.freshPath()
    let first = try TestEngine(permissionsAt: path, answering: .once)
    let wish = "authorize?x-source=Drafts&actions=favoriteStatus"
    let answer = try #require(try await first.open(wish, from: .desktop))
    let token = try #require(try CallbackURL(parsing: answer).values(of: "access-token").first ?? nil)
    let entry = try #require(try first.permissions.entries().first)
    let digest = try #require(entry.digest)
    let guesses = [digest, digest.uppercased(), String(digest.prefix(32)), "Drafts", "null", "\(entry.time)", ""]
    let second = try TestEngine(permissionsAt: path, answering: .no)
    for guess in guesses + [token + "%00", token + "%20", "%20" + token, token.uppercased(), token + token] {
      let request = "favoriteStatus?statusID=9&silent=true&x-source=Drafts&access-token=\(guess)"
      // What cannot even be read does not get here.
      guard let callback = try? await second.open(request, from: .desktop) else { continue }
      #expect(callback == "app://x-callback-url/no" || token.uppercased() == token, "\(guess)")
    }
    #expect(second.stub.log.isEmpty)
  }

  @Test("attack 04c a token's fingerprint passes for a script's, and a script's for a token's")
  func eachPermissionIsForItsKind() async throws {
    let engine = try TestEngine(answering: .once)
    _ = try await engine.open("authorize?x-source=Drafts&actions=favoriteStatus", from: .desktop)
    let digest = try #require(try engine.permissions.entries().first?.digest)
    #expect(try !engine.permissions.allows(script: digest, account: Self.account))
    let script = Origin.Script(path: "Drafts", digest: "abc", effects: [])
    try await engine.permissions.grant(script: script, account: Self.account)
    let request = "favoriteStatus?statusID=9&silent=true&x-source=Drafts&access-token=abc"
    _ = try await engine.open(request, from: .desktop)
    #expect(engine.kindsOfQuestions == ["authorization", "confirmation"])
  }

  // MARK: One click

  @Test(
    "attack 11a a link answers the question itself, or acts as somebody else",
    arguments: [
      "dismissAllNotifications?yes=true", "dismissAllNotifications?yes", "deleteStatus?statusID=9&--yes=1",
      "deleteStatus?statusID=9&yes=1&silent=true&x-source=tusk", "postStatus?text=Hi&as=%40bob%40b.example",
      "postStatus?text=Hi&confirm=true", "postStatus?text=Hi&x-confirm=yes&x-yes=true",
      "postStatus?text=Hi&x-party=person",
      "postStatus?text=Hi&party=person&origin=person", "favoriteStatus?statusID=9&timeout=0s",
      "favoriteStatus?statusID=9&ids=true", "moderateAccount?accountID=2&action=suspend&yes=true",
      "DeleteStatus?statusID=9", "deleteStatus%20?statusID=9", "deleteStatus%2F?statusID=9", "delete?statusID=9",
      "deleteStatus?statusID=9&statusID=10", "login?token=x", "use?account=x", "permit?script=x", "revoke?name=x",
    ])
  func aLinkSaysNoYes(request: String) async throws {
    for reply in [Consent.Reply.no, .nobody(.unattended)] {
      let engine = try TestEngine(answering: reply)
      let callback = try await engine.open(request, from: .desktop)
      #expect(callback?.hasPrefix("app://x-callback-url/yes") == false)
      #expect(engine.stub.log.isEmpty)
      #expect(try engine.permissions.entries().isEmpty)
    }
  }

  @Test(
    "attack 11b a link has a file of this machine sent, or one written",
    arguments: [
      "postStatus?text=x&media=file:/etc/passwd", "postStatus?text=x&media=file%3A%2F%2F%2Fetc%2Fpasswd",
      "postStatus?text=x&media=21&media=file:.ssh/id_rsa", "postStatus?text=x&media=FILE:/etc/passwd",
      "postStatus?text=x&media=/etc/passwd", "postStatus?text=x&media=~/.ssh/id_rsa", "uploadMedia?file=/etc/passwd",
      "postStatus?text=x&media=%20file:/etc/passwd", "postStatus?text=x&media=file%253A/x",
      "uploadMedia?file=file:/etc/passwd", "downloadMedia?url=https%3A%2F%2Fa.example%2Fx&to=/tmp/tusk-attack",
      "downloadMedia?url=https%3A%2F%2Fa.example%2Fx", "downloadMedia?url=https%3A%2F%2Fa.example%2Fx&to=",
      "downloadMedia?url=file:/etc/passwd&to=x", "postStatus?text=x&file=/etc/passwd", "postStatus?text=x&to=/tmp/x",
    ])
  func noFileIsTouched(request: String) async throws {
    for party in [Origin.Party.desktop, .program] {
      let engine = try TestEngine(answering: .always)
      let callback = try await engine.open(request, from: party)
      #expect(callback?.hasPrefix("app://x-callback-url/bad?") == true, "\(callback ?? "")")
      #expect(engine.stub.log.isEmpty && engine.kindsOfQuestions.isEmpty)
    }
  }
}
