import Synchronization
import XCallbackURL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An app as it is declared by those who call it: a shop for books.
struct BookShop: CallbackApp {
  var dialect: Dialect { Dialect(booleans: .yesNo, dates: .unixSeconds, keys: .kebabCase) }

  struct FindBook: CallbackAction {
    struct Input: Codable, Sendable, Hashable {
      var title: String
      var author: String?
      var inStock: Bool
      var firstPrintedBefore: Date?
    }
    struct Output: Codable, Sendable, Hashable {
      var isbn: String
      var price: Double
      var isSigned: Bool?
      var lastSold: Date?
    }
  }

  struct ShowPage: CallbackAction {
    typealias Input = URL
    typealias Output = Never
    static let valueName = "page"
  }

  struct NewArrivals: CallbackAction {
    typealias Output = [String]
    static let name = "arrivals/new"
    static let valueName = "titles"
  }

  struct CloseUp: CallbackAction {
    typealias Input = Never
    typealias Output = Never
  }
}

/// The shop itself, with its books.
struct BookShopReceiver: CallbackReceiver {
  let books: Books
  var scheme: String { BookShop().scheme }
  var dialect: Dialect { BookShop().dialect }
  var actions: [any AnsweringAction] { [Find(books: books), Show(books: books), Arrivals(books: books), Close()] }

  struct Find: AnsweringAction {
    static let name = BookShop.FindBook.name
    typealias Input = BookShop.FindBook.Input
    typealias Output = BookShop.FindBook.Output
    let books: Books

    func answer(_ input: Input, to request: Request) async throws -> Output {
      books.note("\(request.source ?? "somebody") asked for \(input.title)")
      guard input.title != "" else { throw Failure(.notFound, "no book has no title") }
      return Output(isbn: "978-3", price: 12.5, isSigned: input.inStock, lastSold: input.firstPrintedBefore)
    }
  }

  struct Show: AnsweringAction {
    static let name = BookShop.ShowPage.name
    static let valueName = BookShop.ShowPage.valueName
    typealias Input = URL
    let books: Books

    func answer(_ page: URL, to request: Request) async throws -> NoValue {
      books.note("showed \(page)")
      return NoValue()
    }
  }

  struct Arrivals: AnsweringAction {
    static let name = BookShop.NewArrivals.name
    static let valueName = BookShop.NewArrivals.valueName
    typealias Output = [String]
    let books: Books

    func answer(_ input: NoValue, to request: Request) async throws -> [String] { books.titles }
  }

  struct Close: AnsweringAction {
    static let name = BookShop.CloseUp.name

    func answer(_ input: NoValue, to request: Request) async throws -> NoValue { throw CancellationError() }
  }
}

/// What the shop has, and what happened in it.
final class Books: Sendable {
  let titles: [String]
  private let notes = Mutex<[String]>([])

  init(_ titles: String...) {
    self.titles = titles
  }

  var log: [String] { notes.withLock { $0 } }

  func note(_ line: String) {
    notes.withLock { $0.append(line) }
  }
}

/// A reader's own program, which calls the shop within one process.
struct Reader {
  let books = Books("Emma", "Walden, or Life in the Woods")
  let inbox = CallbackInbox(scheme: "reader")
  let recorder: RecordingOpener
  let shop: CallbackClient<BookShop>

  init() {
    recorder = RecordingOpener(before: InProcessOpener(BookShopReceiver(books: books), inboxes: [inbox]))
    shop = CallbackClient(BookShop(), source: "Reader", inbox: inbox, opener: recorder, timeout: .seconds(3600))
  }
}
