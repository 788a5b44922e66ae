import Fediverse
import JSONValue
import XCallbackURL

extension Shape where Value == Server.InstanceView {
  /// A server as Tusker documents it.
  static var instance: Shape {
    Shape(
      Field("uri", .text, "the server's domain or URI") { .string($0.instance.uri) },
      Field("name", .text, "the name of the server") { .string($0.instance.title) },
      Field("description", .prose, "its description of itself") {
        .string(HTMLText($0.instance.description).plain)
      },
      Field("contactAccount", .identifier(.account), "the account to contact", isOptional: true) {
        ($0.instance.contactAccount?.id).map(JSON.string)
      })
  }
}

extension RecordOf where Value == Server.InstanceView {
  /// A server's description of itself.
  static let instance = RecordOf("instance", id: "domain", spelling: "domain", Shape(identity + sizes + limits))

  private typealias Field = Shape<Server.InstanceView>.Field

  private static var identity: [Field] {
    [
      .text("domain", "the domain of its accounts", value: \.domain),
      .text("uri", "its domain or URI, as it states it", isColumn: false, value: \.instance.uri),
      .text("name", "its name", value: \.instance.title),
      .prose("description", "its description of itself") { HTMLText($0.instance.description).plain },
      .text("software", "the server program", value: \.software),
      .text("version", "the version, as the server states it", value: \.instance.version),
      .number(
        "apiVersion", "the version of the Mastodon API that it states", isOptional: true, isColumn: false,
        value: \.instance.apiVersion),
      .text("registrations", "whether you can register: open, approval or closed", isOptional: true) {
        $0.registrations
      },
      .record("contact", "the account to contact", as: { .account }, isColumn: false, value: \.contact),
      .reference(
        "contactAccount", to: .account, "the account to contact", isOptional: true, isColumn: false
      ) { $0.instance.contactAccount?.id },
      .text("email", "the email address to write to", isOptional: true, value: \.instance.email),
      .texts("languages", "the main languages, as ISO 639 codes", value: \.instance.languages),
      .url("thumbnailURL", "its image", isColumn: false, value: \.instance.thumbnailURL),
      .url("sourceURL", "its source code", isColumn: false, value: \.instance.sourceURL),
    ]
  }

  private static var sizes: [Field] {
    [
      .number("users", "the number of accounts", isOptional: true, value: \.instance.userCount),
      .number(
        "activeUsers", "the number of accounts that were active in the last month", isOptional: true,
        value: \.instance.activeUserCount),
      .number("statuses", "the number of statuses", isOptional: true, isColumn: false, value: \.instance.statusCount),
      .number(
        "domains", "the number of servers that it knows", isOptional: true, isColumn: false,
        value: \.instance.domainCount),
    ]
  }

  private static var limits: [Field] {
    [
      .number("characters", "the most characters of a status", value: \.instance.limits.characters),
      .number(
        "charactersPerURL", "what a URL counts in a status", isColumn: false,
        value: \.instance.limits.charactersPerURL),
      .number("media", "the most attachments of a status", isColumn: false, value: \.instance.limits.media),
      .number(
        "pollOptions", "the most options of a poll", isColumn: false, value: \.instance.limits.pollOptions),
      .number(
        "charactersPerPollOption", "the most characters of an option", isColumn: false,
        value: \.instance.limits.charactersPerPollOption),
      .number(
        "imageBytes", "the largest image, in bytes", isOptional: true, isColumn: false,
        value: \.instance.limits.imageBytes),
      .number(
        "videoBytes", "the largest video, in bytes", isOptional: true, isColumn: false,
        value: \.instance.limits.videoBytes),
    ]
  }
}

extension RecordOf where Value == Instance.Rule {
  /// A rule of a server.
  static let rule = RecordOf(
    "rule", kind: .rule, spelling: "text",
    Shape(
      .id(.rule, value: \.id), .prose("text", "the rule", value: \.text),
      .prose("hint", "an explanation", isOptional: true, value: \.hint)))
}

extension RecordOf where Value == InstanceDocument {
  /// A text of a server's administrators, such as its privacy policy.
  static let document = RecordOf(
    "document", spelling: "text",
    Shape(
      .prose("text", "the content as plain text") { HTMLText($0.content).plain },
      .time("updated", "when it was last changed", value: \.updatedAt),
      .text(
        "effective", "the date from which it applies, such as 2026-12-24", isOptional: true, value: \.effectiveDate),
      .text(
        "successor", "the date from which the next version applies", isOptional: true, value: \.successorDate)))
}

extension RecordOf where Value == CustomEmoji {
  /// An emoji of a server.
  static let emoji = RecordOf(
    "emoji", kind: .emoji, id: "shortcode", spelling: "shortcode",
    Shape(
      .reference("shortcode", to: .emoji, "what you write between colons", value: \.shortcode),
      .text("category", "its category", isOptional: true, value: \.category),
      .url("url", "its image", value: \.url),
      .url("staticURL", "its image without animation", isColumn: false, value: \.staticURL)))
}

extension RecordOf where Value == InstanceActivity {
  /// A week of a server.
  static let activity = RecordOf(
    "activity", id: "week",
    Shape(
      .time("week", "when the week began", isOptional: false, value: \.week),
      .number("statuses", "the number of statuses", value: \.statuses),
      .number("logins", "the number of accounts that were active", value: \.logins),
      .number("registrations", "the number of new accounts", value: \.registrations)))
}

extension RecordOf where Value == BlockedServer {
  /// A server that a server blocks or limits.
  static let blockedServer = RecordOf(
    "blockedServer", kind: .domain, id: "domain", spelling: "domain",
    Shape(
      .reference("domain", to: .domain, "its domain, of which some letters may be hidden", value: \.domain),
      .text("severity", "how it is limited: silence or suspend", value: \.severity),
      .prose("comment", "the reason", isOptional: true, value: \.comment)))
}

extension RecordOf where Value == Language {
  /// A language in which a server's statuses can be.
  static let language = RecordOf(
    "language", id: "code", spelling: "code",
    Shape(.text("code", "the ISO 639 code", value: \.code), .text("name", "its name", value: \.name)))
}

extension RecordOf where Value == Server.TranslationPair {
  /// A language and those that a server can translate it to.
  static let translationPair = RecordOf(
    "translationPair", id: "from", spelling: "from",
    Shape(
      .text("from", "the ISO 639 code of the original", value: \.from),
      .texts("to", "the codes of the languages that it can be translated to", value: \.to)))
}

extension RecordOf where Value == Server.Peer {
  /// A server that a server knows.
  static let peer = RecordOf(
    "peer", kind: .domain, id: "domain", spelling: "domain",
    Shape(.reference("domain", to: .domain, "its domain", value: \.domain)))
}
