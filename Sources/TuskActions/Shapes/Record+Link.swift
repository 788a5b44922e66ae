import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Server.StatusView {
  /// A status that an action changed.
  static var link: RecordOf {
    RecordOf(
      "link", kind: .status, id: "statusID",
      Shape(
        Shape.Field("statusID", .identifier(.status), "the identifier on this server") { .string($0.status.id) },
        Shape.Field("statusURL", .url, "the status's page", isOptional: true) { $0.status.url.map(JSON.string) },
        Shape.Field("statusURI", .text, "the status's URI") { $0.status.uri.map(JSON.string) },
        Shape.Field("poll", .identifier(.poll), "its poll", isOptional: true) {
          ($0.status.poll?.id).map(JSON.string)
        },
        Shape.Field("author", .record("account"), "the account that wrote it", isOptional: true, isColumn: false) {
          $0.shownAuthor.map { .object(RecordOf<Server.AccountView>.account.object(of: $0)) }
        },
        .text("visibility", "who can see it", words: .visibility, isOptional: true, isColumn: false) {
          $0.shown.visibility?.rawValue
        },
        .text("cw", "the content warning", isOptional: true, isColumn: false) {
          $0.shown.spoilerText.isEmpty ? nil : $0.shown.spoilerText
        },
        .prose("text", "the content as plain text", isOptional: true, isColumn: false, value: \.shown.plainText)))
  }
}
