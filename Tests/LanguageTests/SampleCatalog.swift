import XCallbackURL

extension Catalog {
  /// The fifteen actions that Tusker documents, as far as the language looks at them.
  static let sample = Catalog([
    action("showAccount", ["show account"], account),
    action("getCurrentUser", ["me", "whoami"]),
    action("getAccount", ["get account", "account"], account),
    action("followUser", ["follow"], account),
    action("showStatus", ["show status"], status),
    action("getStatus", ["get status", "status"], status, [html]),
    action(
      "postStatus", ["post"], nil,
      [
        Parameter("mentioning", .acct, "a person"),
        Parameter("text", .text, place: .operand, isRequiredWhenSilent: true, "what to say"),
        Parameter("visibility", .choice(visibilities), "who sees it"),
      ]),
    action("favoriteStatus", ["fav", "favorite", "favourite"], status),
    action("reblogStatus", ["boost", "reblog"], status),
    action(
      "getNotification", ["get notification"], Signature.Subject(kind: .notification, id: "notificationID")),
    action(
      "getNotifications", ["notifications"], nil,
      [
        Parameter("count", .integer(1...Int.max), "how many"),
        Parameter("since", .time, "from when on"),
      ]),
    action("dismissNotification", ["dismiss"], Signature.Subject(kind: .notification, id: "notification")),
    action("dismissAllNotifications", ["dismiss all"]),
    action("getCurrentInstance", ["get instance", "instance"]),
    action(
      "getSearchResults", ["search"], nil, [Parameter("query", .text, place: .operand, isRequired: true, "what for")]),
  ])

  private static let visibilities = Choices(
    ["public", "unlisted", "private", "direct"],
    meanings: ["public": "everyone", "unlisted": "not in lists", "private": "followers", "direct": "those named"])

  /// The same actions, and the verbs `x` and `y`, which take every value and parameter.
  static let withPlaceholders = Catalog(sample.signatures + [anything("x"), anything("y")])

  private static func anything(_ verb: String) -> Signature {
    Signature(
      action: verb, verbs: [verb], summary: "Does \(verb).", example: verb, effect: .read,
      parameters: [Parameter("value", .anything, place: .operand, isRepeatable: true, "any value")],
      app: .unknown(scheme: "placeholder"))
  }

  private static let account = Signature.Subject(kind: .account, id: "accountID", url: "accountURL", acct: "acct")
  private static let status = Signature.Subject(kind: .status, id: "statusID", url: "statusURL")
  private static let html = Parameter("html", .boolean, "markup instead of text")

  private static func action(
    _ name: String, _ verbs: [String], _ subject: Signature.Subject? = nil, _ parameters: [Parameter] = []
  ) -> Signature {
    Signature(
      action: name, verbs: verbs, summary: "Does \(name).", example: verbs[0], effect: .read, subject: subject,
      parameters: (subject?.parameters ?? []) + parameters)
  }
}

extension Signature.Subject {
  fileprivate var parameters: [Parameter] {
    let names: [(String?, ParameterType)] = [(id, .identifier(kind)), (url, .url), (acct, .acct)]
    return names.compactMap { name, type in
      name.map { Parameter($0, type, place: .subject, "which \(kind.rawValue)") }
    }
  }
}

extension [Parameter] {
  /// What every verb takes in these tests.
  static let universal = [
    Parameter("json", .boolean, "data as JSON"),
    Parameter("silent", .boolean, "without asking"),
    Parameter("yes", .boolean, place: .shell, "confirms"),
    Parameter("timeout", .duration, place: .shell, "how long to wait"),
  ]
}
