import XCallbackURL

/// The app to call, as its documentation describes it.
struct PriceList: CallbackApp {
  struct FindPrice: CallbackAction {
    struct Input: Codable, Sendable { var title: String }
    struct Output: Codable, Sendable { var price: Double }
  }
}

@main
struct Program {
  static func main() async throws {
    if await SchemeHandler.handle(CommandLine.arguments) { return }
    guard let title = CommandLine.arguments.dropFirst().first else { return print("usage: first-call TITLE") }
    guard SchemeHandler.canOpen(scheme: PriceList().scheme) else { return print("run first-answer first") }
    try await SchemeHandler.install(for: "first-call", named: "First Call")

    let listener = try CallbackListener(for: "first-call")
    let prices = CallbackClient(PriceList(), source: "First Call", listener: listener)
    switch try await prices.run(PriceList.FindPrice.self, with: .init(title: title), within: .seconds(30)) {
    case .success(let book): print("\(title) costs \(book.price)")
    case .failure(let failure): print("no price: \(failure)")
    case .canceled: print("canceled")
    }
  }
}
