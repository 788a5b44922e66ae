import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A local HTTP listener that waits for the OAuth redirect in a browser (RFC 8252 section 7.3).
///
/// It accepts connections from this machine only and checks the `Host` header, so that no website can reach it under
/// another name. It accepts one authorization response and then closes; other requests are rejected.
public final class RedirectListener: Sendable {
  /// The redirect URI: `http://127.0.0.1:PORT/callback`.
  public let redirect: String
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let promise: RedirectPromise
  private let isClosed = Mutex(false)

  private init(_ group: MultiThreadedEventLoopGroup, _ channel: any Channel, _ promise: RedirectPromise) {
    self.group = group
    self.channel = channel
    self.promise = promise
    redirect = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\(RedirectPage.path)"
  }

  deinit {
    promise.settle(.failure(.canceled))
    guard !isClosed.withLock(\.self) else { return }
    group.shutdownGracefully { _ in }
  }

  /// Listens on a free port.
  ///
  /// - Parameter program: the name of the program, shown on the page.
  /// - Throws: ``SignInError`` of kind `noListener` if no port can be opened.
  public static func open(for program: String) async throws(SignInError) -> RedirectListener {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let promise = RedirectPromise()
    do {
      let channel = try await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandler(RedirectHandler(page: RedirectPage(program: program), promise: promise))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      return RedirectListener(group, channel, promise)
    } catch {
      try? await group.shutdownGracefully()
      throw .portUnavailable("\(error)")
    }
  }

  /// Waits for the redirect, then closes the port.
  ///
  /// - Parameter limit: the maximum time to wait.
  /// - Throws: ``SignInError`` of kind `timedOut`, or `canceled` if the task was canceled.
  public func response(within limit: Duration = .seconds(300)) async throws(SignInError) -> AuthorizationResponse {
    let timer = Task { [promise] in
      try await Task.sleep(for: limit)
      promise.settle(.failure(.timedOut))
    }
    let outcome = await withTaskCancellationHandler {
      await promise.outcome()
    } onCancel: {
      promise.settle(.failure(.canceled))
    }
    timer.cancel()
    await close()
    return try AuthorizationResponse(address: outcome.get())
  }

  /// Closes the port; a task that still waits receives a ``SignInError`` of kind `canceled`.
  public func close() async {
    promise.settle(.failure(.canceled))
    // Closing twice would wait forever for threads that have ended.
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
  fileprivate static var canceled: SignInError { SignInError(.canceled, "the sign-in was canceled") }

  fileprivate static var timedOut: SignInError {
    SignInError(.timedOut, "the browser did not respond in time; start again, or paste the code by hand")
  }

  fileprivate static func portUnavailable(_ reason: String) -> SignInError {
    SignInError(.noListener, "cannot listen on a local port: \(reason.oneLine(limit: 200))")
  }
}
