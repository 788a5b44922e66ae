import Testing

@testable import XCallbackURL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The defects that were measured in the library which first promised typed actions (the numbers of `xcallback.md`,
/// section 3), each shown to be absent here.
struct EarlierDefectsTests {
  private let inbox = CallbackInbox(scheme: "reader")
  private let coder = CallbackCoder()

  /// 1. It does not compile, and declares anew that `Never` is `Codable`.
  @Test func oneProgramCompilesWithBothKindsOfNothing() async throws {
    struct Ping: CallbackAction {
      typealias Input = Never
      typealias Output = Never
    }
    struct Pong: CallbackAction {}
    let reader = Reader()
    #expect(try reader.shop.url(for: Ping.self).description == "book-shop://x-callback-url/ping")
    #expect(try reader.shop.url(for: Pong.self, with: NoValue()).description == "book-shop://x-callback-url/pong")
    #expect(try await reader.shop.run(BookShop.CloseUp.self) == .canceled)
  }

  /// 2. Receiving can never work, because every URL is taken for an answer.
  @Test func aPlainRequestIsReceived() async throws {
    let books = Books()
    let url = try CallbackURL(parsing: "book-shop://x-callback-url/find-book?title=x&in-stock=no")
    #expect(inbox.deliver(url) == .malformed)
    let reply = await BookShopReceiver(books: books).reply(to: url)
    guard case .success = reply.response else { throw Failure(.defect, "\(reply)") }
    #expect(books.log == ["somebody asked for x"])
  }

  /// 3. An input that is a URL sends nothing.
  @Test func anInputThatIsAURLIsSent() throws {
    let page = try #require(URL(string: "https://a.example/?b=c&d=%26#e"))
    let url = try Reader().shop.url(for: BookShop.ShowPage.self, with: page)
    #expect(
      url.description
        == "book-shop://x-callback-url/show-page?page=https%3A%2F%2Fa.example%2F%3Fb%3Dc%26d%3D%2526%23e")
  }

  /// 4. Optional properties of two words are looked for under one name and read under another.
  @Test(arguments: Dialect.Keys.allCases)
  func optionalNamesOfTwoWordsAreRead(keys: Dialect.Keys) throws {
    struct Note: Codable, Equatable {
      var isTrashed: Bool?
      var noteTitle: String?
    }
    let coder = CallbackCoder(dialect: Dialect(keys: keys))
    for note in [Note(isTrashed: true, noteTitle: "a"), Note(isTrashed: nil, noteTitle: "a"), Note(isTrashed: false)] {
      #expect(try coder.value(of: Note.self, from: coder.pairs(for: note)) == note)
    }
    let names = ["isTrashed", "is-trashed", "is_trashed"]
    let own = Dialect(keys: keys).name(of: WireKey(stringValue: "isTrashed"))
    for name in names {
      let note = try coder.value(of: Note.self, from: [CallbackURL.Pair(name, "yes")])
      #expect(note.isTrashed == (name == own ? true : nil))
    }
  }

  /// 5. A callback with a malformed date, or with none, ends the program.
  @Test(arguments: ["", "yesterday", "2024-02-30", "2024-01-01T25:00:00Z", "1e999", "\u{0661}", "--1", "2024-1-1", nil])
  func aMalformedDateIsAnErrorThatNamesIt(text: String?) {
    struct Note: Codable {
      var modificationDate: Date
    }
    for pairs in [[CallbackURL.Pair("modificationDate", text)], []] {
      let fault = #expect(throws: CodingFault.self) { try coder.value(of: Note.self, from: pairs) }
      #expect(fault?.key == "modificationDate")
      #expect(fault?.kind == (pairs.isEmpty || text == nil ? .missing : .invalid))
    }
  }

  /// 6. An output that is an array comes out as the keys of the query.
  @Test(arguments: Dialect.Lists.allCases)
  func anOutputThatIsAnArrayHasTheValues(lists: Dialect.Lists) throws {
    let coder = CallbackCoder(dialect: Dialect(lists: lists), valueName: "tags")
    let pairs = try coder.pairs(for: ["work", "home"])
    #expect(Set(pairs.map(\.name)) == ["tags"])
    #expect(try coder.value(of: [String].self, from: pairs) == ["work", "home"])
  }

  /// 7. No truth value, date or array is read as it was written.
  @Test(arguments: Dialect.all)
  func everyValueIsReadAsItWasWritten(dialect: Dialect) throws {
    struct Note: Codable, Equatable {
      var isDone: Bool
      var date: Date
      var tags: [String]
    }
    let coder = CallbackCoder(dialect: dialect)
    for isDone in [true, false] {
      let note = Note(isDone: isDone, date: Date(timeIntervalSince1970: 0.125), tags: ["a", "b"])
      #expect(try coder.value(of: Note.self, from: coder.pairs(for: note)) == note)
    }
  }

  /// 8. The query has no order, loses what is repeated, leaves `+` as it is, and carries a private identifier.
  @Test func theQueryIsOrderedAndWholeAndHasNothingElse() throws {
    struct Note: CallbackAction {
      struct Input: Codable, Sendable {
        var z = "1+1"
        var tags = ["b", "a", "b", "b"]
        var a = "x"
      }
    }
    let url = try Reader().shop.url(for: Note.self, with: Note.Input())
    #expect(url.description == "book-shop://x-callback-url/note?z=1%2B1&tags=b&tags=a&tags=b&tags=b&a=x")
    #expect(try coder.value(of: Note.Input.self, from: url.parameters).tags == ["b", "a", "b", "b"])
  }

  /// 9. An error code that is no number is lost, and an output that cannot be read is taken for the app's error.
  @Test func nothingThatTheAppSaidIsLost() async throws {
    let said = [CallbackURL.Pair("errorCode", "NOT_FOUND"), CallbackURL.Pair("errorMessage", "no note")]
    let failed = try await outcome { $0.error?.appending(said) }
    #expect(failed == .failure(AppFailure(pairs: said)))
    #expect(AppFailure(pairs: said).code == "NOT_FOUND")
    let odd = [CallbackURL.Pair("isbn", "1"), CallbackURL.Pair("price", "cheap")]
    let error = await #expect(throws: CallError.self) { try await outcome { $0.success?.appending(odd) } }
    guard case .unreadableOutput(let fault, odd) = error else { throw Failure(.defect, "\(error as Any)") }
    #expect(fault.description == "'price' is not a number")
  }

  /// 10. Calls are kept without a lock and for ever, are known only after the URL was opened, name no source, open
  /// nothing on Linux without an error, and take their name from a value.
  @Test func aCallIsKnownBeforeItIsOpenedAndForgottenAfter() async throws {
    let reader = Reader()
    // The receiver answers while the URL is still being opened.
    #expect(try await reader.shop.run(BookShop.NewArrivals.self) == .success(reader.books.titles))
    let opened = try #require(reader.recorder.opened.first)
    #expect(opened.values(of: "x-source") == ["Reader"])
    let answer = try CallbackURL(parsing: try #require(opened.values(of: "x-success").first ?? nil))
    #expect(reader.inbox.deliver(answer) == .unknown)
    let nobody = CallbackClient(
      BookShop(), source: "Reader", inbox: inbox, opener: InProcessOpener(), timeout: .seconds(3600))
    await #expect(throws: CallError.self) { try await nobody.run(BookShop.NewArrivals.self) }
    struct WithProperty: CallbackAction { var number = 1 }
    #expect(WithProperty.name == "with-property")
    #expect(BookShop().scheme == "book-shop")
  }

  /// 11. An answer is matched by its identifier alone, whenever it comes, whatever its outcome and scheme.
  @Test func anAnswerCountsOnceInTimeAndUnderItsWholeAddress() throws {
    let call = inbox.expectAnswer(until: .now + .seconds(60))
    let success = try #require(call.callbacks.success)
    for other in ["evil://x-callback-url/callback/\(call.token)/success", "reader://callback/\(call.token)/success"] {
      #expect(inbox.deliver(try CallbackURL(parsing: other)) == .malformed)
    }
    let undecided = "reader://x-callback-url/callback/\(call.token)/success-or-error"
    #expect(inbox.deliver(try CallbackURL(parsing: undecided)) == .malformed)
    #expect(inbox.deliver(success) == .answered(token: call.token, .success([])))
    #expect(inbox.deliver(try #require(call.callbacks.error)) == .unknown)
    let late = inbox.expectAnswer(until: .now + .seconds(1))
    #expect(inbox.deliver(try #require(late.callbacks.success), at: .now + .seconds(1)) == .expired)
  }

  /// What a call comes to that is answered by opening what the closure makes of its callbacks.
  private func outcome(
    _ answer: @escaping @Sendable (Request.Callbacks) -> CallbackURL?
  ) async throws -> Outcome<BookShop.FindBook.Output> {
    let opener = Answering(inbox: inbox, answer: answer)
    let shop = CallbackClient(BookShop(), source: "Reader", inbox: inbox, opener: opener, timeout: .seconds(3600))
    return try await shop.run(BookShop.FindBook.self, with: .init(title: "Emma", inStock: true))
  }

  private struct Answering: URLOpener {
    let inbox: CallbackInbox
    let answer: @Sendable (Request.Callbacks) -> CallbackURL?

    func open(_ url: CallbackURL) async throws {
      if let url = answer(try Request(url, policy: CallbackPolicy()).callbacks) { inbox.deliver(url) }
    }
  }
}
