import AccountNames
import TuskCommon
package import XCallbackURL

/// What happens to the mentions and hashtags in the text of a request.
enum MentionMode: String, CaseIterable {
  /// The request fails.
  case stop
  /// They are posted as plain text, which notifies nobody.
  case defuse
  case keep

  static let choices = Choices(
    allCases.map(\.rawValue),
    meanings: [
      stop.rawValue: "the request fails", defuse.rawValue: "they are posted as text that notifies nobody",
      keep.rawValue: "they are posted as they are",
    ])
  static let summary = "mentions and hashtags in text from a server or another app: stop (default), defuse or keep"
  static let name = "mentions"

  /// The text as it may be posted.
  func applied(to text: String) throws(Failure) -> String {
    let names = PublishedName.all(in: text)
    switch self {
    case .keep: return text
    case .defuse: return PublishedName.defused(text, names)
    case .stop:
      guard names.isEmpty else { throw .mentioning(names) }
      return text
    }
  }
}

extension Signature {
  /// Whether the text of the request would mention somebody without saying that this is meant. Text from another
  /// program may have come from anywhere, so a person must see it first.
  func mentionsSomebody(in pairs: [CallbackURL.Pair]) -> Bool {
    parameter(named: MentionMode.name) != nil && !pairs.contains { $0.name == MentionMode.name }
      && !publishedNames(in: pairs).isEmpty
  }

  /// Whether a parameter of the request names an account to mention. This is the wish of its caller, whatever happens
  /// to names in the text.
  func addressesSomebody(in pairs: [CallbackURL.Pair]) -> Bool {
    guard parameter(named: MentionMode.name) != nil, !namedAccounts(in: pairs).isEmpty else { return false }
    return !pairs.contains { $0.name == MentionMode.name && $0.value == MentionMode.keep.rawValue }
  }

  /// The accounts that the request would mention, in its texts or as a parameter, without their signs.
  package func mentionedAccounts(in pairs: [CallbackURL.Pair]) -> Set<String> {
    guard parameter(named: MentionMode.name) != nil else { return [] }
    let names = publishedNames(in: pairs).filter(\.isAccount).map(\.text) + namedAccounts(in: pairs)
    return Set(names.map { name in String(name.accountName.drop { "@!＠".contains($0) }) })
  }

  /// Why `--yes` alone does not permit the request: nobody has seen whom it would mention.
  func unseen(in pairs: [CallbackURL.Pair]) -> Failure {
    let names = publishedNames(in: pairs).map(\.text)
    return Failure(
      .rejected, "the status has \(names.joined(separator: ", ")); with --yes, the URL needs mentions=keep")
  }

  private func publishedNames(in pairs: [CallbackURL.Pair]) -> [PublishedName] {
    publishedTexts(in: pairs).flatMap(PublishedName.all)
  }

  private func namedAccounts(in pairs: [CallbackURL.Pair]) -> [String] {
    pairs.filter { parameter(named: $0.name)?.type == .acct }.compactMap(\.value).filter { !$0.isEmpty }.map { name in
      name.hasPrefix("@") ? name : "@\(name)"
    }
  }
}

extension Failure {
  fileprivate static func mentioning(_ names: [PublishedName]) -> Failure {
    let shown = names.map(\.text).joined(separator: ", ")
    return Failure(.rejected, "the text has \(shown); use mentions=defuse or mentions=keep")
  }
}
