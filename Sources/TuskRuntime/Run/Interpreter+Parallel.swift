import TuskLanguage

extension Interpreter {
  /// Goes through a list with several items at once; what they tell comes in the order of the items.
  func runAtOnce(_ walk: Walk, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    frame.onceScope?.beginLoop()
    let start = frame
    let queue = await withTaskGroup(of: Step.self) { group in
      var queue = Queue(width: walk.terms.parallel, limit: walk.terms.limit)
      while true {
        // The next item is waited for beside the others, because it may be long in coming.
        if let place = queue.placeToRead() { group.addTask { .read(await item(of: walk, at: place)) } }
        switch await group.next() {
        case nil: return queue
        case .read(.success(let item?))?:
          let place = queue.start()
          group.addTask { .ended(await iteration(walk, item, place, start)) }
        case .read(.success(nil))?: queue.close()
        case .read(.failure(let diagnostic))?: queue.close(because: diagnostic)
        case .ended(let iteration)?:
          queue.take(iteration)
          await tell(&queue)
          if queue.isEnded { group.cancelAll() }
        }
      }
    }
    frame.skipped += queue.skipped
    switch try queue.result.get() {
    case .stop, .next, .onward: return .onward
    case let flow: return flow
    }
  }

  /// Tells what the items that are done told, up to the first that is not.
  private func tell(_ queue: inout Queue) async {
    for iteration in queue.inOrder() {
      for event in iteration.events { await watch(event) }
      queue.end(after: iteration)
    }
  }

  private func item(of walk: Walk, at place: Int) async -> Result<RuntimeValue?, Diagnostic> {
    do throws(Diagnostic) {
      guard let item = try await walk.items.item(place) else { return .success(nil) }
      if place > 0, let pace = walk.terms.pace, !settings.rehearses { await host.clock.sleep(pace) }
      return .success(item)
    } catch {
      return .failure(error)
    }
  }

  /// One item, run with names of its own, and all that it told.
  private func iteration(_ walk: Walk, _ item: RuntimeValue, _ place: Int, _ start: Frame) async -> Iteration {
    var frame = start
    frame.skipped = 0
    frame.onceScope = start.onceScope?.within(item: place + 1)
    let buffer = EventBuffer()
    var interpreter = self
    interpreter.watch = { event in await buffer.add(event) }
    interpreter.isBuffered = true
    let flow: Result<Flow, Diagnostic>
    do throws(Diagnostic) {
      flow = .success(try await interpreter.iterate(walk, item, place, in: &frame))
    } catch {
      flow = .failure(error)
    }
    return Iteration(place: place, flow: flow, events: await buffer.events, skipped: frame.skipped)
  }

  /// What happened next in a loop.
  private enum Step: Sendable {
    case read(Result<RuntimeValue?, Diagnostic>)
    case ended(Iteration)
  }

  /// How one item ended, and what it told.
  private struct Iteration: Sendable {
    let place: Int
    let flow: Result<Flow, Diagnostic>
    let events: [Event]
    let skipped: Int
  }

  /// What an item tells, until its turn has come.
  private actor EventBuffer {
    private(set) var events: [Event] = []

    func add(_ event: Event) {
      events.append(event)
    }
  }

  /// The items that run, and those that wait to be told.
  private struct Queue: Sendable {
    /// How many may run at once.
    let width: Int
    let limit: Int
    private(set) var skipped = 0
    private var started = 0
    private var told = 0
    private var running = 0
    private var isReading = false
    private var isClosed = false
    private var done: [Int: Iteration] = [:]
    private var ending: Result<Flow, Diagnostic>?
    private var failure: Diagnostic?

    init(width: Int, limit: Int) {
      self.width = width
      self.limit = limit
    }

    var isEnded: Bool { ending != nil }

    /// How the loop ended; that the list could not be read further counts after the items before it.
    var result: Result<Flow, Diagnostic> {
      if let ending { return ending }
      return failure.map(Result.failure) ?? .success(.onward)
    }

    /// Where the next item is to be read, if one more may start: so many at once, and no more than twice as many that
    /// are not told yet.
    mutating func placeToRead() -> Int? {
      let hasRoom = running < width && started - told < 2 * width
      guard hasRoom, !isReading, !isClosed, !isEnded, started < limit else { return nil }
      isReading = true
      return started
    }

    mutating func start() -> Int {
      isReading = false
      running += 1
      started += 1
      return started - 1
    }

    /// Ends the list.
    mutating func close(because diagnostic: Diagnostic? = nil) {
      isReading = false
      isClosed = true
      failure = diagnostic
    }

    mutating func take(_ iteration: Iteration) {
      running -= 1
      done[iteration.place] = iteration
    }

    /// The items that are done, up to the first that is not.
    mutating func inOrder() -> [Iteration] {
      var iterations: [Iteration] = []
      while let next = done.removeValue(forKey: told) {
        iterations.append(next)
        told += 1
      }
      return iterations
    }

    /// Ends the loop where the item does and none before it did.
    mutating func end(after iteration: Iteration) {
      skipped += iteration.skipped
      guard !isEnded else { return }
      switch iteration.flow {
      case .success(.onward), .success(.next): break
      case .success, .failure: ending = iteration.flow
      }
    }
  }
}
