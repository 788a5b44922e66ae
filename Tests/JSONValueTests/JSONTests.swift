import JSONValue
import Testing

/// The value itself.
struct JSONTests {
  @Test func membersKeepTheirOrder() throws {
    #expect(try JSON(parsing: #"{"b":1,"a":[true,null]}"#).text == #"{"b":1,"a":[true,null]}"#)
  }

  @Test func literalsAreValues() {
    let value: JSON = ["n": nil, "b": true, "i": -7, "s": "x", "a": [1, [false]], "o": [:]]
    #expect(value.text == #"{"n":null,"b":true,"i":-7,"s":"x","a":[1,[false]],"o":{}}"#)
  }

  /// Every way to ask, asked of a value of every sort.
  @Test(
    arguments: [
      (.null, "null"), (true, "bool"), (.int(3), "int"), ("", "string"), ([], "array"), ([:], "object"),
    ] as [(JSON, String)])
  func onlyTheQuestionThatFitsIsAnswered(value: JSON, sort: String) {
    let answers = [
      "null": value.isNull, "bool": value.bool != nil, "int": value.int != nil, "string": value.string != nil,
      "array": value.array != nil, "object": value.object != nil,
    ]
    #expect(answers.filter(\.value).map(\.key) == [sort])
    #expect(value["name"] == nil)
    #expect(value[0] == nil)
  }

  @Test(arguments: [(-1, nil), (0, "a"), (1, "b"), (2, nil), (.max, nil), (.min, nil)] as [(Int, JSON?)])
  func placesOutsideOfAnArrayAreEmpty(index: Int, element: JSON?) {
    let value: JSON = ["a", "b"]
    #expect(value[index] == element)
  }

  @Test func theLastOfRepeatedMembersCounts() throws {
    let value = try JSON(parsing: #"{"a":1,"b":2,"a":null}"#)
    #expect(value["a"] == .null)
    #expect(value.object?.members.map(\.name) == ["a", "b", "a"])
    #expect(value.text == #"{"a":1,"b":2,"a":null}"#)
  }

  /// What becomes of `{"a":1,"b":2,"a":3}`.
  @Test(
    arguments: [
      ("a", 9, #"{"a":1,"b":2,"a":9}"#), ("a", nil, #"{"b":2}"#), ("b", .null, #"{"a":1,"b":null,"a":3}"#),
      ("c", [], #"{"a":1,"b":2,"a":3,"c":[]}"#), ("c", nil, #"{"a":1,"b":2,"a":3}"#),
      ("", "", #"{"a":1,"b":2,"a":3,"":""}"#),
    ] as [(String, JSON?, String)])
  func membersAreReplacedInPlace(name: String, value: JSON?, text: String) {
    var object = JSON.Object([("a", 1), ("b", 2), ("a", 3)])
    object[name] = value
    #expect(JSON.object(object).text == text)
  }

  @Test(
    arguments: [
      (["a": 1, "b": 2], ["b": 2, "a": 1]), (["a": 1], ["a": 1, "b": 2]), (["a": 1], ["a": "1"]), ([1, 2], [2, 1]),
      ([], [:]), ("", .null), (0, false), (["a": .null], [:]),
    ] as [(JSON, JSON)])
  func valuesThatReadDifferentlyDiffer(left: JSON, right: JSON) {
    #expect(left != right)
    #expect(right != left)
    #expect(Set([left, right, left]).count == 2)
  }

  /// RFC 8259 section 8.3: names are compared code unit by code unit, or two programs see different objects.
  @Test func namesAreComparedAsTheyAreSpelled() throws {
    let value = try JSON(parsing: #"{"\u00e9":1,"e\u0301":2}"#)
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
    #expect(try JSON(parsing: #"{"\u00e9":1}"#) != JSON(parsing: #"{"e\u0301":1}"#))
  }

  /// The spelling, the whole number it stands for, and the nearest binary one.
  @Test(
    arguments: [
      ("0", 0, 0), ("-0", 0, -0.0), ("-0.0", 0, -0.0), ("7", 7, 7), ("-12", -12, -12), ("1.0", 1, 1),
      ("1e3", 1000, 1000),
      ("1E+3", 1000, 1000), ("1200e-2", 12, 12), ("1.5", nil, 1.5), ("1e-1", nil, 0.1), ("-2.50", nil, -2.5),
      ("9223372036854775807", .max, 0x1p63), ("9223372036854775808", nil, 0x1p63),
      ("-9223372036854775808", .min, -0x1p63), ("-9223372036854775809", nil, -0x1p63),
      ("110000000000000001", 110_000_000_000_000_001, 1.1e17),
      ("8999999999999999.0", 8_999_999_999_999_999, 8_999_999_999_999_999), ("1e15", 1_000_000_000_000_000, 1e15),
      ("1e16", 10_000_000_000_000_000, 1e16), ("9007199254740993.0", 9_007_199_254_740_993, 0x1p53),
      ("9.2e18", 9_200_000_000_000_000_000, 9.2e18), ("9.3e18", nil, 9.3e18), ("1e19", nil, 1e19),
      ("-1.25E2", -125, -125),
      ("10.0e-1", 1, 1), ("123.40e1", 1234, 1234), ("1.005e2", nil, 100.5), ("0e-99999999999999999999", 0, 0),
      ("1e400", nil, .infinity), ("-1e400", nil, -.infinity), ("1e-400", nil, 0),
      ("0.99999999999999999999", nil, 1), ("0e5", 0, 0), ("0.000", 0, 0), ("-1000e-3", -1, -1),
      ("0.0001e4", 1, 1), ("1e99999999999999999999", nil, .infinity),
    ] as [(String, Int?, Double)])
  func numbersKeepTheirSpellingAndTellTheirValue(text: String, int: Int?, double: Double) throws {
    let value = try JSON(parsing: text)
    #expect(value.text == text)
    #expect(value.int == int)
    guard case .number(let number) = value else {
      Issue.record("\(text) is no number")
      return
    }
    #expect(number.double == double)
    #expect(number.double.sign == double.sign)
  }

  @Test func numbersAreEqualWhereTheyAreSpelledAlike() throws {
    #expect(try JSON(parsing: "1") == .int(1))
    #expect(try JSON(parsing: "1.0") != .int(1))
  }
}
