import Testing

@testable import Fediverse

/// Which servers belong together, as far as their names show it.
struct HouseTests {
  @Test(arguments: [
    ("example.social", "example.social", true), ("example.social", "streaming.example.social", true),
    ("social.example.org", "example.org", true), ("social.example.org", "streaming.example.org", true),
    ("social.example.co.uk", "streaming.example.co.uk", true), ("example.social", "example.social:4000", true),
    ("example.co.uk", "evil.co.uk", false), ("example.com.au", "evil.com.au", false), ("example.co.uk", "co.uk", false),
    ("example.social", "social", false), ("example.social", "evil.social", false), ("127.0.0.1", "127.0.0.1:9", true),
    ("127.0.0.1", "127.0.0.2", false), ("203.0.113.1", "203.0.113.2", false), ("example.social", "localhost", false),
  ])
  func aHouseIsADomain(_ server: String, _ other: String, _ isOne: Bool) throws {
    let (server, other) = (try ServerAddress(server), try ServerAddress(other))
    #expect(server.isSameSite(as: other) == isOne)
    #expect(other.isSameSite(as: server) == isOne)
  }
}
