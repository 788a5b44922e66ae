import JSONValue
import XCallbackURL

/// What is kept of the records that were shown.
extension ShownName {
  /// The names in a record: of the thing itself, and of those who wrote it or did it.
  ///
  /// Nothing is kept of direct statuses and conversations, of what only moderators see, and of kinds that are not named
  /// here.
  static func all(in record: JSON.Object, _ shape: RecordShape) -> [ShownName] {
    // Moderators' records have addresses of people.
    guard !shape.name.hasPrefix("admin"), record["email"] == nil, record["ip"] == nil else { return [] }
    // Steps made these, and the fields that they left out may say that a person of another field is private.
    guard shape.name != "row", shape.name != "group" else { return [] }
    // Search results and events have what they are about in a field.
    guard shape.kindField == nil, let kind = shape.kind else { return parts(of: record) }
    switch kind {
    case .account: return account(record)
    case .status: return status(record, identifiedBy: shape.id)
    case .list, .filter:
      let title = record["title"]?.string ?? ""
      return name(kind, record[shape.id]?.string, name: title, words: title)
    case .tag: return tag(record["name"]?.string)
    case .scheduled:
      // Without one, the server chooses the usual visibility of the account, which cannot be direct.
      let isDirect = record["visibility"]?.string == "direct"
      return isDirect ? [] : name(kind, record[shape.id]?.string, words: words(of: record))
    case .notification, .request: return parts(of: record)
    default: return []
    }
  }

  /// The names in the records within a record.
  private static func parts(of record: JSON.Object) -> [ShownName] {
    if let notification = record["notification"]?.object { return parts(of: notification) }
    guard !(record["kind"]?.string ?? "").hasPrefix("admin") else { return [] }
    let statuses = ["status", "reply"].compactMap { record[$0]?.object }
    guard statuses.allSatisfy({ isKept($0) }) else { return [] }
    let people = [record["account"]?.object].compactMap(\.self)
    let names = statuses.flatMap { status($0, identifiedBy: "id") }
    return names + people.flatMap { account($0) } + tag(record["tag"]?.string)
  }

  private static func account(_ record: JSON.Object) -> [ShownName] {
    name(.account, nil, name: record["username"]?.string ?? "", words: record["displayName"]?.string ?? "")
  }

  private static func tag(_ name: String?) -> [ShownName] {
    [name.flatMap { ShownName(.tag, name: $0) }].compactMap(\.self)
  }

  /// The names in a status; of a boost, those of the boosted status and of who boosted it.
  private static func status(_ record: JSON.Object, identifiedBy field: String) -> [ShownName] {
    guard isKept(record) else { return [] }
    let boost = record["boost"]?.object
    let own = boost ?? record
    let people = [record["account"]?.object, own["account"]?.object, own["author"]?.object].compactMap(\.self)
    let author = people.last?["username"]?.string ?? ""
    let itself = name(
      .status, own[boost == nil ? field : "id"]?.string, name: author, words: words(of: own))
    let tags = (own["tags"]?.array ?? []).prefix(8).flatMap { tag($0.string) }
    return tags + people.flatMap { account($0) } + itself
  }

  /// The content warning takes the place of the text that it hides.
  private static func words(of record: JSON.Object) -> String {
    record["cw"]?.string ?? record["text"]?.string ?? record["content"]?.string ?? ""
  }

  /// Whether a status, and what it boosts, is known not to be direct.
  private static func isKept(_ status: JSON.Object) -> Bool {
    let boost = [status["boost"]?.object].compactMap(\.self)
    return ([status] + boost).allSatisfy { record in
      ["public", "unlisted", "private", "local"].contains(record["visibility"]?.string ?? "")
    }
  }

  private static func name(
    _ kind: ReferenceKind, _ id: String?, name: String = "", words: String
  ) -> [ShownName] {
    [ShownName(kind, id: id ?? "", name: name, words: words)].compactMap(\.self)
  }
}
