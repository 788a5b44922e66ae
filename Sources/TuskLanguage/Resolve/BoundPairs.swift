import XCallbackURL

/// The pairs of a URL, some of which a record adds to another value: the description of an attachment.
struct BoundPairs {
  private var pairs: [(pair: CallbackURL.Pair, isCompanion: Bool)] = []

  mutating func append(_ pair: CallbackURL.Pair, with companions: [CallbackURL.Pair]) {
    pairs.append((pair, false))
    pairs += companions.map { ($0, true) }
  }

  /// The pairs in order. A parameter that the command gives replaces what records say of it.
  var all: [CallbackURL.Pair] {
    let given = Set(pairs.lazy.filter { !$0.isCompanion }.map(\.pair.name))
    return pairs.filter { !$0.isCompanion || !given.contains($0.pair.name) }.map(\.pair)
  }
}
