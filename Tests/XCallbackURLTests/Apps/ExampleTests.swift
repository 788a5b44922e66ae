import Testing
import XCallbackURL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a program that uses the library does every day: declaring an app, calling it, and being one.
struct ExampleTests {
  private let reader = Reader()
  private let page = "https://shop.example/a?b=c&d"

  @Test func anActionIsRunWithItsInputAndAnswersItsOutput() async throws {
    let input = BookShop.FindBook.Input(title: "Emma & more", inStock: true, firstPrintedBefore: date(0.25))
    let outcome = try await reader.shop.run(BookShop.FindBook.self, with: input)
    let output = BookShop.FindBook.Output(isbn: "978-3", price: 12.5, isSigned: true, lastSold: date(0.25))
    #expect(outcome == .success(output))
  }

  @Test func theURLIsTheOneThatTheDeclarationPromises() throws {
    let input = BookShop.FindBook.Input(title: "Emma", inStock: false, firstPrintedBefore: date(0))
    let url = try reader.shop.url(for: BookShop.FindBook.self, with: input)
    #expect(
      url.description
        == "book-shop://x-callback-url/find-book?title=Emma&in-stock=no&first-printed-before=1700000000")
  }

  @Test func theThreeOutcomesAreToldApart() async throws {
    switch try await reader.shop.run(BookShop.FindBook.self, with: .init(title: "", inStock: true)) {
    case .failure(let failure):
      #expect(failure.number == Failure.Code.notFound.rawValue)
      #expect(failure.message == "no book has no title")
    case .success, .canceled: Issue.record("the book was found")
    }
    #expect(try await reader.shop.run(BookShop.CloseUp.self) == .canceled)
    #expect(try await reader.shop.run(BookShop.NewArrivals.self) == .success(reader.books.titles))
  }

  @Test func anInputWithoutMembersIsOneParameter() async throws {
    let url = try #require(URL(string: page))
    #expect(try await reader.shop.run(BookShop.ShowPage.self, with: url) == .success(NoValue()))
    #expect(reader.books.log == ["showed \(page)"])
    #expect(reader.recorder.opened.first?.parameters == [CallbackURL.Pair("page", page)])
  }

  @Test func anActionWithNeitherInputNorOutputIsRun() async throws {
    struct Plain: CallbackApp {
      struct Ping: CallbackAction {}
    }
    struct Ping: AnsweringAction {
      func answer(_ input: NoValue, to request: Request) async throws -> NoValue { NoValue() }
    }
    struct PlainReceiver: CallbackReceiver {
      let scheme = "plain"
      let actions: [any AnsweringAction] = [Ping()]
    }
    let inbox = CallbackInbox(scheme: "me")
    let opener = InProcessOpener(PlainReceiver(), inboxes: [inbox])
    let plain = CallbackClient(Plain(), source: "Me", inbox: inbox, opener: opener, timeout: .seconds(3600))
    #expect(try await plain.run(Plain.Ping.self) == .success(NoValue()))
  }

  @Test func aClosureIsCalledWithTheOutcome() async throws {
    let isbn: String = try await withCheckedThrowingContinuation { continuation in
      reader.shop.findBook(titled: "Emma") { continuation.resume(with: $0) }
    }
    #expect(isbn == "978-3")
  }

  @Test func aProgramReceivesWhatItsDesktopBringsIt() async throws {
    let receiver = BookShopReceiver(books: reader.books)
    let asked = try CallbackURL(
      parsing: "book-shop://x-callback-url/find-book?title=Emma&in-stock=YES&x-source=Bear"
        + "&x-success=bear%3A%2F%2Fx-callback-url%2Fdone%3Fid%3D7")
    #expect(
      await receiver.handle(asked)?.description
        == "bear://x-callback-url/done?id=7&isbn=978-3&price=12.5&is-signed=yes")
    #expect(reader.books.log == ["Bear asked for Emma"])
  }

  @Test func aSchemeOfOnesOwnIsDeclaredAndNotFound() {
    struct Custom: CallbackApp {
      var scheme: String { "my-scheme" }
      var host: String { "parse" }
    }
    #expect(Custom().scheme == "my-scheme")
    #expect(Custom().host == "parse")
    #expect(BookShop().scheme == "book-shop")
    #expect(BookShop().host == "x-callback-url")
  }

  private func date(_ fraction: Double) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + fraction) }
}

extension CallbackClient<BookShop> {
  /// A call made short, with the answer handed to a closure.
  fileprivate func findBook(titled title: String, then use: @escaping @Sendable (Result<String, any Error>) -> Void) {
    Task {
      do {
        use(.success(try await run(BookShop.FindBook.self, with: .init(title: title, inStock: true)).get().isbn))
      } catch {
        use(.failure(error))
      }
    }
  }
}
