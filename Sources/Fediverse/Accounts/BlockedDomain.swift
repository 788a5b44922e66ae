public import JSONValue

/// A domain of which the signed-in account wants to see nothing.
public struct BlockedDomain: Entity, Hashable {
  /// The domain.
  public let domain: String

  /// Reads a domain, which is a bare text or a member of an object.
  public init(json: JSON) throws(ShapeError) {
    guard let domain = json.string ?? json["domain"]?.string, !domain.isEmpty else {
      throw ShapeError(path: "domain", expected: "a domain")
    }
    self.domain = domain
  }
}
