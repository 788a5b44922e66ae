import JSONValue
import Testing

@testable import XCallbackURL

/// Answers as they travel.
struct ResponseTests {
  /// What a program sent as `response`, and the value in it.
  @Test(
    arguments: [
      ("e30=", [:]), ("e30", [:]), ("W10=", []), ("MQ==", 1), ("MQ=", 1), ("MQ", 1), ("bnVsbA==", .null),
      ("IsOpIg==", "é"),
      ("IkA+Ig==", "@>"), ("IkA Ig==", "@>"), ("IkA-Ig", "@>"), ("Ik8/Ig==", "O?"), ("Ik8_Ig", "O?"),
      ("", nil), ("e", nil), ("e30=e30=", nil), ("{}", nil), ("ew==", nil), ("e3 0", nil), ("e30=\n", nil),
      ("e30\u{301}", nil), ("é", nil), ("=", nil), ("/w==", nil),
    ] as [(String, JSON?)])
  func aResponseIsReadOrNot(text: String, value: JSON?) {
    #expect(Response.success([CallbackURL.Pair("response", text)]).json == value)
  }

  @Test(
    arguments: [
      ([], nil), ([CallbackURL.Pair("Response", "MQ==")], nil), ([CallbackURL.Pair("response", nil)], nil),
      ([CallbackURL.Pair("response", "MQ=="), CallbackURL.Pair("response", "Mg==")], 2),
      ([CallbackURL.Pair("response", "MQ=="), CallbackURL.Pair("response", nil)], nil),
      ([CallbackURL.Pair("x", "y"), CallbackURL.Pair("response", "MQ=="), CallbackURL.Pair("z", nil)], 1),
    ] as [([CallbackURL.Pair], JSON?)])
  func theLastResponseCounts(pairs: [CallbackURL.Pair], value: JSON?) {
    #expect(Response.success(pairs).json == value)
  }

  @Test func onlyASuccessHasJSON() {
    #expect(Response.canceled.json == nil)
    #expect(Response.failure(Failure(.notFound, "MQ==")).json == nil)
  }

  @Test func aResponseTooDeepIsNotRead() {
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    #expect(Response.success(json: .array([])).json == [])
    var value: JSON = []
    for _ in 0..<200 { value = [value] }
    #expect(Response.success(json: value).json == nil)
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: deep) }
  }

  /// Every error a program may send: the pairs, and what is made of them.
  @Test(
    arguments: [
      ([], 70, "the action failed"), ([("errorCode", "404")], 404, "the action failed"),
      ([("errorMessage", "m")], 70, "m"), ([("error", "e"), ("errorMessage", "m")], 70, "m"),
      ([("error", "e")], 70, "e"),
      ([("errorMessage", ""), ("error", "e")], 70, ""), ([("errorMessage", nil), ("error", "e")], 70, "e"),
      ([("errorCode", "1"), ("errorCode", "2")], 2, "the action failed"),
      ([("errorCode", nil)], 70, "the action failed"),
      ([("errorCode", "")], 70, "the action failed"), ([("errorCode", "1.5")], 70, "the action failed"),
      ([("errorCode", "-1"), ("error", "e")], -1, "e"),
      ([("errorcode", "3"), ("Error", "e")], 70, "the action failed"),
      ([("errorCode", "99999999999999999999")], 70, "the action failed"),
      ([("errorCode", " 3")], 70, "the action failed"),
      ([("token", "t"), ("errorMessage", "&=\u{202E}")], 70, "&=\u{202E}"),
    ] as [([(String, String?)], Int, String)])
  func everySubsetOfTheErrorPairsIsRead(pairs: [(String, String?)], code: Int, message: String) {
    let response = Response(outcome: "error", pairs: pairs.map { CallbackURL.Pair($0.0, $0.1) })
    #expect(response == .failure(Failure(Failure.Code(rawValue: code), message)))
  }

  @Test(arguments: ["", "Success", "succes", "success/", "cancelled", "ERROR", "callback"])
  func otherOutcomesAreNone(outcome: String) {
    #expect(Response(outcome: outcome, pairs: []) == nil)
  }

  /// A result that spells another parameter stays one value, in every place it can stand.
  @Test(arguments: ["&x=1", "=&", "#top", "a\r\nb", "%26", "+", "?x-success=evil:", "\u{0}", "é😀", ""])
  func noValueBreaksOutOfItsPair(text: String) throws {
    let callback = try CallbackURL(parsing: "bear://done?mine=1#f")
    for response in [
      Response.success([CallbackURL.Pair("a", text), CallbackURL.Pair(text + "n", "b")]),
      .failure(Failure(.rejected, text)),
    ] where !text.contains("\u{0}") {
      let back = try CallbackURL(parsing: callback.appending(response.pairs).description)
      #expect(back.pairs == [CallbackURL.Pair("mine", "1")] + response.pairs)
    }
    #expect(Response.success(json: .string(text)).json == .string(text))
  }

  @Test(arguments: [1, 2] as [UInt64])
  func everyResponseComesBackFromItsCallback(seed: UInt64) throws {
    var random = URLGenerator(seed: seed)
    let inbox = CallbackInbox(scheme: "tusk")
    for round in 0..<200 {
      let code = Failure.Code(rawValue: Int.random(in: .min ... .max, using: &random))
      let responses: [Response] = [.success(random.pairs()), .failure(Failure(code, random.text())), .canceled]
      let response = random.any(responses)
      let call = inbox.expectAnswer(until: .now + .seconds(60))
      let opened = try #require(call.callbacks.url(for: response))
      let delivery = inbox.deliver(try CallbackURL(parsing: opened.description))
      #expect(delivery == .answered(token: call.token, response), "seed \(seed), round \(round)")
    }
  }
}
