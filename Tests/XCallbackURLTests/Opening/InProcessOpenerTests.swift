import Testing
import XCallbackURL

/// URLs that stay within the process, and those that do not.
struct InProcessOpenerTests {
  private let books = Books("Emma")
  private let inbox = CallbackInbox(scheme: "reader")
  private let beyond = RecordingOpener()

  private var opener: InProcessOpener {
    InProcessOpener(BookShopReceiver(books: books), inboxes: [inbox], beyond: beyond)
  }

  @Test func aRequestIsCarriedOutAndItsCallbackIsOpened() async throws {
    try await opener.open(request(success: "bear://x-callback-url/done?id=1"))
    #expect(books.log == ["somebody asked for Emma"])
    #expect(
      beyond.opened.map(\.description) == ["bear://x-callback-url/done?id=1&isbn=978-3&price=12.5&is-signed=yes"])
  }

  @Test func anAnswerGoesToItsInboxAndNoFurther() async throws {
    let call = inbox.expectAnswer(until: .now + .seconds(60))
    let success = try #require(call.callbacks.success)
    try await opener.open(request(success: success.description))
    #expect(inbox.deliver(success) == .unknown)
    #expect(beyond.opened.isEmpty)
  }

  @Test func aForgedAnswerIsPassedOver() async throws {
    let forged = "reader://x-callback-url/callback/\(String(repeating: "0", count: 32))/success"
    try await opener.open(CallbackURL(parsing: forged))
    #expect(beyond.opened.isEmpty && books.log.isEmpty)
  }

  /// A chain of requests would let one program act with the rights of another.
  @Test func aCallbackIsNeverCarriedOut() async throws {
    struct Other: CallbackReceiver {
      let books: Books
      var actions: [any AnsweringAction] { [BookShopReceiver.Show(books: books)] }
    }
    let both = InProcessOpener(BookShopReceiver(books: books), Other(books: books), beyond: beyond)
    try await both.open(request(success: "other://x-callback-url/show-page?page=a:b"))
    #expect(books.log == ["somebody asked for Emma"])
    #expect(beyond.opened.map(\.scheme) == ["other"])
  }

  @Test func aForeignURLGoesBeyondOrIsAnError() async throws {
    let url = try CallbackURL(parsing: "bear://x-callback-url/create")
    try await opener.open(url)
    #expect(beyond.opened == [url])
    let error = await #expect(throws: InProcessOpener.Unanswered.self) { try await InProcessOpener().open(url) }
    #expect(error?.description == "nothing here accepts 'bear:'")
  }

  @Test func theSchemeOfAReceiverMayBeInAnyCase() async throws {
    struct Shouting: CallbackReceiver {
      let scheme = "SHOUT"
      let actions: [any AnsweringAction] = []
    }
    let url = try CallbackURL(parsing: "Shout://x-callback-url/a?x-error=bear://x-callback-url/e")
    try await InProcessOpener(Shouting(), beyond: beyond).open(url)
    #expect(beyond.opened.map(\.action) == ["e"])
  }

  private func request(success: String) -> CallbackURL {
    CallbackURL(
      scheme: "book-shop", action: "find-book",
      pairs: [("title", "Emma"), ("in-stock", "1"), ("x-success", success)].map { CallbackURL.Pair($0.0, $0.1) })
  }
}
