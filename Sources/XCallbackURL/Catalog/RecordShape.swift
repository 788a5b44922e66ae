/// A kind of thing that a reference such as `status:123` can name.
package enum ReferenceKind: String, Sendable, Hashable, CaseIterable {
  case status, account, notification, list, tag, poll, media, filter
  case conversation, report, scheduled, instance, file, rule, emoji, domain, scheme
  case announcement, collection, token, job
  /// A reply, favorite or boost that waits for approval.
  case request

  /// Whether the text has only characters of server identifiers, which are safe in a path or query, and at most 128.
  package static func isPlainIdentifier(_ text: some StringProtocol) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }
}

/// The kind of a result.
package indirect enum ValueKind: Sendable, Hashable {
  case text
  /// Text that may be long or have several lines.
  case prose
  case integer
  case boolean
  /// Whole seconds since 1970-01-01T00:00:00Z.
  case time
  case url
  /// A qualified user name without a leading `@`.
  case acct
  /// An identifier of this kind on the server.
  case identifier(ReferenceKind)
  /// A record of the shape with this name.
  case record(String)
  case list(ValueKind)
  /// Whole numbers at equal steps of time, the oldest first.
  case series
}

/// The fields of a record, and which of them identifies it.
package struct RecordShape: Sendable, Hashable {
  /// The name of the record type: `account`.
  package var name: String
  /// The kind of reference to such records; `nil` if there is none.
  package var kind: ReferenceKind?
  /// The field that identifies the record.
  package var id: String
  /// The field that represents the record in text; `nil` if none does.
  package var spelling: String?
  /// The field that names the kind of each record, if records of several kinds have this shape.
  package var kindField: String?
  /// The fields, the columns of a table first.
  package var fields: [Signature.ResultField]

  /// - Parameter fields: the fields; after each time comes a field with the same time as text.
  package init(
    _ name: String, kind: ReferenceKind? = nil, id: String = "id", spelling: String? = nil, kindField: String? = nil,
    fields: [Signature.ResultField]
  ) {
    self.name = name
    self.kind = kind
    self.id = id
    self.spelling = spelling
    self.kindField = kindField
    self.fields = fields.withTimesAsText
  }

  /// The name of the record of an upload. It belongs to the account, so its identifier attaches it; other media can
  /// only be copied from their URL.
  package static let upload = "upload"

  /// The field with this name.
  package func field(_ name: String) -> Signature.ResultField? {
    fields.first { $0.name == name }
  }
}

extension Signature.ResultField {
  /// The field with the same time in RFC 3339; `nil` for fields of other kinds.
  package var timeAsText: Signature.ResultField? {
    guard kind == .time else { return nil }
    return Signature.ResultField(
      name + "At", .text, isOptional: isOptional, isColumn: false, summary.isEmpty ? "" : "\(summary), in RFC 3339")
  }
}

extension [Signature.ResultField] {
  /// The fields, with the text of each time after it.
  package var withTimesAsText: [Signature.ResultField] {
    let names = Set(map(\.name))
    return flatMap { field in [field] + [field.timeAsText].compactMap(\.self).filter { !names.contains($0.name) } }
  }
}
