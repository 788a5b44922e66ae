extension Instance {
  /// How much a status may hold, with Mastodon's figures where the server is silent.
  public struct Limits: Sendable, Hashable {
    /// The characters of a status.
    public let characters: Int
    /// The characters that every URL counts as.
    public let charactersPerURL: Int
    /// The media of a status.
    public let media: Int
    /// The answers of a poll.
    public let pollOptions: Int
    /// The characters of an answer.
    public let charactersPerPollOption: Int
    /// The bytes of a picture.
    public let imageBytes: Int?
    /// The bytes of a film.
    public let videoBytes: Int?
    /// The types of media that may be uploaded.
    public let mediaTypes: [String]

    init(_ instance: FieldReader) {
      let configuration = instance.fields("configuration")
      let statuses = configuration.fields("statuses")
      let polls = configuration.fields("polls")
      let oldPolls = instance.fields("poll_limits")
      let media = configuration.fields("media_attachments")
      characters = statuses.count("max_characters") ?? instance.count("max_toot_chars") ?? 500
      charactersPerURL = statuses.count("characters_reserved_per_url") ?? 23
      self.media = statuses.count("max_media_attachments") ?? instance.count("max_media_attachments") ?? 4
      pollOptions = polls.count("max_options") ?? oldPolls.count("max_options") ?? 4
      charactersPerPollOption =
        polls.count("max_characters_per_option") ?? oldPolls.count("max_option_chars") ?? 50
      imageBytes = media.count("image_size_limit") ?? instance.count("upload_limit")
      videoBytes = media.count("video_size_limit") ?? instance.count("upload_limit")
      mediaTypes = media.texts("supported_mime_types")
    }
  }
}
