/// One event of a stream as the HTML standard has it, before anything is known of its meaning.
struct ServerSentEvent: Sendable, Hashable {
  /// Its kind; `message` where the server did not say.
  let name: String
  /// What it carries, lines joined by line feeds.
  let data: String
  /// The identifier after which a stream can go on; empty where none was given.
  let id: String
  /// Whether it was longer than is taken, so that its data are missing.
  let isTooLong: Bool
}
