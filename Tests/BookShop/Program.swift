import XCallbackURL

/// A second program, written against the library alone: an app that the desktop brings URLs to, and that calls tusk.
///
/// usage: book-shop install            registers it with the desktop, which then runs it for each URL
///        book-shop favorite ID        asks tusk, and prints how it ended
///        book-shop listen             asks tusk for something that does not end, for a second
@main
struct Program {
  static func main() async throws {
    if await SchemeHandler.handle(CommandLine.arguments, by: BookShop()) { return }
    let words = CommandLine.arguments.dropFirst()
    switch (words.first, words.last) {
    case ("install", _): try await SchemeHandler.install(for: "book-shop", named: "Book Shop")
    case ("favorite", let id?): try await ask(Tusker.FavoriteStatus.self, .init(statusID: id), within: .seconds(20))
    case ("listen", _): try await ask(Tusker.GetEvents.self, .init(name: "user"), within: .seconds(1))
    default: print("book-shop install, book-shop favorite ID or book-shop listen")
    }
  }

  private static func ask<Action: CallbackAction>(
    _ action: Action.Type, _ input: Action.Input, within timeout: Duration
  ) async throws {
    let tusk = CallbackClient(Tusker(), source: "Book Shop", listener: try CallbackListener(for: "book-shop"))
    do {
      switch try await tusk.run(action, with: input, within: timeout) {
      case .success(let output): print("success: \(output)")
      case .failure(let failure): print("failure: \(failure)")
      case .canceled: print("cancelled")
      }
    } catch {
      print("no answer: \(error)")
    }
  }
}
