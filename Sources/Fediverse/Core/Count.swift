import JSONValue

/// A number that a server gives alone.
struct Count: Entity {
  let count: Int

  init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "count")
    guard let count = fields.count("count") else { throw ShapeError(path: "count", expected: "a whole number") }
    self.count = count
  }
}
