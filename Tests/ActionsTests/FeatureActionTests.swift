import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// What a server can do, as it is told.
struct FeatureActionTests {
  private static func stub(_ version: String) -> StubServer {
    StubServer(["GET /api/v2/instance": ["domain": "a.example", "version": .string(version)]])
  }

  @Test(arguments: [
    ("quotes", "4.5.0", true), ("quotes", "4.2.9", false), ("exports", "4.5.0", false), ("lists", "4.5.0", true),
    ("exports", "2.7.2 (compatible; GoToSocial 0.17.0)", true),
    ("scheduled-statuses", "2.7.2 (compatible; Pixelfed 0.12.3)", false),
  ])
  func aFeatureIsThereOrNot(feature: String, version: String, isThere: Bool) async throws {
    let data = try await TestEngine(Self.stub(version)).data(of: "getFeature?feature=\(feature)&json=true")
    #expect(data["name"] == .string(feature) && data["supported"] == .bool(isThere))
    #expect((data["reason"] == nil) == isThere, "what is missing has a reason")
  }

  /// What the server says of itself counts more than its software.
  @Test(arguments: [
    ("quotes", #"{}"#, "4.5.0", true, "assumed"), ("exports", "{}", "4.5.0", false, "assumed"),
    ("poll-making", "{}", "takahe/0.11.0", false, "unknown"),
    ("poll-making", #"{"polls":{"max_options":4}}"#, "takahe/0.11.0", true, "known"),
    ("poll-making", #"{"polls":{"max_options":0}}"#, "2.8.0 (compatible; Friendica 2024.12)", false, "known"),
    ("translation", #"{"translation":{"enabled":false}}"#, "4.5.0", false, "known"),
    ("translation", #"{"translation":{"enabled":true}}"#, "takahe/0.11.0", true, "known"),
  ])
  func anAnswerSaysHowSureItIs(
    _ feature: String, _ configuration: String, _ version: String, _ isThere: Bool, _ certainty: String
  ) async throws {
    let stub = StubServer([
      "GET /api/v2/instance": [
        "domain": "a.example", "version": .string(version), "configuration": try JSON(parsing: configuration),
      ]
    ])
    let data = try await TestEngine(stub).data(of: "getFeature?feature=\(feature)&json=true")
    #expect(data["supported"] == .bool(isThere) && data["certainty"] == .string(certainty))
    #expect((data["reason"] == nil) == isThere)
  }

  @Test(arguments: [("", 1), ("&probe=true", 2)])
  func theServerIsAskedAgainWhereThatIsWanted(query: String, times: Int) async throws {
    let engine = try TestEngine(Self.stub("4.5.0"))
    for query in ["", query] { _ = try await engine.data(of: "getFeature?feature=quotes&json=true\(query)") }
    #expect(engine.stub.log.filter { $0 == "GET /api/v2/instance" }.count == times)
  }

  @Test func allOfThemAreAskedForAtOnce() async throws {
    let stub = Self.stub("4.5.0")
    let data = try await TestEngine(stub).data(of: "getFeatures?json=true&items=true")
    let items = try #require(data["items"]?.array)
    #expect(items.count > 70 && items.allSatisfy { $0["supported"]?.bool != nil && $0["summary"]?.string != nil })
    let names = items.filter { $0["supported"] == true }.compactMap { $0["name"]?.string }
    #expect(data["features"] == .string(names.joined(separator: ",")) && names.count < items.count)
    #expect(stub.log.filter { $0 == "GET /api/v2/instance" }.count == 1 && stub.writes.isEmpty)
  }

  @Test(arguments: ["", "quote", "Quotes"])
  func anythingElseIsNoFeature(name: String) async throws {
    let stub = Self.stub("4.5.0")
    let code = try await TestEngine(stub).failureCode(of: "getFeature?feature=\(name)")
    #expect(code == Failure.Code.invalidParameter.rawValue || code == Failure.Code.missingParameter.rawValue)
    #expect(stub.log.isEmpty)
  }
}
