import JSONValue
import TuskCommon
import XCallbackURL

/// Whose text a value is, if it came from a server or another app.
struct RemoteOrigin: Sendable, Hashable {
  /// The account of this machine that read it; `nil` if that is not known.
  var reader: String?
  /// The account that wrote it; `nil` if that is not known.
  var author: Author?

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

extension RuntimeValue {
  /// The value as one that came from there.
  func coming(from origin: RemoteOrigin) -> RuntimeValue {
    var value = self
    var origin = origin
    switch form {
    case .text(let text): value.remoteSigns = RemoteSign.all(in: text, origin)
    case .record(let record): origin.author = record.author ?? origin.author
    case .list(let elements): value.form = .list(elements.map { $0.coming(from: origin) })
    default: break
    }
    value.remote = origin
    return value
  }

  /// The signs in the value's spelling. The name of an account or of another entity is what the script means by it, but
  /// only as one word behind a sign that the script writes.
  var spelledSigns: [RemoteSign] {
    guard let remote else { return remoteSigns }
    switch form {
    case .acct(let name): return Self.signs(within: name, remote)
    case .reference(_, let id): return Self.signs(within: id, remote)
    case .record(let record): return Self.signs(within: record.spelling ?? "", remote)
    default: return remoteSigns
    }
  }

  /// Whether text of it came from a server or another app.
  var isRemote: Bool {
    guard case .list(let elements) = form else { return remote != nil || !remoteSigns.isEmpty }
    return elements.contains(where: \.isRemote)
  }

  /// The elements of a list and of the lists in it; of another value, itself.
  var elements: [RuntimeValue] {
    guard case .list(let elements) = form else { return [self] }
    return elements.flatMap(\.elements)
  }

  /// The signs in a text that says this value, perhaps in another way than its spelling.
  func signs(in text: String) -> [RemoteSign] {
    guard spelling != text else { return spelledSigns }
    guard let origin = remote ?? remoteSigns.first?.origin else { return [] }
    return RemoteSign.all(in: text, origin)
  }

  /// A server can send any name; one that is not a single word may end in a sign that what follows completes.
  private static func signs(within name: String, _ origin: RemoteOrigin) -> [RemoteSign] {
    guard PublishedName.all(in: "@\(name)").first?.text != "@\(name)" else { return [] }
    return PublishedName.signs(in: name).map { RemoteSign(offset: $0, origin: origin) }
  }
}

extension RuntimeValue.Record {
  /// The account whose words are in the record: of a boost and of a notification, that of the status.
  fileprivate var author: RemoteOrigin.Author? {
    for part in ["status", "reblog"] {
      guard let status = fields[part]?.object else { continue }
      return RuntimeValue.Record(nil, status).author ?? RemoteOrigin.Author(account: [:])
    }
    if let account = fields["account"]?.object { return RemoteOrigin.Author(account: account) }
    return shape?.kind == .account ? RemoteOrigin.Author(account: fields) : nil
  }
}

extension RemoteOrigin.Author {
  fileprivate init(account: JSON.Object) {
    self.init(id: account["id"]?.string ?? "", page: account["url"]?.string)
  }
}

extension RemoteOrigin {
  /// The origin as stored in the journal.
  var json: JSON {
    var object: JSON.Object = [:]
    object["reader"] = reader.map(JSON.string)
    object["author"] = author?.page.map(JSON.string)
    object["authorID"] = (author?.id).map(JSON.string)
    return .object(object)
  }

  /// Reads an origin; earlier versions stored no identifier of the author, who is then unknown.
  init(json: JSON) {
    reader = json["reader"]?.string
    author = json["authorID"]?.string.map { Author(id: $0, page: json["author"]?.string) }
  }
}

extension RemoteSign {
  /// The places in a text that came from there as a whole.
  static func all(in text: String, _ origin: RemoteOrigin) -> [RemoteSign] {
    guard !text.isEmpty else { return [] }
    let signs = PublishedName.signs(in: text)
    return (signs.first == 0 ? signs : [0] + signs).map { RemoteSign(offset: $0, origin: origin) }
  }

  /// The sign as stored in the journal.
  var json: JSON { ["at": .int(offset), "from": origin.json] }

  init?(json: JSON) {
    guard let offset = json["at"]?.int, let origin = json["from"] else { return nil }
    self.init(offset: offset, origin: RemoteOrigin(json: origin))
  }
}
