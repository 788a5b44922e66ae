package import JSONValue
package import XCallbackURL

/// The complete record of a value: its shape, and how to build it.
package struct RecordOf<Value>: Sendable {
  package let shape: RecordShape
  private let fields: Shape<Value>

  /// - Parameters:
  ///   - name: the name of the record type.
  ///   - id: the field that identifies the record.
  ///   - spelling: the field that represents the record in a text.
  ///   - kindField: the field that names the kind of each record, if they are of several kinds.
  package init(
    _ name: String, kind: ReferenceKind? = nil, id: String = "id", spelling: String? = nil, kindField: String? = nil,
    _ fields: Shape<Value>
  ) {
    shape = RecordShape(name, kind: kind, id: id, spelling: spelling, kindField: kindField, fields: fields.results)
    self.fields = fields.withTimesAsText
  }

  package func object(of value: Value) -> JSON.Object { fields.object(of: value) }
}
