import HTTPTypes
import Testing

@testable import TuskSandbox

/// The parts of filters, and filters as older programs know them.
@Suite struct FilterPartTests {
  @Test func aKeywordIsReadAndChangedByItself() async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v2/filters/keywords/1"
      let before = try await alice.get(path)
      #expect(before["id"] == "1" && before["whole_word"] != nil)
      let changed = try await alice.ask(.put, path, ["keyword": "plot twist", "whole_word": "false"])
      #expect(changed["keyword"] == "plot twist" && changed["whole_word"] == "false")
      #expect(try await alice.get(path).text == changed.text)
      #expect(try await alice.get("/api/v2/filters/1")["keywords.0.keyword"] == "plot twist")
      #expect(try await alice.ask(.put, path, ["keyword": ""]).status == 422)
    }
  }

  @Test func aStatusIsFilteredWhateverItSays() async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v2/filters/1/statuses"
      let kept = try await alice.post(path, ["status_id": "109"])
      #expect(kept["status_id"] == "109")
      #expect(try await alice.post(path, ["status_id": "109"]).status == 422)
      #expect(try await alice.post(path, ["status_id": "99"]).status == 404)
      #expect(try await alice.get(path).column("status_id") == ["105", "109"])
      #expect(try await alice.get("/api/v2/filters/1")["statuses.1.status_id"] == "109")
      let seen = try await alice.get("/api/v1/statuses/109")
      #expect(seen["filtered.0.filter.id"] == "1" && seen["filtered.0.status_matches.0"] == "109")
      #expect(seen["filtered.0.keyword_matches"] == "null")
      let entry = "/api/v2/filters/statuses/\(kept["id"] ?? "")"
      #expect(try await alice.get(entry).text == kept.text)
      for status in [200, 404] { #expect(try await alice.ask(.delete, entry).status == status) }
      #expect(try await alice.get("/api/v1/statuses/109")["filtered"] == "0")
    }
  }

  @Test func theFirstVersionMakesAndEndsAFilter() async throws {
    try await withSandbox { alice async throws in
      let made = try await alice.submit(
        .post, "/api/v1/filters",
        [("phrase", "zebra"), ("context[]", "home"), ("context[]", "public"), ("irreversible", "true")])
      #expect(made["phrase"] == "zebra" && made["whole_word"] == "false" && made["irreversible"] == "true")
      let path = "/api/v1/filters/\(made["id"] ?? "")"
      #expect(try await alice.get(path).text == made.text)
      let id = try await alice.acting(as: "bob").write("zebras!")
      let seen = try await alice.get("/api/v1/statuses/\(id)")
      #expect(seen["filtered.0.filter.title"] == "zebra" && seen["filtered.0.filter.filter_action"] == "hide")
      let changed = try await alice.ask(.put, path, ["phrase": "zebra", "whole_word": "true", "expires_in": "60"])
      #expect(changed["context"] == "2" && changed["expires_at"] != "null")
      #expect(try await alice.get("/api/v1/statuses/\(id)")["filtered"] == "0")
      #expect(try await alice.ask(.delete, path).text == "{}")
      #expect(try await alice.get("/api/v2/filters").column("title") == ["Spoilers"])
      #expect(try await alice.get(path).status == 404)
    }
  }

  /// What is wrong with a filter of the first version.
  private static let mistakes: [(KeyValuePairs<String, String>, String)] = [
    (["context[]": "home"], "Validation failed: Keyword can't be blank"),
    (["phrase": "x"], "Validation failed: Context None or invalid context supplied"),
    (["phrase": "x", "context[]": "attic"], "Validation failed: Context None or invalid context supplied"),
  ]

  @Test func theFirstVersionIsChecked() async throws {
    try await withSandbox { alice async throws in
      for (form, words) in Self.mistakes {
        let answer = try await alice.post("/api/v1/filters", form)
        #expect(answer.status == 422 && answer["error"] == words)
      }
      try await alice.post("/api/v2/filters/1/keywords", ["keyword": "second"])
      let shared = try await alice.ask(.put, "/api/v1/filters/1", ["phrase": "first", "irreversible": "true"])
      #expect(shared.status == 422 && shared["error"]?.contains("more than one filter keyword") == true)
      #expect(try await alice.ask(.put, "/api/v1/filters/1", ["phrase": "first"])["phrase"] == "first")
      #expect(try await alice.get("/api/v2/filters/1")["title"] == "Spoilers")
    }
  }

  @Test func whatIsAnothersIsNotThere() async throws {
    try await withSandbox { alice async throws in
      try await alice.post("/api/v2/filters/1/statuses", ["status_id": "109"])
      let bob = try await alice.acting(as: "bob")
      for path in ["v2/filters/keywords/1", "v2/filters/statuses/1", "v2/filters/1/statuses", "v1/filters/1"] {
        for method in [HTTPRequest.Method.get, .put, .post, .delete] {
          #expect(try await bob.ask(method, "/api/" + path, ["status_id": "1", "phrase": "x"]).status == 404)
        }
      }
      #expect(try await bob.get("/api/v1/filters").text == "[]")
    }
  }
}
