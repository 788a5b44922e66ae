import AccountNames
import TuskCommon
package import XCallbackURL

/// The accounts that requests notify, as far as the requests show them.
package struct Audience: Sendable, Hashable {
  /// The names of accounts; for a status whose author is not known, the status.
  private var names: Set<String> = []

  /// How many accounts are counted: a set of all that a long script notifies takes tens of megabytes.
  package static let mostCounted = 10_000

  package init() {}

  /// Whether there are more than are counted.
  private var isFull: Bool { names.count > Self.mostCounted }

  /// Adds the accounts that a request notifies: those in its text, one that it names, or the author of the status.
  package mutating func add(_ pairs: [CallbackURL.Pair], of signature: Signature) {
    guard signature.notifies, !isFull else { return }
    let subject = signature.subject?.alternatives ?? []
    for pair in pairs {
      guard let value = pair.value, let parameter = signature.parameter(named: pair.name) else { continue }
      switch parameter.type {
      case .text: for name in PublishedName.all(in: value) where name.isAccount { insert(Self.name(of: name.text)) }
      case .acct: insert(Self.name(of: value))
      case .identifier(.status): insert("\(ReferenceKind.status) \(value)")
      default: if subject.contains(parameter.name) { insert(value) }
      }
    }
  }

  private mutating func insert(_ name: String) {
    if !isFull { names.insert(name) }
  }

  /// Adds the accounts that a line of a plan notifies.
  package mutating func add(_ statement: Statement, resolver: Resolver) {
    guard !isFull else { return }
    var visitor = RequestVisitor(resolver: resolver)
    visitor.visit(statement)
    for request in visitor.requests { add(request.url.pairs, of: request.signature) }
  }

  /// How many are notified, in words; `nil` unless there are several. Several statuses may be by one author.
  package var words: String? {
    if isFull { return "may notify more than \(Self.mostCounted) accounts" }
    return names.count > 1 ? "notifies up to \(names.count.counting("account"))" : nil
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
