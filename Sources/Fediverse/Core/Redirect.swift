/// Where a response redirects to, and whether the redirect is followed.
enum Redirect: Sendable, Hashable {
  case none
  case allowed(WebURL)
  case refused(target: String, reason: String)

  /// The greatest number of redirects in a row.
  static let limit = 5

  /// Follows a redirect only for a read, and only to an address that is at least as secure.
  init(_ response: HTTPResponse, to call: Call, at url: WebURL) {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"] else {
      self = .none
      return
    }
    guard let target = WebURL(location, at: url) else {
      self = .refused(target: location, reason: "is not a web address")
      return
    }
    guard call.isRead else {
      self = .refused(target: target.description, reason: "is not followed, because a change is sent only once")
      return
    }
    guard Self.isAsSafe(target.origin, as: url.origin) else {
      self = .refused(target: target.description, reason: "is less secure")
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
