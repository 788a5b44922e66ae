import Synchronization

/// A failure that a test injects into matching requests.
struct Fault: Sendable, Equatable {
  /// The kinds of failure.
  enum Kind: Sendable, Equatable {
    /// Carries the request out but sends no response.
    case dropAnswer
    /// Refuses the request before it has any effect.
    case refuse
    case delay(milliseconds: Int)
    /// Cuts the response off in the middle; a stream after its first event.
    case cut
  }

  let kind: Kind
  /// Nil matches every method.
  let method: String?
  let path: String
  var count: Int

  init(_ form: Form) throws {
    switch form["kind"] {
    case "drop-answer": kind = .dropAnswer
    case "refuse": kind = .refuse
    case "delay": kind = .delay(milliseconds: try Fault.milliseconds(in: form))
    case "cut": kind = .cut
    default: throw Refusal.badKind
    }
    method = form["method"].flatMap { $0.isEmpty ? nil : $0.uppercased() }
    guard method.map({ Endpoint.Method(rawValue: $0) != nil }) ?? true else { throw Refusal.badMethod }
    path = form["path"] ?? "/"
    guard path.hasPrefix("/") else { throw Refusal.badPath }
    count = form.has("count") ? form.int("count") ?? 0 : 1
    guard (1...1_000_000).contains(count) else { throw Refusal.badCount }
  }

  private static func milliseconds(in form: Form) throws -> Int {
    guard let milliseconds = form.int("milliseconds"), (0...600_000).contains(milliseconds) else {
      throw Refusal.badDelay
    }
    return milliseconds
  }

  func befalls(_ method: String, _ path: String) -> Bool {
    self.method ?? method == method && path.hasPrefix(self.path)
  }

  var entity: Entity {
    let entity: Entity = [
      "kind": .text(kind.name), "method": .optional(method), "path": .text(path), "count": .int(count),
    ]
    guard case .delay(let milliseconds) = kind else { return entity }
    return entity.with(["milliseconds": .int(milliseconds)])
  }
}

extension Fault.Kind {
  fileprivate var name: String {
    switch self {
    case .dropAnswer: "drop-answer"
    case .refuse: "refuse"
    case .delay: "delay"
    case .cut: "cut"
    }
  }
}

/// The faults still to inject, in the order in which they were added.
final class FaultPlan: Sendable {
  private let faults = Mutex<[Fault]>([])

  var pending: [Fault] { faults.withLock { $0 } }

  func add(_ fault: Fault) { faults.withLock { $0.append(fault) } }

  func clear() { faults.withLock { $0 = [] } }

  /// Takes the fault for this request. Requests to the sandbox's own API are exempt, so that faults can be removed.
  func take(for method: String, _ path: String) -> Fault.Kind? {
    guard !path.hasPrefix("/sandbox/") else { return nil }
    return faults.withLock { faults in
      guard let index = faults.firstIndex(where: { $0.befalls(method, path) }) else { return nil }
      let kind = faults[index].kind
      faults[index].count -= 1
      if faults[index].count == 0 { faults.remove(at: index) }
      return kind
    }
  }
}

extension Refusal {
  fileprivate static let badKind = invalid("Kind must be drop-answer, refuse, delay or cut")
  fileprivate static let badMethod = invalid("Method must be GET, POST, PUT, PATCH or DELETE")
  fileprivate static let badPath = invalid("Path must begin with a slash")
  fileprivate static let badCount = invalid("Count must be a number from 1 to 1000000")
  fileprivate static let badDelay = invalid("Milliseconds must be a number from 0 to 600000")
}
