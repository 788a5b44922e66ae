import TuskLanguage
import XCallbackURL

extension Catalog {
  /// Actions that answer records, as the real ones do, so that scripts can be checked against them.
  static let checked = Catalog(reading + writing, records: [.status, .attachment, .option, .event])

  private static let reading = [
    action("getAccount", ["get account"], subject: .account, record: .account),
    action("getStatus", ["get status"], subject: .status, record: .status),
    action("getPoll", ["get poll"], subject: Signature.Subject(kind: .poll, id: "poll"), record: .poll),
    action(
      "getNotifications", ["notifications"], [kind, count, Parameter("since", .time, "")], items: .notification),
    action("getStatuses", ["statuses"], [of, before, after, html], items: .status),
    action("getFavorites", ["favorites", "favourites"], [before], items: .status),
    action("getFollowing", ["following"], [], items: .account),
    action("getReports", ["reports"], [Parameter("unresolved", .boolean, "")], items: .report),
    action(
      "getTimeline", ["timeline"], [Parameter("tag", .identifier(.tag), place: .operand, "")], items: .status),
    action("stream", ["stream"], [Parameter("name", .anything, place: .operand, "")], items: .event),
    action(
      "getListMembers", ["list members"], subject: Signature.Subject(kind: .list, id: "list"), items: .account),
  ]

  private static let writing = [
    action(
      "postStatus", ["post"],
      [
        Parameter("text", .text, place: .operand, isRequiredWhenSilent: true, ""),
        Parameter("visibility", .choice(["public", "unlisted", "private", "direct"]), ""),
        Parameter("reply", .identifier(.status), ""), Parameter("cw", .text, ""),
        Parameter("poll", .text, isRepeatable: true, ""), Parameter("expires", .duration, ""),
        Parameter("media", .attachment, isRepeatable: true, ""),
      ],
      effect: .reversible(by: nil),
      results: [
        Signature.ResultField("statusURL", .url, isOptional: true, ""), Signature.ResultField("statusURI", .text, ""),
      ], record: .status),
    action("favoriteStatus", ["fav"], subject: .status, effect: .reversible(by: "unfavoriteStatus")),
    action("unfavoriteStatus", ["unfav"], subject: .status, effect: .reversible(by: "favoriteStatus")),
    action("reblogStatus", ["boost"], subject: .status, effect: .reversible(by: nil)),
    action("deleteStatus", ["delete"], subject: .status, effect: .destructive),
    action("followUser", ["follow"], subject: .account, effect: .reversible(by: nil)),
    action(
      "dismissNotification", ["dismiss"], subject: Signature.Subject(kind: .notification, id: "notification"),
      effect: .reversible(by: nil)),
    action("dismissAllNotifications", ["dismiss all"], effect: .mass),
    action(
      "moderateAccount", ["moderate"],
      [Parameter("action", .choice(["limit", "suspend"]), ""), Parameter("report", .identifier(.report), "")],
      subject: .account, effect: .destructive),
    action("addToList", ["list add"], [listName], subject: .account, effect: .reversible(by: nil)),
    action("removeFromList", ["list remove"], [listName], subject: .account, effect: .reversible(by: nil)),
    action(
      "download", ["download"],
      [
        Parameter("url", .url, place: .operand, isRequired: true, ""), Parameter("to", .file, ""),
        Parameter("skip-existing", .boolean, ""),
      ], effect: .file),
    action("uploadMedia", ["upload"], [Parameter("file", .attachment, place: .operand, isRequired: true, "")]),
  ]

  private static let kind = Parameter("kind", .choice(["follow", "mention", "favorite"]), "")
  private static let count = Parameter("count", .integer(1...Int.max), "")
  private static let of = Parameter("of", .reference(.account), "")
  private static let before = Parameter("before", .time, "")
  private static let after = Parameter("after", .time, "")
  private static let html = Parameter("html", .boolean, "")
  private static let listName = Parameter("list", .reference(.list), place: .operand, isRequired: true, "the list")

  private static func action(
    _ name: String, _ verbs: [String], _ parameters: [Parameter] = [], subject: Signature.Subject? = nil,
    effect: Signature.Effect = .read, results: [Signature.ResultField] = [], record: RecordShape? = nil,
    items: RecordShape? = nil
  ) -> Signature {
    Signature(
      action: name, verbs: verbs, summary: "Does \(name).", example: verbs[0], effect: effect, canBeSilent: true,
      subject: subject, parameters: (subject?.named ?? []) + parameters, results: results, record: record,
      items: items.map { Signature.ItemShape(ids: "ids", record: $0) })
  }
}

extension Signature.Subject {
  fileprivate static let account = Signature.Subject(kind: .account, id: "accountID", url: "accountURL", acct: "acct")
  fileprivate static let status = Signature.Subject(kind: .status, id: "statusID", url: "statusURL")

  fileprivate var named: [Parameter] {
    let names: [(String?, ParameterType)] = [(id, .identifier(kind)), (url, .url), (acct, .acct)]
    return names.compactMap { name, type in name.map { Parameter($0, type, place: .subject, "") } }
  }
}

extension RecordShape {
  fileprivate static let account = RecordShape(
    "account", kind: .account, spelling: "acct",
    fields: fields([
      ("id", .identifier(.account)), ("acct", .acct), ("username", .text), ("displayName", .text),
      ("followers", .integer), ("statuses", .integer), ("bot", .boolean), ("url", .url), ("note", .prose),
    ]))

  fileprivate static let status = RecordShape(
    "status", kind: .status, spelling: "url",
    fields: fields([
      ("id", .identifier(.status)), ("uri", .text), ("url", .url), ("account", .record("account")), ("text", .prose),
      ("language", .text), ("visibility", .text), ("cw", .text), ("posted", .time), ("favourites", .integer),
      ("boosts", .integer), ("pinned", .boolean), ("sensitive", .boolean), ("poll", .identifier(.poll)),
      ("media", .list(.record("attachment"))), ("tags", .list(.text)),
    ]))

  fileprivate static let notification = RecordShape(
    "notification", kind: .notification,
    fields: fields([
      ("id", .identifier(.notification)), ("kind", .text), ("date", .time), ("accountID", .identifier(.account)),
      ("statusID", .identifier(.status)), ("account", .record("account")),
    ]))

  fileprivate static let poll = RecordShape(
    "poll", kind: .poll,
    fields: fields([("id", .identifier(.poll)), ("votes", .integer), ("options", .list(.record("option")))]))

  fileprivate static let report = RecordShape(
    "report", kind: .report,
    fields: fields([
      ("id", .identifier(.report)), ("target", .identifier(.account)), ("category", .text), ("comment", .prose),
    ]))

  fileprivate static let option = RecordShape(
    "option", spelling: "title", fields: fields([("title", .text), ("votes", .integer)]))

  fileprivate static let attachment = RecordShape(
    "attachment", kind: .media, fields: fields([("id", .identifier(.media)), ("url", .url), ("description", .prose)]))

  fileprivate static let event = RecordShape(
    "event", fields: fields([("event", .text), ("mine", .boolean), ("status", .record("status"))]))

  private static func fields(_ fields: [(String, ValueKind)]) -> [Signature.ResultField] {
    fields.map { Signature.ResultField($0.0, $0.1, words: words[$0.0], isOptional: $0.0 == "cw", "") }
  }

  private static let words = [
    "visibility": FieldWords(
      Choices(["public", "private"], aliases: ["followers": "private", "public": "public"]), isOpen: false),
    "kind": FieldWords(Choices(["follow", "mention"], aliases: ["mentions": "mention", "mention": "mention"])),
  ]
}

extension Resolver {
  /// What scripts are checked with in these tests.
  static let checked = Resolver(
    catalog: .checked,
    options: .universal + [Parameter("as", .acct, place: .shell, "which account acts")],
    listOptions: [
      Parameter("all", .boolean, place: .shell, "every page"),
      Parameter("limit", .integer(1...Int.max), place: .shell, "how many at most"),
    ])
}
