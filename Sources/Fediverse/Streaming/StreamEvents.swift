/// The events of one stream, which go on over broken connections until nobody asks for them any more.
///
/// Each iteration listens for itself, and ends with its iterator. What was published between two connections is fetched
/// and told before what is new; where that cannot be done, ``StreamEvent/gap(_:)`` says so. A stream that never came
/// about, and one that the server refuses, throw; a server that only closes is asked again.
public struct StreamEvents: AsyncSequence, Sendable {
  let client: Client
  let source: Client.Streaming.Source

  /// How many events wait for whoever takes them before the server has to.
  private static let capacity = 500

  /// Begins to listen.
  public func makeAsyncIterator() -> Iterator {
    let line = EventLine<StreamEvent, FediverseError>(capacity: Self.capacity)
    let run = StreamRun(client: client, source: source, line: line)
    return Iterator(server: client.server, listening: Listening(line: line, task: Task { await run.run() }))
  }

  /// One who listens.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let server: ServerAddress
    fileprivate let listening: Listening

    /// The next event, or `nil` where the server has none any more.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(FediverseError) -> StreamEvent? {
      let listening = listening
      let result = await withTaskCancellationHandler {
        await listening.take()
      } onCancel: {
        listening.stop()
      }
      guard !Task.isCancelled else { throw .stopped(server) }
      return try result.get()
    }
  }

  /// A connection that is kept up in the background for as long as somebody holds on to this.
  fileprivate final class Listening: Sendable {
    private let line: EventLine<StreamEvent, FediverseError>
    private let task: Task<Void, Never>

    init(line: EventLine<StreamEvent, FediverseError>, task: Task<Void, Never>) {
      self.line = line
      self.task = task
    }

    deinit {
      stop()
    }

    func take() async -> Result<StreamEvent?, FediverseError> {
      do throws(FediverseError) {
        return .success(try await line.take())
      } catch {
        return .failure(error)
      }
    }

    func stop() {
      line.close()
      task.cancel()
    }
  }
}

extension FediverseError {
  fileprivate static func stopped(_ server: ServerAddress) -> FediverseError {
    FediverseError(.canceled, server: server, request: "the stream", detail: "the stream was left")
  }
}
