import Synchronization

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
