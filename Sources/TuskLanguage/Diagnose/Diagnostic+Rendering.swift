import TuskCommon
import XCallbackURL

extension Diagnostic {
  /// How a diagnostic is rendered as text.
  package struct Style: Sendable, Hashable {
    package var isColored: Bool
    /// Whether the exit code is shown, as for scripts but not at the prompt.
    package var showsExitCode: Bool
    /// The maximum width of a source line in cells; a longer line is cut around the span.
    package var width: Int
    /// Whether the URL that failed is shown in place of the carets.
    package var showsURL: Bool
    /// Whether places are told in words, for screen readers: `at word 2` in place of the carets.
    package var isPlain: Bool

    package init(
      isColored: Bool = false, showsExitCode: Bool = true, width: Int = 100, showsURL: Bool = true,
      isPlain: Bool = false
    ) {
      self.isPlain = isPlain
      self.showsURL = showsURL
      self.isColored = isColored
      self.showsExitCode = showsExitCode
      self.width = width
    }
  }

  /// The diagnostic as text without a final newline; control characters of the source are escaped.
  package func rendered(in source: Source, style: Style = Style()) -> String {
    let paint = Paint(isOn: style.isColored)
    let exit = style.showsExitCode && !isWarning ? "  [exit \(exitCode.rawValue)]" : ""
    var lines = [
      "\(isWarning ? paint.note("warning:") : paint.error("error:")) \(VisibleText.of(Diagnostic.shortened(message)))\(exit)"
    ]
    guard !style.isPlain else { return (lines + sentences(in: source, style)).joined(separator: "\n") }
    if let name = source.name {
      let place = "\(source.line(at: span.start)):\(source.column(at: span.start))"
      lines.append("   --> \(VisibleText.of(name)):\(place)")
    }
    let excerpt = Excerpt(of: span, in: source, width: style.width)
    lines += self.lines(of: excerpt, style.showsURL ? context : [], paint: paint)
    for note in notes { lines += note.excerpt(in: source, style: style, paint: paint) }
    if let help = help(in: source), help.utf8.count <= Diagnostic.maxHelpLength {
      lines.append("\(excerpt.margin)= \(paint.help("help:")) \(VisibleText.of(SecretText.masked(help)))")
    }
    return lines.joined(separator: "\n")
  }

  /// The place, what is wrong there and the help, a line each, without anything that only its column explains.
  private func sentences(in source: Source, _ style: Style) -> [String] {
    let file = source.name.map { "in \(VisibleText.of($0)), " } ?? ""
    var lines = [file + Excerpt(of: span, in: source, width: style.width).sentence]
    let context = style.showsURL ? context : []
    if context.isEmpty, let label { lines.append(VisibleText.of(label)) }
    lines += (trail + context).map { VisibleText.of(Diagnostic.shortened($0)) }
    for note in notes {
      let place = Excerpt(of: note.span, in: source, width: style.width).sentence
      lines.append(note.label.map { "\(VisibleText.of($0)), \(place)" } ?? place)
    }
    if let help = help(in: source), help.utf8.count <= Diagnostic.maxHelpLength {
      lines.append("help: \(VisibleText.of(SecretText.masked(help)))")
    }
    return lines
  }

  /// A longer corrected line is unreadable at a terminal; the JSON form includes it.
  private static let maxHelpLength = 1000

  /// A message or URL, shortened in the middle if it has a long text.
  private static func shortened(_ line: String) -> String {
    line.utf8.count <= 400 ? line : "\(line.prefix(300))…\(line.suffix(60))"
  }

  private func lines(of excerpt: Excerpt, _ context: [String], paint: Paint) -> [String] {
    let contextLines = (trail + context).map {
      "\(excerpt.margin)| \(excerpt.indentation)\(VisibleText.of(Diagnostic.shortened($0)))"
    }
    guard context.isEmpty else { return [excerpt.code] + contextLines }
    return [excerpt.code, excerpt.marks("^", label: label, paint: paint.error)] + contextLines
  }
}

extension Diagnostic.Note {
  fileprivate func excerpt(in source: Source, style: Diagnostic.Style, paint: Paint) -> [String] {
    let excerpt = Excerpt(of: span, in: source, width: style.width)
    guard let label else { return [excerpt.code] }
    return [excerpt.code, excerpt.marks("-", label: label, paint: paint.note)]
  }
}

/// The colors of a diagnostic, or none.
private struct Paint {
  let isOn: Bool

  func error(_ text: String) -> String { painted(text, "1;31") }
  func note(_ text: String) -> String { painted(text, "1;34") }
  func help(_ text: String) -> String { painted(text, "1;32") }

  private func painted(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
