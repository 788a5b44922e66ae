import HTTPTypes
import TestSupport
import Testing

@testable import TuskSandbox

/// What goes wrong when it is asked for.
@Suite struct FaultTests {
  /// A form and the fault it describes, as it is listed.
  static let forms: [(String, String)] = [
    ("kind=refuse", #"{"kind":"refuse","method":null,"path":"/","count":1}"#),
    ("kind=cut&method=get&path=/api/v1&count=3", #"{"kind":"cut","method":"GET","path":"/api/v1","count":3}"#),
    (
      "kind=delay&milliseconds=5&path=/oauth",
      #"{"kind":"delay","method":null,"path":"/oauth","count":1,"milliseconds":5}"#
    ),
    ("kind=drop-answer&method=", #"{"kind":"drop-answer","method":null,"path":"/","count":1}"#),
  ]

  @Test(arguments: forms) func whatIsComingIsListed(form: String, listed: String) async throws {
    try await withSandbox { alice async throws in
      let answer = try await alice.send(
        .post, "/sandbox/v1/faults", Array(form.utf8), type: "application/x-www-form-urlencoded")
      #expect(answer.text == "[\(listed)]")
      #expect(try await alice.get("/sandbox/v1/faults").text == "[\(listed)]")
      #expect(try await alice.ask(.delete, "/sandbox/v1/faults").text == "[]")
      #expect(try await alice.get("/api/v1/statuses/1").status == 200)
    }
  }

  static let badForms = [
    "", "kind=", "kind=explode", "kind=refuse&count=0", "kind=refuse&count=-1", "kind=refuse&count=x",
    "kind=refuse&count=1000001", "kind=refuse&path=api", "kind=refuse&path=", "kind=refuse&method=BREW",
    "kind=delay", "kind=delay&milliseconds=-1", "kind=delay&milliseconds=600001", "kind=delay&milliseconds=soon",
  ]

  @Test(arguments: badForms) func whatIsNoFaultIsRefused(form: String) async throws {
    #expect(throws: Refusal.self) { try Fault(Form(urlEncoded: form)) }
  }

  /// A fault, a request, and whether the one befalls the other.
  static let meetings: [(String, String, String, Bool)] = [
    ("path=/api/v1/statuses", "GET", "/api/v1/statuses", true), ("path=/api/v1/s", "PUT", "/api/v1/statuses/1", true),
    ("path=/api/v1/statuses&method=post", "GET", "/api/v1/statuses", false), ("", "GET", "/oauth/token", true),
    ("path=/api/v2", "GET", "/api/v1/statuses", false), ("", "POST", "/sandbox/v1/faults", false),
    ("path=/sandbox/", "GET", "/sandbox/v1/clock", false),
  ]

  @Test(arguments: meetings) func faultsChoose(form: String, method: String, path: String, isHit: Bool) throws {
    let plan = FaultPlan()
    plan.add(try Fault(Form(urlEncoded: "kind=cut&" + form)))
    #expect((plan.take(for: method, path) == .cut) == isHit)
    #expect(plan.pending.isEmpty == isHit)
  }

  @Test func aFullDiskIsNamedAndPasses() async throws {
    try await withSandbox { alice async throws in
      let file = Sample.png + [UInt8](repeating: 7, count: 1 << 20)
      try await alice.tamper("PRAGMA max_page_count = 1")
      let refused = try await alice.upload(file)
      #expect(refused.status == 507 && refused["error"]?.contains("no space left on device") == true)
      #expect(try await alice.get("/api/v1/accounts/1").status == 200)
      try await alice.tamper("PRAGMA max_page_count = 1000000")
      #expect(try await alice.upload(file).status == 200)
    }
  }

  @Test func theFirstThatFitsComesAndEachAsOftenAsItSays() throws {
    let plan = FaultPlan()
    plan.add(try Fault(Form(urlEncoded: "kind=refuse&path=/b")))
    plan.add(try Fault(Form(urlEncoded: "kind=cut&count=2")))
    plan.add(try Fault(Form(urlEncoded: "kind=drop-answer")))
    let kinds = ["/a", "/b", "/b", "/b", "/b"].map { plan.take(for: "GET", $0) }
    #expect(kinds == [.cut, .refuse, .cut, .dropAnswer, nil])
  }

  @Test func whatIsTurnedAwayIsNotDone() async throws {
    try await withSandbox { alice async throws in
      let before = try await alice.number("SELECT count(*) FROM status")
      try await alice.post("/sandbox/v1/faults", ["kind": "refuse", "path": "/api/v1/statuses", "count": "2"])
      let answers = try await (0..<3).asyncMap { _ in try await alice.post("/api/v1/statuses", ["status": "x"]).status }
      #expect(answers == [503, 503, 200])
      #expect(try await alice.number("SELECT count(*) FROM status") == before + 1)
    }
  }

  @Test func whatIsLateIsDone() async throws {
    try await withSandbox { alice async throws in
      try await alice.post("/sandbox/v1/faults", ["kind": "delay", "milliseconds": "50"])
      let start = ContinuousClock.now
      #expect(try await alice.get("/api/v1/statuses/1").status == 200)
      #expect(ContinuousClock.now - start >= .milliseconds(50))
    }
  }

  @Test func anAnswerThatIsLostWasDoneAndItsKeyFindsIt() async throws {
    let (lost, found, count) = try await withServer { note in
      _ = try note.ask("POST", "/sandbox/v1/faults", "kind=drop-answer&method=POST&path=/api/v1/statuses")
      let lost = try note.ask("POST", "/api/v1/statuses?status=zebra", headers: "Idempotency-Key: k\r\n")
      let found = try note.ask("POST", "/api/v1/statuses?status=zebra", headers: "Idempotency-Key: k\r\n")
      let search = try note.ask("GET", "/api/v2/search?type=statuses&q=zebra")
      return (lost, found, search.matches(of: /"content":"<p>zebra/).count)
    }
    #expect(lost == "")
    #expect(found.hasPrefix("HTTP/1.1 200"))
    #expect(count == 1)
  }

  @Test func anAnswerThatIsCutPromisesMoreThanItGives() async throws {
    let answer = try await withServer { note in
      _ = try note.ask("POST", "/sandbox/v1/faults", "kind=cut")
      return try note.ask("GET", "/api/v1/statuses/1")
    }
    let length = try #require(answer.lowercased().firstMatch(of: /content-length: ([0-9]+)/).flatMap { Int($0.1) })
    let body = try #require(answer.firstRange(of: "\r\n\r\n")).upperBound
    #expect(answer[body...].utf8.count == length / 2)
  }

  @Test func aStreamThatIsCutEndsAfterSomeNews() async throws {
    let (news, isEnded) = try await withServer { note in
      _ = try note.ask("POST", "/sandbox/v1/faults", "kind=cut&path=/api/v1/streaming")
      let listener = try note.listen(to: "user")
      _ = note.write("zebra")
      return (listener.text(upTo: "event: update"), listener.ends())
    }
    #expect(news?.contains("zebra") == true)
    #expect(isEnded)
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
