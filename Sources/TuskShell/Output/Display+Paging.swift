import Synchronization
import TuskActions
import TuskCommon
import TuskRuntime
import XCallbackURL

/// A list that was not read to its end.
struct UnreadList {
  /// The request for the rows that follow.
  let url: CallbackURL
  let options: CommandOptions
  /// The columns of its table; `nil` for another form.
  var layout: Table.Layout?
}

/// Answers of more than a screen, and lists that go on.
extension Display {
  /// The pager for a text at the prompt, if it is open already or the text needs one.
  func pager(for text: String) -> Pager? {
    let (open, isPrompt) = state.withLock { ($0.pager, $0.numbersRows) }
    if let open { return open }
    guard isPrompt, renderer.format == .human, terminal.isTerminal(.output), !terminal.isDumb,
      Pager.isNeeded(for: text, Terminal.size())
    else { return nil }
    streams.report(transient: nil)
    let (pager, whilePaging) = state.withLock { state in
      state.pager = state.pager ?? Pager(state.pagerCommand, environment)
      return (state.pager, state.whilePaging)
    }
    if pager != nil { whilePaging(true) }
    return pager
  }

  /// Shows a text that is no answer of a command, in the pager if it takes more than a screen.
  func showPaged(_ text: String) {
    startCommand()
    if let pager = pager(for: text) { _ = pager.write(text) } else { streams.write(text) }
    endPaging()
  }

  /// Sets the command of the pager; an empty one turns it off.
  func usePager(_ command: String) {
    state.withLock { $0.pagerCommand = command }
  }

  /// Sets what to call when a pager gets the terminal, and when it has left it.
  func whilePaging(_ act: @escaping @Sendable (_ isPaging: Bool) -> Void) {
    state.withLock { $0.whilePaging = act }
  }

  /// Shows a message for a person, after the pager that is open.
  func report(_ text: String) {
    endPaging()
    streams.report(text)
  }

  /// Ends the command, because the person reads no further.
  func leavePager() {
    let whenClosed = state.withLock { state in
      (state.isClosed, state.hasLeftPager) = (true, true)
      return state.whenClosed
    }
    whenClosed()
  }

  /// Waits until the person has left the pager.
  func endPaging() {
    let (pager, whilePaging) = state.withLock { state in
      defer { state.pager = nil }
      return (state.pager, state.whilePaging)
    }
    guard let pager else { return }
    pager.finish()
    whilePaging(false)
  }

  /// Lets the next command be shown after the person left the pager of the last one.
  func forgetPager() {
    state.withLock { state in
      if state.hasLeftPager { (state.isClosed, state.hasLeftPager) = (false, false) }
    }
  }

  // Lists that go on.

  /// What 'more' reads on.
  var rest: UnreadList? { state.withLock(\.rest) }

  /// Says that the list that was just shown goes on.
  func offerMore() {
    let isOffered = state.withLock { $0.hasListed && $0.rest != nil && !$0.hasLeftPager }
    guard isOffered, renderer.numbersRows else { return }
    let words = "'more' reads on"
    streams.write((terminal.allowsColor(on: .output) ? "\u{1B}[2m\(words)\u{1B}[0m" : words) + "\n")
  }

  /// Numbers what follows on from the rows above, or no longer does.
  func continueList(_ continues: Bool) { state.withLock { $0.continuesList = continues } }
}

extension CommandOptions {
  /// Whether a list goes on with the next page: the rows that a limit cut off are not there, and what programs read goes
  /// on with --all.
  var canGoOn: Bool {
    limit == nil && columns == nil && template == nil && !ids && !csv && !csvSafe && !json
  }
}
