import TuskCommon
import XCallbackURL

extension Diagnostic {
  /// How a diagnostic is shown to a person.
  package struct Style: Sendable, Hashable {
    package var isColored: Bool
    /// Whether the exit code is named, as a script's reader wants and a prompt's does not.
    package var showsExitCode: Bool
    /// The cells that a line of the source may fill; a longer one is cut round the span.
    package var width: Int

    package init(isColored: Bool = false, showsExitCode: Bool = true, width: Int = 100) {
      self.isColored = isColored
      self.showsExitCode = showsExitCode
      self.width = width
    }
  }

  /// The diagnostic as lines of text, safe to print whatever the source holds; no newline stands at the end.
  package func rendered(in source: Source, style: Style = Style()) -> String {
    let paint = Paint(isOn: style.isColored)
    let exit = style.showsExitCode ? "  [exit \(exitCode.rawValue)]" : ""
    var lines = ["\(paint.error("error:")) \(VisibleText.of(Diagnostic.shortened(message)))\(exit)"]
    if let name = source.name {
      let place = "\(source.line(at: span.start)):\(source.column(at: span.start))"
      lines.append("   --> \(VisibleText.of(name)):\(place)")
    }
    let excerpt = Excerpt(of: span, in: source, width: style.width)
    lines += self.lines(of: excerpt, paint: paint)
    for note in notes { lines += note.excerpt(in: source, style: style, paint: paint) }
    if let help = help(in: source), help.utf8.count <= Diagnostic.longestHelp {
      lines.append("\(excerpt.margin)= \(paint.help("help:")) \(VisibleText.of(SecretText.masked(help)))")
    }
    return lines.joined(separator: "\n")
  }

  /// A longer corrected line helps nobody who reads it on a terminal; programs are given it nevertheless.
  private static let longestHelp = 1000

  /// A sentence that may quote what was typed, at a length that can be read.
  private static func shortened(_ message: String) -> String {
    message.utf8.count <= 400 ? message : "\(message.prefix(300))…\(message.suffix(60))"
  }

  private func lines(of excerpt: Excerpt, paint: Paint) -> [String] {
    let circumstances = (trail + context).map { "\(excerpt.margin)| \(excerpt.indentation)\(VisibleText.of($0))" }
    guard context.isEmpty else { return [excerpt.code] + circumstances }
    return [excerpt.code, excerpt.marks("^", label: label, paint: paint.error)] + circumstances
  }
}

extension Diagnostic.Note {
  fileprivate func excerpt(in source: Source, style: Diagnostic.Style, paint: Paint) -> [String] {
    let excerpt = Excerpt(of: span, in: source, width: style.width)
    guard let label else { return [excerpt.code] }
    return [excerpt.code, excerpt.marks("-", label: label, paint: paint.note)]
  }
}

/// The colours of a diagnostic, or none.
private struct Paint {
  let isOn: Bool

  func error(_ text: String) -> String { painted(text, "1;31") }
  func note(_ text: String) -> String { painted(text, "1;34") }
  func help(_ text: String) -> String { painted(text, "1;32") }

  private func painted(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
