import NIOCore
import NIOHTTP1
import NIOPosix

/// A port of this machine at which one answer of a server is waited for, which a browser brings.
///
/// It is reached from this machine alone, under its own names only, so that no web page can lead there under another
/// name; it takes one answer, and is closed after that.
public final class RedirectListener: Sendable {
  /// Where browsers are to be sent: `http://127.0.0.1:PORT/callback`.
  public let redirect: String
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let promise: EventLoopPromise<String>

  private init(_ group: MultiThreadedEventLoopGroup, _ channel: any Channel, _ promise: EventLoopPromise<String>) {
    self.group = group
    self.channel = channel
    self.promise = promise
    redirect = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\(RedirectPage.path)"
  }

  deinit {
    promise.fail(SignInError.givenUp)
    group.shutdownGracefully { _ in }
  }

  /// Opens a free port.
  ///
  /// - Parameter program: what the page calls the program that the person is to go back to.
  public static func open(for program: String) async throws(SignInError) -> RedirectListener {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let promise = group.next().makePromise(of: String.self)
    do {
      let channel = try await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandler(RedirectHandler(page: RedirectPage(program: program), answer: promise))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      return RedirectListener(group, channel, promise)
    } catch {
      promise.fail(SignInError.givenUp)
      try? await group.shutdownGracefully()
      throw .noPort("\(error)")
    }
  }

  /// Waits for the answer and closes the port.
  ///
  /// - Parameter limit: how long to wait.
  /// - Throws: ``SignInError`` where none came in time, or the task was cancelled.
  public func answer(within limit: Duration = .seconds(300)) async throws(SignInError) -> RedirectAnswer {
    let timer = group.next().scheduleTask(in: TimeAmount(limit)) { [promise] in promise.fail(SignInError.tooLate) }
    let result: Result<String, any Error>
    do {
      result = .success(
        try await withTaskCancellationHandler {
          try await promise.futureResult.get()
        } onCancel: {
          promise.fail(SignInError.givenUp)
        })
    } catch {
      result = .failure(error)
    }
    timer.cancel()
    await close()
    switch result {
    case .success(let target): return try RedirectAnswer(address: target)
    case .failure(let error): throw error as? SignInError ?? .givenUp
    }
  }

  /// Closes the port; whoever still waits for an answer gets none.
  public func close() async {
    promise.fail(SignInError.givenUp)
    try? await channel.close()
    try? await group.shutdownGracefully()
  }
}

extension SignInError {
  fileprivate static var givenUp: SignInError { SignInError(.cancelled, "the sign-in was given up") }

  fileprivate static var tooLate: SignInError {
    SignInError(.timedOut, "no answer came from the browser in time; begin again, or carry the code over by hand")
  }

  fileprivate static func noPort(_ reason: String) -> SignInError {
    SignInError(.noListener, "no port of this machine can be listened at: \(reason.oneLine(limit: 200))")
  }
}
