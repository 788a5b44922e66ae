package import JSONValue
package import XCallbackURL

/// The output of an action.
package struct ActionOutput: Sendable {
  /// The documented results in order, without absent values.
  package var data = JSON.Object()
  /// The complete record.
  package var item: JSON.Object?
  /// The records of a list request.
  package var items: [JSON.Object]?
  /// The page after these records; `nil` if there are no more.
  package var next: String?
  /// The records to show to the person.
  package var presentation: Presentation?
}

/// How the value of an action becomes its output, and the description of the results for help.
package struct OutputEncoding<Output: Sendable>: Sendable {
  package let results: [Signature.ResultField]
  package var record: RecordShape?
  package let items: Signature.ItemShape?
  package let encode: @Sendable (Output) -> ActionOutput
}

/// Some rows of a list, and the page after them.
package struct ResultPage<Element: Sendable>: Sendable {
  package let elements: [Element]
  package let next: String?

  package init(_ elements: [Element], next: String?) {
    self.elements = elements
    self.next = next
  }
}

extension OutputEncoding {
  /// The documented fields, and the complete record for callers that request it.
  package static func record(_ shape: Shape<Output>, whole: RecordOf<Output>? = nil) -> OutputEncoding {
    OutputEncoding(results: shape.results, record: whole?.shape, items: nil) { output in
      ActionOutput(data: shape.object(of: output), item: whole?.object(of: output))
    }
  }

  /// A list: the comma-separated identifiers under this name, and the records.
  package static func list<Element>(
    _ name: String, _ record: RecordOf<Element>, _ summary: String, isEndless: Bool = false,
    id: @escaping @Sendable (Element) -> String?
  ) -> OutputEncoding where Output == ResultPage<Element> {
    let items = Signature.ItemShape(ids: name, record: record.shape, isEndless: isEndless)
    return OutputEncoding(results: [Signature.ResultField(name, .text, summary)], items: items) { listing in
      ActionOutput(
        data: [name: .string(listing.elements.compactMap(id).joined(separator: ","))],
        items: listing.elements.map(record.object(of:)), next: listing.next)
    }
  }
}

extension OutputEncoding where Output == Void {
  /// No result besides success.
  package static var nothing: OutputEncoding {
    OutputEncoding(results: [], items: nil) { ActionOutput() }
  }
}

extension OutputEncoding where Output == Presentation {
  /// No result in the callback; the records are shown to the person.
  package static var presentation: OutputEncoding {
    OutputEncoding(results: [], items: nil) { ActionOutput(presentation: $0) }
  }
}

/// The fields of a record: the name, kind and meaning of each, and how to read it from the value.
package struct Shape<Value>: Sendable {
  /// A field.
  package struct Field: Sendable {
    package let result: Signature.ResultField
    package let value: @Sendable (Value) -> JSON?

    package init(
      _ name: String, _ kind: ValueKind, _ summary: String, isOptional: Bool = false, isColumn: Bool = true,
      isVerdict: Bool = false, value: @escaping @Sendable (Value) -> JSON?
    ) {
      self.result = Signature.ResultField(
        name, kind, isOptional: isOptional, isColumn: isColumn, isVerdict: isVerdict, summary)
      self.value = value
    }
  }

  private let fields: [Field]

  package init(_ fields: Field...) {
    self.fields = fields
  }

  package init(_ fields: [Field]) {
    self.fields = fields
  }

  package var results: [Signature.ResultField] { fields.map(\.result) }

  /// The record of a value, without fields that have none.
  package func object(of value: Value) -> JSON.Object {
    JSON.Object(fields.compactMap { field in field.value(value).map { (name: field.result.name, value: $0) } })
  }
}

/// The complete record of a value: its shape, and how to build it.
package struct RecordOf<Value>: Sendable {
  package let shape: RecordShape
  private let fields: Shape<Value>

  /// - Parameters:
  ///   - name: the name of the record type.
  ///   - id: the field that identifies the record.
  ///   - spelling: the field that represents the record in a text.
  package init(
    _ name: String, kind: ReferenceKind? = nil, id: String = "id", spelling: String? = nil, _ fields: Shape<Value>
  ) {
    shape = RecordShape(name, kind: kind, id: id, spelling: spelling, fields: fields.results)
    self.fields = fields
  }

  package func object(of value: Value) -> JSON.Object { fields.object(of: value) }
}

/// Records to show to the person, in sections.
package struct Presentation: Sendable, Hashable {
  package var sections: [Section]

  /// Records of the same kind.
  package struct Section: Sendable, Hashable {
    /// The heading; empty if there is only one section.
    package var title: String
    package var kind: ReferenceKind
    package var fields: [Signature.ResultField]
    package var records: [JSON.Object]
    /// Whether to show the only record as a card.
    package var isCard: Bool
  }

  /// A single record.
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
