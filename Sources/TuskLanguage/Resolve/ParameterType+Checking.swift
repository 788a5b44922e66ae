import AccountNames
import TuskCommon
package import XCallbackURL

/// Why a text is not a value of a parameter's type.
enum SpellingMismatch: Error, Sendable, Hashable {
  case mismatch
  case outOfRange
}

extension ParameterType {
  /// The text as encoded in a URL.
  ///
  /// - Throws: ``SpellingMismatch`` if the text does not spell a value of the type exactly.
  func accepting(_ text: String) throws(SpellingMismatch) -> String {
    switch self {
    case .text: return text
    case .integer(let range): return try ParameterType.integer(text, in: range)
    case .boolean: return try checked(text, text == "true" || text == "false")
    case .duration, .time:
      guard !Duration.isTooLong(text) else { throw .outOfRange }
      return try checked(text, self == .duration ? Duration(written: text) != nil : ParameterType.isTime(text))
    case .acct: return try ParameterType.acct(text)
    case .url: return try checked(text, ParameterType.isWebURL(text))
    case .identifier(let kind): return try checked(text, kind.isIdentifier(text))
    case .choice(let choices):
      guard let value = choices.value(for: text) else { throw .mismatch }
      return value
    case .reference(let kind): return try ParameterType.reference(text, kind)
    case .attachment: return try checked(text, ParameterType.isWebURL(text) || ReferenceKind.media.isIdentifier(text))
    case .file: return try checked(text, !text.isEmpty && !text.utf8.contains(0))
    case .anything: return text
    }
  }

  /// Whether the text spells a value of the type.
  package func accepts(_ text: String) -> Bool { (try? accepting(text)) != nil }

  /// A noun phrase for "must be".
  var description: String {
    switch self {
    case .text: "text"
    case .integer(let range):
      "a whole number from \(range.lowerBound)"
        + (range.upperBound < ParameterType.practicallyInfinite ? " to \(range.upperBound)" : "")
    case .boolean: "true or false"
    case .duration: "a duration such as 30s, 5m, 1h or 2d"
    case .time: "a time such as 09:00, 2026-12-24, 2026-12-24T09:00:00Z or 2d"
    case .acct: "an account name such as @USER@HOST"
    case .url: "an http or https URL"
    case .identifier(let kind): "the identifier of \(kind.withArticle)"
    case .choice where hasManySpellings: "one of the values listed by help"
    case .choice(let choices): "one of \(choices.spellings.joined(separator: ", "))"
    case .reference(.account): "an account such as me, @USER@HOST or account:1"
    case .reference(let kind): "\(kind.withArticle) or its URL"
    case .attachment: "file:PATH, media:ID or a URL"
    case .file: "a file"
    case .anything: "a value"
    }
  }

  /// Whether a duration is a value of the type.
  var isTimeLike: Bool { self == .duration || self == .time }

  /// The choices; empty for other types.
  var choiceValues: [String] {
    guard case .choice(let choices) = self else { return [] }
    return choices.values
  }

  /// The choice that other programs call by this word.
  func choice(calledElsewhere word: String) -> String? {
    guard case .choice(let choices) = self else { return nil }
    return choices.value(calledElsewhere: word)
  }

  /// Whether there are too many choices to list in an error message.
  var hasManySpellings: Bool { choiceValues.count > 24 }

  /// Whether the spellings do not fit a line of help, which then lists them apart.
  package var isListedApart: Bool {
    guard case .choice(let choices) = self else { return false }
    return hasManySpellings || choices.spellings.joined(separator: "|").count > 72
  }

  /// Upper bounds from here on are not shown.
  private static let practicallyInfinite = 1_000_000

  private func checked(_ text: String, _ fits: Bool) throws(SpellingMismatch) -> String {
    guard fits else { throw .mismatch }
    return text
  }

  private static func integer(_ text: String, in range: ClosedRange<Int>) throws(SpellingMismatch) -> String {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard let first = digits.first, digits.allSatisfy(Lexer.isDigit) else { throw .mismatch }
    guard first != UInt8(ascii: "0") || digits.count == 1 else { throw .mismatch }
    guard let number = Int(text), range.contains(number) else { throw .outOfRange }
    return text
  }

  private static func isTime(_ text: String) -> Bool {
    Duration(written: text) != nil || TimeOfDay(text) != nil || CivilTime(date: text) != nil
      || Instant(rfc3339: text) != nil
  }

  /// A user name of ASCII letters, digits and `_`, with `.` and `-` inside, and an optional host; sent without a leading
  /// `@`.
  private static func acct(_ text: String) throws(SpellingMismatch) -> String {
    let name = text.hasPrefix("@") ? text.dropFirst() : text[...]
    let parts = name.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, let user = parts.first, isUserName(user) else { throw .mismatch }
    if parts.count == 2 {
      guard isHost(parts[1]) else { throw .mismatch }
    }
    return String(name)
  }

  /// `me`, `@user` with or without its host, a web URL, or an identifier.
  private static func reference(_ text: String, _ kind: ReferenceKind) throws(SpellingMismatch) -> String {
    if isWebURL(text) { return text }
    guard kind == .account, text.hasPrefix("@") else {
      guard kind.isIdentifier(text) else { throw .mismatch }
      return text
    }
    return "@" + (try acct(text))
  }

  private static func isUserName(_ user: Substring) -> Bool {
    let isWord: (UInt8) -> Bool = { Lexer.isLetter($0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "_") }
    guard let first = user.utf8.first, let last = user.utf8.last, isWord(first), isWord(last) else { return false }
    return user.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }

  /// A host, whose labels may contain letters of any script, and an optional port.
  private static func isHost(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let host = parts.first, !host.isEmpty, host.utf8.count <= 253 else { return false }
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy(Lexer.isDigit), let port = Int(parts[1]), (1...65535).contains(port) else {
        return false
      }
    }
    return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isLabel)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    let dash = UInt8(ascii: "-")
    guard let first = label.utf8.first, let last = label.utf8.last, first != dash, last != dash else { return false }
    return HostName(String(label)) != nil && label.unicodeScalars.allSatisfy(isPartOfLabel)
  }

  /// Whether registries give names with this character: a letter, a mark, a digit, an emoji or, in ASCII, a hyphen.
  private static func isPartOfLabel(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else {
      return scalar == "-" || Lexer.isLetter(UInt8(scalar.value)) || Lexer.isDigit(UInt8(scalar.value))
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
      .decimalNumber, .otherSymbol, .modifierSymbol:
      return true
    default: return false
    }
  }

  /// Whether the text is an absolute http or https URL with a host and only valid characters.
  static func isWebURL(_ text: String) -> Bool {
    guard let rest = text.afterWebScheme, let first = rest.utf8.first, !"/?#:".utf8.contains(first),
      rest.unicodeScalars.first?.properties.isGraphemeExtend == false
    else { return false }
    return rest.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && !(0x7F...0xA0).contains(scalar.value) && VisibleText.replacement(for: scalar) == nil
        && !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
    }
  }
}

extension ParameterType {
  /// The kind of reference required, if any.
  var kind: ReferenceKind? {
    switch self {
    case .identifier(let kind), .reference(let kind): kind
    default: nil
    }
  }
}

extension ValueKind {
  /// The kind of entity that such a value refers to.
  var reference: ReferenceKind? {
    switch self {
    case .identifier(let kind): kind
    case .record(let name): ReferenceKind(rawValue: name)
    case .acct: .account
    default: nil
    }
  }
}

extension ReferenceKind {
  /// `a status`, `an account`.
  package var withArticle: String {
    switch self {
    case .scheduled: "a scheduled status"
    case .media: "an upload"
    default: rawValue.withArticle
    }
  }

  /// Whether a text is valid after `kind:`.
  func isIdentifier(_ text: String) -> Bool {
    switch self {
    case .list, .tag, .filter, .collection, .file, .emoji, .domain, .instance, .scheme:
      !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    case .status, .account, .notification, .poll, .media, .conversation, .report, .scheduled, .rule, .announcement,
      .token, .job, .request:
      ReferenceKind.isPlainIdentifier(text)
    }
  }
}

extension String {
  /// The noun with its indefinite article.
  package var withArticle: String { "aeiou".contains(first ?? "b") ? "an \(self)" : "a \(self)" }
}
