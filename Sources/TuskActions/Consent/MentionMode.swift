import TuskCommon
import XCallbackURL

/// What happens to the mentions and hashtags in the text of a request.
enum MentionMode: String, CaseIterable {
  /// The request fails.
  case stop
  /// They are posted as plain text, which notifies nobody.
  case defuse
  case keep

  static let choices = Choices(allCases.map(\.rawValue))
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
  /// Whether the request would mention somebody without saying that this is meant. Text from another program may have
  /// come from anywhere, so a person must see it first.
  func mentionsSomebody(in pairs: [CallbackURL.Pair]) -> Bool {
    guard parameter(named: MentionMode.name) != nil, !pairs.contains(where: { $0.name == MentionMode.name }) else {
      return false
    }
    return publishedTexts(in: pairs).contains { !PublishedName.all(in: $0).isEmpty }
  }
}

extension Failure {
  fileprivate static func mentioning(_ names: [PublishedName]) -> Failure {
    let shown = names.map(\.text).joined(separator: ", ")
    return Failure(.rejected, "the text has \(shown); use mentions=defuse or mentions=keep")
  }
}
