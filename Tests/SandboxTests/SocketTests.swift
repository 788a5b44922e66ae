import Glibc
import TestSupport
import Testing

@testable import TuskSandbox

/// The WebSocket of the sandbox, byte by byte as RFC 6455 has it.
@Suite(.serialized) struct SocketTests {
  private static let key = "dGhlIHNhbXBsZSBub25jZQ=="

  private static func question(_ note: ServerInfo, _ query: String = "", _ fields: String...) -> String {
    let head = "GET /api/v1/streaming\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(note.port)\r\nConnection: Upgrade\r\n"
    let rest = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \(key)\r\n"
    return head + rest + fields.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  /// Sends a text in a frame, masked with zeros, which leave it as it is.
  private static func ask(_ connection: Connection, _ text: String) {
    connection.send(bytes: [0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8))
  }

  @Test func streamsAreAskedForOverOneSocket() async throws {
    let (head, heard, refusal) = try await withServer { note in
      let connection = try Connection(to: note, Self.question(note, "", "Authorization: Bearer \(note.token)"))
      let head = connection.text(upTo: "\r\n\r\n")
      Self.ask(connection, #"{"type":"subscribe","stream":"user"}"#)
      Self.ask(connection, #"{"type":"subscribe","stream":"hashtag","tag":"Zebra"}"#)
      Self.ask(connection, #"{"type":"subscribe","stream":"list","list":"99"}"#)
      let refusal = connection.text(upTo: #""status":404}"#)
      let id = note.write("one #zebra")
      _ = try note.ask("DELETE", "/api/v1/statuses/\(id ?? "")")
      let heard = connection.text(upTo: #"{"stream":["user"],"event":"delete","payload":"\#(id ?? "")"}"#)
      return (head, heard, refusal)
    }
    #expect(head?.hasPrefix("HTTP/1.1 101") == true)
    #expect(head?.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") == true, "the answer to the key that the standard shows")
    #expect(refusal?.contains(#"{"error":"Record not found","status":404}"#) == true)
    #expect(heard?.contains(#"{"stream":["hashtag","Zebra"],"event":"update","payload":"{\"id\":"#) == true)
  }

  @Test func theTokenMayBeASubprotocolAndTheStreamInTheURL() async throws {
    let (head, heard) = try await withServer { note in
      let connection = try Connection(
        to: note, Self.question(note, "?stream=public:local", "Sec-WebSocket-Protocol: \(note.token)"))
      let head = connection.text(upTo: "\r\n\r\n")
      // What is asked for by a frame comes after what the URL asks for, which follows the head.
      Self.ask(connection, #"{"type":"subscribe","stream":"list","list":"99"}"#)
      _ = connection.text(upTo: #""status":404}"#)
      _ = note.write("hello")
      return (head, connection.text(upTo: #"{"stream":["public:local"],"event":"update""#))
    }
    #expect(head?.hasPrefix("HTTP/1.1 101") == true && heard != nil)
  }

  @Test func whoMayNotHaveASocketIsAnsweredLikeAnybody() async throws {
    let heads = try await withServer { note in
      try [
        Self.question(note), Self.question(note, "", "Authorization: Bearer wrong"),
        Self.question(note, "", "Authorization: Bearer \(note.token)", "Origin: http://evil.example"),
        "GET /api/v1/streaming HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(note.token)\r\n\r\n",
      ].map { try Connection(to: note, $0).text(upTo: "\r\n\r\n")?.prefix(12) ?? "" }
    }
    #expect(heads == ["HTTP/1.1 401", "HTTP/1.1 401", "HTTP/1.1 403", "HTTP/1.1 400"])
  }

  /// Requests that ask for a socket in ways that RFC 6455 does not allow.
  @Test(arguments: [
    ["Sec-WebSocket-Version: 13"], ["Sec-WebSocket-Key: \(key)"],
    ["Sec-WebSocket-Version: 8", "Sec-WebSocket-Key: \(key)"],
    ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Key: \(key)"],
    ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)"],
    ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)", "Content-Length: 2"],
    ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)", "Upgrade: h2c"],
  ])
  func aBrokenHandshakeIsAnswered(fields: [String]) async throws {
    let upgrade = fields.contains { $0.hasPrefix("Upgrade") } ? [] : ["Upgrade: websocket"]
    let head = try await withServer { note in
      let lines =
        ["GET /api/v1/streaming HTTP/1.1", "Host: 127.0.0.1:\(note.port)", "Connection: Upgrade"]
        + ["Authorization: Bearer \(note.token)"] + upgrade + fields
      let connection = try Connection(to: note, lines.map { $0 + "\r\n" }.joined() + "\r\n")
      if fields.contains("Content-Length: 2") { connection.send("{}") }
      return connection.text(upTo: "\r\n\r\n")?.prefix(12)
    }
    #expect(head == "HTTP/1.1 400")
  }

  @Test func stoppingEndsTheSockets() async throws {
    let folder = try TemporaryFolder()
    let (isEnded, code) = try await onOwnThread {
      let server = try PipedProgram("serve", in: folder.path + "/state")
      let note = try #require(server.note())
      let connection = try Connection(to: note, Self.question(note, "", "Authorization: Bearer \(note.token)"))
      _ = connection.text(upTo: "\r\n\r\n")
      let stop = try PipedProgram("stop", in: folder.path + "/state").exitStatus
      return (connection.ends(), stop + server.exitStatus)
    }
    #expect(isEnded && code == 0)
  }
}
