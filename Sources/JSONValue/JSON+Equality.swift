extension JSON {
  /// Whether both are the same value; texts and names are compared by their bytes.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.isSpelled(like: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSON.Object {
  public static func == (left: JSON.Object, right: JSON.Object) -> Bool {
    left.members.elementsEqual(right.members) { $0.name.isSpelled(like: $1.name) && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    for member in members {
      hasher.combine(member.name)
      hasher.combine(member.value)
    }
  }
}
