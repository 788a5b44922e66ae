import Glibc
import XCallbackURL

/// A second program, written against the library alone: an app that the desktop brings URLs to, and that calls tusk.
///
/// usage: book-shop --handle-url URL       what the desktop runs
///        book-shop favorite ID            asks tusk, and prints how it ended
///        book-shop listen                 asks tusk for something that does not end, for a second
@main
struct Program {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    switch (words.first, words.last) {
    case ("--handle-url", let text?): try await take(try CallbackURL(parsing: text))
    case ("favorite", let id?): try await ask(Tusker.FavoriteStatus.self, .init(statusID: id), within: .seconds(20))
    case ("listen", _): try await ask(Tusker.GetEvents.self, .init(name: "user"), within: .seconds(1))
    default: exit(64)
    }
  }

  /// Carries a request out, or hands an answer to the process that waits for it.
  private static func take(_ url: CallbackURL) async throws {
    guard url.segments.first == "callback" else {
      return try await InProcessOpener(BookShop(), beyond: DesktopOpener()).open(url)
    }
    let descriptor = open(Mailbox.path, O_WRONLY)
    let line = Array((url.description + "\n").utf8)
    _ = write(descriptor, line, line.count)
    close(descriptor)
  }

  private static func ask<Action: CallbackAction>(
    _ action: Action.Type, _ input: Action.Input, within timeout: Duration
  ) async throws {
    let inbox = CallbackInbox(scheme: "book-shop")
    let mailbox = Mailbox(for: inbox)
    let tusk = CallbackClient(Tusker(), source: "Book Shop", inbox: inbox, opener: DesktopOpener())
    do {
      switch try await tusk.run(action, with: input, within: timeout) {
      case .success(let output): say("success: \(output)")
      case .failure(let failure): say("failure: \(failure)")
      case .canceled: say("cancelled")
      }
    } catch {
      say("no answer: \(error)")
    }
    withExtendedLifetime(mailbox) {}
  }

  private static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(1, line, line.count)
  }
}

/// A pipe in the file system, through which answers reach the process that waits for them.
struct Mailbox {
  static var path: String { "\(getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp")/book-shop" }

  init(for inbox: CallbackInbox) {
    mkfifo(Self.path, 0o600)
    // Open for writing too, so that it never ends.
    let descriptor = open(Self.path, O_RDWR)
    let reader = Reader(descriptor: descriptor, inbox: inbox)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        context.map { Unmanaged<Reader>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(reader).toOpaque())
    pthread_detach(thread)
  }
}

/// What the thread of a mailbox works with.
private final class Reader: Sendable {
  private let descriptor: Int32
  private let inbox: CallbackInbox

  init(descriptor: Int32, inbox: CallbackInbox) {
    self.descriptor = descriptor
    self.inbox = inbox
  }

  func run() {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      if let url = try? CallbackURL(parsing: String(decoding: line, as: UTF8.self)) { inbox.deliver(url) }
      line = []
    }
  }
}
