import JSONValue
import Testing

@testable import Fediverse

/// How many values responses may have, alone and together.
struct ValueBudgetTests {
  @Test(arguments: [
    ("[]", 2), ("[[],[]]", 5), ("[{},{}]", 5), (#"{"a":1,"b":[2,3]}"#, 5), (#"[",[{\",[",1]"#, 3), ("<p>a,b", 0),
    ("\u{FEFF} [1]", 2), ("", 0), ("7", 0), (#"["a\\","b"]"#, 3),
  ])
  func valuesAreCountedWithoutReading(_ text: String, _ count: Int) {
    #expect(JSON.mostValues(in: Array(text.utf8)) == count)
  }

  @Test func oneResponseMayNotHaveTooMany() throws {
    let budget = ValueBudget(alone: 4, together: 100)
    _ = try budget.share(of: Array("[1,2,3]".utf8))
    let error = #expect(throws: TransportError.self) { try budget.share(of: Array("[1,2,3,4]".utf8)) }
    #expect(error?.kind == .malformed)
  }

  @Test func responsesHeldTogetherShareALimit() throws {
    let budget = ValueBudget(alone: 10, together: 10)
    let body = Array("[1,2,3,4,5,6]".utf8)
    var held: ValueBudget.Share? = try budget.share(of: body)
    #expect(throws: TransportError.self) { try budget.share(of: body) }
    #expect(held != nil)
    held = nil
    _ = try budget.share(of: body)
  }

  @Test func rowsHoldWhatTheyWereReadFrom() throws {
    let budget = ValueBudget(alone: 10, together: 10)
    let body = Array("[[],[],[]]".utf8)
    let rows = Rows<Fediverse.Tag>(rows: try JSON(parsing: body).array ?? [], share: try budget.share(of: body))
    #expect(throws: TransportError.self) { try budget.share(of: body) }
    #expect(rows.unreadableRows.count == 3)
  }
}
