import Fediverse
import XCallbackURL

extension RecordOf where Value == Server.SourceView {
  /// The text of a status as it was typed.
  static let source = RecordOf(
    "source", kind: .status,
    Shape(
      .id(.status, value: \.id),
      .prose("text", "the text as typed", value: \.text),
      .text("cw", "the content warning", isOptional: true) { $0.warning.isEmpty ? nil : $0.warning },
      .text("visibility", "who could see it", words: .visibility, isOptional: true) {
        $0.status?.audience?.rawValue
      },
      .text("language", "its language, as an ISO 639 code", isOptional: true) { $0.status?.language },
      .reference("inReplyTo", to: .status, "the status it replied to", isOptional: true) { $0.status?.inReplyToID },
      .texts("poll", "the options of its poll") { $0.status?.poll?.options.map(\.title) ?? [] },
      .records("media", "its media, which can be attached again", as: { .media }) {
        $0.status?.mediaAttachments ?? []
      }))
}

extension RecordOf where Value == Server.EditView {
  /// A version of a status.
  static let edit = RecordOf(
    "edit", id: "number",
    Shape(
      .number("number", "its place among the versions, from 1", value: \.number),
      .time("posted", "when it was posted", value: \.edit.createdAt),
      .text("cw", "the content warning", isOptional: true) {
        $0.edit.spoilerText.isEmpty ? nil : $0.edit.spoilerText
      },
      .prose("text", "the content as plain text") { HTMLText($0.edit.content).plain },
      .flag(
        "sensitive", "whether its media were hidden until the reader asks for them", isColumn: false,
        value: \.edit.isSensitive),
      .texts("poll", "the options of its poll", isColumn: false, value: \.edit.pollOptions),
      .records("media", "its media", as: { .media }, value: \.edit.mediaAttachments)))
}
