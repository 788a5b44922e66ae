import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension RuntimeValue {
  /// The value's spelling within a text; `nil` if it has none.
  var spelling: String? {
    switch form {
    case .null: ""
    case .boolean(let value): String(value)
    case .number(let number): number.text
    case .text(let text), .acct(let text), .pending(_, let text): text
    case .time(let seconds): Instant(seconds: seconds).rfc3339
    case .reference(_, let id): id
    case .record(let record): record.spelling
    case .list, .sequence: nil
    }
  }

  /// The value as `print` shows it; values without a spelling are shown as JSON.
  package var printed: String {
    if let masked { return masked }
    return switch form {
    case .reference(let kind, let id): id.hasPrefix("@") ? id : "\(kind.rawValue):\(id)"
    case .list(let elements): elements.map(\.printed).joined(separator: " ")
    default: spelling ?? json.text
    }
  }

  /// The start of the value, for messages.
  var brief: String {
    let text = printed
    return text.count <= 60 ? text : "\(text.prefix(57))…"
  }

  /// The value as a command resolves it.
  func binding(_ shapes: [String: RecordShape]) -> Binding {
    switch form {
    case .null: .nothing
    case .text where secret != nil: .text(masked ?? "")
    case .text(let text) where isArgument: .argument(text)
    // Only words of the script can name files.
    case .reference(.file, let id) where isForeign: .text(id)
    case .reference(let kind, let id): .reference(kind, id: id)
    case .record(let record):
      .record(record.name, reference: record.referent, spelling: record.spelling, fields: record.texts)
    case .acct(let name):
      .record("account", reference: Binding.Referent(.account, id: "@\(name)"), spelling: name, fields: [:])
    case .list(let elements): .list(elements.map { $0.binding(shapes) })
    case .pending(.record(let name)?, let text):
      .pending(shapes[name]?.kind.map(ValueKind.identifier), text)
    case .pending(let kind, let text): .pending(kind, text)
    case .boolean, .number, .text, .time, .sequence: .text(spelling ?? "")
    }
  }
}

extension RuntimeValue.Record {
  fileprivate var texts: [String: String] {
    Dictionary(
      fields.members.compactMap { member in member.value.string.map { (member.name, $0) } },
      uniquingKeysWith: { _, last in last })
  }
}

extension Text {
  /// The text with its variables replaced by these values.
  func filled(_ value: (Variable) throws(Diagnostic) -> RuntimeValue) throws(Diagnostic) -> RuntimeValue {
    var whole = ""
    var isForeign = false
    var signs: [RemoteSign] = []
    var written = Text([])
    var isSecret = false
    for piece in pieces {
      switch piece {
      case .literal(let literal):
        whole += literal
        written.pieces.append(piece)
      case .variable(let variable):
        let runtimeValue = try value(variable)
        guard let spelling = runtimeValue.spelling else {
          throw .misplaced(runtimeValue.description, within: .text, at: variable.span)
        }
        signs += runtimeValue.spelledSigns.map { RemoteSign(offset: whole.utf8.count + $0.offset, origin: $0.origin) }
        whole += spelling
        guard whole.utf8.count <= RuntimeValue.longestText else { throw .tooLongText(variable.span) }
        isForeign = isForeign || runtimeValue.isForeign
        isSecret = isSecret || runtimeValue.secret != nil
        written.pieces += runtimeValue.secret?.pieces ?? [.literal(spelling)]
      }
    }
    var filled = RuntimeValue.text(whole, isForeign: isForeign)
    filled.remoteSigns = signs
    filled.secret = isSecret ? written : nil
    return filled
  }
}

extension RuntimeValue {
  /// The most bytes of a text that a script makes of others, as of a row that it reads.
  static let longestText = RowReader.longestRow
  /// The most items of a list that a script makes of others.
  static let mostItems = 1_000_000
}

extension Diagnostic {
  static func tooLongText(_ span: Span) -> Diagnostic {
    Diagnostic(.tooLong, at: span, "the text would have more than 16 MiB", exitCode: .data)
  }

  static func tooManyItems(_ most: Int, _ span: Span) -> Diagnostic {
    Diagnostic(.tooLong, at: span, "there would be more than \(most) values in it", exitCode: .data)
  }
}
