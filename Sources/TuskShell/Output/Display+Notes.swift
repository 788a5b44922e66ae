import JSONValue
import Synchronization
package import TuskActions

/// What is said beside an answer.
extension Display {
  /// Shows a message beside the answer. Omitted when output is JSON, which only programs read.
  package func tell(note: String) {
    guard !wantsJSON else { return }
    report(TerminalText.field(note) + "\n")
  }

  /// Shows what an answer lacks, in every format.
  func tell(missing text: String, isCounted: Bool) {
    if isCounted { state.withLock { $0.isPartial = true } }
    let warning = JSON.object(["warning": .object(["message": .string(text)])]).text
    report((wantsJSON ? warning : TerminalText.field("warning: \(text)")) + "\n")
  }

  /// Shows what happens while a request is made.
  package func show(_ notice: Notice) {
    switch notice {
    case .delay(let delay): show(delay)
    case .progress(let text): showProgress(text)
    // With JSON output, the row itself says so.
    case .gap(let gap): tell(note: gap.message)
    case .note(let text): tell(note: text)
    // It makes the run incomplete.
    case .loss(let text): tell(missing: text, isCounted: true)
    }
  }
}
