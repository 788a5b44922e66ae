import JSONValue
import TuskLanguage
import XCallbackURL

extension RuntimeValue {
  /// The value with its kind, as stored in the journal; lists are read to their ends.
  func archived() async throws(Diagnostic) -> JSON {
    var object: JSON.Object = [:]
    switch form {
    case .null, .boolean, .number: object["value"] = json
    case .text(let text): object["text"] = .string(text)
    case .acct(let name): object["acct"] = .string(name)
    case .time(let seconds): object["time"] = .int(seconds)
    case .reference(let kind, let id):
      object["kind"] = .string(kind.rawValue)
      object["id"] = .string(id)
    case .record(let record):
      object["record"] = record.shape.map { .string($0.name) } ?? .null
      object["fields"] = .object(record.fields)
    case .list(let elements): object["list"] = try await Self.archived(elements)
    case .sequence(let sequence): object["list"] = try await Self.archived(sequence.all())
    case .pending: object["value"] = .null
    }
    if isForeign { object["foreign"] = true }
    object["remote"] = remote?.json
    if !remoteSigns.isEmpty { object["signs"] = .array(remoteSigns.map(\.json)) }
    if isArgument { object["argument"] = true }
    return .object(object)
  }

  private static func archived(_ elements: [RuntimeValue]) async throws(Diagnostic) -> JSON {
    var list: [JSON] = []
    for element in elements { list.append(try await element.archived()) }
    return .array(list)
  }

  /// Restores a stored value; what cannot be decoded becomes null.
  init(archived json: JSON, shapes: [String: RecordShape]) {
    self.init(Self.form(archived: json, shapes), isForeign: json["foreign"]?.bool ?? false)
    isArgument = json["argument"]?.bool ?? false
    remote = json["remote"].map(RemoteOrigin.init)
    remoteSigns = json["signs"]?.array?.compactMap(RemoteSign.init) ?? []
  }

  private static func form(archived json: JSON, _ shapes: [String: RecordShape]) -> Form {
    if let text = json["text"]?.string { return .text(text) }
    if let name = json["acct"]?.string { return .acct(name) }
    if let seconds = json["time"]?.int { return .time(seconds) }
    if let kind = json["kind"]?.string.flatMap(ReferenceKind.init), let id = json["id"]?.string {
      return .reference(kind, id: id)
    }
    if let fields = json["fields"]?.object {
      return .record(Record(json["record"]?.string.flatMap { shapes[$0] }, fields))
    }
    if let list = json["list"]?.array { return .list(list.map { RuntimeValue(archived: $0, shapes: shapes) }) }
    switch json["value"] {
    case .bool(let value)?: return .boolean(value)
    case .number(let number)?: return .number(number)
    default: return .null
    }
  }
}
