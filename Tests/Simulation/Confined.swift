/// A value that only the thread of the simulation uses.
// Every job of a simulation runs on the thread that calls `Loop.run`, and its closures are called by those jobs only.
final class Confined<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
