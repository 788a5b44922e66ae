import JSONValue
import Testing

@testable import XCallbackURL

/// Every row of the case file.
struct CaseTests {
  @Test(arguments: try CaseRow.rows(of: "parse"))
  func aURLFallsIntoItsParts(row: CaseRow) throws {
    let url = try CallbackURL(parsing: row.text("url"), mode: .lenient)
    #expect(url.scheme == (try row.text("scheme")))
    #expect(url.host == (try row.text("host")))
    #expect(url.action == (try row.text("action")))
    #expect(url.segments == (try #require(row.json["segments"]?.array).map { try #require($0.string) }))
    #expect(url.parameters == (try row.pairs("params")))
    #expect(url.extensions == (try row.pairs("x")))
    #expect(url.description == (try row.text("url")))
  }

  @Test(arguments: try CaseRow.rows(of: "parse"))
  func strictModeTakesOnlyWhatTheRFCAllows(row: CaseRow) throws {
    let text = try row.text("url")
    switch try row.text("strict") {
    case "ok": #expect(try CallbackURL(parsing: text) == CallbackURL(parsing: text, mode: .lenient))
    case let verdict:
      #expect(verdict == "reject")
      #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: text) }
    }
  }

  @Test(arguments: try CaseRow.rows(of: "callback"))
  func dataIsAppendedToACallback(row: CaseRow) throws {
    let url = try CallbackURL(parsing: row.text("url"), mode: .lenient)
    #expect(url.appending(try row.pairs("append")).description == (try row.text("out")))
  }

  @Test(arguments: try CaseRow.rows(of: "refuse"))
  func aDangerousTargetIsRefused(row: CaseRow) throws {
    let target = try row.text("url")
    #expect(throws: Failure.self) { try CallbackPolicy().target(target, of: "x-success") }
    let permissive = CallbackPolicy(allowing: ["javascript", "file", "data", "smb", "shell", "ms-msdt", "me"])
    #expect(throws: Failure.self) { try permissive.target(target, of: "x-success") }
  }
}
