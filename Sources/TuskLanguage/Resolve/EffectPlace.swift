/// Which of the requests of its kind a line of a plan makes in a `once` block: `2`, or `for 1 item 3:2` in a loop.
package enum EffectPlace {
  /// Whether the text ends with a number from 1, after the place of the loop if there is one.
  package static func isWellFormed(_ text: String) -> Bool {
    guard let count = text.split(separator: ":", omittingEmptySubsequences: false).last, let number = Int(count) else {
      return false
    }
    return number > 0 && String(number) == count
  }

  /// What is required, for error messages.
  package static let requirement = "the number of a request, from 1"
}
