import Fediverse
import JSONValue
import Synchronization
import Testing
import TuskActions

/// What a server leaves out of a new status without an error is told.
struct PublishedPartTests {
  private static let reply: JSON = "7"
  private static let quote: JSON = ["state": "pending"]

  private func losses(_ answer: JSON, later: JSON? = nil, of status: NewStatus) async throws -> [String] {
    let stub = StubServer(changing: ["POST /api/v1/statuses": answer, "GET /api/v1/statuses/9": later ?? answer])
    let told = Mutex<[Notice]>([])
    let client = Client(server: try ServerAddress("a.example"), token: AccessToken("s"), transport: stub, policy: .none)
    let server = Server(client, tell: { note in told.withLock { $0.append(note) } })
    _ = try await server.publish(status, with: [])
    return told.withLock(\.self).map { notice in
      guard case .loss(let text) = notice else { return "\(notice)" }
      return String(text.prefix { $0 != ":" })
    }
  }

  private func status(reply: String? = nil, quoting: String? = nil, _ visibility: Visibility? = nil) -> NewStatus {
    var status = NewStatus("Hi")
    (status.inReplyToID, status.quotedStatusID, status.visibility) = (reply, quoting, visibility)
    status.isTried = true
    return status
  }

  private static let bare = Bodies.status.changing("id", to: "9").changing("in_reply_to_id", to: .null)

  @Test func whatIsMissingIsTold() async throws {
    let prefix = "the server published the status"
    #expect(try await losses(Self.bare, of: status(reply: "7")) == ["\(prefix), but not as a reply"])
    #expect(try await losses(Self.bare, of: status(quoting: "7")) == ["\(prefix) without its quote"])
    let told = try await losses(Self.bare.changing("visibility", to: "public"), of: status(.private))
    #expect(told == ["\(prefix) with visibility 'public' instead of 'private'"])
    let unknown = try await losses(Self.bare.changing("visibility", to: .null), of: status(.direct))
    #expect(unknown == ["\(prefix) with visibility 'unknown' instead of 'direct'"])
    #expect(try await losses(Self.bare, of: status(reply: "7", quoting: "7")).count == 2)
  }

  /// Some servers leave parts out of the answer alone.
  @Test func whatIsShownLaterIsNotMissing() async throws {
    let later = Self.bare.changing("in_reply_to_id", to: Self.reply)
    #expect(try await losses(Self.bare, later: later, of: status(reply: "7")).isEmpty)
  }

  @Test func whatIsThereIsNotTold() async throws {
    let answer = Self.bare.changing("in_reply_to_id", to: Self.reply).changing("quote", to: Self.quote)
      .changing("visibility", to: "direct")
    #expect(try await losses(answer, of: status(reply: "7", quoting: "8", .direct)).isEmpty)
    #expect(try await losses(Self.bare, of: status()).isEmpty)
  }
}
