import JSONValue
import Synchronization

/// How many JSON values responses may have, one alone and all that are held at the same time: a few bytes can unfold to
/// millions of values, each of which takes more than a hundred bytes once it is read.
final class ValueBudget: Sendable {
  /// The budget of the process. The largest documents of real servers, threads of 4,000 statuses, have about 400,000.
  static let ofProcess = ValueBudget(alone: JSON.mostValuesAtOnce, together: 1_000_000)

  private let alone: Int
  private let together: Int
  private let held = Mutex(0)

  init(alone: Int, together: Int) {
    (self.alone, self.together) = (alone, together)
  }

  /// The values of a response, which count until it is released. Shares do not tell responses apart.
  final class Share: Sendable, Hashable {
    private let count: Int
    private let budget: ValueBudget

    fileprivate init(_ count: Int, of budget: ValueBudget) {
      (self.count, self.budget) = (count, budget)
    }

    deinit {
      budget.held.withLock { $0 -= count }
    }

    static func == (_: Share, _: Share) -> Bool { true }

    func hash(into _: inout Hasher) {}
  }

  /// Counts the values of a body; fails without waiting, because who waits may hold another response.
  func share(of body: [UInt8]) throws(TransportError) -> Share {
    let count = JSON.mostValues(in: body)
    let fits = held.withLock { held in
      guard count <= alone, held + count <= together else { return false }
      held += count
      return true
    }
    guard fits else { throw .tooManyValues }
    return Share(count, of: self)
  }
}

extension TransportError {
  fileprivate static var tooManyValues: TransportError {
    TransportError(.malformed, "it has too many values", mayHaveArrived: true)
  }
}
