#if os(Linux) || os(macOS)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// Starts threads that nobody waits for.
  package enum DetachedThread {
    /// A thread or program could not be started; has the system's error number.
    package struct NotStarted: Error, Sendable, Hashable {
      let number: Int32
    }

    package static func start(_ work: @escaping @Sendable () -> Void) throws(NotStarted) {
      let context = Unmanaged.passRetained(Work(body: work))
      #if canImport(Darwin)
        var thread: pthread_t?
        let number = pthread_create(&thread, nil, { context in run(context) }, context.toOpaque())
        guard number == 0, let thread else {
          context.release()
          throw NotStarted(number: number)
        }
      #else
        var thread = pthread_t()
        let number = pthread_create(&thread, nil, { context in context.flatMap { run($0) } }, context.toOpaque())
        guard number == 0 else {
          context.release()
          throw NotStarted(number: number)
        }
      #endif
      pthread_detach(thread)
    }
  }

  /// The work of a thread.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }
#endif
