package import JSONValue
package import XCallbackURL

/// What one carried-out action has to say.
package struct Answer: Sendable {
  /// The documented data, in order; absent values are left out.
  package var data = JSON.Object()
  /// The objects of a list request.
  package var items: [JSON.Object]?
  /// What is to be shown to the person.
  package var presentation: Presentation?
}

/// What an action answers: the description for help, and the way from the action's value to its ``Answer``.
package struct Answers<Output: Sendable>: Sendable {
  package let results: [Signature.ResultField]
  package let items: Signature.ItemShape?
  package let answer: @Sendable (Output) -> Answer
}

extension Answers {
  /// The fields of a record.
  package static func record(_ shape: Shape<Output>) -> Answers {
    Answers(results: shape.results, items: nil) { Answer(data: shape.object(of: $0)) }
  }

  /// A list: the comma-joined identifiers under this name, and the records themselves.
  package static func list<Element>(
    _ name: String, of kind: ReferenceKind, _ shape: Shape<Element>, _ summary: String,
    id: @escaping @Sendable (Element) -> String
  ) -> Answers where Output == [Element] {
    let items = Signature.ItemShape(ids: name, kind: kind, fields: shape.results)
    return Answers(results: [Signature.ResultField(name, .text, summary)], items: items) { elements in
      Answer(data: [name: .string(elements.map(id).joined(separator: ","))], items: elements.map(shape.object(of:)))
    }
  }
}

extension Answers where Output == Void {
  /// Nothing but that it was done.
  package static var nothing: Answers {
    Answers(results: [], items: nil) { Answer() }
  }
}

extension Answers where Output == Presentation {
  /// Nothing in the callback; the presentation is shown to the person.
  package static var presentation: Answers {
    Answers(results: [], items: nil) { Answer(presentation: $0) }
  }
}

/// The fields of a record: their names, kinds and meanings, and how each is taken from the value.
package struct Shape<Value>: Sendable {
  /// One field.
  package struct Field: Sendable {
    package let result: Signature.ResultField
    package let value: @Sendable (Value) -> JSON?

    package init(
      _ name: String, _ kind: ValueKind, _ summary: String, isOptional: Bool = false,
      value: @escaping @Sendable (Value) -> JSON?
    ) {
      self.result = Signature.ResultField(name, kind, isOptional: isOptional, summary)
      self.value = value
    }
  }

  private let fields: [Field]

  package init(_ fields: Field...) {
    self.fields = fields
  }

  package var results: [Signature.ResultField] { fields.map(\.result) }

  /// The record of a value; fields without one are left out.
  package func object(of value: Value) -> JSON.Object {
    JSON.Object(fields.compactMap { field in field.value(value).map { (name: field.result.name, value: $0) } })
  }
}

/// Records to show to a person, in sections.
package struct Presentation: Sendable, Hashable {
  package var sections: [Section]

  /// Records of one kind.
  package struct Section: Sendable, Hashable {
    /// The heading; empty where there is only one section.
    package var title: String
    package var kind: ReferenceKind
    package var fields: [Signature.ResultField]
    package var records: [JSON.Object]
    /// Whether the one record is shown as a card.
    package var isCard: Bool
  }

  /// One record.
  package static func card<Value>(_ value: Value, _ shape: Shape<Value>, of kind: ReferenceKind) -> Presentation {
    let section = Section(
      title: "", kind: kind, fields: shape.results, records: [shape.object(of: value)], isCard: true)
    return Presentation(sections: [section])
  }

  /// A section of a list.
  package static func section<Value>(
    _ title: String, _ values: [Value], _ shape: Shape<Value>, of kind: ReferenceKind
  ) -> Section {
    Section(
      title: title, kind: kind, fields: shape.results, records: values.map(shape.object(of:)), isCard: false)
  }
}
