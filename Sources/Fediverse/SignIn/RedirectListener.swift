import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A port of this machine at which one answer of a server is waited for, which a browser brings.
///
/// It is reached from this machine alone, under its own names only, so that no web page can lead there under another
/// name; it takes one answer, and is closed after that. What says nothing of an answer is none, and is not taken.
public final class RedirectListener: Sendable {
  /// Where browsers are to be sent: `http://127.0.0.1:PORT/callback`.
  public let redirect: String
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let awaited: AwaitedAnswer
  private let isClosed = Mutex(false)

  private init(_ group: MultiThreadedEventLoopGroup, _ channel: any Channel, _ awaited: AwaitedAnswer) {
    self.group = group
    self.channel = channel
    self.awaited = awaited
    redirect = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\(RedirectPage.path)"
  }

  deinit {
    awaited.settle(.failure(.givenUp))
    guard !isClosed.withLock(\.self) else { return }
    group.shutdownGracefully { _ in }
  }

  /// Opens a free port.
  ///
  /// - Parameter program: what the page calls the program that the person is to go back to.
  public static func open(for program: String) async throws(SignInError) -> RedirectListener {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let awaited = AwaitedAnswer()
    do {
      let channel = try await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandler(RedirectHandler(page: RedirectPage(program: program), awaited: awaited))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      return RedirectListener(group, channel, awaited)
    } catch {
      try? await group.shutdownGracefully()
      throw .noPort("\(error)")
    }
  }

  /// Waits for the answer and closes the port.
  ///
  /// - Parameter limit: how long to wait.
  /// - Throws: ``SignInError`` where none came in time, or the task was cancelled.
  public func answer(within limit: Duration = .seconds(300)) async throws(SignInError) -> RedirectAnswer {
    let timer = Task { [awaited] in
      try await Task.sleep(for: limit)
      awaited.settle(.failure(.tooLate))
    }
    let outcome = await withTaskCancellationHandler {
      await awaited.outcome()
    } onCancel: {
      awaited.settle(.failure(.givenUp))
    }
    timer.cancel()
    await close()
    return try RedirectAnswer(address: outcome.get())
  }

  /// Closes the port; whoever still waits for an answer gets none.
  public func close() async {
    awaited.settle(.failure(.givenUp))
    // Nothing that runs on threads that have ended comes back.
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    try? await channel.close()
    try? await group.shutdownGracefully()
  }
}

extension SignInError {
  fileprivate static var givenUp: SignInError { SignInError(.canceled, "the sign-in was given up") }

  fileprivate static var tooLate: SignInError {
    SignInError(.timedOut, "no answer came from the browser in time; begin again, or carry the code over by hand")
  }

  fileprivate static func noPort(_ reason: String) -> SignInError {
    SignInError(.noListener, "no port of this machine can be listened at: \(reason.oneLine(limit: 200))")
  }
}
