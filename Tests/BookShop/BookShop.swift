import XCallbackURL

/// The app of this program: three actions, each with another ending.
struct BookShop: CallbackReceiver {
  var actions: [any AnsweringAction] { [FindBook(), BuyBook(), Browse()] }

  /// Answers, or fails for a title that the shop has not.
  struct FindBook: AnsweringAction {
    struct Input: Codable, Sendable { var title: String }
    struct Output: Codable, Sendable { var isbn: String, price: Double }

    func answer(_ input: Input, to request: Request) async throws -> Output {
      guard input.title == "Emma" else { throw Failure(.notFound, "no book is called '\(input.title)'") }
      return Output(isbn: "978-0-14-143958-7", price: 12.5)
    }
  }

  /// Is always declined.
  struct BuyBook: AnsweringAction {
    struct Input: Codable, Sendable { var isbn: String }

    func answer(_ input: Input, to request: Request) async throws -> NoValue {
      throw CancellationError()
    }
  }

  /// Never ends by itself.
  struct Browse: AnsweringAction {
    func answer(_ input: NoValue, to request: Request) async throws -> NoValue {
      try await Task.sleep(for: .seconds(600))
      return NoValue()
    }
  }
}

/// Tusk, as far as this program calls it.
struct Tusker: CallbackApp {
  struct FavoriteStatus: CallbackAction {
    static let name = "favoriteStatus"
    struct Input: Codable, Sendable { var statusID: String }
    struct Output: Codable, Sendable {
      var statusURL: String?
      var statusURI: String
    }
  }

  /// Tells events for as long as somebody listens.
  struct GetEvents: CallbackAction {
    static let name = "getEvents"
    struct Input: Codable, Sendable { var name: String }
  }
}
