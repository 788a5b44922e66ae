/// A token of HTML.
enum HTMLToken: Sendable, Hashable {
  /// Text with its character references resolved.
  case text(String)
  /// `<name attribute="value">`, with names in lower case.
  case open(String, attributes: [String: String])
  /// `</name>`.
  case close(String)
}

/// A tolerant HTML lexer in linear time: everything that is not a tag is text.
struct HTMLLexer {
  /// Whether the text was longer than what is read.
  let isCut: Bool
  private let bytes: [UInt8]
  private var at = 0
  /// Whether an unterminated tag was found, after which there can be no more tags.
  private var isPastTags = false

  init(_ html: String) {
    bytes = Array(html.utf8.prefix(HTMLText.readableSize))
    isCut = html.utf8.count > bytes.count
  }

  /// Whether there is a block element or line break, so that line breaks in the source are only whitespace.
  var hasMarkup: Bool {
    bytes.indices.contains { index in
      bytes[index] == UInt8(ascii: "<") && Self.blocks.contains { bytes[(index + 1)...].starts(with: $0) }
    }
  }

  /// The beginnings of the names of block elements, and of the line break.
  private static let blocks = ["p", "P", "br", "BR", "div", "ul", "ol", "pre", "blockquote"].map { Array($0.utf8) }

  /// The attributes that are read.
  private static let attributes: Set = ["class", "href", "alt", "rel", "start", "title"]

  mutating func next() -> HTMLToken? {
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<"), !isPastTags else { return text() }
      let start = at
      guard let token = markup() else {
        if at == start { return text() }
        continue
      }
      return token
    }
    return nil
  }

  /// Reads text up to the next possible tag, at least one character.
  private mutating func text() -> HTMLToken {
    let start = at
    at += 1
    while at < bytes.count, isPastTags || bytes[at] != UInt8(ascii: "<") { at += 1 }
    return .text(HTMLEntity.resolved(bytes[start..<at]))
  }

  /// Reads a tag. Returns `nil` without moving if there is no tag here, and `nil` after moving if the tag is
  /// irrelevant.
  private mutating func markup() -> HTMLToken? {
    guard at + 1 < bytes.count else { return nil }
    switch bytes[at + 1] {
    case UInt8(ascii: "/") where at + 2 < bytes.count && bytes[at + 2].isLetter:
      return tag(from: at + 2).map { .close($0.name) }
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      skipDeclaration()
      return nil
    case let byte where byte.isLetter:
      return tag(from: at + 1).map { .open($0.name, attributes: $0.attributes) }
    default:
      return nil
    }
  }

  private mutating func skipDeclaration() {
    let isComment = bytes[at...].starts(with: "<!--".utf8)
    var index = at + (isComment ? 4 : 2)
    while index < bytes.count {
      let isEnd = bytes[index] == UInt8(ascii: ">")
      if isEnd, !isComment || bytes[..<index].suffix(2).elementsEqual("--".utf8) {
        at = index + 1
        return
      }
      index += 1
    }
    isPastTags = true
  }

  private mutating func tag(from start: Int) -> (name: String, attributes: [String: String])? {
    var index = start
    while index < bytes.count, bytes[index].isNamePart { index += 1 }
    let name = lowercase(start..<index)
    var attributes: [String: String] = [:]
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"):
        at = index + 1
        return (name, attributes)
      case let byte where byte.isNamePart:
        let key = index
        while index < bytes.count, bytes[index].isNamePart { index += 1 }
        let keyRange = key..<index
        let value = attributeValue(&index)
        let attribute = lowercase(keyRange)
        if Self.attributes.contains(attribute), attributes[attribute] == nil {
          attributes[attribute] = HTMLEntity.resolved(bytes[value])
        }
      default: index += 1
      }
    }
    isPastTags = true
    return nil
  }

  /// Reads an attribute value after `=`; empty if there is none.
  private func attributeValue(_ index: inout Int) -> Range<Int> {
    skipBlanks(&index)
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return index..<index }
    index += 1
    skipBlanks(&index)
    guard index < bytes.count else { return index..<index }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = index
      while index < bytes.count, !bytes[index].isBlank, bytes[index] != UInt8(ascii: ">") { index += 1 }
      return start..<index
    }
    let start = index + 1
    index = start
    while index < bytes.count, bytes[index] != quote { index += 1 }
    defer { index = min(index + 1, bytes.count) }
    return start..<index
  }

  private func skipBlanks(_ index: inout Int) {
    while index < bytes.count, bytes[index].isBlank { index += 1 }
  }

  private func lowercase(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].map(\.lowercasedASCII), as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(lowercasedASCII) }

  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  fileprivate var isNamePart: Bool {
    isLetter || (0x30...0x39).contains(self) || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") || self >= 0x80
  }
}
