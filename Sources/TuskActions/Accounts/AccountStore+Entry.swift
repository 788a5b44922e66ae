import AccountNames
import JSONValue

extension [AccountStore.Entry] {
  /// The entry of the account with this name, however that is spelled.
  package func named(_ name: String) -> AccountStore.Entry? { first { $0.name.isSameAccount(as: name) } }

  /// Those with a tag; all for `nil`.
  package func tagged(_ tag: String?) -> [AccountStore.Entry] {
    guard let tag else { return self }
    return filter { $0.tags.contains(tag) }
  }
}

extension AccountStore.Entry {
  init(_ name: String, at server: String, _ place: AccountStore.Place, _ credentials: Credentials?) {
    let domain = name.split(separator: "@").last.map(String.init)
    self.init(name: name, server: server, place: place, domain: domain, credentials: credentials)
  }

  init?(_ json: JSON) {
    guard let name = json["name"]?.string, let server = json["server"]?.string else { return nil }
    let place: AccountStore.Place
    var credentials: Credentials?
    if let command = json["token_command"]?.string {
      place = .command(command)
    } else if json["keyring"]?.bool == true {
      place = .keyring
    } else {
      place = .file
      // Older files have only the token.
      credentials =
        json["credentials"].flatMap { Credentials(stored: $0) }
        ?? json["token"]?.string.map { Credentials(token: $0) }
      guard credentials != nil else { return nil }
    }
    self.init(
      name: name, server: server, place: place, domain: json["domain"]?.string, credentials: credentials,
      tags: (json["tags"]?.array ?? []).compactMap(\.string))
  }

  var json: JSON {
    var object: JSON.Object = ["name": .string(name), "server": .string(server)]
    if let domain { object["domain"] = .string(domain) }
    if !tags.isEmpty { object["tags"] = .array(tags.map(JSON.string)) }
    switch place {
    case .file: if let credentials { object["credentials"] = credentials.stored }
    case .keyring: object["keyring"] = true
    case .command(let command): object["token_command"] = .string(command)
    }
    return .object(object)
  }
}
