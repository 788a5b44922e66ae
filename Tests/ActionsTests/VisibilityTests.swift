import Fediverse
import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// The visibility of a new status: its spellings, and the servers that have it.
struct VisibilityTests {
  private static let mastodon = "4.5.0"
  private static let gotosocial = "2.7.2 (compatible; GoToSocial 0.17.0)"
  private static let akkoma = "2.7.2 (compatible; Akkoma 3.13.2)"
  private static let pixelfed = "2.7.2 (compatible; Pixelfed 0.12.3)"

  private static func engine(_ version: String) throws -> TestEngine {
    let instance: JSON = ["domain": "a.example", "version": .string(version)]
    return try TestEngine(StubServer(changing: ["GET /api/v2/instance": instance]))
  }

  private func escaped(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func message(of callback: String?) throws -> String {
    try CallbackURL(parsing: callback ?? "").values(of: "errorMessage").first??.description ?? ""
  }

  @Test(arguments: [
    ("public", "public", mastodon), ("everyone", "public", mastodon), ("unlisted", "unlisted", mastodon),
    ("Quiet public", "unlisted", mastodon), ("quiet-public", "unlisted", mastodon), ("home", "unlisted", mastodon),
    ("private", "private", mastodon), ("followers", "private", mastodon), ("followers_only", "private", mastodon),
    ("direct", "direct", mastodon), ("MENTIONED", "direct", mastodon), ("specified", "direct", akkoma),
    ("local", "public", gotosocial), ("local", "local", akkoma), ("local-only", "local", akkoma),
    ("mutuals", "mutuals_only", gotosocial),
    ("mutuals_only", "mutuals_only", gotosocial), ("list:5", "list:5", akkoma),
  ])
  func spellingIsSentAsItsValue(spelling: String, value: String, version: String) async throws {
    let engine = try Self.engine(version)
    _ = try await engine.data(of: "postStatus?text=Hi&json=true&visibility=\(escaped(spelling))")
    let body = try JSON(parsing: try #require(engine.stub.requests(to: "POST /api/v1/statuses").first?.body))
    #expect(body["visibility"] == .string(value))
  }

  @Test(arguments: [
    ("local", mastodon, "does not support visibility=local; Pleroma, Akkoma and GoToSocial do"),
    ("local_only", pixelfed, "does not support visibility=local; Pleroma, Akkoma and GoToSocial do"),
    ("mutuals", akkoma, "does not support visibility=mutuals_only; GoToSocial does"),
    ("list:5", gotosocial, "does not support visibility=list:5; Pleroma and Akkoma do"),
    ("local", "1.0 (compatible; Something 1.0)", "is not known to support visibility=local; Pleroma"),
  ])
  func unavailableVisibilityIsRefused(spelling: String, version: String, message: String) async throws {
    let engine = try Self.engine(version)
    let callback = try await engine.open("postStatus?text=Hi&media=file%3Anone.png&visibility=\(spelling)")
    #expect(try Self.message(of: callback).contains(message))
    #expect(callback?.contains("errorCode=\(Failure.Code.unsupported.rawValue)") == true)
    #expect(engine.stub.writes.isEmpty)
  }

  @Test func directIsRefusedIfTheServerIsKnownToLackIt() async throws {
    let engine = try Self.engine(Self.pixelfed)
    _ = try await engine.data(of: "getFeature?feature=quotes&json=true")
    let callback = try await engine.open("postStatus?text=Hi&visibility=direct")
    #expect(try Self.message(of: callback).contains("does not support visibility=direct; most other servers do"))
    #expect(engine.stub.writes.isEmpty)
  }

  @Test(arguments: ["public", "unlisted", "private", "direct"])
  func commonVisibilitySendsNoExtraRequest(value: String) async throws {
    let answer = Bodies.status.changing("visibility", to: .string(value))
    let engine = try TestEngine(StubServer(changing: ["POST /api/v1/statuses": answer]))
    _ = try await engine.open("postStatus?text=Hi&visibility=\(value)")
    #expect(engine.stub.log == ["POST /api/v1/statuses"])
  }

  @Test(arguments: ["", "secret", "list:", "list:a/b", "list", "5"])
  func otherTextIsRefused(text: String) async throws {
    let engine = try TestEngine()
    let callback = try await engine.open("postStatus?text=Hi&visibility=\(escaped(text))")
    #expect(
      try Self.message(of: callback).contains(
        "must be one of public, unlisted, private, direct, local, mutuals_only, list:ID, not '\(text)'"))
    #expect(engine.stub.log.isEmpty)
  }

  @Test func everyAliasOfTheLibraryIsAccepted() throws {
    let signature = try #require(Action.all.map(\.signature).first { $0.action == "postStatus" })
    guard case .choice(let choices)? = signature.parameter(named: "visibility")?.type else {
      Issue.record("visibility is not a choice")
      return
    }
    #expect(choices.spellings == ["public", "unlisted", "private", "direct", "local", "mutuals_only", "list:ID"])
    for alias in Visibility.aliases.keys {
      for spelling in [alias, alias.uppercased(), alias.replacing(" ", with: "_"), alias.replacing(" ", with: "-")] {
        #expect(choices.value(for: spelling) == Visibility(alias: spelling)?.rawValue, "\(spelling)")
      }
    }
  }
}
