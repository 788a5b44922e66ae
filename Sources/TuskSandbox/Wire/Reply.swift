/// An endpoint's response.
struct Reply: Sendable {
  /// The forms of a response body.
  enum Body: Sendable {
    case entity(Entity)
    case page(String)
    case file(bytes: [UInt8], type: String)
  }

  var status: Int
  var body: Body
  var headers: [(name: String, value: String)] = []
  /// The events that follow while the client stays connected.
  var feed: Feed?

  init(_ entity: Entity, status: Int = 200) {
    self.status = status
    body = .entity(entity)
  }

  init(page html: String, status: Int = 200) {
    self.status = status
    body = .page(html)
  }

  init(file bytes: [UInt8], type: String) {
    status = 200
    body = .file(bytes: bytes, type: type)
  }

  init(following feed: Feed) {
    self.init([:])
    self.feed = feed
  }

  /// Redirects a browser to another address.
  init(redirectingTo address: String) {
    self.init(page: "", status: 302)
    headers.append(("Location", address))
  }

  static let empty = Reply([:])

  func with(header name: String, _ value: String) -> Reply {
    var copy = self
    copy.headers.append((name, value))
    return copy
  }
}
