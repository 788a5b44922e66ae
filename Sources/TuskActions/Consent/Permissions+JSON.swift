package import JSONValue

extension Permissions.Entry {
  init?(_ json: JSON) {
    guard let kind = json["kind"]?.string.flatMap(Permissions.Kind.init), let name = json["name"]?.string,
      let account = json["account"]?.string, let decision = json["decision"]?.string.flatMap(Permissions.Decision.init)
    else { return nil }
    self.init(
      kind: kind, name: name, digest: json["digest"]?.string, account: account, decision: decision,
      time: json["time"]?.int ?? 0, actions: json["actions"]?.array?.compactMap(\.string) ?? [],
      expires: json["expires"]?.int,
      files: Dictionary(
        (json["files"]?.object?.members ?? []).compactMap { member in member.value.string.map { (member.name, $0) } },
        uniquingKeysWith: { first, _ in first }),
      app: json["app"]?.string)
  }

  /// The entry as stored and as printed by `tusk permissions --json`.
  package var json: JSON {
    var object: JSON.Object = ["kind": .string(kind.rawValue), "name": .string(name)]
    if let digest { object["digest"] = .string(digest) }
    object["account"] = .string(account)
    object["decision"] = .string(decision.rawValue)
    object["time"] = .int(time)
    if !actions.isEmpty { object["actions"] = .array(actions.map(JSON.string)) }
    object["expires"] = expires.map(JSON.int)
    object["app"] = app.map(JSON.string)
    if !files.isEmpty {
      object["files"] = .object(JSON.Object(files.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value)) }))
    }
    return .object(object)
  }
}
