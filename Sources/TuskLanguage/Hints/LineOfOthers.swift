import XCallbackURL

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
  /// Whether nothing follows the arguments on the line.
  private let endsLine: Bool

  /// - Parameter start: where the first word is in the source.
  /// - Returns: `nil` if the table does not have the words.
  init?(in source: Source, at start: Int) {
    let (tokens, endsLine) = Self.tokens(of: source, from: start)
    let lengths = (1...Self.maxLength).reversed().filter { $0 <= tokens.count }
    let rows = lengths.compactMap { length in Self.key(of: tokens, length: length).map { (length, $0) } }
    guard let (length, key) = rows.first else { return nil }
    let found = tokens.prefix(length)
    words = Resolver.joined(found)
    firstWord = found.first?.value ?? ""
    hint = WordsOfOthers.hints[key]
    ours = (WordsOfOthers.lines[key] ?? "").split(separator: " ").map(String.init)
    arguments = Array(tokens.dropFirst(length))
    self.endsLine = endsLine
    guard WordsOfOthers.alone.contains(key) ? arguments.isEmpty : hasNeeded(for: key) else { return nil }
  }

  /// Whether the line has the arguments without which the words mean something else.
  private func hasNeeded(for key: String) -> Bool {
    let places = ours.compactMap { ArgumentPlace($0) }
    let isMessage = places.count > 1 && places.contains(where: \.isProse)
    guard isMessage || WordsOfOthers.withArgument.contains(key), let place = places.first(where: { !$0.isProse }) else {
      return true
    }
    guard !isMessage || arguments.count >= places.count else { return false }
    return arguments.first.map { place.filled(with: $0.value, keepsRows: true) != nil } ?? false
  }

  /// Whether our words have a place for an argument, and the line has none.
  var lacksArgument: Bool { arguments.isEmpty && ours.contains { ArgumentPlace($0) != nil } }

  /// What our text parameter would begin with; `nil` if our words take none.
  var firstWordOfText: String? {
    ours.contains { ArgumentPlace($0)?.isProse == true } ? arguments.first?.value : nil
  }

  /// How many words a row of the table can have.
  private static let maxLength = 3

  /// The row of the table for the first words.
  private static func key(of tokens: [Spanned<String>], length: Int) -> String? {
    let words = tokens.prefix(length).map { $0.value.lowercased() }.joined(separator: " ")
    return WordsOfOthers.lines[words] == nil ? nil : words
  }

  /// Our verb, without its arguments.
  var verb: String { Self.verb(of: ours) }

  private static func verb(of ours: [String]) -> String {
    let verb = ours.prefix { word in !word.contains("{") && !word.contains("=") && !word.hasPrefix("--") }
    return verb.joined(separator: " ")
  }

  /// Our verb for the words of another program, whatever follows them; `nil` if the table does not have them.
  static func ourVerb(for words: String) -> String? {
    WordsOfOthers.lines[words.lowercased()].map { Self.verb(of: $0.split(separator: " ").map(String.init)) }
  }

  /// What is written in place of the words and the arguments that our words have a place for.
  ///
  /// - Parameter keepsRows: whether a number that may name a row stays; otherwise a reference takes its place, which a
  ///   checker that knows no rows can judge.
  func edit(keepsRows: Bool) -> Diagnostic.Edit {
    var rest = arguments[...]
    var end = words.span.end
    var line: [String] = []
    var filled: String?
    var textPlace: Int?
    for word in ours {
      guard let place = ArgumentPlace(word) else {
        line.append(word)
        continue
      }
      guard !place.isProse else {
        textPlace = line.count
        continue
      }
      if place.isSame {
        line += filled.map { [place.start + $0] } ?? []
        continue
      }
      guard let argument = rest.first, let text = place.filled(with: argument.value, keepsRows: keepsRows) else {
        // What cannot be placed stays behind our words.
        rest = []
        continue
      }
      line.append(text)
      filled = text
      end = argument.span.end
      rest.removeFirst()
    }
    if let textPlace, let text = text(of: rest) {
      line.insert(text.value, at: textPlace)
      end = text.span.end
    }
    return Diagnostic.Edit(Span(words.span.start, end), line.joined(separator: " "))
  }

  /// The words up to the first parameter or flag as one text; `nil` if they cannot be quoted as they are.
  private func text(of rest: ArraySlice<Spanned<String>>) -> Spanned<String>? {
    let words = rest.prefix { !Self.isSetting($0.value) }
    guard words.count > 1 else { return words.first }
    let text = Resolver.joined(words)
    guard endsLine, !text.value.contains(where: { "\"\\${}".contains($0) }),
      !words.contains(where: { $0.value == "#" || Self.isReference($0.value) })
    else { return nil }
    return Spanned("\"\(text.value)\"", text.span)
  }

  /// Whether a word may name something: `status:123`.
  private static func isReference(_ word: String) -> Bool {
    word.contains(":") && ReferenceKind(rawValue: String(word.prefix { $0 != ":" })) != nil
  }

  /// Whether a word is a parameter or a flag: `visibility=direct`, `--silent`.
  private static func isSetting(_ word: String) -> Bool {
    let name = word.prefix { $0.isLetter || $0 == "-" }
    return word.hasPrefix("--") || !name.isEmpty && word.dropFirst(name.count).hasPrefix("=")
  }

  /// The first words of a line, each with the quoted text in it, up to an operator, and whether the line ends there.
  private static func tokens(of source: Source, from start: Int) -> ([Spanned<String>], endsLine: Bool) {
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
    return (tokens, endsLine: offset == end)
  }

  private static let maxTokens = 200

  private static func endsToken(_ byte: UInt8) -> Bool {
    Lexer.isBlank(byte) || "|<>()[]".utf8.contains(byte)
  }
}

/// The place of an argument in a line of the table: `{account}`, `of={account}`.
private struct ArgumentPlace {
  /// What is written before the argument.
  let start: String
  private let kind: String

  /// Whether the argument before is written again there.
  var isSame: Bool { kind == "same" }

  /// Whether the rest of the line is one text there.
  var isProse: Bool { kind == "prose" }

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
    if argument == "it", Self.kindsOfRows.contains(kind) { return keepsRows ? argument : "\(kind):1" }
    let isAddress = argument.hasPrefix("https://") || argument.hasPrefix("http://")
    guard !argument.hasPrefix("$"), !argument.hasPrefix("\(kind):"), !isAddress else { return argument }
    switch kind {
    case "text", "url", "host": return argument
    case "mention": return argument.hasPrefix("@") ? argument : nil
    case "tag": return argument.hasPrefix("#") ? argument : "#\(argument)"
    case "account" where !isNumber: return argument.hasPrefix("@") ? argument : "@\(argument)"
    case "status" where !isNumber: return nil
    default: break
    }
    guard isNumber, Self.kindsOfRows.contains(kind), argument.utf8.count <= Self.mostDigitsOfRow else {
      return "\(kind):\(argument)"
    }
    return keepsRows ? argument : "\(kind):1"
  }

  private static let kindsOfRows = ["account", "status", "poll"]
  private static let mostDigitsOfRow = 6
}
