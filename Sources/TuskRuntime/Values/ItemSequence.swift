package import TuskLanguage

/// A list that is read page by page as it is gone through.
package actor ItemSequence {
  /// Gives the next items; `nil` at the end.
  package typealias Pull = @Sendable () async throws(Diagnostic) -> [RuntimeValue]?

  private let pull: Pull
  private var items: [RuntimeValue]
  /// How many items were given away and forgotten.
  private var forgotten = 0
  private var ending: Ending?
  private var isPulling = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private enum Ending {
    case complete
    case failed(Diagnostic)
  }

  /// - Parameter items: those that were read already.
  package init(_ items: [RuntimeValue] = [], pull: @escaping Pull) {
    self.items = items
    self.pull = pull
  }

  /// The item at this place; `nil` where the list ends before it.
  package func item(at place: Int) async throws(Diagnostic) -> RuntimeValue? {
    while place - forgotten >= items.count {
      guard try await readOn() else { return nil }
    }
    return place < forgotten ? nil : items[place - forgotten]
  }

  /// The next item, which the list then forgets, so that an endless one fits into memory.
  package func takeNext() async throws(Diagnostic) -> RuntimeValue? {
    guard let item = try await item(at: forgotten) else { return nil }
    items.removeFirst()
    forgotten += 1
    return item
  }

  /// Every item.
  package func all() async throws(Diagnostic) -> [RuntimeValue] {
    while try await readOn() {}
    return items
  }

  /// Reads the next page; false at the end.
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
      // Who was interrupted did not see the end; others may read on.
      if error.kind != .interrupted { ending = .failed(error) }
      throw error
    }
  }
}
