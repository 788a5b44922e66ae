import Testing
import XCallbackURL

/// The points of the contract about answers: what is appended to a callback, and which one is opened.
struct CallbackConformanceTests {
  private let books = Books("Emma")
  private let found = "find-book?title=Emma&in-stock=1"
  private var shop: BookShopReceiver { BookShopReceiver(books: books) }

  /// What the shop makes of a request with these callbacks.
  private func reply(to request: String, _ callbacks: [(String, String)]) async throws -> Reply {
    let url = try CallbackURL(parsing: "book-shop://x-callback-url/\(request)")
    return await shop.reply(to: url.appending(callbacks.map { CallbackURL.Pair($0.0, $0.1) }))
  }

  /// What is opened of this callback once the shop, which has one book, was asked for its books.
  private func opened(_ success: String) async throws -> String? {
    try await reply(to: "arrivals/new", [("x-success", success)]).callback?.description
  }

  @Test(
    "26 Data is appended to the query of a callback, before its fragment, and the rest stays byte for byte",
    arguments: [
      ("bear:s", "bear:s?titles=Emma"), ("bear:s#top", "bear:s?titles=Emma#top"),
      ("bear:s?a=1", "bear:s?a=1&titles=Emma"), ("bear:s?a=1#f?g&h", "bear:s?a=1&titles=Emma#f?g&h"),
      ("bear:s?keep=a%2Bb%2b+c", "bear:s?keep=a%2Bb%2b+c&titles=Emma"),
      ("bear:s?a=%zz{}", "bear:s?a=%zz{}&titles=Emma"),
      ("BEAR://X-Callback-URL/S/?%6b=v", "BEAR://X-Callback-URL/S/?%6b=v&titles=Emma"),
      ("bear:s?b=2&a=1&&b=1", "bear:s?b=2&a=1&&b=1&titles=Emma"), ("bear:s?é=漢 #ü", "bear:s?é=漢 &titles=Emma#ü"),
      ("bear:s?u=c%3A%2F%2Fd%3Fe%3D%2526", "bear:s?u=c%3A%2F%2Fd%3Fe%3D%2526&titles=Emma"),
    ])
  func whatStoodInACallbackStays(callback: String, expected: String) async throws {
    #expect(try await opened(callback) == expected)
  }

  @Test(
    "27 An empty query and a trailing & get no second separator",
    arguments: [
      ("bear:s?", "bear:s?titles=Emma"), ("bear:s?#f", "bear:s?titles=Emma#f"), ("bear:s?a&", "bear:s?a&titles=Emma"),
      ("bear:s?a=&#f", "bear:s?a=&titles=Emma#f"), ("bear:s?&", "bear:s?&titles=Emma"),
      ("bear:s??", "bear:s??&titles=Emma"), ("bear:s#?", "bear:s?titles=Emma#?"),
      ("bear:s?a#&", "bear:s?a&titles=Emma#&"),
      ("bear:s?%26", "bear:s?%26&titles=Emma"),
    ])
  func noSeparatorIsDoubled(callback: String, expected: String) async throws {
    #expect(try await opened(callback) == expected)
  }

  @Test(
    "28 Without data a callback is opened byte for byte",
    arguments: [
      "bear:s", "bear:s?", "bear:s?#", "bear:s&", "bear:s?&&", "BEAR://H/%7e?A=%2b+&a", "bear:s?a=%zz{x}",
      "bear:é ?é#é", "App://X-Callback-URL/?", "bear:///#",
    ])
  func withoutDataNothingChanges(callback: String) async throws {
    for (request, name) in [("show-page?page=a:b", "x-success"), ("close-up", "x-cancel")] {
      #expect(try await reply(to: request, [(name, callback)]).callback?.description == callback)
    }
  }

  @Test(
    "29 A name that stands in the callback already is appended once more, never overwritten",
    arguments: [
      ("bear:s?titles=mine", "titles", ["mine", "Emma"]), ("bear:s?titles&a=b", "titles", [nil, "Emma"]),
      ("bear:s?a&%74itles=&titles=x", "titles", ["", "x", "Emma"]),
      ("bear:s?titles=Emma#f", "titles", ["Emma", "Emma"]),
      ("bear:s?Titles=mine", "titles", ["Emma"]),
    ] as [(String, String, [String?])])
  func aCollisionOverwritesNothing(callback: String, name: String, values: [String?]) async throws {
    let text = try #require(try await opened(callback))
    #expect(try CallbackURL(parsing: text).values(of: name) == values)
    #expect(text.hasPrefix(callback.prefix { $0 != "#" }))
  }

  @Test(
    "31 A callback may be opaque or have an empty host",
    arguments: [
      ("me:cb", "me:cb?a=b"), ("me:cb?c#d", "me:cb?c&a=b#d"), ("me:", "me:?a=b"), ("me:/p", "me:/p?a=b"),
      ("myapp:///x", "myapp:///x?a=b"), ("myapp:///", "myapp:///?a=b"), ("myapp://", "myapp://?a=b"),
      ("source-app:///", "source-app:///?a=b"), ("web+me:cb:d@e", "web+me:cb:d@e?a=b"),
    ])
  func opaqueCallbacksWork(callback: String, opened: String) throws {
    let policy = CallbackPolicy(allowing: CallbackPolicy.knownApps + ["me", "myapp", "web+me"])
    let url = CallbackURL(scheme: "tusk", action: "a", pairs: [CallbackURL.Pair("x-success", callback)])
    let callbacks = try Request(url, policy: policy).callbacks
    #expect(callbacks.url(for: .success([]))?.description == callback)
    #expect(callbacks.url(for: .success([CallbackURL.Pair("a", "b")]))?.description == opened)
  }

  @Test(
    "32 x-error gets errorCode and errorMessage at least",
    arguments: [
      ("find-book", "1"), ("find-book?title=E&in-stock=maybe", "2"), ("find-book?title=E&in-stock=1&title", "2"),
      ("find-book?title=&in-stock=1", "11"), ("nothing", "3"), ("", "3"), ("arrivals/new?x-source&x-source", "2"),
      ("arrivals/new?x-success=https%3A%2F%2Fa", "5"), ("arrivals/new?x-cancel", "5"),
    ])
  func everyErrorHasCodeAndMessage(request: String, code: String) async throws {
    let callback = try await reply(to: request, [("x-error", "bear:e?mine=1")]).callback
    let pairs = try #require(callback).pairs
    #expect(pairs.map(\.name).prefix(3) == ["mine", "errorCode", "errorMessage"])
    #expect(pairs[1].value == code)
    #expect(pairs[2].value?.isEmpty == false)
  }

  @Test(
    "35 x-cancel is neither success nor error and carries no data; without it nothing is opened",
    arguments: [
      ([("x-success", "bear:s"), ("x-error", "bear:e"), ("x-cancel", "bear:c")], "bear:c"),
      ([("x-cancel", "bear:c?json=true#f")], "bear:c?json=true#f"),
      ([("x-success", "bear:s"), ("x-error", "bear:e")], nil), ([], nil),
    ] as [([(String, String)], String?)])
  func aCancellationIsAnOutcomeOfItsOwn(callbacks: [(String, String)], opened: String?) async throws {
    let reply = try await reply(to: "close-up", callbacks)
    #expect(reply.response == .canceled)
    #expect(reply.callback?.description == opened)
  }

  @Test(
    "37 Exactly one callback comes of a request, and one answer of a call",
    arguments: [
      ("find-book?title=Emma&in-stock=1", "success"), ("arrivals/new", "success"), ("show-page?page=a:b", "success"),
      ("find-book", "error"), ("find-book?title=&in-stock=1", "error"), ("nothing", "error"), ("close-up", "cancel"),
      ("arrivals/new?x-source=a&x-source=b", "error"),
    ])
  func oneAnswerComesOfEachRequest(request: String, outcome: String) async throws {
    let inbox = CallbackInbox(scheme: "bear")
    let call = inbox.expectAnswer(until: .now + .seconds(60))
    let recorder = RecordingOpener()
    let url = try CallbackURL(parsing: "book-shop://x-callback-url/\(request)").appending(call.callbacks.pairs)
    try await InProcessOpener(shop, beyond: recorder).open(url)
    #expect(recorder.opened.map(\.segments) == [["callback", call.token, outcome]])
    let all = [call.callbacks.success, call.callbacks.error, call.callbacks.cancel].compactMap(\.self)
    let deliveries = (recorder.opened + recorder.opened + all).map { inbox.deliver($0) }
    guard case .answered(call.token, _) = deliveries[0] else { throw Failure(.defect, "\(deliveries)") }
    #expect(deliveries.dropFirst() == [.unknown, .unknown, .unknown, .unknown])
  }

  @Test(
    "40 Callbacks are checked before the action runs",
    arguments: [
      "", "javascript:alert(1)", "https://evil.example/", "file:///etc/passwd", "x-man-page://x-callback-url/a", "-a:b",
      " bear:a", "relative", "unheard-of://elsewhere", "bear://me@h/", "bear:a?%00", "bear:a\n", "MS-Word:ofe",
      "book-shop://x-callback-url/arrivals/new", "tusk://x-callback-url/postStatus?text=x",
    ])
  func aRefusedCallbackHasNoEffect(target: String) async throws {
    let names = ["x-success", "x-error", "x-cancel"]
    for refused in names {
      let callbacks = names.map { ($0, $0 == refused ? target : "bear:\($0)") }
      let reply = try await reply(to: found, callbacks)
      guard case .failure(let failure) = reply.response else { throw Failure(.defect, "\(reply)") }
      #expect(failure.code == .refusedCallback && failure.message.hasPrefix("\(refused) is refused: "))
      #expect(reply.callback?.segments == (refused == "x-error" ? nil : ["x-error"]))
    }
    #expect(books.log.isEmpty)
    _ = try await reply(to: found, [])
    #expect(books.log.count == 1)
  }
}
