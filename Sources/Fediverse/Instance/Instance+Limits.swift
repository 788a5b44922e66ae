import JSONValue

extension Instance {
  /// The limits on statuses and media; Mastodon's defaults for those the server does not send.
  public struct Limits: Sendable, Hashable {
    /// The greatest number of characters in a status.
    public let characters: Int
    /// The number of characters that each URL counts as.
    public let charactersPerURL: Int
    /// The greatest number of attachments in a status.
    public let media: Int
    /// The greatest number of options in a poll.
    public let pollOptions: Int
    /// The greatest number of characters in a poll option.
    public let charactersPerPollOption: Int
    /// The greatest size of an image, in bytes.
    public let imageBytes: Int?
    /// The greatest size of a video, in bytes.
    public let videoBytes: Int?
    /// The greatest number of characters in alt text.
    public let charactersPerMediaDescription: Int?
    /// The MIME types accepted for upload.
    public let mediaTypes: [String]

    /// Mastodon's defaults.
    static let usual = Limits(FieldReader(members: [:], as: "instance"))

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
      charactersPerMediaDescription = media.count("description_limit") ?? instance.count("description_limit")
      mediaTypes = media.texts("supported_mime_types")
    }

    /// The limits in the shape of version 2 of the API.
    var json: JSON {
      let statuses: JSON = [
        "max_characters": .int(characters), "characters_reserved_per_url": .int(charactersPerURL),
        "max_media_attachments": .int(media),
      ]
      let polls: JSON = [
        "max_options": .int(pollOptions), "max_characters_per_option": .int(charactersPerPollOption),
      ]
      var attachments: JSON.Object = ["supported_mime_types": .array(mediaTypes.map(JSON.string))]
      attachments["image_size_limit"] = imageBytes.map(JSON.int)
      attachments["video_size_limit"] = videoBytes.map(JSON.int)
      attachments["description_limit"] = charactersPerMediaDescription.map(JSON.int)
      return ["configuration": ["statuses": statuses, "polls": polls, "media_attachments": .object(attachments)]]
    }
  }
}
