import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// How a loop is gone through.
  struct LoopTerms {
    var parallel = 1
    var skipsErrors = false
    var limit = Int.max
    var pace: Duration?
    /// The text that names an item, where each is done once.
    var key: Value?
  }

  /// Goes through a list.
  func run(_ loop: Loop, at span: Span, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    let terms = try await terms(of: loop, in: &frame)
    let items = try await items(of: loop.items, in: &frame)
    let outer = frame.names[loop.name.value]
    defer { frame.setLocally(loop.name.value, outer) }
    let walk = Walk(loop: loop, line: frame.line(of: span), terms: terms, items: items)
    return terms.parallel > 1 ? try await runAtOnce(walk, in: &frame) : try await runInTurn(walk, in: &frame)
  }

  /// A loop that is being gone through.
  struct Walk: Sendable {
    let loop: Loop
    let line: Int
    let terms: LoopTerms
    let items: Items
  }

  /// The items of a loop.
  struct Items: Sendable {
    /// How many there are, where that is known.
    let count: Int?
    /// The item at this place; `nil` after the last.
    let item: @Sendable (Int) async throws(Diagnostic) -> RuntimeValue?
  }

  private func terms(of loop: Loop, in frame: inout Frame) async throws(Diagnostic) -> LoopTerms {
    guard !loop.settings.isEmpty else { return LoopTerms() }
    let others = loop.settings.filter { $0.key.value != "once" }
    let prepared = try await prepare(others.compactMap(\.value), in: &frame)
    let given = try resolver.resolve(others, of: .loop, at: loop.name.span, bindings: bindings(prepared))
    var terms = LoopTerms()
    terms.key = loop.settings.first { $0.key.value == "once" }?.value
    for pair in given.urls.first?.pairs ?? [] {
      guard let value = pair.value else { continue }
      switch pair.name {
      case "parallel": terms.parallel = Int(value) ?? 1
      case "on-error": terms.skipsErrors = value == "skip"
      case "limit": terms.limit = Int(value) ?? .max
      case "pace": terms.pace = Duration(written: value)
      default: break
      }
    }
    return terms
  }

  private func items(of value: Value, in frame: inout Frame) async throws(Diagnostic) -> Items {
    let runtimeValue = try await self.value(of: value, in: &frame)
    switch runtimeValue.form {
    case .list(let elements):
      return Items(count: elements.count) { elements.indices.contains($0) ? elements[$0] : nil }
    case .sequence(let sequence):
      // A list that has a name can be gone through again; one that has none is forgotten item by item.
      guard case .result(let pipeline) = value.form, !frame.mayName(resultOf: pipeline.first) else {
        return Items(count: nil) { (place) async throws(Diagnostic) in try await sequence.item(at: place) }
      }
      return Items(count: nil) { (_) async throws(Diagnostic) in try await sequence.takeNext() }
    case .pending(let kind, let text):
      let element = if case .list(let element)? = kind { Optional(element) } else { nil as ValueKind? }
      return Items(count: nil) { place in
        place == 0 ? RuntimeValue(.pending(element, Placeholders.text(text, field: "0")), isForeign: true) : nil
      }
    case .null where value.isOptional: return Items(count: 0) { _ in nil }
    default: throw .notAList(runtimeValue, value.span)
    }
  }

  private func runInTurn(_ walk: Walk, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    var place = 0
    var start = host.clock.now()
    while place < walk.terms.limit, let item = try await walk.items.item(place) {
      if place > 0, let pace = walk.terms.pace { await keep(pace, since: start) }
      start = host.clock.now()
      let flow = try await iterate(walk, item, place, in: &frame)
      place += 1
      switch flow {
      case .onward, .next: break
      case .stop: return .onward
      case .exit, .answer: return flow
      }
    }
    return .onward
  }

  private func keep(_ pace: Duration, since start: Int) async {
    guard !settings.rehearses else { return }
    let spent = Duration.seconds(host.clock.now() - start)
    if spent < pace { await host.clock.sleep(pace - spent) }
  }

  /// Runs the lines of a loop for one item.
  func iterate(_ walk: Walk, _ item: RuntimeValue, _ place: Int, in frame: inout Frame) async throws(Diagnostic) -> Flow
  {
    guard !Task.isCancelled else { throw .interrupted(walk.loop.name.span).within(walk, item, place) }
    frame.setLocally(walk.loop.name.value, item)
    do throws(Diagnostic) {
      guard let key = walk.terms.key else { return try await run(walk.loop.body, in: &frame) }
      let text = try await self.value(of: key, in: &frame)
      return try await once(text, at: key.span, in: &frame) { (interpreter, frame) async throws(Diagnostic) in
        try await interpreter.run(walk.loop.body, in: &frame)
      }
    } catch {
      let mistake = error.within(walk, item, place)
      guard walk.terms.skipsErrors, error.canBeSkipped else { throw mistake }
      frame.skipped += 1
      await watch(.skipped(mistake, frame.source))
      return .next
    }
  }
}

extension Value {
  /// Whether the value is an optional field that may be missing.
  fileprivate var isOptional: Bool {
    guard case .variable(let variable) = form else { return false }
    return variable.isOptional || variable.path.contains(where: \.isOptional)
  }
}

extension Diagnostic {
  /// Whether a loop may step over the mistake.
  fileprivate var canBeSkipped: Bool { kind != .interrupted }

  /// The mistake with the item that it happened at.
  fileprivate func within(_ walk: Interpreter.Walk, _ item: RuntimeValue, _ place: Int) -> Diagnostic {
    let name = walk.loop.name.value
    let total = walk.items.count.map { " of \($0)" } ?? ""
    var parts = ["in 'for \(name)' (line \(walk.line)), item \(place + 1)\(total)"]
    let told = values.filter { $0.variable == name || $0.variable.hasPrefix("\(name).") }
    parts += told.map { "\($0.variable) = \($0.text)" }
    var diagnostic = self
    diagnostic.trail.insert(parts.joined(separator: ", "), at: 0)
    return diagnostic
  }

  fileprivate static func notAList(_ runtimeValue: RuntimeValue, _ span: Span) -> Diagnostic {
    Diagnostic(.forNeedsList, at: span, "'for' needs a list; this is \(runtimeValue.description)", exitCode: 65)
  }
}
