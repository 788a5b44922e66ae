import Testing

@testable import Fediverse

/// The port at which the browser brings the answer.
struct RedirectListenerTests {
  private let transport = HTTPTransport(HTTPTransport.Configuration { _ in nil })

  private func visit(
    _ address: String, _ method: HTTPRequest.Method = .get, headers: Headers = [:]
  ) async throws -> HTTPResponse {
    try await transport.send(HTTPRequest(method: method, url: try #require(WebURL(address)), headers: headers))
  }

  @Test func oneAnswerIsTakenAndThePortIsClosed() async throws {
    let listener = try await RedirectListener.open(for: "Tusk & <co>")
    #expect(listener.redirect.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/callback/) != nil)
    async let answer = listener.response()
    let page = try await visit(listener.redirect + "?code=c0de&state=s")
    #expect(page.status == 200)
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(text.contains("return to Tusk &amp; &lt;co>") && !text.contains("script") && !text.contains("c0de"))
    #expect(page.headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
    #expect(page.headers["Cache-Control"] == "no-store")
    #expect(page.headers["Referrer-Policy"] == "no-referrer")
    #expect(try await answer.code?.exposed == "c0de")
    await #expect(throws: TransportError.self) { try await visit(listener.redirect) }
    await transport.close()
  }

  @Test func whatIsNoAnswerIsTurnedAwayAndTheAnswerStillTaken() async throws {
    let listener = try await RedirectListener.open(for: "Tusk")
    async let answer = listener.response()
    let base = String(listener.redirect.dropLast("/callback".count))
    let port = base.split(separator: ":").last.map(String.init) ?? ""
    #expect(try await visit(base + "/favicon.ico").status == 404)
    #expect(try await visit(base + "/callback/x?code=evil").status == 404)
    #expect(try await visit(base + "/callback?code=evil", .post).status == 405)
    for host in ["evil.example", "evil.example:\(port)", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:\(port)"] {
      #expect(try await visit(base + "/callback?code=evil", headers: ["Host": host]).status == 421, "\(host)")
    }
    #expect(try await visit(base + "/callback?code=good", headers: ["Host": "localhost:\(port)"]).status == 200)
    #expect(try await answer.code?.exposed == "good")
    await transport.close()
  }

  @Test(arguments: ["", "?", "?x", "?x=code&y=state#code=c", "?error=", "?iss=https://e.example"])
  func whatSaysNothingOfAnAnswerEndsNoSignIn(_ query: String) async throws {
    let listener = try await RedirectListener.open(for: "Tusk")
    async let answer = listener.response()
    let page = try await visit(listener.redirect + query)
    #expect(page.status == 400)
    #expect(String(decoding: page.body, as: UTF8.self).contains("not the response that Tusk is waiting for"))
    #expect(try await visit(listener.redirect + "?code=good&state=s").status == 200)
    #expect(try await answer.code?.exposed == "good")
    await transport.close()
  }

  @Test(arguments: ["?code=", "?code=c", "?state=s", "?error=access_denied", "?code=a&code=b"])
  func whatMayBeTheAnswerIsLookedAtByWhoAsked(_ query: String) async throws {
    let listener = try await RedirectListener.open(for: "Tusk")
    let task = Task { try await listener.response() }
    #expect(try await visit(listener.redirect + query).status == 200)
    _ = await task.result
    await transport.close()
  }

  @Test func nobodyWaitsForEver() async throws {
    let listener = try await RedirectListener.open(for: "Tusk")
    let error = await #expect(throws: SignInError.self) { try await listener.response(within: .milliseconds(1)) }
    #expect(error?.kind == .timedOut)
  }

  @Test func aWaitThatIsCanceledEnds() async throws {
    let listener = try await RedirectListener.open(for: "Tusk")
    let task = Task { try await listener.response() }
    task.cancel()
    let error = await #expect(throws: SignInError.self) { try await task.value }
    #expect(error?.kind == .canceled)
    await #expect(throws: TransportError.self) { try await visit(listener.redirect) }
    await transport.close()
  }

  @Test func aPortThatIsClosedTellsWhoeverWaits() async throws {
    let listener = try await RedirectListener.open(for: "Tusk")
    await listener.close()
    let error = await #expect(throws: SignInError.self) { try await listener.response() }
    #expect(error?.kind == .canceled)
  }
}
