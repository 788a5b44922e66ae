/// The links of a `Link` header (RFC 8288 section 3).
///
///     links = link { "," link }
///     link  = "<" reference ">" { ";" name [ "=" ( token | quoted ) ] }
struct LinkHeader: Sendable, Hashable {
  /// A reference and its relation types.
  struct Link: Sendable, Hashable {
    let reference: String
    let relations: [String]
  }

  let links: [Link]
  /// Whether there is a next page, even if its link cannot be parsed.
  let namesNext: Bool

  init(_ text: String) {
    var reader = LinkReader(bytes: Array(text.utf8))
    links = reader.links()
    namesNext = links.contains { $0.relations.contains("next") } || Self.mentionsNext(text)
  }

  private static func mentionsNext(_ text: String) -> Bool {
    let text = text.lowercased()
    return ["rel=next", "rel=\"next", "rel='next"].contains { text.contains($0) }
  }

  /// The reference of the first link with this relation type.
  func reference(to relation: String) -> String? {
    links.first { $0.relations.contains(relation) }?.reference
  }
}

/// A parser of the grammar above, over bytes, that skips malformed parts.
private struct LinkReader {
  let bytes: [UInt8]
  var at = 0

  mutating func links() -> [LinkHeader.Link] {
    var links: [LinkHeader.Link] = []
    while let start = next("<"), let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) {
      at = end + 1
      let reference = String(decoding: bytes[start..<end], as: UTF8.self).trimmedOfBlanks
      links.append(LinkHeader.Link(reference: reference, relations: relations()))
    }
    return links
  }

  /// The index after the next occurrence of a character.
  private mutating func next(_ sign: Unicode.Scalar) -> Int? {
    bytes[at...].firstIndex(of: UInt8(ascii: sign)).map { $0 + 1 }
  }

  /// The relation types of the first `rel` parameter; later ones are ignored (section 3.3).
  private mutating func relations() -> [String] {
    var found: [String]?
    while true {
      skipBlanks()
      guard take(";") else { break }
      skipBlanks()
      let name = token().lowercased()
      skipBlanks()
      guard take("=") else { continue }
      skipBlanks()
      let value = take("\"") ? quoted() : token()
      if name == "rel", found == nil { found = value.lowercased().split(separator: " ").map(String.init) }
    }
    return found ?? []
  }

  private mutating func token() -> String {
    let start = at
    while at < bytes.count, !" \t;,=".utf8.contains(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func quoted() -> String {
    var text: [UInt8] = []
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count { at += 1 }
      text.append(bytes[at])
      at += 1
    }
    _ = take("\"")
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: sign) else { return false }
    at += 1
    return true
  }
}
