/// The names that a misspelled one may mean.
package enum NearWords {
  /// The candidates within an edit distance of a third of the word's length (at least 1), nearest first; names of
  /// several words are compared word by word.
  package static func near(_ word: String, among candidates: [String]) -> [String] {
    ranked(word, among: candidates).map(\.name)
  }

  /// The fields that a name may mean: ours for a name of the servers' API, else those with similar names.
  package static func fields(_ name: String, among fields: [String]) -> [String] {
    FieldsOfOthers.ours(for: name, among: fields).map { [$0] } ?? near(name, among: fields)
  }

  /// A question for at most two names; `nil` for none.
  static func question(_ names: [String]) -> String? {
    names.isEmpty ? nil : "did you mean \(names.prefix(2).map { "'\($0)'" }.joined(separator: " or "))?"
  }

  /// The nearest of these candidates, and the others that mean the same as the first.
  package static func nearest(
    _ word: String, among candidates: [String], meansTheSame: (String, String) -> Bool
  ) -> [String] {
    let found = ranked(word, among: candidates)
    guard let best = found.first else { return [] }
    return found.filter { $0.distance == best.distance || meansTheSame($0.name, best.name) }.map(\.name)
  }

  /// Whether one letter more, less or wrong, or two in the wrong order, make one name of the other.
  static func isSlip(_ word: String, of name: String) -> Bool {
    distance(from: words(word), to: words(name)).map { $0 <= 1 } ?? false
  }

  /// Whether one name is the other with a prefix that reverses it, as in `post` and `unpost`: what looks like a typing
  /// mistake may then be the opposite of what was meant.
  static func areOpposites(_ word: String, _ name: String) -> Bool {
    isReversed(word) != isReversed(name)
  }

  private static func isReversed(_ name: String) -> Bool {
    name.split(separator: " ").contains { $0.hasPrefix("un") && $0 != "under" }
  }

  private static func ranked(_ word: String, among candidates: [String]) -> [(distance: Int, name: String)] {
    guard word.utf8.count <= maxWordLength else { return [] }
    let typed = words(word)
    var seen: Set<String> = []
    var found: [(distance: Int, name: String)] = []
    for name in candidates where name != word && seen.insert(name).inserted {
      guard let distance = distance(from: typed, to: words(name)) else { continue }
      found.append((distance, name))
    }
    // The standard library's sort is stable: equal distances keep their order.
    return found.sorted { $0.distance < $1.distance }
  }

  private static let maxWordLength = 64

  private static func words(_ name: String) -> [[Unicode.Scalar]] {
    name.split(separator: " ").map { Array($0.unicodeScalars) }
  }

  /// The sum of the distances of all words; `nil` if one word is too far from its counterpart.
  private static func distance(from left: [[Unicode.Scalar]], to right: [[Unicode.Scalar]]) -> Int? {
    guard left.count == right.count else { return nil }
    var sum = 0
    for (left, right) in zip(left, right) {
      let limit = max(1, left.count / 3)
      let distance = distance(from: left, to: right, limit: limit)
      guard distance <= limit else { return nil }
      sum += distance
    }
    return sum
  }

  /// The optimal string alignment distance (Damerau-Levenshtein with no substring edited twice), or more than the
  /// limit.
  private static func distance(from left: [Unicode.Scalar], to right: [Unicode.Scalar], limit: Int) -> Int {
    guard abs(left.count - right.count) <= limit else { return limit + 1 }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (scalar == other ? 0 : 1))
        if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
