import Glibc
import TestSupport
import Testing

@testable import XCallbackURL

/// Programs that receive their URLs from the desktop, which starts another process for each.
@Suite(.serialized)
struct CallbackListenerTests {
  private let runtime: TemporaryFolder

  init() throws {
    runtime = try TemporaryFolder()
  }

  private var variables: @Sendable (String) -> String? {
    { [path = runtime.path] name in name == "XDG_RUNTIME_DIR" ? path : nil }
  }

  private func folder(_ scheme: String) -> MailboxFolder { MailboxFolder(for: scheme, variables) }

  /// What the process does that the desktop starts.
  private func handle(_ url: CallbackURL, by receiver: (any CallbackReceiver)? = nil, _ opener: any URLOpener)
    async throws
  {
    _ = try await SchemeHandler.handle(
      ["program", "--handle-url", url.description], by: receiver, opener: opener, variables: variables)
  }

  /// A desktop on which every URL of `shop:` starts the shop, and every other one a program that only hands it over.
  private struct Desktop: URLOpener {
    let test: CallbackListenerTests

    func open(_ url: CallbackURL) async throws {
      try await test.handle(url, by: url.scheme == "shop" ? Shop() : nil, self)
    }
  }

  private struct Shop: CallbackReceiver {
    var actions: [any AnsweringAction] { [Price()] }

    struct Price: AnsweringAction {
      struct Input: Codable, Sendable { var title: String }
      struct Output: Codable, Sendable, Hashable { var price: Int }

      func answer(_ input: Input, to request: Request) async throws -> Output {
        guard let price = Int(input.title) else { throw Failure(.notFound, "no such book") }
        return Output(price: price)
      }
    }
  }

  private func client(_ scheme: String, _ desktop: any URLOpener) throws -> CallbackClient<Shop> {
    let listener = try CallbackListener(for: scheme, nil, desktop, in: folder(scheme))
    return CallbackClient(
      Shop(), source: "Reader", inbox: listener.inbox, opener: desktop, timeout: .seconds(60),
      clock: ContinuousClock(), receiver: listener)
  }

  @Test func aCallIsAnsweredByAnotherProcess() async throws {
    let client = try client("reader", Desktop(test: self))
    #expect(try await client.run(Shop.Price.self, with: .init(title: "12")) == .success(.init(price: 12)))
    guard case .failure(let failure) = try await client.run(Shop.Price.self, with: .init(title: "Emma")) else {
      return #expect(Bool(false), "the call succeeded")
    }
    #expect(failure.message == "no such book")
  }

  @Test func aThousandCallsAtOnceGetEachItsAnswer() async throws {
    let clients = [try client("reader", Desktop(test: self)), try client("reader", Desktop(test: self))]
    let prices = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<1000 {
        group.addTask {
          let outcome = try await clients[number % 2].run(Shop.Price.self, with: .init(title: "\(number)"))
          return outcome == .success(.init(price: number))
        }
      }
      return try await group.reduce(into: 0) { count, isRight in count += isRight ? 1 : 0 }
    }
    #expect(prices == 1000)
  }

  @Test func aListenerCarriesRequestsOut() async throws {
    let desktop = RecordingOpener()
    let listener = try CallbackListener(for: "shop", Shop(), desktop, in: folder("shop"))
    let url = try CallbackURL(parsing: "shop://x-callback-url/price?title=7&x-success=bear://x-callback-url/ok")
    try await handle(url, RecordingOpener())
    for _ in 0..<2000 where desktop.opened.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(desktop.opened.map(\.description) == ["bear://x-callback-url/ok?price=7"])
    withExtendedLifetime(listener) {}
  }

  @Test(
    "attack 06i a forged, repeated or late answer arrives by the desktop",
    arguments: ["00112233445566778899aabbccddeeff", "", "%2e%2e", "USED"])
  func whatNoCallWaitsForIsAnError(token: String) async throws {
    let listener = try CallbackListener(for: "reader", Shop(), RecordingOpener(), in: folder("reader"))
    let call = listener.inbox.expectAnswer(until: .now + .seconds(60))
    if token == "USED" {
      let answer = try #require(call.callbacks.success)
      try await handle(answer, RecordingOpener())
      await #expect(throws: SchemeHandler.Unhandled.self) { try await handle(answer, RecordingOpener()) }
    } else {
      let forged = try CallbackURL(parsing: "reader://x-callback-url/callback/\(token)/success?price=1")
      await #expect(throws: SchemeHandler.Unhandled.self) { try await handle(forged, RecordingOpener()) }
      #expect(listener.inbox.deliver(try #require(call.callbacks.success)) != .unknown)
    }
  }

  @Test(arguments: [[], ["p"], ["p", "--handle-url"], ["p", "--handle-url", "shop:x", "more"], ["p", "shop:x"]])
  func otherArgumentsAreTheProgramsOwn(arguments: [String]) async throws {
    #expect(
      try await !SchemeHandler.handle(arguments, by: Shop(), opener: RecordingOpener(), variables: variables))
  }

  @Test func aURLThatIsNoneIsAnError() async throws {
    await #expect(throws: CallbackURL.SyntaxError.self) {
      try await SchemeHandler.handle(
        ["p", "--handle-url", "no url"], by: Shop(), opener: RecordingOpener(), variables: variables)
    }
  }

  @Test func socketsEndWithTheirListeners() async throws {
    let place = "\(runtime.path)/x-callback-url/reader"
    do {
      let listeners = try (0..<2).map { _ in
        try CallbackListener(for: "Reader", nil, RecordingOpener(), in: folder("reader"))
      }
      #expect(try names(inFolder: place).count == 2)
      withExtendedLifetime(listeners) {}
    }
    #expect(try names(inFolder: place).isEmpty)
  }
}
