import Testing

@testable import Fediverse

struct RedirectTests {
  private func redirect(
    _ status: Int, _ location: String?, of call: Call = .get("/x"), at url: String = "https://a.example/b/c?d"
  ) throws -> Redirect {
    let headers: Headers = location.map { ["location": $0] } ?? [:]
    return Redirect(HTTPResponse(status: status, headers: headers), to: call, at: try #require(WebURL(url)))
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func everyKindOfRedirectIsFollowedByReads(_ status: Int) throws {
    #expect(try redirect(status, "/n") == .allowed(#require(WebURL("https://a.example/n"))))
  }

  @Test(arguments: [200, 201, 300, 304, 305, 306, 309, 404, 503])
  func otherStatusCodesLeadNowhere(_ status: Int) throws {
    #expect(try redirect(status, "/n") == .none)
  }

  @Test func aRedirectWithoutAPlaceIsNone() throws {
    #expect(try redirect(302, nil) == .none)
  }

  @Test(arguments: [
    ("https://a.example/b", "https://b.example/", true), ("https://a.example/b", "http://a.example/b", false),
    ("https://a.example/b", "http://127.0.0.1/", false), ("http://127.0.0.1/b", "https://a.example/", false),
    ("http://127.0.0.1/b", "http://localhost:99/", true), ("http://127.0.0.1/b", "https://127.0.0.1/", true),
    ("http://127.0.0.1/b", "http://a.example/", false), ("http://a.example/b", "https://a.example/", true),
    ("http://a.example/b", "http://127.0.0.1/", false), ("https://127.0.0.1/b", "http://127.0.0.1/b", false),
  ])
  func noStepMakesTheLineLessSafe(_ from: String, _ to: String, _ isTaken: Bool) throws {
    let redirect = try redirect(302, to, at: from)
    #expect((redirect == .allowed(try #require(WebURL(to)))) == isTaken)
    #expect(redirect != .none)
  }

  @Test(arguments: [
    Call.post("/x"), Call.ensure("/x"), Call(method: .put, path: "/x"), Call(method: .patch, path: "/x"),
    Call(method: .delete, path: "/x"),
  ])
  func changesAreNeverSentElsewhere(_ call: Call) throws {
    for status in [301, 302, 303, 307, 308] {
      guard case .refused(let target, let reason) = try redirect(status, "/n", of: call) else {
        Issue.record("\(call.summary) followed a \(status)")
        continue
      }
      #expect(target == "https://a.example/n" && reason.contains("change"))
    }
  }

  @Test func fiveStepsAreTakenAndASixthIsNot() async throws {
    for (count, isReached) in [(5, true), (6, false)] {
      let transport = ScriptedTransport()
      for step in 0..<count {
        let from = step == 0 ? "/api/v1/statuses/1" : "/\(step)"
        transport.on("GET \(from)", status: 302, headers: ["Location": "/\(step + 1)"])
      }
      transport.on("GET /\(count)", #"{"id":"1"}"#)
      let status = try? await Client.scripted(transport).statuses.status("1")
      #expect((status != nil) == isReached && transport.asked.count == 6)
    }
  }

  @Test func aRedirectedPageResolvesItsLinksWhereItCameFrom() async throws {
    let transport = ScriptedTransport()
    transport.on("GET /api/v1/notifications", status: 301, headers: ["Location": "/v2/list?x=1"])
      .on("GET /v2/list?x=1", headers: ["Link": "<?x=2>; rel=next, <../other>; rel=prev"], #"[{"id":"1"}]"#)
    let page = try await Client.scripted(transport).notifications.list()
    #expect(page.next?.description == "https://example.social/v2/list?x=2")
    #expect(page.previous?.description == "https://example.social/other")
  }

  @Test func whatARedirectSaidIsOnOneLine() async throws {
    let transport = ScriptedTransport()
    let location = "x:\u{1B}[2J\n\u{202E}" + String(repeating: "y", count: 5000)
    transport.on("GET /api/v1/statuses/1", status: 302, headers: ["Location": location])
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
    let text = try #require(error?.description)
    #expect(text.count < 300 && text.unicodeScalars.allSatisfy { $0.inert == $0 })
  }

  @Test func onlyTheServerItselfMeansGone() async throws {
    let missing = #"{"error":"Record not found"}"#
    for (location, body, isGone) in [(nil, missing, true), (nil, "<p>None", false), ("/n", missing, false)] {
      let transport = ScriptedTransport()
      if let location {
        transport.on("GET /api/v1/statuses/1", status: 301, headers: ["Location": location])
      }
      transport.on("GET \(location ?? "/api/v1/statuses/1")", status: 404, body)
      let client = try Client.scripted(transport)
      let error = await #expect(throws: FediverseError.self) { try await client.statuses.status("1") }
      #expect(error?.kind == .notFound && error?.meansGone == isGone)
    }
  }

  @Test func aRedirectedChangeMayHaveBeenMade() async throws {
    let transport = ScriptedTransport()
    transport.on("POST /api/v1/statuses/1/favourite", status: 302, headers: ["Location": "/n"])
    let client = try Client.scripted(transport)
    let error = await #expect(throws: FediverseError.self) { try await client.statuses.favorite("1") }
    #expect(error?.kind == .insecure && error?.outcomeUnknown == true)
  }

  @Test func bodiesAndKeysAreNotRepeatedByAReadThatIsRedirected() async throws {
    let transport = ScriptedTransport()
    transport.on("GET /api/v2/search?q=x", status: 308, headers: ["Location": "https://b.example/s?q=x"])
      .on("GET https://b.example/s?q=x", #"{"accounts":[]}"#)
    _ = try await Client.scripted(transport).search.search("x")
    #expect(transport.requests.allSatisfy { $0.body == nil && $0.headers["Idempotency-Key"] == nil })
    #expect(transport.requests.allSatisfy { $0.headers["Accept"] == "application/json" })
  }
}
