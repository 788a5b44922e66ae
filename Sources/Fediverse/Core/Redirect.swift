/// Where an answer leads on to, and whether that way is taken.
enum Redirect: Sendable, Hashable {
  case none
  case allowed(WebURL)
  case refused(target: String, reason: String)

  /// How many redirects may follow one another.
  static let limit = 5

  /// Only a read is repeated elsewhere, and only where the line stays as safe as it was.
  init(_ response: HTTPResponse, to call: Call, at url: WebURL) {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"] else {
      self = .none
      return
    }
    guard let target = WebURL(location, at: url) else {
      self = .refused(target: location, reason: "which is no web address")
      return
    }
    guard call.isRead else {
      self = .refused(target: target.description, reason: "where a change is not sent again")
      return
    }
    guard Self.isAsSafe(target.origin, as: url.origin) else {
      self = .refused(target: target.description, reason: "which is not as safe")
      return
    }
    self = .allowed(target)
  }

  private static func isAsSafe(_ target: ServerAddress, as origin: ServerAddress) -> Bool {
    switch (origin.scheme, target.scheme) {
    case (.https, .https): true
    case (.https, .http): false
    case (.http, _): target.host == origin.host || target.isLoopback && origin.isLoopback
    }
  }
}
