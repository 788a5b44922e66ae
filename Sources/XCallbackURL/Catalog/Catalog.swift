/// All actions, by name in a URL and by verb.
package struct Catalog: Sendable {
  /// The actions in order of declaration.
  package let signatures: [Signature]
  /// The shapes of records by name, including those that occur only inside others.
  package let records: [String: RecordShape]
  private let byAction: [String: Int]
  private let byVerb: [String: [Int]]

  /// - Parameter records: the shapes that occur only inside others.
  package init(_ signatures: [Signature], records: [RecordShape] = []) {
    self.signatures = signatures
    let answered = signatures.flatMap { [$0.record, $0.items?.record].compactMap(\.self) }
    self.records = Dictionary((records + answered).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var byAction: [String: Int] = [:]
    var byVerb: [String: [Int]] = [:]
    for (index, signature) in signatures.enumerated() {
      for name in [signature.action] + signature.spellings { byAction[name] = index }
      for verb in signature.verbs { byVerb[verb, default: []].append(index) }
    }
    self.byAction = byAction
    self.byVerb = byVerb
  }

  /// The action with this name in a URL.
  package func signature(action: String) -> Signature? {
    byAction[action].map { signatures[$0] }
  }

  /// The action of a verb (one to three words separated by one blank) or with this name in a URL; the first
  /// declared, if the kind of the subject chooses among several.
  package func signature(verb: String) -> Signature? { signatures(verb: verb).first }

  /// The actions of a verb, among which the kind of the subject chooses, or the one with this name in a URL.
  package func signatures(verb: String) -> [Signature] {
    (byVerb[verb] ?? byAction[verb].map { [$0] } ?? []).map { signatures[$0] }
  }

  /// Whether two verbs belong to the same actions.
  package func areSpellingsOfOne(_ verb: String, _ other: String) -> Bool {
    byVerb[verb].map { $0 == byVerb[other] } ?? false
  }

  /// Every verb once, in order of declaration.
  package var verbs: [String] {
    var seen: Set<String> = []
    return signatures.flatMap(\.verbs).filter { seen.insert($0).inserted }
  }
}
