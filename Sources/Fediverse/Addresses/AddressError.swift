/// What is wrong with an address that was written for a server.
public struct AddressError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong and what would work, in one line without a full stop.
  public let description: String

  init(text: String) {
    description = text
  }
}
