import HTTPTypes
import Testing

@testable import TuskSandbox

/// Statuses in other languages.
@Suite struct TranslationTests {
  @Test func aStatusIsTranslatedWordByWord() async throws {
    try await withSandbox { alice async throws in
      let id = try await alice.write(
        "Good morning, world! @bob <the cat>", ["spoiler_text": "Hello", "visibility": "unlisted"])
      let path = "/api/v1/statuses/\(id)"
      let german = try await alice.post("\(path)/translate")
      let content = try #require(german["content"])
      #expect(content.contains("<p>Gut Morgen, Welt! <span"))
      #expect(content.contains("&lt;die Katze&gt;"))
      #expect(content.contains("href=\"\(InstanceConfiguration.base)/@bob\""))
      #expect(german["spoiler_text"] == "Hallo")
      #expect(german["language"] == "de" && german["detected_source_language"] == "en")
      let spanish = try await alice.post("\(path)/translate", ["lang": "es"])
      #expect(spanish["content"]?.contains("<p>Bueno morning, mundo! ") == true)
      #expect(spanish["spoiler_text"] == "Hola" && spanish["language"] == "es")
      #expect(try await alice.get(path)["spoiler_text"] == "Hello")
    }
  }

  @Test func pollsAndPicturesAreTranslatedToo() async throws {
    try await withSandbox { alice async throws in
      let media = try #require(try await alice.upload(Sample.png, ["description": "the garden"])["id"])
      let pictured = try await alice.write("x", ["media_ids[]": media])
      let picture = try await alice.post("/api/v1/statuses/\(pictured)/translate", ["lang": "fr"])
      #expect(picture["media_attachments.0.id"] == media)
      #expect(picture["media_attachments.0.description"] == "le jardin")
      #expect(picture["poll"] == "null")
      let asked = try await alice.write(
        "?", ["poll[options][]": "Water", "poll[options][0]": "no idea", "poll[expires_in]": "600"])
      let poll = try await alice.post("/api/v1/statuses/\(asked)/translate", ["lang": "fr"])
      #expect(try await alice.get("/api/v1/statuses/\(asked)")["poll.id"] == poll["poll.id"])
      #expect(poll["poll.options.0.title"] == "Eau" && poll["poll.options.1.title"] == "no idea")
      #expect(poll["media_attachments"] == "0")
    }
  }

  @Test func whatIsPrivateOrInNoPhrasebookIsNotTranslated() async throws {
    try await withSandbox { alice async throws in
      for (visibility, language, status) in [
        ("private", "de", 403), ("direct", "de", 403), ("public", "tlh", 403), ("public", "de", 200),
      ] {
        let id = try await alice.write("hello", ["visibility": visibility])
        let answer = try await alice.post("/api/v1/statuses/\(id)/translate", ["lang": language])
        #expect(answer.status == status, "\(visibility) \(language)")
      }
      #expect(try await alice.post("/api/v1/statuses/99/translate").status == 404)
    }
  }

  @Test func eachLanguageOfTheListIsSpoken() async throws {
    try await withSandbox { alice async throws in
      let list = try await alice.stranger.get("/api/v1/instance/translation_languages")
      let languages = try #require((list.json as? [String: [String]])?["en"])
      #expect(languages == ["de", "es", "fr"])
      #expect(try await alice.get("/api/v2/instance")["configuration.translation.enabled"] == "true")
      for language in languages {
        let answer = try await alice.post("/api/v1/statuses/123/translate", ["lang": language])
        #expect(answer["language"] == language)
        #expect(answer["content"]?.contains("garden needs") == false, "\(language)")
      }
    }
  }
}
