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
  }

  /// A single record.
  package static func card<Value>(_ value: Value, _ shape: Shape<Value>, of kind: ReferenceKind) -> Presentation {
    let section = Section(
      title: "", kind: kind, fields: shape.results, records: [shape.withTimesAsText.object(of: value)], isCard: true)
    return Presentation(sections: [section])
  }

  /// A section of a list.
  package static func section<Value>(
    _ title: String, _ values: [Value], _ shape: Shape<Value>, of kind: ReferenceKind
  ) -> Section {
    Section(
      title: title, kind: kind, fields: shape.results, records: values.map(shape.withTimesAsText.object(of:)),
      isCard: false)
  }
}
