import HTTPTypes
import Testing

@testable import TuskSandbox

/// Files: what they are taken for, who may use them, and where they end.
@Suite struct MediaTests {
  /// Bytes, the type that the client names, and the type and kind that the server finds; nothing where it refuses.
  static let kinds: [([UInt8], String, mime: String?, kind: String)] = [
    (Sample.png, "text/plain", "image/png", "image"), (Sample.jpeg, "image/png", "image/jpeg", "image"),
    (Sample.gif, "image/gif", "image/gif", "gifv"), (Sample.webp, "image/webp", "image/webp", "image"),
    (Sample.mp4, "application/octet-stream", "video/mp4", "video"), (Sample.mp3, "", "audio/mpeg", "audio"),
    (Array("what?".utf8), "image/JPEG; x=y", "image/jpeg", "image"), (Array("what?".utf8), "text/plain", nil, ""),
    (Array("<svg/>".utf8), "image/svg+xml", nil, ""), (Array("x".utf8), "image/../../x", nil, ""),
    (Array("x".utf8), "audio", nil, ""), (Array("%PDF".utf8), "application/pdf", nil, ""),
  ]

  @Test func filesAreWhatTheyBeginWith() async throws {
    try await withSandbox { alice async throws in
      for (bytes, type, mime, kind) in Self.kinds {
        let answer = try await alice.upload(bytes, type: type)
        guard let mime else {
          #expect(answer.status == 422, "\(type)")
          #expect(answer["error"] == "Validation failed: File content type is invalid, File is invalid")
          continue
        }
        #expect(answer["type"] == kind, "\(type)")
        let url = try #require(answer["url"])
        #expect(
          url.wholeMatch(of: /https:\/\/sandbox\.example\/system\/media_attachments\/\d+\/[a-z0-9]+\.[a-z0-9]+/) != nil)
        let file = try await alice.stranger.get(url.replacing("https://sandbox.example", with: ""))
        #expect(file.body == bytes)
        #expect(file.header("Content-Type") == mime)
        #expect(file.header("X-Content-Type-Options") == "nosniff")
      }
    }
  }

  @Test func sizesAreReadFromTheFile() async throws {
    try await withSandbox { alice async throws in
      let picture = try await alice.upload(Sample.png)
      #expect(picture["meta.original.size"] == "320x240")
      #expect(picture["meta.original.aspect"].flatMap { Double($0) }.map { abs($0 - 4.0 / 3) < 0.001 } == true)
      #expect(try await alice.upload(Sample.gif)["meta.original.size"] == "10x20")
      let nothing = Sample.png.prefix(16) + [UInt8](repeating: 0, count: 12)
      #expect(try await alice.upload(Array(nothing))["meta.original.size"] == "600x400")
      #expect(try await alice.upload(Sample.mp3)["meta.original"] == nil)
    }
  }

  /// A point of interest as it is sent, and as it is kept; nothing where it makes no sense.
  static let points: [(String, [String]?)] = [
    ("0.25,-0.5", ["0.25", "-0.5"]), ("-1,1", ["-1.0", "1.0"]), ("0,0", ["0.0", "0.0"]), ("nan,0", nil),
    ("inf,-inf", nil), ("2,0", nil), ("0.1", nil), ("0.1,0.2,0.3", nil), ("", nil), ("\"},\"x\":{\"", nil),
    ("1e999,0", nil),
  ]

  @Test func pointsOfInterestAreKeptIfTheyAreOnThePicture() async throws {
    try await withSandbox { alice async throws in
      for (focus, point) in Self.points {
        let made = try await alice.upload(Sample.png, ["focus": focus])
        let id = try #require(made["id"], "\(focus) broke the answer: \(made.text)")
        let changed = try await alice.ask(.put, "/api/v1/media/\(id)", ["focus": focus])
        for answer in [made, changed] {
          #expect(answer["meta.focus.x"] == point?[0], "\(focus)")
          #expect(answer["meta.focus.y"] == point?[1], "\(focus)")
          #expect(answer["meta.original.width"] == "320", "\(focus)")
        }
        #expect(changed.text.components(of: "\"focus\"") <= 1)
      }
    }
  }

  @Test func noTwoFilesHaveOneName() async throws {
    try await withSandbox { alice async throws in
      var names: Set<Substring> = []
      for _ in 0..<5 {
        let url = try #require(try await alice.upload(Sample.png)["url"])
        names.insert(try #require(url.split(separator: "/").last))
      }
      #expect(names.count == 5)
    }
  }

  /// What a form with files lacks, and what is said of it.
  @Test func whatIsNoFileIsRefused() async throws {
    try await withSandbox { alice async throws in
      #expect(try await alice.upload([], type: "image/png")["error"] == "Validation failed: File can't be empty")
      let other = try await alice.upload(Sample.png, field: "picture")
      #expect(other["error"] == "Validation failed: File can't be blank")
      let words = try await alice.post("/api/v2/media", ["file": "not a file"])
      #expect(words["error"] == "Validation failed: File can't be blank")
      let long = String(repeating: "ü", count: 1501)
      let reason = "Validation failed: Description is too long (maximum is 1500 characters)"
      #expect(try await alice.upload(Sample.png, ["description": long])["error"] == reason)
      let id = try #require(try await alice.upload(Sample.png, ["description": String(long.dropLast())])["id"])
      #expect(try await alice.ask(.put, "/api/v1/media/\(id)", ["description": long])["error"] == reason)
    }
  }

  @Test func aFileIsItsOwnersUntilItIsOnAStatus() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let id = try #require(try await alice.upload(Sample.png, to: "/api/v1/media")["id"])
      for method in [HTTPRequest.Method.get, .put, .delete] {
        #expect(try await bob.ask(method, "/api/v1/media/\(id)").status == 404, "\(method)")
      }
      let stolen = try await bob.post("/api/v1/statuses", ["status": "x", "media_ids[]": id])
      #expect(stolen["error"] == "Media \(id) not found or already attached to another post")
      let status = try await alice.write("", ["media_ids[]": id])
      for method in [HTTPRequest.Method.get, .put] {
        #expect(try await alice.ask(method, "/api/v1/media/\(id)").status == 404, "\(method)")
      }
      let used = try await alice.ask(.delete, "/api/v1/media/\(id)")
      #expect(used.status == 422)
      #expect(used["error"] == "Media attachment is currently used by a status")
      try await alice.ask(.delete, "/api/v1/statuses/\(status)")
      #expect(try await alice.ask(.delete, "/api/v1/media/\(id)").status == 200)
      #expect(try await alice.get("/system/media_attachments/\(id)/original.png").status == 404)
    }
  }

  /// Kinds of files, and whether one status takes them together.
  static let mixtures: [([[UInt8]], Bool)] = [
    ([Sample.png, Sample.jpeg, Sample.gif, Sample.webp], true), ([Sample.mp4], true), ([Sample.mp3], true),
    ([Sample.gif, Sample.gif], true), ([Sample.png, Sample.mp4], false), ([Sample.mp3, Sample.mp3], false),
    ([Sample.png, Sample.png, Sample.png, Sample.png, Sample.png], false),
  ]

  @Test(arguments: mixtures) func picturesGoTogetherAndFilmsAlone(files: [[UInt8]], isTaken: Bool) async throws {
    try await withSandbox { alice async throws in
      var ids: [String] = []
      for bytes in files { ids.append(try #require(try await alice.upload(bytes)["id"])) }
      let pairs = [("status", "x")] + ids.reversed().map { ("media_ids[]", $0) }
      let answer = try await alice.submit(.post, "/api/v1/statuses", pairs)
      #expect(answer.status == (isTaken ? 200 : 422))
      if isTaken {
        #expect(ids.indices.compactMap { answer["media_attachments.\($0).id"] } == ids.reversed())
      } else {
        #expect(
          answer["error"]
            == (ids.count > 4
              ? "Cannot attach more than 4 files" : "Cannot attach a video to a post that already contains images"))
        for id in ids { #expect(try await alice.get("/api/v1/media/\(id)").status == 200) }
      }
    }
  }

  @Test func onlyTheFilesThatAreMissingAreNamed() async throws {
    try await withSandbox { alice async throws in
      let id = try #require(try await alice.upload(Sample.png)["id"])
      let answer = try await alice.submit(
        .post, "/api/v1/statuses", [("status", "x"), ("media_ids[]", "12"), ("media_ids[]", id), ("media_ids[]", "x")])
      #expect(answer["error"] == "Media 12, x not found or already attached to another post")
    }
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
