package import TuskLanguage

/// A list that is read page by page while it is iterated.
package actor ItemSequence {
  /// Returns the next items; `nil` at the end.
  package typealias Pull = @Sendable () async throws(Diagnostic) -> [RuntimeValue]?

  private let pull: Pull
  private var items: [RuntimeValue]
  /// The number of items that were handed out and discarded.
  private var forgotten = 0
  private var ending: Ending?
  private var isPulling = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private enum Ending {
    case complete
    case failed(Diagnostic)
  }

  /// - Parameter items: the items already read.
  package init(_ items: [RuntimeValue] = [], pull: @escaping Pull) {
    self.items = items
    self.pull = pull
  }

  /// The item at this index; `nil` beyond the end.
  package func item(at place: Int) async throws(Diagnostic) -> RuntimeValue? {
    while place - forgotten >= items.count {
      guard try await readOn() else { return nil }
    }
    return place < forgotten ? nil : items[place - forgotten]
  }

  /// Returns the next item and discards it here, so that an endless list fits into memory.
  package func takeNext() async throws(Diagnostic) -> RuntimeValue? {
    guard let item = try await item(at: forgotten) else { return nil }
    items.removeFirst()
    forgotten += 1
    return item
  }

  /// Returns the items that are read, or those of the next page, and discards them here; `nil` at the end.
  package func takePage() async throws(Diagnostic) -> [RuntimeValue]? {
    while items.isEmpty {
      guard try await readOn() else { return nil }
    }
    defer {
      forgotten += items.count
      items = []
    }
    return items
  }

  /// All items.
  package func all() async throws(Diagnostic) -> [RuntimeValue] {
    while try await readOn() {}
    return items
  }

  /// Reads the next page; returns false at the end.
  private func readOn() async throws(Diagnostic) -> Bool {
    guard !isPulling else {
      await withCheckedContinuation { waiting.append($0) }
      return true
    }
    switch ending {
    case .complete?: return false
    case .failed(let diagnostic)?: throw diagnostic
    case nil: break
    }
    isPulling = true
    defer {
      isPulling = false
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
    do throws(Diagnostic) {
      guard let more = try await pull() else {
        ending = .complete
        return false
      }
      items += more
      return true
    } catch {
      // An interrupted reader did not see the end; others may continue.
      if error.kind != .interrupted { ending = .failed(error) }
      throw error
    }
  }
}
