import JSONValue
import TuskLanguage
import XCallbackURL

/// A stream that a person watches at the prompt.
struct WatchedStream: Sendable, Hashable {
  /// The stream as it is typed: `home`, `#birds`, `list:1`.
  let name: String
  /// The line that reads its events.
  private let line: String
  /// The line that lists what it delivers.
  let listing: String
  /// Where filters apply to what it delivers.
  let contexts: [String]
  /// The events that it shows; the stream behind `home` delivers notifications, too.
  private let kinds: Set<ReferenceKind>

  /// What is typed after `watch`, for messages.
  static let choices = "home, notifications, local, public, #TAG or list:ID"

  /// The words that are completed.
  static let words: [(text: String, summary: String)] = [
    ("home", "new statuses of your home timeline"), ("notifications", "what others do to you"),
    ("local", "new statuses of your server"), ("public", "new statuses that your server knows"),
  ]

  /// - Returns: `nil` for a word that names no stream.
  init?(_ word: String) {
    name = word
    switch word {
    case "home": (line, listing, contexts, kinds) = ("stream user", "home", ["home"], [.status])
    case "notifications":
      (line, listing, contexts, kinds) = ("stream \(word)", word, [word], [.notification])
    case "local", "public": (line, listing, contexts, kinds) = ("stream \(word)", word, ["public"], [.status])
    case _ where word.hasPrefix("#") && word.count > 1:
      (line, listing, contexts, kinds) = ("stream \(word)", "tag \(word)", ["public"], [.status])
    case _ where word.hasPrefix("list:") && word.count > "list:".count:
      (line, listing, contexts, kinds) = ("stream \(word)", "timeline \(word)", ["home"], [.status])
    default: return nil
    }
  }

  /// The request for its events.
  ///
  /// - Throws: ``Diagnostic`` for a tag or a list that is written wrongly.
  func url() throws(Diagnostic) -> CallbackURL? {
    let statements = try ParsedSource(Source(line), mode: .repl).statements.get()
    guard case .pipeline(let pipeline)? = statements.first?.form, case .command(let command) = pipeline.first else {
      return nil
    }
    return try Shell.resolver().resolve(command).urls.first?.appending([CallbackURL.Pair("items", "true")])
  }

  /// The event of a record; `nil` if the watch does not show it.
  func event(of record: JSON.Object) -> WatchedEvent? {
    WatchedEvent(record, filteredIn: contexts).flatMap { kinds.contains($0.kind) ? $0 : nil }
  }
}
