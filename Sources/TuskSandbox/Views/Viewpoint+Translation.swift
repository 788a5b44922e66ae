extension Viewpoint {
  /// A Translation entity.
  ///
  /// - Throws: ``Refusal`` for a status that not everyone may read, and for a language without a phrasebook.
  func translation(of status: Status, to language: String) throws -> Entity {
    let isOpen = status.visibility == "public" || status.visibility == "unlisted"
    guard isOpen, let book = Phrasebook(to: language) else {
      throw Refusal(403, "This action is not allowed")
    }
    let poll = try Poll.ofStatus(status.id, in: db)
    let options = try poll?.options(in: db).map { option -> Entity in
      ["title": .text(book.translation(of: option.title))]
    }
    let media = try parts(of: status).media.map { media -> Entity in
      [
        "id": .id(media.id),
        "description": .optional(media.description.map(book.translation)),
      ]
    }
    return [
      "content": .text(book.translation(of: status.content)),
      "spoiler_text": .text(book.translation(of: status.spoilerText)), "language": .text(language),
      "media_attachments": .list(media),
      "poll": options.map { ["id": .id(poll?.id), "options": .list($0)] } ?? .null,
      "detected_source_language": "en", "provider": "Phrasebook",
    ]
  }
}
