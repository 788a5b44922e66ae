/// A number that goes up by one each time it is asked for.
package actor Counter {
  private var count = 0

  package init() {}

  /// The next number, from 1.
  func next() -> Int {
    count += 1
    return count
  }
}
