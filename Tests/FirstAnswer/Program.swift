import XCallbackURL

/// An app with one action.
struct PriceList: CallbackReceiver {
  var actions: [any AnsweringAction] { [FindPrice()] }

  struct FindPrice: AnsweringAction {
    struct Input: Codable, Sendable { var title: String }
    struct Output: Codable, Sendable { var price: Double }

    func answer(_ input: Input, to request: Request) async throws -> Output {
      guard input.title == "Emma" else { throw Failure(.notFound, "no book is called '\(input.title)'") }
      return Output(price: 12.5)
    }
  }
}

@main
struct Program {
  static func main() async throws {
    if await SchemeHandler.handle(CommandLine.arguments, by: PriceList()) { return }
    try await SchemeHandler.install(for: "price-list", named: "Price List")
    print("price-list: URLs are now answered by this program")
  }
}
