import JSONValue
import TuskCommon
import XCallbackURL

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
  var isRemote: Bool { origins.contains { !$0.isLocal } }

  /// Whether text of it came from this machine, and is not written in the script.
  var isLocal: Bool { origins.contains(where: \.isLocal) }

  /// Where its text came from, as far as it is not written in the script.
  var origins: [RemoteOrigin] {
    guard case .list(let elements) = form else { return [remote].compactMap(\.self) + remoteSigns.map(\.origin) }
    return elements.flatMap(\.origins)
  }

  /// The value as one whose text from this machine is written in the script.
  var withoutLocalSigns: RuntimeValue {
    var value = self
    value.remote = remote.flatMap { $0.isLocal ? nil : $0 }
    value.remoteSigns = remoteSigns.filter { !$0.origin.isLocal }
    return value
  }

  /// The elements of a list and of the lists in it; of another value, itself.
  var elements: [RuntimeValue] {
    guard case .list(let elements) = form else { return [self] }
    return elements.flatMap(\.elements)
  }

  /// The signs in a text that says this value, perhaps in another way than its spelling.
  func signs(in text: String) -> [RemoteSign] {
    guard spelling != text else { return spelledSigns }
    let origins = remoteSigns.map(\.origin)
    guard let origin = remote ?? origins.first(where: { !$0.isLocal }) ?? origins.first else { return [] }
    return RemoteSign.all(in: text, origin)
  }

  /// A server can send any name; one that is not a single word may end in a sign that what follows completes.
  private static func signs(within name: String, _ origin: RemoteOrigin) -> [RemoteSign] {
    let bare = withoutPort(name)
    guard PublishedName.all(in: "@\(bare)").first?.text != "@\(bare)" else { return [] }
    return PublishedName.signs(in: name).map { RemoteSign(offset: $0, origin: origin) }
  }
}

extension RuntimeValue {
  /// The name of an account without the port of its server, which servers do not read as part of a name.
  private static func withoutPort(_ name: String) -> Substring {
    guard let colon = name.lastIndex(of: ":"), name[..<colon].contains("@") else { return name[...] }
    let port = name[name.index(after: colon)...]
    let isPort = (1...5).contains(port.utf8.count) && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isPort ? name[..<colon] : name[...]
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
