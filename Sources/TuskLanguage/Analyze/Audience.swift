import AccountNames
import TuskCommon
package import XCallbackURL

/// The accounts that requests notify, as far as the requests show them.
package struct Audience: Sendable, Hashable {
  /// The names of accounts; for a status whose author is not known, the status.
  private var names: Set<String> = []

  package init() {}

  /// Adds the accounts that a request notifies: those in its text, one that it names, or the author of the status.
  package mutating func add(_ pairs: [CallbackURL.Pair], of signature: Signature) {
    guard signature.notifies else { return }
    let subject = signature.subject?.alternatives ?? []
    for pair in pairs {
      guard let value = pair.value, let parameter = signature.parameter(named: pair.name) else { continue }
      switch parameter.type {
      case .text: names.formUnion(PublishedName.all(in: value).filter(\.isAccount).map { Self.name(of: $0.text) })
      case .acct: names.insert(Self.name(of: value))
      case .identifier(.status): names.insert("\(ReferenceKind.status) \(value)")
      default: if subject.contains(parameter.name) { names.insert(value) }
      }
    }
  }

  /// Adds the accounts that a line of a plan notifies.
  package mutating func add(_ statement: Statement, resolver: Resolver) {
    var visitor = RequestVisitor(resolver: resolver)
    visitor.visit(statement)
    for request in visitor.requests { add(request.url.pairs, of: request.signature) }
  }

  /// How many are notified, in words; `nil` unless there are several. Several statuses may be by one author.
  package var words: String? {
    names.count > 1 ? "notifies up to \(names.count.counting("account"))" : nil
  }

  private static func name(of account: String) -> String {
    String(account.accountName.drop { $0 == "@" || $0 == "＠" })
  }
}

/// Collects the requests that are written as URLs.
private struct RequestVisitor: SyntaxVisitor {
  let resolver: Resolver
  var requests: [(signature: Signature, url: CallbackURL)] = []

  mutating func visit(_ command: Command) {
    command.walk(with: &self)
    if case .known(let signature, let url)? = resolver.request(opening: command) { requests.append((signature, url)) }
  }
}
