import Foundation
import TestSupport
import Testing

@testable import TuskSandbox

/// Streams over a real connection.
@Suite(.serialized) struct StreamTests {
  @Test func whatHappensIsHeardByAllWhoListenAndInOrder() async throws {
    let (heads, heard, id) = try await withServer { note in
      let listeners = try ["user", "public/local", "hashtag?tag=Zebra"].map { try note.listen(to: $0) }
      let heads = listeners.compactMap { $0.text(upTo: "\r\n\r\n") }
      let id = try #require(note.write("one #zebra"))
      _ = try note.ask("PUT", "/api/v1/statuses/\(id)", "status=two%20%23zebra")
      _ = try note.ask("DELETE", "/api/v1/statuses/\(id)")
      return (heads, listeners.compactMap { $0.text(upTo: "event: delete\ndata: \(id)\n\n") }, id)
    }
    #expect(heads.count == 3)
    for head in heads {
      #expect(head.hasPrefix("HTTP/1.1 200"))
      #expect(head.lowercased().contains("content-type: text/event-stream"))
    }
    #expect(heard.count == 3)
    for text in heard {
      let events = text.matches(of: /event: ([a-z.]+)\n/).map { String($0.1) }
      #expect(events.last == "delete")
      #expect(Set(events).isSubset(of: ["update", "status.update", "delete"]))
      #expect(events.filter { $0 == "update" }.count <= 1)
      #expect(text.contains("data: \(id)\n\n"))
    }
  }

  @Test func eachEventIsOneLineOfData() async throws {
    let words = "line\nbreak \u{2028} \"quotes\" \\ and event: delete"
    let (text, id) = try await withServer { note in
      let listener = try note.listen(to: "user")
      let id = note.write(words)
      return (listener.text(upTo: "}}\n\n"), id)
    }
    let data = try #require(text?.firstMatch(of: /event: update\ndata: (\{[^\n]*\})\n\n/)?.1)
    let status = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
    #expect(status?["id"] as? String == id)
    #expect((status?["content"] as? String)?.contains("line<br />break \u{2028} &quot;quotes&quot; \\") == true)
    #expect(EntityShape.status.faults(in: status) == [])
  }

  @Test func notificationsAloneAreHeardFromOthersOnly() async throws {
    let text = try await withServer { note in
      let listener = try note.listen(to: "user/notification")
      _ = note.write("@alice talks to herself")
      _ = try note.ask("POST", "/api/v1/reports", "account_id=8")
      let id = note.write("last")
      _ = try note.ask("DELETE", "/api/v1/statuses/\(id ?? "")")
      return listener.text(upTo: "event: delete")
    }
    #expect(text != nil)
    #expect(text?.contains("event: update") == false)
    #expect(text?.contains("event: notification") == false)
  }

  @Test func aListenerWhoLeavesDisturbsNobody() async throws {
    let (text, answer) = try await withServer { note in
      for _ in 0..<20 { _ = try note.listen(to: "public") }
      let stays = try note.listen(to: "public")
      let id = note.write("hello")
      return (stays.text(upTo: "\"id\":\"\(id ?? "?")\""), try note.ask("GET", "/api/v1/streaming/health"))
    }
    #expect(text?.contains("event: update") == true)
    #expect(answer.hasSuffix("OK"))
  }

  @Test func whatThePassingOfTimeBringsIsHeard() async throws {
    let (heard, scheduled) = try await withServer { note in
      let robin = try note.ask("POST", "/sandbox/v1/personas", "acct=robin@mastodon.example")
      let token = robin.firstMatch(of: /"token":"([^"]+)"/).map { String($0.1) } ?? ""
      let played = ServerInfo(port: note.port, token: token, secret: "")
      let listener = try played.listen(to: "user/notification")
      let tag = try played.listen(to: "hashtag?tag=zebra")
      let time = Page.encoded(Moment.now.adding(seconds: 3600).iso)
      let form = "poll[options][]=a&poll[options][]=b&poll[expires_in]=600&status=@robin@mastodon.example"
      _ = try note.ask("POST", "/api/v1/statuses", form + "%20%23zebra&scheduled_at=\(time)")
      _ = try note.ask("POST", "/sandbox/v1/clock", "advance=3600")
      return (listener.text(upTo: "\"type\":\"mention\""), tag.text(upTo: "event: update"))
    }
    #expect(heard?.contains("event: notification") == true)
    #expect(scheduled?.contains("zebra") == true)
  }

  @Test func stoppingEndsTheStreams() async throws {
    let folder = try TemporaryFolder()
    let (isEnded, code) = try await onOwnThread {
      let server = try PipedProgram("serve", in: folder.path + "/state")
      let note = try #require(server.note())
      let listener = try note.listen(to: "user")
      let stop = try PipedProgram("stop", in: folder.path + "/state").exitStatus
      return (listener.ends(), stop + server.exitStatus)
    }
    #expect(isEnded)
    #expect(code == 0)
  }
}
