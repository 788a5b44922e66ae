import Glibc

/// The names of one kind, found by how they begin and in the order in which they were shown.
///
/// A key must not wait, so names are found in a sorted table; new ones are sorted into it at the next question.
struct NameIndex {
  /// A name, and when it was last shown; 0 once another took its place or it was removed.
  private struct Entry {
    let name: ShownName
    var time: Int
  }

  /// That a name was shown.
  private struct Showing {
    let place: Int
    let time: Int
  }

  private struct Key: Comparable {
    let bytes: [UInt8]
    let place: Int

    static func < (left: Key, right: Key) -> Bool {
      let order = memcmp(left.bytes, right.bytes, min(left.bytes.count, right.bytes.count))
      return order != 0 ? order < 0 : left.bytes.count < right.bytes.count
    }

    static func == (left: Key, right: Key) -> Bool { left.bytes == right.bytes }

    func begins(with start: Key) -> Bool {
      bytes.count >= start.bytes.count && memcmp(bytes, start.bytes, start.bytes.count) == 0
    }
  }

  /// The most names of a kind.
  static let most = 10_000
  /// A beginning that more keys share is looked for from the newest name on, which soon finds enough.
  private static let mostCompared = 500

  private var entries: [Entry] = []
  private var places: [String: Int] = [:]
  private var showings: [Showing] = []
  private var keys: [Key] = []
  private var isSorted = true

  /// Takes a name that is shown at this time, which is later than that of all others.
  mutating func add(_ shown: ShownName, at time: Int) {
    var name = shown
    if let place = places[name.id] {
      name = name.completed(by: entries[place].name)
      guard name != entries[place].name else {
        entries[place].time = time
        showings.append(Showing(place: place, time: time))
        return compactIfLarge()
      }
      entries[place].time = 0
    }
    let place = entries.count
    places[name.id] = place
    entries.append(Entry(name: name, time: time))
    showings.append(Showing(place: place, time: time))
    keys += name.keys.map { Key(bytes: Array($0.utf8), place: place) }
    isSorted = false
    compactIfLarge()
  }

  /// Removes a name.
  mutating func remove(_ id: String) {
    guard let place = places.removeValue(forKey: id) else { return }
    entries[place].time = 0
  }

  /// Drops the oldest names, and what is left of replaced ones.
  private mutating func compactIfLarge() {
    guard entries.count > 2 * Self.most || showings.count > 4 * Self.most else { return }
    let kept = newest(Self.most) { _ in true }
    self = NameIndex()
    for (name, time) in kept.reversed() { add(name, at: time) }
  }

  /// The newest names that meet a condition, the newest first, and when they were shown.
  func newest(_ limit: Int, where isWanted: (ShownName) -> Bool) -> [(name: ShownName, time: Int)] {
    var found: [(name: ShownName, time: Int)] = []
    for showing in showings.reversed() {
      guard found.count < limit else { break }
      let entry = entries[showing.place]
      if entry.time == showing.time, isWanted(entry.name) { found.append((entry.name, entry.time)) }
    }
    return found
  }

  /// The names with a key that begins so, the newest first.
  mutating func names(beginning start: String, limit: Int) -> [ShownName] {
    if !isSorted {
      keys.sort()
      isSorted = true
    }
    let start = Key(bytes: Array(start.utf8), place: 0)
    let first = firstKey { !($0 < start) }
    let end = firstKey { !($0 < start) && !$0.begins(with: start) }
    guard end - first <= Self.mostCompared else {
      return newest(limit) { name in
        name.keys.contains { Key(bytes: Array($0.utf8), place: 0).begins(with: start) }
      }.map(\.name)
    }
    let found = Set(keys[first..<end].map(\.place)).map { entries[$0] }.filter { $0.time > 0 }
    return found.sorted { $0.time > $1.time }.prefix(limit).map(\.name)
  }

  /// The first key from which on a condition holds.
  private func firstKey(where holds: (Key) -> Bool) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(keys[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
