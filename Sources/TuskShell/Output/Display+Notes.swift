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

  /// Shows a message of a server; what a server left out of a change makes the run incomplete.
  package func show(_ note: Server.Note) {
    if note.isLoss { tell(missing: note.text, isCounted: true) } else { tell(note: note.text) }
  }

  /// Shows that events of a stream were missed. With JSON output, the row itself says so.
  package func show(_ gap: Gap) { tell(note: gap.message) }
}
