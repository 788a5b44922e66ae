import Fediverse
import XCallbackURL

extension RecordOf where Value == ScheduledStatus {
  /// A status that the server will post.
  static let scheduled = RecordOf(
    "scheduled", kind: .scheduled,
    Shape(
      .id(.scheduled, value: \.id),
      .time("scheduled", "when it is posted", value: \.scheduledAt),
      .prose("text", "the text as typed", value: \.text),
      .text("cw", "the content warning", isOptional: true) { $0.spoilerText.isEmpty ? nil : $0.spoilerText },
      .text("visibility", "who will see it", words: .visibility, isOptional: true, value: \.visibility?.rawValue),
      .text("language", "its language, as an ISO 639 code", isOptional: true, isColumn: false, value: \.language),
      .flag(
        "sensitive", "whether its media are hidden until the reader asks for them", isOptional: true,
        isColumn: false, value: \.isSensitive),
      .reference(
        "inReplyTo", to: .status, "the status it replies to", isOptional: true, isColumn: false,
        value: \.inReplyToID),
      .texts("poll", "the options of its poll", isColumn: false, value: \.pollOptions),
      .records("media", "its media", as: { .media }, value: \.mediaAttachments)))
}
