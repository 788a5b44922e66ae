/// A line in the words of another program, such as `lists create Friends`, and how it is written here.
struct LineOfOthers {
  /// The words of the other program.
  let words: Spanned<String>
  /// The first of them.
  let firstWord: String
  /// What else is to say about the words; `nil` if our verb says enough.
  let hint: String?
  /// Our words; one such as `{account}` is the place of an argument.
  private let ours: [String]
  /// What follows the words, up to an operator.
  private let arguments: [Spanned<String>]

  /// - Parameter start: where the first word is in the source.
  /// - Returns: `nil` if the table does not have the words.
  init?(in source: Source, at start: Int) {
    let tokens = Self.tokens(of: source, from: start)
    let lengths = (1...Self.maxLength).reversed().filter { $0 <= tokens.count }
    guard let length = lengths.first(where: { WordsOfOthers.lines[Self.key(of: tokens.prefix($0))] != nil }) else {
      return nil
    }
    let found = tokens.prefix(length)
    let key = Self.key(of: found)
    words = Resolver.joined(found)
    firstWord = found.first?.value ?? ""
    hint = WordsOfOthers.hints[key]
    ours = (WordsOfOthers.lines[key] ?? "").split(separator: " ").map(String.init)
    arguments = Array(tokens.dropFirst(length))
  }

  /// How many words a row of the table can have.
  private static let maxLength = 3

  private static func key(of tokens: ArraySlice<Spanned<String>>) -> String {
    tokens.map { $0.value.lowercased() }.joined(separator: " ")
  }

  /// Our verb, without its arguments.
  var verb: String {
    let verb = ours.prefix { word in !word.contains("{") && !word.contains("=") && !word.hasPrefix("--") }
    return verb.joined(separator: " ")
  }

  /// What is written in place of the words and the arguments that our words have a place for.
  ///
  /// - Parameter keepsRows: whether a number that may name a row stays; otherwise a reference takes its place, which a
  ///   checker that knows no rows can judge.
  func edit(keepsRows: Bool) -> Diagnostic.Edit {
    var rest = arguments[...]
    var end = words.span.end
    var line: [String] = []
    for word in ours {
      guard let place = ArgumentPlace(word) else {
        line.append(word)
        continue
      }
      guard let argument = rest.first, let text = place.filled(with: argument.value, keepsRows: keepsRows) else {
        // What cannot be placed stays behind our words.
        rest = []
        continue
      }
      line.append(text)
      end = argument.span.end
      rest.removeFirst()
    }
    return Diagnostic.Edit(Span(words.span.start, end), line.joined(separator: " "))
  }

  /// The first words of a line, each with the quoted text in it, up to an operator.
  private static func tokens(of source: Source, from start: Int) -> [Spanned<String>] {
    let end = source.lineSpan(at: start).end
    var tokens: [Spanned<String>] = []
    var offset = start
    while tokens.count < maxTokens {
      while offset < end, Lexer.isBlank(source.bytes[offset]) { offset += 1 }
      let first = offset
      var isQuoted = false
      while offset < end, isQuoted || !endsToken(source.bytes[offset]) {
        if source.bytes[offset] == UInt8(ascii: "\"") { isQuoted.toggle() }
        offset += 1
      }
      guard offset > first, !isQuoted else { break }
      let span = Span(first, offset)
      tokens.append(Spanned(source.text(span), span))
    }
    return tokens
  }

  private static let maxTokens = 6

  private static func endsToken(_ byte: UInt8) -> Bool {
    Lexer.isBlank(byte) || "|<>()[]".utf8.contains(byte)
  }
}

/// The place of an argument in a line of the table: `{account}`, `of={account}`.
private struct ArgumentPlace {
  /// What is written before the argument.
  private let start: String
  private let kind: String

  /// - Returns: `nil` for a word without a place.
  init?(_ word: String) {
    guard word.hasSuffix("}"), let brace = word.firstIndex(of: "{") else { return nil }
    start = String(word[..<brace])
    kind = String(word[word.index(after: brace)...].dropLast())
  }

  /// The argument as our verb takes it; `nil` for a parameter, a flag or what the place cannot have.
  func filled(with argument: String, keepsRows: Bool) -> String? {
    let mayHoldEquals = argument.hasPrefix("\"") || kind == "url" || kind == "text"
    guard !argument.hasPrefix("-"), mayHoldEquals || !argument.contains("=") else { return nil }
    return reference(to: argument, keepsRows: keepsRows).map { start + $0 }
  }

  private func reference(to argument: String, keepsRows: Bool) -> String? {
    let isNumber = argument.utf8.allSatisfy(Lexer.isDigit)
    let isAddress = argument.hasPrefix("https://") || argument.hasPrefix("http://")
    guard !argument.hasPrefix("$"), !argument.hasPrefix("\(kind):"), !isAddress else { return argument }
    switch kind {
    case "text", "url", "host": return argument
    case "tag": return argument.hasPrefix("#") ? argument : "#\(argument)"
    case "account" where !isNumber: return argument.hasPrefix("@") ? argument : "@\(argument)"
    case "status" where !isNumber: return nil
    default: break
    }
    guard isNumber, ["account", "status", "poll"].contains(kind), argument.utf8.count <= Self.mostDigitsOfRow else {
      return "\(kind):\(argument)"
    }
    return keepsRows ? argument : "\(kind):1"
  }

  private static let mostDigitsOfRow = 6
}
