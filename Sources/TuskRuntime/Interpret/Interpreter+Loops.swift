import Synchronization
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// The options of a loop.
  struct LoopOptions {
    var parallel = 1
    var skipsErrors = false
    /// How many items may run; those that were completed before do not.
    var limit = Int.max
    var pace: Duration?
    /// The key of an item, if each is done once.
    var key: Value?
  }

  /// Runs a loop.
  func run(_ loop: Loop, at span: Span, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    let options = try await options(of: loop, in: &frame)
    let items = try await items(of: loop.items, in: &frame)
    let outer = frame.names[loop.name.value]
    defer { frame.setLocally(loop.name.value, outer) }
    let pace = settings.rehearses ? nil : options.pace.map { Pace($0, by: host.clock.steady()) }
    let running = RunningLoop(loop: loop, line: frame.line(of: span), options: options, items: items, pace: pace)
    return options.parallel > 1
      ? try await runInParallel(running, in: &frame) : try await runSequentially(running, in: &frame)
  }

  /// A loop that is running.
  struct RunningLoop: Sendable {
    let loop: Loop
    let line: Int
    let options: LoopOptions
    let items: Items
    /// Holds up the beginnings of items; `nil` if nothing does.
    let pace: Pace?
  }

  /// Keeps the time between the beginnings of two items, as far as they run.
  final class Pace: Sendable {
    private let interval: Duration
    private let clock: WallClock
    private let turns = Turns()
    private let last = Mutex<Int?>(nil)

    init(_ interval: Duration, by clock: WallClock) {
      self.interval = interval
      self.clock = clock
    }

    func begin() async {
      await turns.take()
      defer { turns.end() }
      if let last = last.withLock(\.self) {
        let spent = Duration.seconds(clock.now() - last)
        if spent < interval { await clock.sleep(interval - spent) }
      }
      last.withLock { $0 = clock.now() }
    }
  }

  /// The items of a loop.
  struct Items: Sendable {
    /// How many there are; `nil` if that is not known yet.
    let count: Int?
    /// The item at this place; `nil` after the last.
    let item: @Sendable (Int) async throws(Diagnostic) -> RuntimeValue?
  }

  private func options(of loop: Loop, in frame: inout Frame) async throws(Diagnostic) -> LoopOptions {
    guard !loop.settings.isEmpty else { return LoopOptions() }
    let others = loop.settings.filter { $0.key.value != "once" }
    let prepared = try await prepare(others.compactMap(\.value), in: &frame)
    let given = try resolver.resolve(others, of: .loop, at: loop.name.span, bindings: bindings(prepared))
    var options = LoopOptions()
    options.key = loop.settings.first { $0.key.value == "once" }?.value
    for pair in given.pairs {
      guard let value = pair.value else { continue }
      switch pair.name {
      case "parallel": options.parallel = Int(value) ?? 1
      case "on-error": options.skipsErrors = value == "skip"
      case "limit": options.limit = Int(value) ?? .max
      case "pace": options.pace = Duration(written: value)
      default: break
      }
    }
    return options
  }

  private func items(of value: Value, in frame: inout Frame) async throws(Diagnostic) -> Items {
    if case .range(let range) = value.form {
      let bounds = try await prepare([value], in: &frame).bounds(of: range)
      return Items(count: bounds.count) { place in
        place < bounds.count
          ? RuntimeValue.number(bounds.lowerBound + place) : nil
      }
    }
    let runtimeValue = try await self.value(of: value, in: &frame)
    switch runtimeValue.form {
    case .list(let elements):
      return Items(count: elements.count) { elements.indices.contains($0) ? elements[$0] : nil }
    case .sequence(let sequence):
      // A list in a variable can be read again; items of any other list are released as they are read.
      guard case .result(let pipeline) = value.form, !frame.mayBeNamed(resultOf: pipeline.first) else {
        return Items(count: nil) { (place) async throws(Diagnostic) in try await sequence.item(at: place) }
      }
      return Items(count: nil) { (_) async throws(Diagnostic) in try await sequence.takeNext() }
    case .pending(let kind, let text):
      let element = if case .list(let element)? = kind { Optional(element) } else { nil as ValueKind? }
      return Items(count: nil) { place in
        place == 0 ? RuntimeValue(.pending(element, PlaceholderSyntax.text(text, field: "0")), isForeign: true) : nil
      }
    case .null where value.isOptional: return Items(count: 0) { _ in nil }
    default: throw .notAList(runtimeValue, value.span)
    }
  }

  private func runSequentially(_ running: RunningLoop, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    var (place, count) = (0, 0)
    while count < running.options.limit, let item = try await running.items.item(place) {
      let ending = try await iterate(running, item, place, in: &frame)
      place += 1
      guard let flow = ending else { continue }
      count += 1
      switch flow {
      case .onward, .next: break
      case .stop: return .onward
      case .exit, .timeOver, .answer: return flow
      }
    }
    return .onward
  }

  /// Runs the body of a loop for one item; `nil` if the item was completed before.
  func iterate(_ running: RunningLoop, _ item: RuntimeValue, _ place: Int, in frame: inout Frame)
    async throws(Diagnostic) -> Flow?
  {
    guard !Task.isCancelled else { throw .interrupted(running.loop.name.span).within(running, item, place) }
    frame.setLocally(running.loop.name.value, item)
    do throws(Diagnostic) {
      guard let key = running.options.key else {
        await running.pace?.begin()
        return try await run(running.loop.body, in: &frame)
      }
      let text = try await self.value(of: key, in: &frame)
      return try await once(text, at: key.span, in: &frame) { (interpreter, frame) async throws(Diagnostic) in
        await running.pace?.begin()
        return try await interpreter.run(running.loop.body, in: &frame)
      }
    } catch {
      let mistake = error.within(running, item, place)
      guard running.options.skipsErrors, error.canBeSkipped else { throw mistake }
      frame.skipped += 1
      await emit(.skipped(mistake, frame.source))
      return .next
    }
  }
}

extension Value {
  /// Whether the value is a field that may be missing.
  fileprivate var isOptional: Bool {
    guard case .variable(let variable) = form else { return false }
    return variable.isOptional || variable.path.contains(where: \.isOptional)
  }
}

extension Diagnostic {
  /// Whether a loop with `on-error=skip` may skip the error.
  fileprivate var canBeSkipped: Bool { kind != .interrupted }

  /// The error with the item that it happened at.
  fileprivate func within(_ running: Interpreter.RunningLoop, _ item: RuntimeValue, _ place: Int) -> Diagnostic {
    let name = running.loop.name.value
    let total = running.items.count.map { " of \($0)" } ?? ""
    var parts = ["in 'for \(name)' (line \(running.line)), item \(place + 1)\(total)"]
    let told = values.filter { $0.variable == name || $0.variable.hasPrefix("\(name).") }
    parts += told.map { "\($0.variable) = \($0.text)" }
    var diagnostic = self
    diagnostic.trail.insert(parts.joined(separator: ", "), at: 0)
    return diagnostic
  }

  fileprivate static func notAList(_ runtimeValue: RuntimeValue, _ span: Span) -> Diagnostic {
    Diagnostic(.forNeedsList, at: span, "'for' needs a list; this is \(runtimeValue.description)", exitCode: .data)
  }
}
