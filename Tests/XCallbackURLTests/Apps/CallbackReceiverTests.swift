import Testing

@testable import XCallbackURL

/// Requests that are received, and the one callback that comes of each.
struct CallbackReceiverTests {
  private let books = Books("Emma")
  private var shop: BookShopReceiver { BookShopReceiver(books: books) }
  private let callbacks =
    "x-success=bear://x-callback-url/s&x-error=bear://x-callback-url/e&x-cancel=bear://x-callback-url/c"

  private func reply(_ rest: String) async throws -> Reply {
    await shop.reply(to: try CallbackURL(parsing: "book-shop://x-callback-url/\(rest)"))
  }

  @Test(arguments: [
    ("find-book?title=Emma&in-stock=1", "bear://x-callback-url/s?isbn=978-3&price=12.5&is-signed=yes"),
    ("arrivals/new?", "bear://x-callback-url/s?titles=Emma"), ("close-up?", "bear://x-callback-url/c"),
    ("show-page?page=a:b", "bear://x-callback-url/s"),
  ])
  func oneCallbackComesOfEachRequest(request: String, callback: String) async throws {
    #expect(try await reply("\(request)&\(callbacks)").callback?.description == callback)
  }

  /// What is wrong with a request: its code, and a word of its message.
  @Test(arguments: [
    ("find-book?title=E", 1, "'in-stock' is missing"), ("find-book?title&in-stock=1", 1, "'title' has no value"),
    ("find-book?title=E&in-stock=perhaps", 2, "'in-stock' is not true or false"),
    ("find-book?title=E&title=F&in-stock=1", 2, "'title' may be given only once"),
    ("find-book?title=&in-stock=1", 11, "no book has no title"), ("sell-book?", 3, "unknown action 'sell-book'"),
    ("?", 3, "names no action"), ("Find-Book?", 3, "unknown action"), ("show-page?", 1, "'page' is missing"),
    ("find-book?title=E&in-stock=1&x-source=a&x-source=b", 2, "x-source may be given only once"),
  ])
  func mistakesAreToldToTheErrorCallback(request: String, code: Int, words: String) async throws {
    let reply = try await reply("\(request)&\(callbacks)")
    guard case .failure(let failure) = reply.response else { throw Failure(.defect, "\(reply)") }
    #expect(failure.code.rawValue == code)
    #expect(failure.message.contains(words), "\(failure.message)")
    #expect(reply.callback?.action == "e")
    #expect(reply.callback?.values(of: "errorMessage") == [failure.message])
    #expect(books.log.count == (code == 11 ? 1 : 0))
  }

  /// Targets that are refused; the action does not run.
  @Test(arguments: [
    "javascript:alert(1)", "https://evil.example/", "file:///etc/passwd", "book-shop://x-callback-url/close-up", "",
    "-a:b",
    "BOOK-SHOP://x-callback-url/find-book?title=x", "tusk://x-callback-url/postStatus?text=x", "relative",
  ])
  func aRefusedTargetIsFoundBeforeTheActionRuns(target: String) async throws {
    let pairs = [
      CallbackURL.Pair("title", "Emma"), CallbackURL.Pair("in-stock", "yes"), CallbackURL.Pair("x-success", target),
    ]
    let safe = [CallbackURL.Pair("x-error", "bear://x-callback-url/e")]
    let url = CallbackURL(scheme: "book-shop", action: "find-book", pairs: pairs + safe)
    let reply = await shop.reply(to: url)
    #expect(books.log.isEmpty)
    #expect(reply.callback?.action == "e")
    #expect(reply.callback?.values(of: "errorCode") == ["5"])
    #expect(await shop.handle(CallbackURL(scheme: "book-shop", action: "find-book", pairs: pairs)) == nil)
  }

  @Test func anAnswerToACallOfOurOwnIsNotARequest() async throws {
    let inbox = CallbackInbox(scheme: "book-shop")
    let call = inbox.expectAnswer(until: .now + .seconds(60))
    let pairs = [CallbackURL.Pair("title", "E"), CallbackURL.Pair("in-stock", "1")] + call.callbacks.pairs
    let url = try #require(await shop.handle(CallbackURL(scheme: "book-shop", action: "find-book", pairs: pairs)))
    guard case .answered(call.token, .success) = inbox.deliver(url) else { throw Failure(.defect, "not taken") }
  }

  @Test(arguments: ["find-book?title=Emma&in-stock=1", "close-up", "nothing", "find-book"])
  func whereNoCallbackIsGivenNoneIsOpened(request: String) async throws {
    let reply = try await reply(request)
    #expect(reply.callback == nil)
    #expect(try await shop.handle(CallbackURL(parsing: "book-shop://x-callback-url/\(request)")) == nil)
  }

  @Test func aURLOfAnotherSchemeOrHostRunsNothing() async throws {
    for text in ["reader://x-callback-url/find-book", "book-shop://elsewhere/find-book", "book-shop:find-book"] {
      let url = try CallbackURL(parsing: "\(text)?title=E&in-stock=1&x-error=bear://x-callback-url/e")
      let reply = await shop.reply(to: url)
      guard case .failure(let failure) = reply.response else { throw Failure(.defect, text) }
      #expect(failure.code == .unknownAction)
      #expect((reply.callback == nil) == (url.scheme == "reader"))
    }
    #expect(books.log.isEmpty)
  }

  @Test func theHandlerSeesWhoAsks() async throws {
    _ = try await reply("find-book?title=Emma&in-stock=1&x-source=My%20App%2B")
    #expect(books.log == ["My App+ asked for Emma"])
  }

  @Test func anErrorOfTheProgramsOwnIsNotToldToCallers() async throws {
    struct Secret: Error {}
    struct Leak: AnsweringAction {
      func answer(_ input: NoValue, to request: Request) async throws -> NoValue { throw Secret() }
    }
    struct Endless: AnsweringAction {
      typealias Output = Double
      func answer(_ input: NoValue, to request: Request) async throws -> Double { .infinity }
    }
    struct Leaky: CallbackReceiver {
      let actions: [any AnsweringAction] = [Leak(), Endless()]
    }
    for action in ["leak", "endless"] {
      let reply = await Leaky().reply(to: CallbackURL(scheme: "leaky", action: action))
      #expect(reply.response == .failure(Failure(.defect, "the action failed")))
    }
  }
}
