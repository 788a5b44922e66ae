package import Fediverse
package import JSONValue
package import TuskCommon
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
  /// What is missing from these records.
  package var shortfall = Shortfall()
  /// What takes the change back; `nil` if that was not asked for, or nothing was read.
  package var restoration: Restoration?
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
  /// What is missing from these rows.
  package let shortfall: Shortfall

  package init(_ elements: [Element], next: String?, shortfall: Shortfall = Shortfall()) {
    self.elements = elements
    self.next = next
    self.shortfall = shortfall
  }
}

extension OutputEncoding {
  /// The documented fields, and the complete record for callers that request it.
  package static func record(_ shape: Shape<Output>, whole: RecordOf<Output>? = nil) -> OutputEncoding {
    OutputEncoding(results: shape.results, record: whole?.shape, items: nil) { output in
      ActionOutput(data: shape.object(of: output), item: whole?.object(of: output))
    }
  }

  /// The complete record, all of whose fields are documented.
  package static func record(_ whole: RecordOf<Output>) -> OutputEncoding {
    OutputEncoding(results: whole.shape.fields, record: whole.shape, items: nil) { output in
      let object = whole.object(of: output)
      return ActionOutput(data: object, item: object)
    }
  }

  /// A list: the comma-separated identifiers under this name, and the records.
  package static func list<Element>(
    _ name: String, _ record: RecordOf<Element>, _ summary: String, isEndless: Bool = false,
    filteredIn contexts: [FilterContext] = [],
    id: @escaping @Sendable (Element) -> String?
  ) -> OutputEncoding where Output == ResultPage<Element> {
    var items = Signature.ItemShape(ids: name, record: record.shape, isEndless: isEndless)
    items.filterContexts = contexts.map(\.rawValue)
    return OutputEncoding(results: [Signature.ResultField(name, .text, summary)], items: items) { listing in
      ActionOutput(
        data: [name: .string(listing.elements.compactMap(id).joined(separator: ","))],
        items: listing.elements.map(record.object(of:)), next: listing.next, shortfall: listing.shortfall)
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
      _ name: String, _ kind: ValueKind, _ summary: String, words: FieldWords? = nil, isOptional: Bool = false,
      isColumn: Bool = true, isAppended: Bool = false, isVerdict: Bool = false,
      value: @escaping @Sendable (Value) -> JSON?
    ) {
      self.result = Signature.ResultField(
        name, kind, words: words, isOptional: isOptional, isColumn: isColumn, isAppended: isAppended,
        isVerdict: isVerdict, summary)
      self.value = value
    }

    /// The same field under the name that earlier versions gave it.
    func formerly(_ name: String) -> Field {
      var former = result
      (former.name, former.replacement, former.isColumn) = (name, result.name, false)
      return Field(former, value: value)
    }

    fileprivate init(_ result: Signature.ResultField, value: @escaping @Sendable (Value) -> JSON?) {
      self.result = result
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

  /// The shape with the text of each time after it, as records have it.
  var withTimesAsText: Shape {
    Shape(
      fields.flatMap { field -> [Field] in
        guard let text = field.result.timeAsText else { return [field] }
        return [field, Field(text) { value in field.value(value)?.int.map { .string(Instant(seconds: $0).rfc3339) } }]
      })
  }

  /// The record of a value, without fields that have none.
  package func object(of value: Value) -> JSON.Object {
    JSON.Object(fields.compactMap { field in field.value(value).map { (name: field.result.name, value: $0) } })
  }
}
