import Glibc
import TestSupport
import Testing

@testable import TuskSandbox

/// The wire of the running server: what is no request, and clients that take all connections.
@Suite(.serialized) struct WireTests {
  private static let host = "Host: 127.0.0.1\r\n"

  /// What a client sends, and how the response begins; the server closes after each.
  private static let closing: [(String, String)] = [
    ("\u{16}\u{3}\u{1}\0\u{7F}\u{1}\0\0\u{7B}\u{3}\u{3}", "HTTP/1.1 400"), ("\0\u{1}nonsense\r\n\r\n", "HTTP/1.1 400"),
    ("POST /api/v1/apps HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n", "HTTP/1.1 400"),
    ("GET /health HTTP/1.1\r\n\(host)\(host)\r\n", "HTTP/1.1 400"),
    ("GET /health HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 40_000))\r\n\r\n", "HTTP/1.1 431"),
    ("GET /\(String(repeating: "a", count: 40_000)) HTTP/1.1\r\n\(host)\r\n", "HTTP/1.1 431"),
    ("BREW /coffee HTTP/1.1\r\n\(host)\r\n", "HTTP/1.1 400"),
    ("POST /api/v1/apps HTTP/1.1\r\n\(host)Content-Length: 99999999\r\n\r\n", "HTTP/1.1 413"),
    ("POST /api/v1/apps HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 400"),
    ("GET /health HTTP/1.0\r\n\(host)\r\n", "HTTP/1.1 200"),
    ("GET /health HTTP/1.1\r\n\(host)Connection: Close\r\n\r\n", "HTTP/1.1 200"),
  ]

  @Test func eachIsAnsweredAndClosed() async throws {
    let results = try await withServer { note in
      try Self.closing.map { request, _ in
        let connection = try Connection(to: note, request)
        let answer = connection.text(upTo: "\r\n\r\n")
        return (answer: answer ?? "", ends: connection.ends())
      }
    }
    for ((request, answer), result) in zip(Self.closing, results) {
      #expect(result.answer.hasPrefix(answer), "\(request.prefix(80))")
      #expect(result.answer.contains("Connection: close\r\n"), "\(request.prefix(80))")
      #expect(result.ends, "\(request.prefix(80))")
    }
  }

  @Test func aClientThatAsksFirstIsToldToGoOn() async throws {
    let answers = try await withServer { note in
      let body = "client_name=x&redirect_uris=a:b"
      let connection = try Connection(
        to: note,
        "POST /api/v1/apps HTTP/1.1\r\n\(Self.host)Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n"
          + "Content-Type: application/x-www-form-urlencoded\r\n\r\n")
      let invitation = connection.text(upTo: "\r\n\r\n")
      connection.send(body)
      return (invitation, connection.text(upTo: "client_secret"))
    }
    #expect(answers.0 == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(answers.1?.contains("HTTP/1.1 200 OK") == true)
  }

  /// More connections than there are descriptors: those that wait are accepted when the first ones are ended.
  @Test func halfRequestsDoNotHoldTheServerForEver() async throws {
    let folder = try TemporaryFolder()
    let answers = try await onOwnThread {
      let state = folder.path + "/state"
      let server = try PipedProgram(
        "/bin/sh", ["-c", "ulimit -n 256; exec '\(BuiltProgram.sandbox)' serve --state '\(state)'"])
      let note = try #require(server.note())
      defer { _ = try? PipedProgram("stop", in: state).exitStatus }
      let halves = try (0..<300).map { _ in try Connection(to: note, "GET /hea") }
      let start = ContinuousClock.now
      let answers = try (0..<5).map { _ in
        try Connection(to: note, "GET /health HTTP/1.1\r\n\(Self.host)\r\n").text(upTo: "\r\n\r\n")?.prefix(12)
      }
      #expect(start.duration(to: .now) < .seconds(45))
      return answers + [halves.first?.ends() == true ? "closed" : "open"]
    }
    #expect(answers == Array(repeating: "HTTP/1.1 200", count: 5) + ["closed"])
  }

  @Test func requestsBesideManyStreamsWaitForTheirTurn() async throws {
    let folder = try TemporaryFolder()
    let answers = try await onOwnThread {
      let state = folder.path + "/state"
      let server = try PipedProgram(
        "/bin/sh", ["-c", "ulimit -n 60; exec '\(BuiltProgram.sandbox)' serve --state '\(state)'"])
      let note = try #require(server.note())
      defer { _ = try? PipedProgram("stop", in: state).exitStatus }
      let streams = try (0..<7).map { _ in try note.listen(to: "user") }
      let request = "GET /health HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n"
      let connections = try (0..<20).map { _ in try Connection(to: note, request) }
      let answers = connections.map { $0.text(upTo: "\r\n\r\n")?.prefix(12) ?? "" }
      return withExtendedLifetime(streams) { answers }
    }
    #expect(answers == Array(repeating: "HTTP/1.1 200", count: 20))
  }
}
