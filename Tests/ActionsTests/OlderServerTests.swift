import Fediverse
import JSONValue
import Testing
import TuskActions
import XCallbackURL

/// Servers that have an older form of what a verb does.
struct OlderServerTests {
  private static let akkoma = "2.7.2 (compatible; Akkoma 3.13.2)"
  private static let phrase: JSON = [
    "id": "7", "phrase": "spoiler", "context": ["home"], "irreversible": true, "whole_word": true,
    "expires_at": "2024-01-02T14:00:00.000Z",
  ]

  private static func stub(_ version: String) -> StubServer {
    StubServer([
      "GET /api/v2/instance": ["domain": "a.example", "version": .string(version)],
      "GET /api/v1/filters": [phrase], "POST /api/v1/filters": phrase, "PUT /api/v1/filters/7": phrase,
      "DELETE /api/v1/filters/7": [:],
      "GET /api/v1/featured_tags": [["id": "3", "name": "Tea"]],
      "POST /api/v1/featured_tags": ["id": "4", "name": "cats"], "DELETE /api/v1/featured_tags/3": [:],
      "GET /api/v1/tags/tea": ["name": "tea"], "GET /api/v1/tags/cats": ["name": "cats"],
    ])
  }

  @Test func aFilterOfOnePhraseIsAFilter() async throws {
    let engine = try TestEngine(Self.stub(Self.akkoma))
    let row = try #require(try await engine.data(of: "getFilters?json=true&items=true")["items"]?.array?.first)
    #expect(row["title"] == "spoiler" && row["action"] == "hide" && row["words"] == ["spoiler"])
    #expect(try await engine.data(of: "getFilter?filter=spoiler&json=true")["id"] == "7")
    #expect(try await engine.failureCode(of: "getFilter?filter=other") == Failure.Code.notFound.rawValue)
  }

  @Test(arguments: [
    (
      "createFilter?title=cats&words=cats&for=1h", "POST /api/v1/filters",
      #"{"phrase":"cats","context":["home","notifications","public","thread","account"],"whole_word":true,"expires_in":3600}"#
    ),
    (
      "updateFilter?filter=7&action=warn&contexts=public", "PUT /api/v1/filters/7",
      #"{"phrase":"spoiler","context":["public"],"irreversible":false,"whole_word":true,"expires_in":3600}"#
    ),
    (
      "updateFilter?filter=spoiler&words=finale&for=", "PUT /api/v1/filters/7",
      #"{"phrase":"finale","context":["home"],"irreversible":true,"whole_word":true,"expires_in":null}"#
    ),
    ("deleteFilter?filter=spoiler", "DELETE /api/v1/filters/7", ""),
  ])
  func aFilterOfOnePhraseIsChanged(_ request: String, _ route: String, _ body: String) async throws {
    let stub = Self.stub(Self.akkoma)
    _ = try await TestEngine(stub, isSandbox: true, now: { 1_704_200_400 }).open(request)
    #expect(stub.writes == [route])
    #expect((stub.lastBody ?? "") == body)
  }

  @Test(arguments: [
    "createFilter?title=cats&words=cats&words=dogs", "createFilter?title=pets&words=cats",
    "createFilter?title=cats&words=cats&action=blur", "updateFilter?filter=7&words=a&words=b",
    "addFilterWord?filter=7&word=b", "addFilterStatus?filter=7&status=9",
  ])
  func whatOnePhraseCannotSayIsRefused(request: String) async throws {
    let stub = Self.stub(Self.akkoma)
    let code = try await TestEngine(stub, isSandbox: true).failureCode(of: request)
    #expect(code == Failure.Code.unsupported.rawValue && stub.writes.isEmpty)
  }

  @Test(arguments: [
    ("featureTag?tag=cats", ["POST /api/v1/featured_tags"]), ("featureTag?tag=tea", []),
    ("unfeatureTag?tag=tea", ["DELETE /api/v1/featured_tags/3"]), ("unfeatureTag?tag=cats", []),
  ])
  func hashtagsAreFeaturedByTheirEntries(_ request: String, _ writes: [String]) async throws {
    let stub = Self.stub("4.2.0")
    let data = try await TestEngine(stub, isSandbox: true).data(of: request + "&json=true")
    #expect(stub.writes == writes && data["name"] != nil)
  }

}
