import Glibc
import Synchronization

/// The capabilities of the session's terminal: which streams are terminals, its size, and whether colors and escape
/// sequences may be sent.
package struct Terminal: Sendable {
  /// One of the three standard streams.
  package enum Stream: Int32, Sendable, CaseIterable {
    case input = 0
    case output = 1
    case errors = 2
  }

  /// When to use colors: as the terminal allows, or as the user chose.
  package enum ColorChoice: String, Sendable, CaseIterable {
    case automatic = "auto"
    case always
    case never
  }

  /// A number of columns and rows.
  package struct Size: Sendable, Hashable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// Whether `TERM` names a terminal without escape sequences.
  package let isDumb: Bool
  /// The language of the person, as an ISO 639 code.
  let language: String
  private let terminals: Set<Stream>
  private let refusesColor: Bool
  private let look: Look

  /// What a setting of the prompt changes; all copies of a terminal share it.
  private final class Look: Sendable {
    let state: Mutex<State>

    struct State {
      var color: ColorChoice
      var isPlain: Bool
    }

    init(color: ColorChoice, isPlain: Bool) {
      state = Mutex(State(color: color, isPlain: isPlain))
    }
  }

  /// Creates a description from given facts, for tests.
  package init(
    terminals: Set<Stream>, environment: (String) -> String?, color choice: ColorChoice = .automatic,
    isPlain: Bool = false
  ) {
    look = Look(color: choice, isPlain: isPlain || !(environment("TUSK_PLAIN") ?? "").isEmpty)
    self.terminals = terminals
    let kind = environment("TERM") ?? ""
    isDumb = kind.isEmpty || kind == "dumb"
    language = Self.language(of: environment)
    // https://no-color.org: set and not empty.
    refusesColor = !(environment("NO_COLOR") ?? "").isEmpty
  }

  /// The terminal of this process.
  package static func current(color choice: ColorChoice = .automatic, isPlain: Bool = false) -> Terminal {
    Terminal(
      terminals: Set(Stream.allCases.filter { isatty($0.rawValue) == 1 }),
      environment: { name in getenv(name).map { String(cString: $0) } },
      color: choice, isPlain: isPlain)
  }

  /// The language that the locale names; English in the locale `C`.
  private static func language(of environment: (String) -> String?) -> String {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let code = String(locale.prefix { $0.isASCII && $0.isLetter })
    return (2...3).contains(code.count) ? code.lowercased() : "en"
  }

  /// Whether answers are sentences without drawing and colors, for screen readers.
  var isPlain: Bool { look.state.withLock(\.isPlain) }

  /// Changes how answers look from now on, here and in all copies.
  func setLook(color: ColorChoice, isPlain: Bool) {
    look.state.withLock { $0 = Look.State(color: color, isPlain: isPlain) }
  }

  package func isTerminal(_ stream: Stream) -> Bool { terminals.contains(stream) }

  /// Whether lines can be edited; otherwise they are read as bytes.
  package var canEditLines: Bool { isTerminal(.input) && isTerminal(.output) && !isDumb }

  package func allowsColor(on stream: Stream) -> Bool {
    let look = look.state.withLock { $0 }
    guard !look.isPlain else { return false }
    return switch look.color {
    case .always: true
    case .never: false
    case .automatic: isTerminal(stream) && !isDumb && !refusesColor
    }
  }

  /// The width of text that people read: that of the terminal within limits, or 80 if the stream is none.
  func textWidth(on stream: Stream) -> Int {
    isTerminal(stream) ? min(max(Self.size(of: stream.rawValue).columns, 40), 120) : 80
  }

  /// The text in lines that fit the terminal; as it is if the stream is none.
  func wrapping(_ text: String, on stream: Stream) -> String {
    guard isTerminal(stream) else { return text }
    return text.wrapped(toCells: max(Self.size(of: stream.rawValue).columns, 20)).joined(separator: "\n")
  }

  /// The current size of a terminal, queried each time because windows change; without one, as `COLUMNS` says, or
  /// 80 by 24.
  package static func size(of descriptor: Int32 = Stream.output.rawValue) -> Size {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      let columns = getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? 80
      return Size(columns: (20...1000).contains(columns) ? columns : 80, rows: 24)
    }
    return Size(columns: Int(window.ws_col), rows: window.ws_row > 0 ? Int(window.ws_row) : 24)
  }
}
