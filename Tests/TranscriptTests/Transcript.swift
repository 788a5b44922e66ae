import Foundation

/// A session that is a test and a piece of documentation at once.
///
///     # a heading starts a fresh sandbox
///
///     Words, up to the first command.
///
///     tusk> me
///     username  alice@sandbox.example
///     …
///     $ printf 'me\n' | tusk --ids
///     @alice@sandbox.example
///
/// `tusk>` runs one command as a person would see it, `$` runs a line of the shell with `tusk` on its path. What follows
/// is what both print, errors among it. `…` stands for any text in a line, and alone for any number of lines.
struct Transcript {
  var sections: [Section]

  /// What runs in one sandbox.
  struct Section {
    var heading: String
    /// The lines between the heading and the first command.
    var words: [String]
    var steps: [Step]
  }

  /// One command and what it prints.
  struct Step {
    var prompt: Prompt
    var command: String
    var expected: [String]

    /// A line of the shell, whatever it prints.
    static func shell(_ line: String) -> Step { Step(prompt: .shell, command: line, expected: []) }
  }

  /// Who reads the command.
  enum Prompt: String, CaseIterable {
    case tusk = "tusk> "
    case shell = "$ "
  }

  init(_ text: String) {
    sections = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) { take(line) }
    for index in sections.indices { sections[index].trim() }
  }

  private mutating func take(_ line: String) {
    if line.hasPrefix("# ") {
      sections.append(Section(heading: String(line.dropFirst(2)), words: [], steps: []))
    } else if let prompt = Prompt.allCases.first(where: { line.hasPrefix($0.rawValue) }), !sections.isEmpty {
      let step = Step(prompt: prompt, command: String(line.dropFirst(prompt.rawValue.count)), expected: [])
      sections[sections.count - 1].steps.append(step)
    } else if !sections.isEmpty {
      sections[sections.count - 1].append(line)
    }
  }

  /// The transcript as text.
  var text: String {
    sections.map { section in
      let steps = section.steps.map { ([$0.prompt.rawValue + $0.command] + $0.expected).joined(separator: "\n") }
      let words = section.words.isEmpty ? "" : section.words.joined(separator: "\n") + "\n\n"
      return "# \(section.heading)\n\n\(words)\(steps.joined(separator: "\n"))\n"
    }.joined(separator: "\n")
  }
}

extension Transcript.Section {
  fileprivate mutating func append(_ line: String) {
    guard steps.isEmpty else {
      steps[steps.count - 1].expected.append(line)
      return
    }
    words.append(line)
  }

  fileprivate mutating func trim() {
    words = words.trimmed
    for index in steps.indices { steps[index].expected = steps[index].expected.withoutTrailingBlanks }
  }
}

extension Transcript.Step {
  /// Whether these lines are what is expected.
  func matches(_ lines: [String]) -> Bool {
    Self.matches(lines[...], expected[...])
  }

  /// These lines as they are to be expected from now on: what fits an old line with `…` stays that line.
  func rewritten(as lines: [String]) -> [String] {
    lines.map { line in expected.first { $0.contains("…") && $0 != "…" && Self.fits(line, $0) } ?? line }
  }

  private static func matches(_ lines: ArraySlice<String>, _ patterns: ArraySlice<String>) -> Bool {
    guard let pattern = patterns.first else { return lines.isEmpty }
    guard pattern == "…" else {
      guard let line = lines.first, fits(line, pattern) else { return false }
      return matches(lines.dropFirst(), patterns.dropFirst())
    }
    return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], patterns.dropFirst()) }
  }

  private static func fits(_ line: String, _ pattern: String) -> Bool {
    let pieces = pattern.components(separatedBy: "…")
    guard pieces.count > 1 else { return line == pattern }
    guard line.hasPrefix(pieces[0]), let last = pieces.last, line.hasSuffix(last) else { return false }
    var rest = line.dropFirst(pieces[0].count)
    for piece in pieces.dropFirst().dropLast() {
      guard let range = rest.range(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.count >= last.count
  }
}

extension [String] {
  /// The lines without blank ones at the end.
  var withoutTrailingBlanks: [String] {
    Array(reversed().drop { $0.isEmpty }.reversed())
  }

  fileprivate var trimmed: [String] {
    Array(withoutTrailingBlanks.drop { $0.isEmpty })
  }
}
