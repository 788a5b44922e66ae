/// The events of one stream, across reconnections.
///
/// Each iterator has its own subscription, which ends with it. Events published between two connections are fetched and
/// delivered before newer ones; if that fails, ``StreamEvent/gap(_:)`` reports it. Iterating throws if the stream
/// cannot be opened or the server refuses it; if the server only closes the connection, it is opened again.
public struct StreamEvents: AsyncSequence, Sendable {
  let client: Client
  let source: Client.Streaming.Source

  /// The number of events that can queue up before the server has to wait.
  private static let capacity = 500

  /// Subscribes to the stream.
  public func makeAsyncIterator() -> Iterator {
    let channel = BoundedChannel<StreamEvent, FediverseError>(capacity: Self.capacity)
    let run = StreamRun(client: client, source: source, output: channel)
    return Iterator(server: client.server, subscription: Subscription(channel: channel, task: Task { await run.run() }))
  }

  /// An iterator with its own subscription.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let server: ServerAddress
    fileprivate let subscription: Subscription

    /// Waits for the next event; returns `nil` if the server has ended the stream.
    ///
    /// - Throws: ``FediverseError``, of kind `canceled` if the task was canceled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FediverseError) -> StreamEvent? {
      let subscription = subscription
      let result = await withTaskCancellationHandler {
        await subscription.next()
      } onCancel: {
        subscription.stop()
      }
      guard !Task.isCancelled else { throw .stopped(server) }
      return try result.get()
    }
  }

  /// A subscription in the background, which ends when this object is released.
  fileprivate final class Subscription: Sendable {
    private let channel: BoundedChannel<StreamEvent, FediverseError>
    private let task: Task<Void, Never>

    init(channel: BoundedChannel<StreamEvent, FediverseError>, task: Task<Void, Never>) {
      self.channel = channel
      self.task = task
    }

    deinit {
      stop()
    }

    func next() async -> Result<StreamEvent?, FediverseError> {
      do throws(FediverseError) {
        return .success(try await channel.receive())
      } catch {
        return .failure(error)
      }
    }

    func stop() {
      channel.close()
      task.cancel()
    }
  }
}

extension FediverseError {
  fileprivate static func stopped(_ server: ServerAddress) -> FediverseError {
    FediverseError(.canceled, server: server, request: "the stream", detail: "the stream was closed")
  }
}
