import JSONValue
import TuskCommon
import XCallbackURL

/// Whose text a value is, if it is not written in the script.
struct RemoteOrigin: Sendable, Hashable {
  /// The account of this machine that read it; `nil` if that is not known.
  var reader: String?
  /// The account that wrote it; `nil` if that is not known.
  var author: Author?
  /// Whether it came from a file, a program, the environment or a person on this machine. Such text is posted as it is,
  /// unless the script defuses what it did not write.
  var isLocal = false

  static let local = RemoteOrigin(isLocal: true)

  /// An account as the server names it that was asked; another server could say the same of an account of its own.
  struct Author: Sendable, Hashable {
    let id: String
    let page: String?
  }

  /// Whether it is known who read it from where, and who wrote it.
  var isKnown: Bool { reader != nil && author?.id.isEmpty == false }
}

/// A place in a text that came from a server or another app: its beginning, which could continue a mention that the
/// script begins, or a character that could start a mention or a hashtag.
struct RemoteSign: Sendable, Hashable {
  /// The offset in the text, in UTF-8.
  var offset: Int
  let origin: RemoteOrigin
}

extension RemoteOrigin {
  /// Whether a text is the address of a page of the server that was asked, and names nobody besides. The name of that
  /// server may have no dot, without which an address is none to some servers.
  fileprivate func isOwnPage(_ text: String) -> Bool {
    // An account without a name has that of its server, and what tells it from others.
    guard let server = reader?.split(separator: "@").last?.prefix(while: { $0 != " " }),
      let scheme = ["https://", "http://"].first(where: { text.hasPrefix("\($0)\(server)/") })
    else { return false }
    return PublishedName.all(in: "https://host.example\(text.dropFirst(scheme.count + server.count))").isEmpty
  }

  /// The origin as stored in the journal.
  var json: JSON {
    var object: JSON.Object = [:]
    object["reader"] = reader.map(JSON.string)
    object["author"] = author?.page.map(JSON.string)
    object["authorID"] = (author?.id).map(JSON.string)
    if isLocal { object["local"] = true }
    return .object(object)
  }

  /// Reads an origin; earlier versions stored no identifier of the author, who is then unknown.
  init(json: JSON) {
    reader = json["reader"]?.string
    author = json["authorID"]?.string.map { Author(id: $0, page: json["author"]?.string) }
    isLocal = json["local"]?.bool ?? false
  }
}

extension RemoteSign {
  /// The places in a text that came from there as a whole.
  static func all(in text: String, _ origin: RemoteOrigin) -> [RemoteSign] {
    guard !text.isEmpty else { return [] }
    let signs = origin.isOwnPage(text) ? [0] : PublishedName.signs(in: text)
    return (signs.first == 0 ? signs : [0] + signs).map { RemoteSign(offset: $0, origin: origin) }
  }

  /// The sign as stored in the journal.
  var json: JSON { ["at": .int(offset), "from": origin.json] }

  init?(json: JSON) {
    guard let offset = json["at"]?.int, let origin = json["from"] else { return nil }
    self.init(offset: offset, origin: RemoteOrigin(json: origin))
  }
}
