import JSONValue
import Testing

/// How deep values may stand in one another.
struct JSONDepthTests {
  private func nested(_ open: String, _ close: String, _ depth: Int) -> String {
    String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]"), ("[2,", "]")])
  func theLimitIsExact(open: String, close: String) throws {
    let levels = open.count { "[{".contains($0) }
    let fitting = 128 / levels
    #expect(throws: Never.self) { try JSON(parsing: nested(open, close, fitting)) }
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: nested(open, close, fitting + 1)) }
    #expect(error?.message == "expected less nesting")
    #expect(error?.offset == fitting * open.utf8.count)
  }

  @Test(arguments: [(0, "1"), (0, #""[[[{""#), (1, "[]"), (1, #"{"a":1}"#), (2, "[[],[],[]]"), (2, #"[{},{},[]]"#)])
  func neighborsDoNotCountAsDepth(depth: Int, text: String) throws {
    #expect(try JSON(parsing: text, depth: depth).text == text)
  }

  @Test(arguments: [(0, "[]", 0), (0, " {}", 1), (1, "[[]]", 1), (1, #"{"a":{}}"#, 5), (2, "[[],[[]]]", 5)])
  func aSmallerLimitHoldsToo(depth: Int, text: String, offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text, depth: depth) }
    #expect(error?.offset == offset)
  }

  @Test(arguments: ["[", #"{"a":"#, "[[{\"a\":"])
  func noInputExhaustsTheStack(open: String) {
    let text = String(repeating: open, count: 200_000)
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
    #expect(error?.message == "expected less nesting")
  }

  @Test func widthIsNotLimited() throws {
    let text = "[" + Array(repeating: #"{"a":[]}"#, count: 20_000).joined(separator: ",") + "]"
    let value = try JSON(parsing: text)
    #expect(value.array?.count == 20_000)
    #expect(value.text == text)
  }
}
