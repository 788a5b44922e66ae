import JSONValue
import Testing

/// The value itself.
struct JSONTests {
  @Test func membersKeepTheirOrder() throws {
    #expect(try JSON(parsing: #"{"b":1,"a":[true,null]}"#).text == #"{"b":1,"a":[true,null]}"#)
  }
}
