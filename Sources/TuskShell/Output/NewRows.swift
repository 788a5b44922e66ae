import JSONValue
import Synchronization
import TuskActions
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Which rows of a repeated line are new since the round before.
struct NewRows: Sendable {
  /// What names the rows of the round before; `nil` in the first round.
  private var before: Set<String>?
  private var now: Set<String> = []

  /// Whether no round has ended yet.
  var isFirstRound: Bool { before == nil }

  /// Takes a row of this round.
  ///
  /// - Returns: whether it is new.
  mutating func take(_ row: ShownRows.Row) -> Bool {
    let name = row.references.first?.text ?? "\(row.author) \(row.words)"
    now.insert(name)
    guard let before else { return false }
    return !before.contains(name)
  }

  /// Ends a round; one that failed may lack rows, so that the next is compared with the one before it.
  mutating func endRound(hasFailed: Bool) {
    if !hasFailed { before = now }
    now = []
  }
}

/// The rows of a line that is repeated.
extension Display {
  /// Sets whether rows are marked that are new since the round before.
  func markNewRows(_ marks: Bool) {
    state.withLock { $0.newRows = marks ? NewRows() : nil }
  }

  /// Ends a round of the line.
  func endRound(hasFailed: Bool) {
    state.withLock { $0.newRows?.endRound(hasFailed: hasFailed) }
  }

  /// The renderer with the numbers of new rows, once the rows of a list have their numbers.
  func marking(_ renderer: Renderer) -> Renderer {
    guard let first = renderer.firstNumber else { return renderer }
    var marking = renderer
    marking.newNumbers = state.withLock { state in
      guard var newRows = state.newRows else { return [] }
      var numbers: Set<Int> = []
      for (index, row) in state.rows.rows.enumerated() where state.rows.first + index >= first {
        if newRows.take(row) { numbers.insert(state.rows.first + index) }
      }
      state.newRows = newRows
      return numbers
    }
    return marking
  }

  /// A page as it is shown: without numbers, which could have marks, only new rows are shown after the first round.
  func newPart(of page: RowPage, for renderer: Renderer) -> RowPage {
    guard !renderer.numbersRows else { return page }
    return state.withLock { state in
      guard var newRows = state.newRows else { return page }
      let isFirst = newRows.isFirstRound
      let rows = page.rows.filter { newRows.take(ShownRows.Row($0, page.record)) || isFirst }
      state.newRows = newRows
      var part = RowPage(page.record, rows)
      (part.asked, part.filterContexts) = (page.asked, page.filterContexts)
      (part.isEndless, part.following) = (page.isEndless, page.following)
      return part
    }
  }

  /// Whether only new rows are shown, below those of earlier rounds.
  func showsOnlyNew(_ renderer: Renderer) -> Bool {
    !renderer.numbersRows && state.withLock { $0.newRows.map { !$0.isFirstRound } ?? false }
  }
}
