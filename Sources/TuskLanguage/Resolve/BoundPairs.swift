import XCallbackURL

/// The pairs of a URL, some of which a record adds to another value: the description of an attachment.
struct BoundPairs {
  private var pairs: [CallbackURL.Pair] = []
  /// The places of the pairs that records add.
  private var companions: Set<Int> = []

  mutating func append(_ pair: CallbackURL.Pair, with companions: [CallbackURL.Pair]) {
    pairs.append(pair)
    guard !companions.isEmpty else { return }
    self.companions.formUnion(pairs.count..<pairs.count + companions.count)
    pairs += companions
  }

  /// The pairs in order. A parameter that the command gives replaces what records say of it.
  var all: [CallbackURL.Pair] {
    guard !companions.isEmpty else { return pairs }
    let given = Set(pairs.indices.lazy.filter { !companions.contains($0) }.map { pairs[$0].name })
    return pairs.indices.filter { !companions.contains($0) || !given.contains(pairs[$0].name) }.map { pairs[$0] }
  }
}
