import Fediverse
import XCallbackURL

extension RecordOf where Value == EmojiReaction {
  /// The reactions with one emoji.
  static let reaction = RecordOf(
    "reaction", id: "emoji", spelling: "emoji",
    Shape(
      .text("emoji", "the emoji, or the shortcode of a custom one", value: \.name),
      .number("count", "the number of accounts that reacted with it", value: \.count),
      .flag("own", "whether you did", value: \.isOwn),
      .url("url", "the image of a custom emoji", isColumn: false, value: \.url)))
}

extension RecordOf where Value == Translation {
  /// A translation of a status.
  static let translation = RecordOf(
    "translation", id: "language",
    Shape(
      .text("language", "the language it was translated to", isOptional: true, value: \.language),
      .text("sourceLanguage", "the language of the original", isOptional: true, value: \.sourceLanguage),
      .text("provider", "the translation service", isOptional: true, value: \.provider),
      .text("cw", "the content warning", isOptional: true) { $0.spoilerText.isEmpty ? nil : $0.spoilerText },
      .prose("text", "the translated text as plain text") { HTMLText($0.content).plain },
      .texts("poll", "the options of its poll", value: \.pollOptions)))
}

extension RecordOf where Value == Server.StatusPreview {
  /// What a status would be.
  static let preview = RecordOf(
    "preview", id: "text",
    Shape(
      .prose("text", "the text, as the server would show it if it can tell") {
        $0.rendered?.plainText ?? $0.status.text
      },
      .number("characters", "its length, as the server counts it", value: \.length.characters),
      .number("left", "how many characters are left; negative if it is too long", value: \.length.left),
      .text("visibility", "who could see it", words: .visibility, value: \.visibility?.rawValue),
      .number("followers", "the number of followers who could see it", isOptional: true, value: \.followers),
      .texts("mentions", "the accounts that it would mention", value: \.mentions),
      .texts("tags", "its hashtags", value: \.tags),
      .texts("links", "its links", value: \.links),
      .proses("parts", "the statuses of the thread that it would become", value: \.parts)))
}
