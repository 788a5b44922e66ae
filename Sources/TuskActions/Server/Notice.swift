/// What a person is told while a request is made.
package enum Notice: Sendable, Hashable {
  /// A wait that the server makes necessary.
  case delay(Delay)
  /// A part of a stream that was missed.
  case gap(Gap)
  /// How far a long search has come.
  case progress(String)
  /// A message beside the result.
  case note(String)
  /// A part of a change that the server left out, or that failed.
  case loss(String)
}
