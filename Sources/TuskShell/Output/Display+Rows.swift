import Synchronization
import TuskLanguage
import TuskRuntime

/// The numbers of rows at the prompt.
extension Display {
  /// Shows rows with numbers from now on.
  package func numberRows() { state.withLock { $0.numbersRows = true } }

  /// The rows that the person sees, which their numbers name.
  var shownRows: ShownRows { state.withLock(\.rows) }

  /// The renderer of a list that the prompt numbers.
  func numbered(isContinued: Bool) -> Renderer {
    var renderer = renderer
    renderer.firstNumber = state.withLock { state in
      let shown = isContinued || state.hasListed ? state.rows.rows.count : 0
      return state.numbersRows && shown < ShownRows.most ? shown + 1 : nil
    }
    return renderer
  }

  /// Takes what is shown. The lists of one line are numbered on, so that each number is on the screen once.
  func note(_ result: ActionResult, isContinued: Bool) {
    let form: ShownRows.Form =
      !renderer.numbersRows ? .unnumbered : result.rows.map(renderer.readsRows) ?? false ? .folded : .numbered
    state.withLock {
      $0.rows.take(result, as: form, readBy: $0.options.account, isContinued: isContinued)
      $0.hasListed = $0.hasListed || result.items != nil
    }
  }
}
