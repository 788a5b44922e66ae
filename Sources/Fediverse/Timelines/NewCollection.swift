import JSONValue

/// A collection of accounts that is yet to be made, or what is to become different in one; what is not set stays.
public struct NewCollection: Sendable, Hashable {
  /// What it is called.
  public var name: String?
  /// What it is about.
  public var description: String?
  /// The language of both by its ISO 639 code.
  public var language: String?
  /// The tag that says what it is about, with or without its `#`.
  public var tag: String?
  /// Whether it is hidden until asked for.
  public var isSensitive: Bool?
  /// Whether it wants to be found.
  public var isDiscoverable: Bool?

  /// A collection of this name, or changes that leave the name.
  public init(name: String? = nil) {
    self.name = name
  }

  var object: JSON.Object {
    var object = JSON.Object()
    object["name"] = name.map(JSON.string)
    object["description"] = description.map(JSON.string)
    object["language"] = language.map(JSON.string)
    object["tag_name"] = tag.map(JSON.string)
    object["sensitive"] = isSensitive.map(JSON.bool)
    object["discoverable"] = isDiscoverable.map(JSON.bool)
    return object
  }
}
