import Fediverse
import JSONValue
import XCallbackURL

// Fields by the type of their values, so that a record is declared with one line for each.
extension Shape.Field {
  /// The identifier on the server, as the field `id`.
  static func id(_ kind: ReferenceKind, value: @escaping @Sendable (Value) -> String?) -> Self {
    reference("id", to: kind, "the identifier on this server", value: value)
  }

  /// An identifier of this kind.
  static func reference(
    _ name: String, to kind: ReferenceKind, _ summary: String, isOptional: Bool = false, isColumn: Bool = true,
    value: @escaping @Sendable (Value) -> String?
  ) -> Self {
    Self(name, .identifier(kind), summary, isOptional: isOptional, isColumn: isColumn) { value($0).map(JSON.string) }
  }

  /// A short text; with words, one of them.
  static func text(
    _ name: String, _ summary: String, words: FieldWords? = nil, isOptional: Bool = false, isColumn: Bool = true,
    value: @escaping @Sendable (Value) -> String?
  ) -> Self {
    Self(name, .text, summary, words: words, isOptional: isOptional, isColumn: isColumn) { value($0).map(JSON.string) }
  }

  /// A text that may be long or have several lines.
  static func prose(
    _ name: String, _ summary: String, isOptional: Bool = false, isColumn: Bool = true,
    value: @escaping @Sendable (Value) -> String?
  ) -> Self {
    Self(name, .prose, summary, isOptional: isOptional, isColumn: isColumn) { value($0).map(JSON.string) }
  }

  /// The use on each of the last days.
  static func days(_ summary: String, value: @escaping @Sendable (Value) -> [DailyUse]) -> Self {
    // Servers send the newest day first.
    Self("days", .series, summary, isOptional: true) { row in
      let days = value(row)
      return days.isEmpty ? nil : .array(days.reversed().map { .int($0.uses) })
    }
  }

  /// Long texts.
  static func proses(_ name: String, _ summary: String, value: @escaping @Sendable (Value) -> [String]) -> Self {
    Self(name, .list(.prose), summary) { .array(value($0).map(JSON.string)) }
  }

  static func texts(
    _ name: String, _ summary: String, isColumn: Bool = true, value: @escaping @Sendable (Value) -> [String]
  ) -> Self {
    Self(name, .list(.text), summary, isColumn: isColumn) { .array(value($0).map(JSON.string)) }
  }

  static func number(
    _ name: String, _ summary: String, isOptional: Bool = false, isColumn: Bool = true,
    value: @escaping @Sendable (Value) -> Int?
  ) -> Self {
    Self(name, .integer, summary, isOptional: isOptional, isColumn: isColumn) { value($0).map(JSON.int) }
  }

  /// A truth value; its summary begins with "whether".
  static func flag(
    _ name: String, _ summary: String, isOptional: Bool = false, isColumn: Bool = true,
    value: @escaping @Sendable (Value) -> Bool?
  ) -> Self {
    Self(name, .boolean, summary, isOptional: isOptional, isColumn: isColumn) { value($0).map(JSON.bool) }
  }

  /// A point in time; the record also has it as text.
  static func time(
    _ name: String, _ summary: String, isOptional: Bool = true, isColumn: Bool = true,
    value: @escaping @Sendable (Value) -> Timestamp?
  ) -> Self {
    Self(name, .time, summary, isOptional: isOptional, isColumn: isColumn) { value($0).map { .int($0.seconds) } }
  }

  static func url(
    _ name: String, _ summary: String, isOptional: Bool = true, isColumn: Bool = true,
    value: @escaping @Sendable (Value) -> String?
  ) -> Self {
    Self(name, .url, summary, isOptional: isOptional, isColumn: isColumn) { value($0).map(JSON.string) }
  }

  /// A record inside the record.
  ///
  /// - Parameter kind: the name of its type, which a record that contains itself must give.
  static func record<Part>(
    _ name: String, of kind: String? = nil, _ summary: String, as shape: @escaping @Sendable () -> RecordOf<Part>,
    isOptional: Bool = true, isColumn: Bool = true, value: @escaping @Sendable (Value) -> Part?
  ) -> Self {
    Self(name, .record(kind ?? shape().shape.name), summary, isOptional: isOptional, isColumn: isColumn) {
      value($0).map { .object(shape().object(of: $0)) }
    }
  }

  /// Records inside the record.
  static func records<Part>(
    _ name: String, _ summary: String, as shape: @escaping @Sendable () -> RecordOf<Part>, isColumn: Bool = false,
    value: @escaping @Sendable (Value) -> [Part]
  ) -> Self {
    Self(name, .list(.record(shape().shape.name)), summary, isColumn: isColumn) {
      .array(value($0).map { .object(shape().object(of: $0)) })
    }
  }
}
