import TuskActions
import XCallbackURL

/// A request of each action that asks the server and nothing else, for ``Bodies/everything``.
///
/// Those of the first actions are written by hand. An action that is added gets one from its declaration, so that every
/// test of all actions tests it too.
enum SampleRequests {
  /// The actions that Tusker documents.
  static let documented = [
    "showAccount?accountID=2", "getCurrentUser", "getAccount?accountID=2", "followUser?accountID=2",
    "showStatus?statusID=9", "getStatus?statusID=9", "postStatus?text=Hi", "favoriteStatus?statusID=9",
    "reblogStatus?statusID=9", "getNotification?notificationID=77", "getNotifications",
    "dismissNotification?notification=77", "dismissAllNotifications", "getCurrentInstance", "search?query=cats",
  ]

  private static let written = [
    "unfollowUser?accountID=2", "getFollowers", "getFollowing?of=2", "deleteStatus?statusID=9",
    "unfavoriteStatus?statusID=9", "unreblogStatus?statusID=9", "getStatuses", "getFavorites", "getTimeline",
    "getPoll?pollID=5", "getLists", "getListMembers?list=3", "addToList?list=3&account=2",
    "removeFromList?list=3&account=2", "getReports", "moderateAccount?accountID=2&action=limit",
    "replyToStatus?statusID=9&text=Hi", "quoteStatus?statusID=9&text=Hi",
  ]

  /// Requests of further actions, whose declarations do not say that a value must be given.
  private static let complete = [
    "scheduleStatus?text=Hi&in=1d", "rescheduleStatus?scheduledID=1&in=1d", "editStatus?statusID=11&text=Hi",
    "redraftStatus?statusID=11", "votePoll?pollID=5&choice=1", "previewStatus?text=Hi", "setNote?accountID=2&text=Hi",
    "setNotificationPolicy?new-accounts=filter", "updateList?list=3&title=Dogs", "updateProfile?bio=Hi",
    "getAnnualReport?year=2025", "createFilter?title=Dogs&words=dogs", "updateFilter?filter=1&title=Dogs",
    "addFilterWord?filter=1&word=dogs", "addFilterStatus?filter=1&status=10", "removeFilterStatus?filter=1&status=9",
    "createCollection?name=dogs", "updateCollection?collection=1&discoverable=true",
    "addToCollection?collection=1&account=3", "leaveCollection?collection=2",
    "setPush?endpoint=https%3A%2F%2Fpush.example%2Falice&key=BNcRdreALRFXTkOOUHK1&auth=tBHItJI5svbpez7KI4CCXg",
    "setAdminTag?tag=cats&trendable=true", "removeAdminEmail?domain=spam.example",
    "removeAdminAddress?address=bob%40spam.example", "removeAdminIP?addresses=192.0.2.0%2F24",
  ]

  /// The actions beyond those.
  static let further = written + derived.map(request)

  static let all = documented + further

  /// The actions whose requests nobody has written by hand.
  static let derived = Action.all.map(\.signature).filter { signature in
    !(documented + written).map(action).contains(signature.action) && asksServerAlone(signature)
  }

  /// The request of this action.
  static func request(of action: Action) -> String {
    all.first { Self.action($0) == action.signature.action } ?? request(action.signature)
  }

  /// The name of the action that is requested.
  static func action(_ request: String) -> String { String(request.prefix { $0 != "?" }) }

  /// Whether neither files, other servers, an endless stream nor what is known without asking play a part.
  static func asksServerAlone(_ signature: Signature) -> Bool {
    let types = signature.parameters.filter(\.isRequired).map(\.type)
    return signature.effect != .file && signature.items?.isEndless != true && !types.contains(.file)
      && !["uploadMedia", "getFeature", "getFeatures"].contains(signature.action)
  }

  /// The request with a value for each parameter that is required.
  private static func request(_ signature: Signature) -> String {
    if let request = complete.first(where: { action($0) == signature.action }) { return request }
    let subject = signature.subject.flatMap { $0.isRequired ? $0 : nil }
    let required = signature.parameters.filter { $0.isRequired || $0.name == subject?.id }
    let pairs = required.map { "\($0.name)=\(value($0.type))" }
    return pairs.isEmpty ? signature.action : "\(signature.action)?\(pairs.joined(separator: "&"))"
  }

  /// A value that the stub server has an answer for.
  private static func value(_ type: ParameterType) -> String {
    switch type {
    case .identifier(let kind), .reference(let kind): identifiers[kind] ?? "1"
    case .choice(let choices): choices.values.first ?? ""
    case .integer(let range): String(range.lowerBound)
    case .boolean: "true"
    case .duration, .time: "1h"
    case .acct: "bob%40b.example"
    case .url: "https%3A%2F%2Fb.example%2F9"
    case .text, .attachment, .file, .anything: "cats"
    }
  }

  /// The identifiers that requests name, by kind.
  static let identifiers: [ReferenceKind: String] = [
    .status: "9", .account: "2", .notification: "77", .poll: "5", .list: "3", .report: "31", .tag: "cats",
    .domain: "spam.example",
  ]
}
