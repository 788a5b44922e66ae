import TuskLanguage

extension Interpreter {
  /// Runs a loop with several items at once; events are shown in the order of the items. In a rehearsal the items follow
  /// one another, because of blocks with the same key the first is planned.
  func runInParallel(_ running: RunningLoop, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    frame.onceScope?.beginLoop()
    let start = frame
    let queue = await withTaskGroup(of: Step.self) { group in
      var queue = Queue(width: settings.rehearses ? 1 : running.options.parallel, limit: running.options.limit)
      while true {
        // Waiting for the next item must not delay the others.
        if let place = queue.placeToRead() { group.addTask { .read(await item(of: running, at: place)) } }
        switch await group.next() {
        case nil: return queue
        case .read(.success(let item?))?:
          let place = queue.start()
          group.addTask { .ended(await iteration(running, item, place, start)) }
        case .read(.success(nil))?: queue.close()
        case .read(.failure(let diagnostic))?: queue.close(because: diagnostic)
        case .ended(let iteration)?:
          queue.take(iteration)
          await show(&queue)
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

  /// Shows the events of finished items, up to the first unfinished one.
  private func show(_ queue: inout Queue) async {
    for iteration in queue.inOrder() {
      for event in iteration.events { await emit(event) }
      queue.end(after: iteration)
    }
  }

  private func item(of running: RunningLoop, at place: Int) async -> Result<RuntimeValue?, Diagnostic> {
    do throws(Diagnostic) {
      guard let item = try await running.items.item(place) else { return .success(nil) }
      return .success(item)
    } catch {
      return .failure(error)
    }
  }

  /// Runs the body for one item, with variables of its own, and collects its events.
  private func iteration(_ running: RunningLoop, _ item: RuntimeValue, _ place: Int, _ start: Frame) async -> Iteration
  {
    var frame = start
    frame.skipped = 0
    frame.onceScope = start.onceScope?.within(item: place + 1)
    let buffer = EventBuffer()
    var interpreter = self
    interpreter.emit = { event in await buffer.add(event) }
    interpreter.isBuffered = true
    let flow: Result<Flow?, Diagnostic>
    do throws(Diagnostic) {
      flow = .success(try await interpreter.iterate(running, item, place, in: &frame))
    } catch {
      flow = .failure(error)
    }
    return Iteration(place: place, flow: flow, events: await buffer.events, skipped: frame.skipped)
  }

  /// A step of a parallel loop.
  private enum Step: Sendable {
    case read(Result<RuntimeValue?, Diagnostic>)
    case ended(Iteration)
  }

  /// How one item ended, and its events.
  private struct Iteration: Sendable {
    let place: Int
    /// The flow is `nil` for an item that was completed before.
    let flow: Result<Flow?, Diagnostic>
    let events: [Event]
    let skipped: Int
  }

  /// Collects the events of an item until they can be shown.
  private actor EventBuffer {
    private(set) var events: [Event] = []

    func add(_ event: Event) {
      events.append(event)
    }
  }

  /// The items that run, and the finished ones whose events wait to be shown.
  private struct Queue: Sendable {
    /// How many may run at once.
    let width: Int
    let limit: Int
    private(set) var skipped = 0
    private var started = 0
    /// How many of the started ones were completed before.
    private var repeated = 0
    private var shown = 0
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

    /// How the loop ended; a failure to read the list counts after the items before it.
    var result: Result<Flow, Diagnostic> {
      if let ending { return ending }
      return failure.map(Result.failure) ?? .success(.onward)
    }

    /// The place of the next item to read, if one more may start: at most ``width`` run at once, and at most twice as
    /// many are not shown yet.
    mutating func placeToRead() -> Int? {
      let hasRoom = running < width && started - shown < 2 * width
      guard hasRoom, !isReading, !isClosed, !isEnded, started - repeated < limit else { return nil }
      isReading = true
      return started
    }

    mutating func start() -> Int {
      isReading = false
      running += 1
      started += 1
      return started - 1
    }

    /// Notes that the list has no more items.
    mutating func close(because diagnostic: Diagnostic? = nil) {
      isReading = false
      isClosed = true
      failure = diagnostic
    }

    mutating func take(_ iteration: Iteration) {
      running -= 1
      if case .success(nil) = iteration.flow { repeated += 1 }
      done[iteration.place] = iteration
    }

    /// Removes and returns the finished items, up to the first unfinished one.
    mutating func inOrder() -> [Iteration] {
      var iterations: [Iteration] = []
      while let next = done.removeValue(forKey: shown) {
        iterations.append(next)
        shown += 1
      }
      return iterations
    }

    /// Ends the loop if the item does and no earlier one did.
    mutating func end(after iteration: Iteration) {
      skipped += iteration.skipped
      guard !isEnded else { return }
      switch iteration.flow {
      case .success(nil), .success(.onward?), .success(.next?): break
      case .success(let flow?): ending = .success(flow)
      case .failure(let diagnostic): ending = .failure(diagnostic)
      }
    }
  }
}
