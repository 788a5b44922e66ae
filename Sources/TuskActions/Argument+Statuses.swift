import AccountNames
import Fediverse
import TuskCommon
import XCallbackURL

extension Choices {
  /// The visibilities by their names, and their aliases.
  static var visibilities: Choices {
    let aliases = Visibility.aliases.filter { $0.value == .local || !$0.value.isOnServerOnly }
    return Choices(names, aliases: aliases.mapValues(\.rawValue), reference: .list, meanings: visibilityMeanings)
  }

  /// The visibilities of a status, which may be for its server only.
  static var audiences: Choices {
    Choices(names, aliases: Visibility.aliases.mapValues(\.rawValue), reference: .list, meanings: visibilityMeanings)
  }

  private static var visibilityMeanings: [String: String] {
    [
      Visibility.public.rawValue: "everyone, also in public timelines",
      Visibility.unlisted.rawValue: "everyone, but not in public timelines",
      Visibility.private.rawValue: "your followers", Visibility.direct.rawValue: "those whom it mentions",
      Visibility.local.rawValue: "accounts of your server",
      Visibility.mutualsOnly.rawValue: "followers whom you follow",
    ]
  }

  private static var names: [String] {
    [Visibility.public, .unlisted, .private, .direct, .local, .mutualsOnly].map(\.rawValue)
  }

  /// The visibilities as servers return them, which do not tell what list a status was posted to.
  static var returnedVisibilities: Choices {
    Choices(names + ["list"], aliases: Visibility.aliases.mapValues(\.rawValue), meanings: visibilityMeanings)
  }
}

extension Argument where Value == Visibility? {
  /// Who can see a boost, or new statuses, by the name of a visibility or one of its aliases.
  static var visibility: Argument { .spelling("visibility", of: .visibilities, "who can see it") }

  /// Who can see a new status.
  static var audience: Argument {
    .spelling(
      "visibility", of: .audiences, "who can see it; with 'local-' before it, only on your server (GoToSocial)")
  }
}

extension Argument where Value == [Server.Attachment] {
  /// Images, videos and audio files, each with its alt text.
  static var attachments: Argument {
    let parameters = [
      Parameter(
        "media", .attachment, isRepeatable: true, companions: ["alt": "description"],
        "image, video or audio to attach: file:PATH, a URL or media:ID"),
      Parameter(
        "alt", .text, isRepeatable: true,
        "alt text for the preceding media, one for each of them, \"\" for none (default: for attachments of statuses, their own)"
      ),
    ]
    return Argument(parameters) { inputs throws(Failure) in
      try all(in: inputs) { text, description throws(Failure) in
        guard !description.isEmpty else { return nil }
        throw inputs.refusal(
          of: "alt", "cannot be set for media that is already uploaded ('\(text)'); first run: alt media:\(text) TEXT")
      }
    }
  }

  /// The attachments that are given.
  ///
  /// - Parameter describe: returns the alt text to set for media that is already uploaded, given its name and a text.
  static func all(
    in inputs: Inputs, describingUploads describe: (String, String) throws(Failure) -> String?
  ) throws(Failure) -> Value {
    try inputs.texts("media", followedBy: "alt").map { text, other throws(Failure) in
      let source = try source(text, inputs)
      guard case .uploaded = source else {
        return Server.Attachment(source: source, description: other.flatMap { $0.isEmpty ? nil : $0 })
      }
      guard let other else { return Server.Attachment(source: source, description: nil) }
      return Server.Attachment(source: source, description: try describe(text, other))
    }
  }

  private static func source(_ text: String, _ inputs: Inputs) throws(Failure) -> Server.Attachment.Source {
    if text.hasPrefix("file:") { return .file(String(text.dropFirst("file:".count))) }
    if text.isWebAddress { return .url(text) }
    return .uploaded(id: try Identifier.checked(text, "media", inputs))
  }
}

extension Argument where Value == NewStatus.NewPoll? {
  /// The options of a poll, how long it is open, and whether it allows several choices.
  static var newPoll: Argument {
    let parameters = [
      Parameter("poll", .text, isRepeatable: true, isPublished: true, "the options of a poll, two or more"),
      Parameter("expires", .duration, "how long the poll is open (default: 1d)"),
      Parameter("multiple", .boolean, "allow several choices"),
    ]
    return Argument(parameters) { inputs throws(Failure) in
      let options = try inputs.texts("poll")
      let expires = try inputs.nonempty("expires")
      let isMultiple = try inputs.flag("multiple")
      guard !options.isEmpty else {
        guard expires == nil else { throw inputs.refusal(of: "expires", "needs a 'poll'") }
        guard !isMultiple else { throw inputs.refusal(of: "multiple", "needs a 'poll'") }
        return nil
      }
      guard options.count > 1 else { throw inputs.refusal(of: "poll", "needs two or more options") }
      guard let seconds = Duration(written: expires ?? "1d")?.wholeSeconds, seconds >= 1 else {
        throw inputs.refusal(of: "expires", "must be a duration such as 30m, 6h or 2d, not '\(expires ?? "")'")
      }
      return NewStatus.NewPoll(options: options, duration: seconds, isMultiple: isMultiple)
    }
  }
}
