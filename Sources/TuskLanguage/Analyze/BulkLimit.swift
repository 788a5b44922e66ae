/// How many things a verb changes before it says so and wants confirmation.
package enum BulkLimit {
  /// The most that it changes without saying so first.
  package static let mostUntold = 20
}
