package import JSONValue
package import XCallbackURL

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
    /// The complete records, and their shape, where people read more than these fields.
    package var whole: Whole?
  }

  /// Complete records and their shape.
  package struct Whole: Sendable, Hashable {
    package var shape: RecordShape
    package var records: [JSON.Object]

    init<Value>(_ values: [Value], _ record: RecordOf<Value>) {
      shape = record.shape
      records = values.map(record.object(of:))
    }
  }

  /// A single record.
  package static func card<Value>(
    _ value: Value, _ shape: Shape<Value>, of kind: ReferenceKind, whole: RecordOf<Value>? = nil
  ) -> Presentation {
    let section = Section(
      title: "", kind: kind, fields: shape.results, records: [shape.withTimesAsText.object(of: value)], isCard: true,
      whole: whole.map { Whole([value], $0) })
    return Presentation(sections: [section])
  }

  /// A section of a list.
  package static func section<Value>(
    _ title: String, _ values: [Value], _ shape: Shape<Value>, of kind: ReferenceKind, whole: RecordOf<Value>? = nil
  ) -> Section {
    Section(
      title: title, kind: kind, fields: shape.results, records: values.map(shape.withTimesAsText.object(of:)),
      isCard: false, whole: whole.map { Whole(values, $0) })
  }
}
