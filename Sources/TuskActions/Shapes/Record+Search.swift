import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Server.SearchResult {
  private typealias Field = Shape<Server.SearchResult>.Field

  /// A result of a search, of one of three types.
  static let searchResult = RecordOf("result", kindField: "type", Shape(descriptions + parts))

  /// What was found, in the same fields for each type.
  private static var descriptions: [Field] {
    [
      Field("type", .text, "what was found: account, status or tag", words: .only("account", "status", "tag")) {
        .string($0.type)
      },
      Field("id", .text, "its identifier on this server, or the name of the hashtag") { .string($0.id) },
      Field("name", .text, "the name of the account, of the status's author or of the hashtag") {
        $0.name.map(JSON.string)
      },
      Field("content", .prose, "the content of the status or the biography", isOptional: true) {
        $0.content.map(JSON.string)
      },
      Field("url", .url, "its page", isOptional: true) { $0.url.map(JSON.string) },
    ]
  }

  /// The record of what was found, in a field of its type.
  private static var parts: [Field] {
    [
      Field("account", .record("account"), "the account found", isOptional: true, isColumn: false) { result in
        guard case .account(let account) = result else { return nil }
        return .object(RecordOf<Server.AccountView>.account.object(of: account))
      },
      Field("status", .record("status"), "the status found", isOptional: true, isColumn: false) { result in
        guard case .status(let status) = result else { return nil }
        return .object(RecordOf<Server.StatusView>.status.object(of: status))
      },
      Field("tag", .identifier(.tag), "the hashtag found", isOptional: true, isColumn: false) { result in
        guard case .tag(let tag) = result else { return nil }
        return .string(tag.name)
      },
    ]
  }
}

extension Server.SearchResult {
  /// The kind of reference to it.
  var type: String {
    switch self {
    case .account: "account"
    case .status: "status"
    case .tag: "tag"
    }
  }

  var id: String {
    switch self {
    case .account(let view): view.account.id
    case .status(let view): view.status.id
    case .tag(let tag): tag.name
    }
  }

  fileprivate var name: String? {
    switch self {
    case .account(let view): view.name
    case .status(let view): view.author?.name
    case .tag(let tag): tag.name
    }
  }

  fileprivate var content: String? {
    switch self {
    case .account(let view): HTMLText(view.account.note).plain
    case .status(let view): (view.status.reblog ?? view.status).plainText
    case .tag: nil
    }
  }

  fileprivate var url: String? {
    switch self {
    case .account(let view): view.account.url
    case .status(let view): view.status.url
    case .tag(let tag): tag.url
    }
  }
}
