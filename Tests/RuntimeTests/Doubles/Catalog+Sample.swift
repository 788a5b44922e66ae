import TuskLanguage
import XCallbackURL

extension Catalog {
  /// Actions of every sort, none of which any server has.
  static let sample = Catalog(reading + writing, records: [.part])

  private static let reading = [
    Signature(
      action: "getThing", verbs: ["thing", "get thing"], summary: "Gets.", example: "thing status:1", effect: .read,
      subject: Signature.Subject(kind: .status, id: "statusID"),
      parameters: [Parameter("statusID", .identifier(.status), place: .subject, "the thing")],
      results: [
        field("name", .text), field("count", .integer), field("locked", .boolean), field("date", .time),
      ]),
    Signature(
      action: "listThings", verbs: ["things"], summary: "Lists.", example: "things", effect: .read,
      parameters: [Parameter("about", .text, place: .operand, "what they are about")],
      results: [field("things", .text)], items: Signature.ItemShape(ids: "things", record: .thing)),
    Signature(
      action: "listMany", verbs: ["many"], summary: "Lists.", example: "many", effect: .read,
      parameters: [Parameter("count", .integer(1...40), "how many"), Parameter("page", .text, "where it goes on")],
      results: [field("things", .text)], items: Signature.ItemShape(ids: "things", record: .thing)),
    Signature(
      action: "watchThings", verbs: ["watch"], summary: "Listens.", example: "watch", effect: .read,
      parameters: [Parameter("page", .text, "where it goes on")], results: [field("things", .text)],
      items: Signature.ItemShape(ids: "things", record: .thing, isEndless: true)),
    Signature(
      action: "getPerson", verbs: ["person"], summary: "Gets.", example: "person me", effect: .read,
      subject: Signature.Subject(kind: .account, id: "accountID", url: "accountURL", acct: "acct"),
      parameters: [
        Parameter("accountID", .identifier(.account), place: .subject, ""),
        Parameter("accountURL", .url, place: .subject, ""), Parameter("acct", .acct, place: .subject, ""),
      ], record: .person),
    whoActs,
  ]

  private static let whoActs: Signature = {
    var signature = Signature(
      action: "getCurrentUser", verbs: ["me"], summary: "Gets.", example: "me", effect: .read, parameters: [],
      record: .person)
    signature.change { $0.tellsWhoActs = true }
    return signature
  }()

  private static let row: Signature.Subject = {
    var subject = Signature.Subject(kind: .status, id: "statusID", url: "statusURL")
    subject.isRow = true
    return subject
  }()

  private static let writing = [
    Signature(
      action: "setThing", verbs: ["set"], summary: "Sets.", example: "set x", effect: .reversible(by: nil),
      parameters: [
        Parameter("text", .text, place: .operand, "text"), Parameter("reply", .identifier(.status), "what it answers"),
        Parameter("media", .attachment, isRepeatable: true, companions: ["about": "note"], "pictures"),
        Parameter("link", .url, "where it leads"), Parameter("size", .integer(0...100), "how big"),
        Parameter("loud", .boolean, "whether it is loud"),
      ], results: [field("url", .url, isOptional: true)], record: .thing),
    Signature(
      action: "tellThing", verbs: ["tell"], summary: "Tells.", example: "tell x", effect: .reversible(by: nil),
      parameters: [
        Parameter("text", .text, place: .operand, isPublished: true, "text"),
        Parameter("cw", .text, isPublished: true, "a warning"),
        Parameter("poll", .text, isRepeatable: true, isPublished: true, "options"), Parameter("note", .text, "a note"),
        Parameter("mentions", .choice(["stop", "defuse", "keep"]), "what happens to mentions"),
      ], record: .thing),
    Signature(
      action: "dropThing", verbs: ["drop"], summary: "Drops.", example: "drop status:1", effect: .destructive,
      subject: row,
      parameters: [
        Parameter("statusID", .identifier(.status), place: .subject, ""),
        Parameter("statusURL", .url, place: .subject, ""),
      ]),
    Signature(
      action: "saveThing", verbs: ["save"], summary: "Saves.", example: "save https://a.example/", effect: .file,
      parameters: [
        Parameter("url", .url, place: .operand, isRequired: true, "what"), Parameter("to", .file, "the file"),
      ]),
    Signature(
      action: "uploadThing", verbs: ["upload"], summary: "Uploads.", example: "upload file:x",
      effect: .reversible(by: nil),
      parameters: [Parameter("file", .file, place: .operand, isRequired: true, "the file")]),
  ]

  static func field(_ name: String, _ kind: ValueKind, isOptional: Bool = false) -> Signature.ResultField {
    Signature.ResultField(name, kind, isOptional: isOptional, "")
  }
}

extension RecordShape {
  /// A record with a field of every kind of value.
  static let thing = RecordShape(
    "thing", kind: .status, spelling: "text",
    fields: [
      Catalog.field("id", .identifier(.status)), Catalog.field("text", .prose),
      Catalog.field("name", .text, isOptional: true), Catalog.field("count", .integer),
      Catalog.field("loud", .boolean), Catalog.field("date", .time), Catalog.field("url", .url),
      Catalog.field("acct", .acct), Catalog.field("by", .record("person")), Catalog.field("tags", .list(.text)),
      Catalog.field("parts", .list(.record("part"))), Catalog.field("place", .identifier(.file)),
    ])

  /// A record that is an account.
  static let person = RecordShape(
    "person", kind: .account, spelling: "acct",
    fields: [
      Catalog.field("id", .identifier(.account)), Catalog.field("acct", .acct), Catalog.field("url", .url),
    ])

  /// A record that nothing refers to.
  static let part = RecordShape(
    "part", fields: [Catalog.field("url", .url), Catalog.field("note", .text)])
}
