/// All actions, by name in a URL and by verb.
package struct Catalog: Sendable {
  /// The actions in order of declaration.
  package let signatures: [Signature]
  /// The shapes of records by name, including those that occur only inside others.
  package let records: [String: RecordShape]
  private let byAction: [String: Int]
  /// The verbs by their first words; those of more words come first.
  private let byFirstWord: [String: [Entry]]

  private struct Entry {
    let verb: String
    /// How many words it has.
    let length: Int
    var places: [Int]
  }

  /// - Parameter records: the shapes that occur only inside others.
  package init(_ signatures: [Signature], records: [RecordShape] = []) {
    self.signatures = signatures
    let answered = signatures.flatMap { [$0.record, $0.items?.record].compactMap(\.self) }
    self.records = Dictionary((records + answered).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var byAction = [String: Int](minimumCapacity: signatures.count)
    var byFirstWord = [String: [Entry]](minimumCapacity: signatures.count)
    for (place, signature) in signatures.enumerated() {
      byAction[signature.action] = place
      for name in signature.spellings { byAction[name] = place }
      for verb in signature.verbs { Self.add(verb, at: place, to: &byFirstWord[verb.firstWord, default: []]) }
    }
    self.byAction = byAction
    self.byFirstWord = byFirstWord
  }

  private static func add(_ verb: String, at place: Int, to entries: inout [Entry]) {
    if let same = entries.firstIndex(where: { $0.verb == verb }) {
      entries[same].places.append(place)
    } else {
      let length = 1 + verb.utf8.count { $0 == UInt8(ascii: " ") }
      let index = entries.firstIndex { $0.length < length } ?? entries.count
      entries.insert(Entry(verb: verb, length: length, places: [place]), at: index)
    }
  }

  private func entry(_ verb: String) -> Entry? { byFirstWord[verb.firstWord]?.first { $0.verb == verb } }

  /// The longest verb that some words start with, or the name in a URL that the first of them is.
  ///
  /// - Parameter further: the words after the first, up to the first that is none.
  /// - Returns: its actions, and how many of the further words belong to it.
  package func longestVerb(
    _ first: String, further: () -> [String]
  ) -> (signatures: [Signature], further: Int)? {
    let entries = byFirstWord[first] ?? []
    if let longest = entries.first, longest.length > 1 {
      var words = Array(further().prefix(longest.length - 1))
      while !words.isEmpty {
        let verb = "\(first) \(words.joined(separator: " "))"
        if let found = entries.first(where: { $0.verb == verb }) { return (signatures(at: found.places), words.count) }
        words.removeLast()
      }
    }
    if let last = entries.last, last.length == 1 { return (signatures(at: last.places), 0) }
    return byAction[first].map { ([signatures[$0]], 0) }
  }

  private func signatures(at places: [Int]) -> [Signature] { places.map { signatures[$0] } }

  /// The action with this name in a URL.
  package func signature(action: String) -> Signature? {
    byAction[action].map { signatures[$0] }
  }

  /// The action of a verb (one to three words separated by one blank) or with this name in a URL; the first
  /// declared, if the kind of the subject chooses among several.
  package func signature(verb: String) -> Signature? { signatures(verb: verb).first }

  /// The actions of a verb, among which the kind of the subject chooses, or the one with this name in a URL.
  package func signatures(verb: String) -> [Signature] {
    signatures(at: entry(verb)?.places ?? byAction[verb].map { [$0] } ?? [])
  }

  /// Whether two verbs belong to the same actions.
  package func areSpellingsOfOne(_ verb: String, _ other: String) -> Bool {
    entry(verb).map { $0.places == entry(other)?.places } ?? false
  }

  /// Whether a word is the first of a verb, or all of it.
  package func hasVerb(startingWith word: String) -> Bool { byFirstWord[word] != nil }

  /// Every verb once, in order of declaration.
  package var verbs: [String] {
    var seen: Set<String> = []
    return signatures.flatMap(\.verbs).filter { seen.insert($0).inserted }
  }
}

extension String {
  /// The text before the first blank.
  fileprivate var firstWord: String {
    guard let end = utf8.firstIndex(of: UInt8(ascii: " ")) else { return self }
    return String(self[..<end])
  }
}
