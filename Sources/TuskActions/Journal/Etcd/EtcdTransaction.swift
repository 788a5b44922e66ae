import FoundationEssentials
import JSONValue

/// Changes that are made together if all of their conditions hold, and reads that are made if not.
///
/// The texts are those of etcd's JSON gateway (etcd.io/docs/v3.4/dev-guide/api_grpc_gateway and api_reference_v3).
struct EtcdTransaction: Sendable {
  private var conditions: [JSON] = []
  private var changes: [JSON] = []
  private(set) var reads: [JSON] = []
  private let prefix: String

  init(prefix: String) {
    self.prefix = prefix
  }

  /// The key has not changed since a revision; 0 if it does not exist.
  mutating func require(_ key: EtcdKey, changedAt revision: Int) {
    add(key, "MOD", ["mod_revision": .string(String(revision))])
  }

  /// The key has this value.
  mutating func require(_ key: EtcdKey, is value: JSON) {
    add(key, "VALUE", ["value": .string(value.text.inBase64)])
  }

  private mutating func add(_ key: EtcdKey, _ target: JSON, _ operand: JSON.Object) {
    var object = operand
    object["key"] = .string(whole(key).inBase64)
    object["target"] = target
    conditions.append(.object(object))
  }

  /// - Parameter lease: what the key ends with; `nil` for none.
  mutating func put(_ key: EtcdKey, _ value: JSON, lease: String? = nil) {
    var object: JSON.Object = ["key": .string(whole(key).inBase64), "value": .string(value.text.inBase64)]
    object["lease"] = lease.map(JSON.string)
    changes.append(["request_put": .object(object)])
  }

  mutating func delete(_ key: EtcdKey) {
    changes.append(["request_delete_range": ["key": .string(whole(key).inBase64)]])
  }

  /// Deletes what is below a folder.
  mutating func deleteAll(below folder: EtcdKey) {
    changes.append(["request_delete_range": Self.range(of: whole(folder))])
  }

  /// Reads the key if a condition does not hold.
  mutating func readOtherwise(_ key: EtcdKey) {
    reads.append(Self.read(whole(key)))
  }

  /// The operation that reads a key with its prefix.
  static func read(_ key: String) -> JSON { ["request_range": ["key": .string(key.inBase64)]] }

  private func whole(_ key: EtcdKey) -> String { "\(prefix)/\(key.text)" }

  /// The request.
  var body: JSON { ["compare": .array(conditions), "success": .array(changes), "failure": .array(reads)] }

  /// The members of a request for all keys that begin with a text.
  static func range(of text: String) -> JSON {
    ["key": .string(text.inBase64), "range_end": .string(end(of: text).inBase64)]
  }

  /// The first text after all that begin with a text, which ends with a slash.
  private static func end(of text: String) -> String { text.dropLast() + "0" }

  /// The most changes of a transaction that etcd takes by default.
  static let mostChanges = 128
}

extension String {
  /// The text as the gateway writes bytes (RFC 4648, section 4).
  var inBase64: String { Data(utf8).base64EncodedString() }

  /// The text of bytes as the gateway writes them.
  init?(inBase64 text: String) {
    guard let data = Data(base64Encoded: text) else { return nil }
    self.init(validating: data, as: UTF8.self)
  }
}
