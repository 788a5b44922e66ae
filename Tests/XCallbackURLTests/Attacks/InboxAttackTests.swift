import JSONValue
import Testing

@testable import XCallbackURL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Answers that were forged, guessed, replayed or blown up, against calls that wait: points 6 and 12 of the contract's
/// table of attacks.
struct InboxAttackTests {
  private let inbox = CallbackInbox(scheme: "tusk")
  private let later = ContinuousClock.now + .seconds(600)

  /// The call is still there and takes its own answer.
  private func stillWaits(_ call: CallbackInbox.Call) throws -> Bool {
    inbox.deliver(try #require(call.callbacks.cancel)) == .answered(token: call.token, .canceled)
  }

  // MARK: Forged and replayed

  @Test("attack 06a a page guesses at the address of a call, with all it can know of it")
  func guessesChangeNothing() throws {
    let call = inbox.expectAnswer(until: later)
    let token = call.token
    let digits = Array(token)
    let near = digits.indices.map { place in
      String(digits[..<place]) + (digits[place] == "0" ? "1" : "0") + String(digits[(place + 1)...])
    }
    let shapes = [
      "", "0", String(token.dropLast()), String(token.dropFirst()), token + "0", token + token,
      token.uppercased() + "G",
      String(token.reversed()), "*", "%2A", ".", "..", "%2e%2e", token + "%20", "%20" + token, token + "%0A", "-",
      "0x0",
      String(repeating: "0", count: 32), String(repeating: "f", count: 32), String(repeating: "\u{661}", count: 16),
    ]
    let random = (0..<10_000).map { _ in UnguessableToken.make() }
    for guess in near + shapes + random where guess != token {
      for outcome in ["success", "error", "cancel"] {
        let url = try CallbackURL(parsing: "tusk://x-callback-url/callback/\(guess)/\(outcome)?a=b", mode: .lenient)
        let delivery = inbox.deliver(url)
        #expect(delivery == .unknown || delivery == .malformed, "\(guess)")
      }
    }
    #expect(try stillWaits(call))
  }

  @Test(
    "attack 06b an outcome is spelled in a way of its own",
    arguments: [
      "Success", "SUCCESS", "success%20", "success%0A", "success.", "success%2F", "success/x", "success//", "x/success",
      "", "/success", "./success", "../TOKEN/success", "succes", "success-or-error", "timeout", "callback",
      "%2Fsuccess",
      "success%2Ferror", "\u{17F}uccess", "error,success", "success;cancel",
    ])
  func onlyThreeOutcomesAreOnes(outcome: String) throws {
    let call = inbox.expectAnswer(until: later)
    let place = "tusk://x-callback-url/callback/\(call.token)/"
    let url = try CallbackURL(parsing: place + outcome.replacing("TOKEN", with: call.token), mode: .lenient)
    #expect(inbox.deliver(url) == .malformed)
    #expect(try stillWaits(call))
  }

  @Test(
    "attack 06c the right token comes under another scheme, host or path",
    arguments: [
      "tusker://x-callback-url/callback/T/success", "evil://x-callback-url/callback/T/success",
      "tusk://callback/T/success", "tusk:///x-callback-url/callback/T/success", "tusk:callback/T/success",
      "tusk://x-callback-url.evil/callback/T/success", "tusk://evil/x-callback-url/callback/T/success",
      "tusk://x-callback-url/Callback/T/success", "tusk://x-callback-url/x/callback/T/success",
      "tusk://x-callback-url/callback%2FT%2Fsuccess", "tusk://x-callback-url/?callback/T/success",
      "tusk://x-callback-url/#/callback/T/success", "tusk://x-callback-url/callback?T/success",
      "tusk://x-callback-url/callback/T?success", "tusk://x-callback-url/callback/T#/success",
      "tusk://x-callback-url/callback/x/success?token=T&x-success=tusk://x-callback-url/callback/T/success",
    ])
  func aTokenElsewhereIsNone(text: String) throws {
    let call = inbox.expectAnswer(until: later)
    let url = try CallbackURL(parsing: text.replacing("T", with: call.token))
    let delivery = inbox.deliver(url)
    #expect(delivery == .malformed || delivery == .unknown)
    #expect(try stillWaits(call))
  }

  @Test("attack 06d a hundred answers come at once, of every outcome and several times each")
  func oneAnswerOfManyCounts() async throws {
    let inbox = inbox
    let outcome = try await inbox.answer(within: .seconds(600)) { callbacks in
      let urls = [callbacks.success, callbacks.error, callbacks.cancel].compactMap(\.self)
      let taken = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<100 {
          let url = urls[number % 3].appending([CallbackURL.Pair("n", String(number))])
          group.addTask {
            if case .answered = inbox.deliver(url) { return true }
            return false
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(taken == 1)
      for url in urls { #expect(inbox.deliver(url) == .unknown) }
    }
    switch outcome {
    case .success(let pairs): #expect(pairs.count == 1)
    case .failure(let failure): #expect(failure.pairs.count == 1)
    case .canceled: break
    }
  }

  @Test("attack 06e a used, withdrawn or late address is tried again under the other outcomes")
  func aSpentAddressStaysSpent() throws {
    let used = inbox.expectAnswer(until: later)
    let withdrawn = inbox.expectAnswer(until: later)
    let late = inbox.expectAnswer(until: later)
    #expect(inbox.deliver(try #require(used.callbacks.error)) != .unknown)
    inbox.forget(withdrawn)
    #expect(inbox.deliver(try #require(late.callbacks.success), at: later) == .expired)
    for call in [used, withdrawn, late] {
      for url in [call.callbacks.success, call.callbacks.error, call.callbacks.cancel].compactMap(\.self) {
        #expect(inbox.deliver(url.appending([CallbackURL.Pair("a", "forged")])) == .unknown)
      }
    }
  }

  @Test("attack 06f a forged answer is handed on to another program or learns that nobody waits")
  func aForgedAnswerIsSwallowed() async throws {
    let beyond = RecordingOpener()
    let opener = InProcessOpener(inboxes: [inbox], beyond: beyond)
    let call = inbox.expectAnswer(until: later)
    for token in [UnguessableToken.make(), String(call.token.dropLast()) + "g"] {
      let forged = "tusk://x-callback-url/callback/\(token)/success?x-success=https://evil.example/&x-error=bear:x"
      try await opener.open(CallbackURL(parsing: forged))
    }
    #expect(beyond.opened.isEmpty)
    #expect(try stillWaits(call))
  }

  // MARK: Too much

  private static func url(ofQuery query: String) -> String { "tusker://x-callback-url/getStatus?\(query)" }

  @Test(
    "attack 12a a URL of a hundred thousand keys, or of nothing but separators and signs", .timeLimit(.minutes(1)),
    arguments: [
      (0..<100_000).map { "a\($0)=1" }.joined(separator: "&"), String(repeating: "a&", count: 100_000),
      String(repeating: "&", count: 10_000_000), String(repeating: "%41=&", count: 10_000),
      String(repeating: "é=&", count: 10_000), String(repeating: "%", count: 1_000_000),
      (0..<1_001).map { "\($0)" }.joined(separator: "&"), (0..<1_001).map { "%41\($0)" }.joined(separator: "&"),
    ])
  func tooMuchIsAnErrorAtOnce(query: String) {
    for mode in [CallbackURL.Mode.strict, .lenient] {
      #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: Self.url(ofQuery: query), mode: mode) }
    }
  }

  @Test(
    "attack 12b a URL of the largest size that is read takes long to be shown without its secrets",
    .timeLimit(.minutes(1)),
    arguments: [
      String(repeating: "%", count: 60_000), String(repeating: "=", count: 60_000),
      String(repeating: "25", count: 30_000),
      "%" + String(repeating: "25", count: 30_000), String(repeating: "token=", count: 10_000),
      String(repeating: "%3D", count: 20_000), "token%3D" + String(repeating: "%25", count: 20_000),
      String(repeating: "token-", count: 10_000) + "=", "token=\"" + String(repeating: "\\", count: 60_000),
      "x-success=" + String(repeating: "a:", count: 30_000), String(repeating: "'=", count: 30_000),
    ])
  func redactionIsQuick(query: String) throws {
    let url = try CallbackURL(parsing: Self.url(ofQuery: query), mode: .lenient)
    _ = url.redacted
    _ = SecretText.masked(url.description)
  }

  /// Each layer that is written anew escapes the escapes of those within it once more.
  @Test("attack 12c callbacks within callbacks grow beyond measure when a secret is taken out of the innermost")
  func redactionDoesNotGrow() throws {
    let depth = 150
    let text = String(repeating: "bear:?x-success=", count: depth) + "bear:?token=secret"
    let url = try CallbackURL(parsing: text, mode: .lenient)
    let shown = url.redacted.description
    #expect(!shown.contains("secret"))
    #expect(shown.utf8.count <= 4 * text.utf8.count, "\(text.utf8.count) bytes became \(shown.utf8.count)")
  }

  @Test(
    "attack 12d a program answers JSON that is deep, long or full of keys", .timeLimit(.minutes(1)),
    arguments: [
      String(repeating: "[", count: 1_000_000), String(repeating: "{\"a\":", count: 200_000),
      String(repeating: "[", count: 129) + String(repeating: "]", count: 129), String(repeating: "-", count: 100_000),
      "\"" + String(repeating: "\\u", count: 100_000), "1" + String(repeating: "0", count: 1_000_000) + "e",
    ])
  func monstrousJSONIsNone(json: String) {
    let response = Response.success([CallbackURL.Pair("response", Data(json.utf8).base64EncodedString())])
    #expect(response.json == nil)
  }

  @Test(
    "attack 12e a hundred thousand keys in one object make looking one up slow, or hide the last",
    .timeLimit(.minutes(1)))
  func manyKeysAreOneObject() throws {
    let text = "{" + (0..<100_000).map { "\"k\($0)\":\($0)," }.joined() + "\"k7\":\"last\"}"
    let response = Response.success([CallbackURL.Pair("response", Data(text.utf8).base64EncodedString())])
    let object = try #require(response.json?.object)
    #expect(object["k7"]?.string == "last" && object["k99999"]?.int == 99_999)
  }

  @Test("attack 12f two programs answer each other for ever")
  func aLoopEndsAtTheFirstCallback() async throws {
    let books = Books("Emma")
    let beyond = RecordingOpener()
    struct Twin: CallbackReceiver {
      let books: Books
      var scheme: String { "twin" }
      var dialect: Dialect { BookShop().dialect }
      var actions: [any AnsweringAction] { [BookShopReceiver.Find(books: books)] }
    }
    let opener = InProcessOpener(BookShopReceiver(books: books), Twin(books: books), beyond: beyond)
    var text = "twin://x-callback-url/find-book?title=x&in-stock=1"
    for depth in 0..<6 {
      let scheme = depth.isMultiple(of: 2) ? "book-shop" : "twin"
      let pairs = [("title", "x"), ("in-stock", "1"), ("x-success", text)].map { CallbackURL.Pair($0.0, $0.1) }
      text = CallbackURL(scheme: scheme, action: "find-book", pairs: pairs).description
    }
    try await opener.open(CallbackURL(parsing: text))
    #expect(books.log.count == 1)
    #expect(beyond.opened.map(\.scheme) == ["book-shop"])
  }
}
