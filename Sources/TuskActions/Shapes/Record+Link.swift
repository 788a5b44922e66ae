import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Server.StatusView {
  /// A status that an action changed.
  static let link = RecordOf("link", kind: .status, id: "statusID", Shape(addresses + wordsOfLink))

  private typealias Field = Shape<Server.StatusView>.Field

  /// Where it is, as Tusker answers, and its poll.
  private static var addresses: [Field] {
    [
      .reference("statusID", to: .status, "the identifier on this server", value: \.status.id),
      .url("statusURL", "the status's page", value: \.status.url),
      .text("statusURI", "the status's URI", value: \.status.uri),
      .reference("poll", to: .poll, "its poll", isOptional: true, value: \.status.poll?.id),
    ]
  }

  /// What the answer says of it in words.
  private static var wordsOfLink: [Field] {
    [
      .record("author", "the account that wrote it", as: { .account }, value: \.shownAuthor),
      .text("visibility", "who can see it", words: .visibility, isOptional: true, isColumn: false) {
        $0.shown.audience?.rawValue
      },
      .text("cw", "the content warning", isOptional: true, isColumn: false) {
        $0.shown.spoilerText.isEmpty ? nil : $0.shown.spoilerText
      },
      .prose("text", "the content as plain text", isOptional: true, isColumn: false, value: \.shown.plainText),
      .number(
        "parts", "the number of statuses of a thread", isOptional: true, isColumn: false,
        value: { $0.thread.isEmpty ? nil : $0.thread.count }),
      .text(
        "statusIDs", "the identifiers of the statuses of a thread, in order, separated by commas", isOptional: true,
        isColumn: false
      ) { $0.thread.isEmpty ? nil : $0.thread.joined(separator: ",") },
    ]
  }
}
