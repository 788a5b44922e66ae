import HTTPTypes
import Testing

@testable import TuskSandbox

/// Who may use which route.
@Suite struct RightsTests {
  @Test func theTableNamesEveryRouteOnce() {
    let written = RouteTable.all.map { "\($0.method) \($0.path)" }
    let built = Routes.all.map { "\($0.method.rawValue) \($0.path)" }
    #expect(Set(written).count == written.count)
    #expect(Set(built).count == built.count)
    #expect(Set(built).symmetricDifference(written).isEmpty)
  }

  @Test func strangersAreTurnedAwayWhereAPersonIsNeeded() async throws {
    try await withSandbox { alice async throws in
      for line in RouteTable.all {
        let answer = try await alice.stranger.knock(at: line)
        switch line.right {
        case .person, .program, .owner:
          #expect(answer.status == 401, "\(line)")
          #expect(answer["error"] == "The access token is invalid", "\(line)")
        case .open, .anyone: #expect(answer["error"] != "The access token is invalid", "\(line)")
        }
      }
    }
  }

  @Test func aTokenThatIsNoTokenIsNeverOverlooked() async throws {
    try await withSandbox { alice async throws in
      for line in RouteTable.all where line.right != .open {
        let answer = try await alice.with(token: "nonsense").knock(at: line)
        #expect(answer.status == 401, "\(line)")
      }
    }
  }

  @Test func aTokenForOtherThingsOpensNothing() async throws {
    try await withSandbox { alice async throws in
      let other = try await alice.acting(as: "alice", scopes: "read:me")
      for line in RouteTable.all {
        let answer = try await other.knock(at: line)
        let isRefused = answer["error"] == "This action is outside the authorized scopes"
        switch line.right {
        case .open, .program, .owner: #expect(!isRefused, "\(line)")
        case .anyone, .person: #expect(isRefused && answer.status == 403, "\(line)")
        }
      }
    }
  }

  @Test func aProgramIsNobody() async throws {
    try await withSandbox { alice async throws in
      let program = try await alice.acting(as: nil)
      for line in RouteTable.all {
        let answer = try await program.knock(at: line)
        guard case .person = line.right else {
          #expect(answer["error"] != "This method requires an authenticated user", "\(line)")
          continue
        }
        #expect(answer.status == 422, "\(line)")
        #expect(answer["error"] == "This method requires an authenticated user", "\(line)")
      }
    }
  }

  @Test func eachScopeOfARouteIsEnoughAndSoIsItsFamily() async throws {
    try await withSandbox { alice async throws in
      for line in RouteTable.all where !line.path.hasPrefix("/api/v1/streaming") {
        for scope in line.right.scopes.flatMap({ [$0, $0.family] }) {
          let frank = try await alice.acting(as: "frank", scopes: String(scope))
          let answer = try await frank.knock(at: line)
          #expect(answer.status != 401, "\(line) with \(scope)")
          #expect(answer["error"] != "This action is outside the authorized scopes", "\(line) with \(scope)")
        }
      }
    }
  }

  @Test func whoeverModeratesMustBeAllowedToByTheInstanceToo() async throws {
    try await withSandbox { alice async throws in
      let frank = try await alice.acting(as: "frank")
      for line in RouteTable.all where line.path.hasPrefix("/api/v1/admin/") {
        let answer = try await frank.knock(at: line)
        #expect(answer.status == 403, "\(line)")
        #expect(answer["error"] == "This action is not allowed", "\(line)")
      }
    }
  }

  @Test func whatIsTheOwnersIsNotForAnotherToken() async throws {
    try await withSandbox { alice async throws in
      let others = [try await alice.acting(as: "alice"), try await alice.acting(as: "bob"), alice.stranger]
      for line in RouteTable.all where line.right == .owner {
        for (other, status) in zip(others, [403, 403, 401]) {
          #expect(try await other.knock(at: line).status == status, "\(line)")
        }
        #expect(try await alice.knock(at: line).status != 403, "\(line)")
      }
    }
  }

  @Test func readingIsNoWriting() async throws {
    try await withSandbox { alice async throws in
      let reader = try await alice.acting(as: "alice", scopes: "read profile")
      for line in RouteTable.all where line.method != "GET" && !line.path.hasSuffix("/translate") {
        guard case .person = line.right else { continue }
        #expect(try await reader.knock(at: line).status == 403, "\(line)")
      }
    }
  }

  /// What belongs to alice, asked for by bob, who must not even learn that it is there.
  static let possessions = [
    "GET /api/v1/lists/1", "PUT /api/v1/lists/1", "DELETE /api/v1/lists/1", "GET /api/v1/lists/1/accounts",
    "POST /api/v1/lists/1/accounts", "DELETE /api/v1/lists/1/accounts", "GET /api/v1/timelines/list/1",
    "GET /api/v1/streaming/list?list=1", "GET /api/v2/filters/1", "PUT /api/v2/filters/1", "DELETE /api/v2/filters/1",
    "GET /api/v2/filters/1/keywords", "POST /api/v2/filters/1/keywords?keyword=x", "DELETE /api/v2/filters/keywords/1",
    "GET /api/v1/scheduled_statuses/1", "PUT /api/v1/scheduled_statuses/1", "DELETE /api/v1/scheduled_statuses/1",
    "GET /api/v1/notifications/77", "POST /api/v1/notifications/77/dismiss", "POST /api/v1/notifications/dismiss?id=77",
    "GET /api/v2/notifications/ungrouped-77", "POST /api/v2/notifications/ungrouped-77/dismiss",
    "DELETE /api/v1/featured_tags/1", "POST /api/v1/follow_requests/\(Person.trent)/authorize",
    "POST /api/v1/follow_requests/\(Person.trent)/reject",
  ]

  @Test func whatIsAnothersIsNotThere() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let before = try await alice.number("SELECT count(*) FROM notification")
      for line in Self.possessions {
        let parts = line.split(separator: " ")
        let answer = try await bob.ask(#require(.init(String(parts[0]))), String(parts[1]))
        #expect(answer.status == 404, "\(line): \(answer.text)")
        #expect(answer["error"] == "Record not found", "\(line)")
      }
      #expect(try await alice.number("SELECT count(*) FROM notification") == before)
      #expect(try await alice.get("/api/v1/lists/1/accounts").ids.count == 6)
      #expect(try await alice.get("/api/v2/filters/1")["keywords"] == "1")
    }
  }

  /// Routes by a method that they do not have.
  static let wrongMethods = [
    "DELETE /api/v1/timelines/home", "PUT /api/v1/statuses", "PATCH /api/v1/statuses/1", "POST /api/v1/instance",
    "POST /api/v1/nothing", "GET /api/v1/statuses/1/favourite", "GET /api", "GET /",
  ]

  @Test(arguments: wrongMethods) func noOtherRoutesExist(line: String) async throws {
    try await withSandbox { alice async throws in
      let parts = line.split(separator: " ")
      let answer = try await alice.ask(#require(.init(String(parts[0]))), String(parts[1]))
      #expect(answer.status == 404)
      #expect(answer["error"] == "Not Found")
    }
  }

  @Test func onlyTheHeadIsGivenToThoseWhoAskForIt() async throws {
    try await withSandbox { alice async throws in
      let answer = try await alice.ask(.head, "/api/v1/timelines/home")
      #expect(answer.status == 200)
      #expect(answer.body.isEmpty)
      #expect(answer.header("Link")?.contains("rel=\"next\"") == true)
    }
  }
}

extension RouteTable.Right {
  fileprivate var scopes: [Substring] {
    switch self {
    case .open, .program, .owner: []
    case .anyone(let scopes), .person(let scopes): scopes.split(separator: " ")
    }
  }
}

extension Substring {
  /// The scope that holds this one.
  fileprivate var family: Substring { lastIndex(of: ":").map { self[..<$0] } ?? self }
}

extension Visitor {
  /// Asks at a line's path with ids that nothing has.
  fileprivate func knock(at line: RouteTable.Line) async throws -> Answer {
    let path = line.path.replacing(/:[a-z]+/, with: "987654321")
    return try await ask(#require(.init(line.method)), path)
  }
}
