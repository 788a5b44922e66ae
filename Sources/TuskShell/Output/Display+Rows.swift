import Synchronization
import TuskActions
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// The numbers of rows at the prompt.
extension Display {
  /// Shows rows with numbers from now on.
  ///
  /// - Parameter names: keeps the names in what is shown; `nil` to keep none.
  package func numberRows(keeping names: ShownNames? = nil) {
    state.withLock { ($0.numbersRows, $0.names) = (true, names) }
  }

  /// What keeps the names that are shown, and the account to which they are shown.
  private var keeper: (names: ShownNames, account: String)? {
    state.withLock { state in
      guard state.numbersRows, let names = state.names,
        let account = state.options.account ?? names.usualAccount
      else { return nil }
      return (names, account)
    }
  }

  /// The rows that the person sees, which their numbers name.
  var shownRows: ShownRows { state.withLock(\.rows) }

  /// The renderer of a list. The lists of one line are numbered on, so that each number is on the screen once.
  func renderer(isContinued: Bool) -> Renderer {
    var renderer = renderer
    renderer.firstNumber = state.withLock { state in
      let shown = isContinued || state.hasListed ? state.rows.highest : 0
      return state.numbersRows && renderer.numbersRows && shown < ShownRows.most ? shown + 1 : nil
    }
    return renderer
  }

  /// Takes what is shown alone.
  func note(_ result: ActionResult) {
    state.withLock { state in
      if state.numbersRows { state.rows.take(result, readBy: state.options.account) }
    }
    guard let keeper else { return }
    keeper.names.note(result, as: keeper.account)
    keeper.names.forget(subjectOf: result, as: keeper.account)
  }

  /// Takes the rows of a list, if their numbers can name them, and where it goes on.
  func note(_ page: RowPage, as renderer: Renderer, isContinued: Bool) {
    state.withLock { state in
      guard state.numbersRows else { return }
      if page.record.kind == .notification { state.unread = 0 }
      let form: ShownRows.Form =
        !renderer.numbersRows ? .unnumbered : renderer.readsRows(of: page.records) ? .folded : .numbered
      state.rows.take(
        page, as: form, readBy: state.options.account, isContinued: isContinued || state.hasListed)
      state.hasListed = true
      let following = state.options.canGoOn && !page.isEndless ? page.following : nil
      state.rest = following.map { UnreadList(url: $0, options: state.options) }
    }
    if let keeper { keeper.names.note(page, as: keeper.account) }
  }

  /// Takes what is presented.
  func note(_ presentation: Presentation) {
    let renderer = renderer
    state.withLock { state in
      guard state.numbersRows else { return }
      // What it shows is whole.
      state.rest = nil
      let form: ShownRows.Form =
        !renderer.numbersRows
        ? .unnumbered : renderer.view == .reading && renderer.columns == nil ? .folded : .numbered
      state.rows.take(presentation, as: form, readBy: state.options.account, isContinued: state.hasListed)
      state.hasListed = state.hasListed || presentation.sections.contains { !$0.isCard }
    }
    if let keeper { keeper.names.note(presentation, as: keeper.account) }
  }
}
