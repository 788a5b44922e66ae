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

  private var folder: @Sendable (String) -> MailboxFolder {
    { [variables] in MailboxFolder(for: $0, variables) }
  }

  /// What the process does that the desktop starts.
  private func handle(_ url: CallbackURL, by receiver: (any CallbackReceiver)? = nil, _ opener: any URLOpener)
    async throws
  {
    try await SchemeHandler.handle(url.description, by: receiver, opener: opener, variables: variables)
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
    let listener = try CallbackListener(for: scheme, nil, desktop, in: folder)
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

  @Test(.timeLimit(.minutes(5))) func aListenerCarriesRequestsOut() async throws {
    let desktop = RecordingOpener()
    let listener = try CallbackListener(for: "shop", Shop(), desktop, in: folder)
    let url = try CallbackURL(parsing: "shop://x-callback-url/price?title=7&x-success=bear://x-callback-url/ok")
    try await handle(url, RecordingOpener())
    while desktop.opened.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(desktop.opened.map(\.description) == ["bear://x-callback-url/ok?price=7"])
    withExtendedLifetime(listener) {}
  }

  @Test(
    "attack 06i a forged, repeated or late answer arrives by the desktop",
    arguments: ["00112233445566778899aabbccddeeff", "", "%2e%2e", "USED"])
  func whatNoCallWaitsForIsAnError(token: String) async throws {
    let listener = try CallbackListener(for: "shop", Shop(), RecordingOpener(), in: folder)
    let call = listener.inbox.expectAnswer(until: .now + .seconds(60))
    let answer = try #require(call.callbacks.success)
    if token == "USED" { try await handle(answer, by: Shop(), RecordingOpener()) }
    let place = token == "USED" ? answer.description : "shop://x-callback-url/callback/\(token)/success"
    // As if it were a request of its own.
    let forged = try CallbackURL(parsing: place + "?title=1&x-success=bear://x-callback-url/ok")
    let desktop = RecordingOpener()
    let isAddress = token != "%2e%2e"
    if isAddress {
      await #expect(throws: SchemeHandler.Unhandled.self) { try await handle(forged, by: Shop(), desktop) }
    } else {
      try await handle(forged, by: Shop(), desktop)
    }
    #expect(desktop.opened.allSatisfy { $0.segments.first == "ok" && $0.values(of: "errorCode") == ["3"] })
    #expect((listener.inbox.deliver(answer) == .unknown) == (token == "USED"))
  }

  @Test(arguments: [[], ["p"], ["p", "shop:x"], ["p", "x", "--handle-url", "shop:x"]])
  func otherArgumentsAreTheProgramsOwn(arguments: [String]) async {
    #expect(await !SchemeHandler.handle(arguments, by: Shop(), opener: RecordingOpener()))
  }

  @Test(arguments: ["no url", "else://x-callback-url/price", "", "a:b c:d"])
  func aURLOfNobodyIsReported(text: String) async {
    var reports: [String] = []
    let isHandled = await SchemeHandler.handle(
      ["p", "--handle-url", text], by: Shop(), opener: RecordingOpener(), report: { reports.append("\($0)") })
    #expect(isHandled && reports.count == 1, "\(reports)")
  }

  /// The request is carried out by one process, and another one waits for the answer.
  @Test func anAnswerGoesToAnotherProcessOfTheSameScheme() async throws {
    let desktop = Desktop(test: self)
    let seller = try CallbackListener(for: "shop", Shop(), desktop, in: folder)
    let client = try client("shop", desktop)
    #expect(try await client.run(Shop.Price.self, with: .init(title: "3")) == .success(.init(price: 3)))
    withExtendedLifetime(seller) {}
  }

  /// One that is stopped, or ends after it was told to go on.
  @Test(arguments: [false, true])
  func anAnswerPassesOverAProcessThatDoesNotTakeIt(goesOn: Bool) async throws {
    let listener = try CallbackListener(for: "reader", nil, RecordingOpener(), in: folder)
    let call = listener.inbox.expectAnswer(until: .now + .seconds(60))
    let answer = try #require(call.callbacks.success)
    // Newer than every other process.
    let other = try LocalSocket.listening(at: "\(runtime.path)/x-callback-url/reader/4194303-0")
    try DetachedThread.start { [other = Held(other)] in
      other.socket.acceptConnections { connection in
        guard goesOn else { return _ = connection.receivedLine(atMost: 65_536, within: .seconds(20)) }
        _ = connection.receivedLine(atMost: 65_536, within: .seconds(20))
        connection.send(line: Mailbox.ready)
        _ = connection.receivedLine(atMost: 64, within: .seconds(20))
      }
    }
    try await handle(answer, RecordingOpener())
    #expect(listener.inbox.deliver(answer) == .unknown)
  }

  /// As of a process that is stopped: connecting to it would wait until it goes on.
  @Test func aListenerWithAFullQueueIsNone() throws {
    let path = "\(runtime.path)/full"
    let listener = try LocalSocket.listening(at: path)
    var waiting: [Held] = []
    while waiting.count < 100, let place = try LocalSocket.connected(to: path, within: .milliseconds(1)) {
      waiting.append(Held(place))
    }
    #expect(!waiting.isEmpty && waiting.count < 100)
    withExtendedLifetime(waiting) {}
    listener.stop()
  }

  private final class Held: Sendable {
    let socket: LocalSocket

    init(_ socket: consuming sending LocalSocket) {
      self.socket = socket
    }
  }

  @Test func anAnswerWithAStrayCharacterArrives() async throws {
    let listener = try CallbackListener(for: "reader", nil, RecordingOpener(), in: folder)
    let call = listener.inbox.expectAnswer(until: .now + .seconds(60))
    let place = try #require(call.callbacks.success)
    try await SchemeHandler.handle(
      "\(place)?title=My Group&share=100%", by: nil, opener: RecordingOpener(), variables: variables)
    #expect(listener.inbox.deliver(place) == .unknown)
  }

  @Test(arguments: [("my app", "my app"), ("../x", "../x"), ("", ""), ("reader", "shop")])
  func aListenerHasTheSchemeOfItsReceiver(scheme: String, other: String) {
    #expect(throws: Failure.self) { try CallbackListener(for: scheme, receiver: Shop(), opener: RecordingOpener()) }
  }

  @Test func socketsEndWithTheirListeners() async throws {
    let place = "\(runtime.path)/x-callback-url/reader"
    do {
      let listeners = try (0..<2).map { _ in
        try CallbackListener(for: "Reader", nil, RecordingOpener(), in: folder)
      }
      #expect(try names(inFolder: place).count == 2)
      withExtendedLifetime(listeners) {}
    }
    #expect(try names(inFolder: place).isEmpty)
  }
}
