import Fediverse
import TuskCommon
import XCallbackURL

extension Argument where Value == [Server.Attachment] {
  /// Pictures, films and sounds, each with the text for those who cannot see or hear it.
  static var attachments: Argument {
    let parameters = [
      Parameter(
        "media", .attachment, isRepeatable: true, companions: ["alt": "description"],
        "a picture, film or sound: a file, a URL or an upload"),
      Parameter("alt", .text, isRepeatable: true, "the text for who cannot see or hear the media before it"),
    ]
    return Argument(parameters) { inputs throws(Failure) in
      try inputs.texts("media", followedBy: "alt").map { text, description throws(Failure) in
        let source = try source(text, inputs)
        if case .uploaded = source, description != nil {
          throw inputs.refusal(of: "alt", "comes too late for the upload '\(text)'; give it to the upload itself")
        }
        return Server.Attachment(
          source: source, description: description.flatMap { $0.isEmpty ? nil : $0 })
      }
    }
  }

  private static func source(_ text: String, _ inputs: Inputs) throws(Failure) -> Server.Attachment.Source {
    if text.hasPrefix("file:") { return .file(String(text.dropFirst("file:".count))) }
    if text.hasPrefix("https://") || text.hasPrefix("http://") { return .url(text) }
    return .uploaded(id: try Identifier.checked(text, "media", inputs))
  }
}

extension Argument where Value == NewStatus.NewPoll? {
  /// The answers of a poll, how long it is open, and whether several of them may be chosen.
  static var newPoll: Argument {
    let parameters = [
      Parameter("poll", .text, isRepeatable: true, "the answers of a poll, two or more"),
      Parameter("expires", .duration, "how long the poll is open, a day where it is not given"),
      Parameter("multiple", .boolean, "whether several answers may be chosen"),
    ]
    return Argument(parameters) { inputs throws(Failure) in
      let options = try inputs.texts("poll")
      let expires = try inputs.nonempty("expires")
      let isMultiple = try inputs.flag("multiple")
      guard !options.isEmpty else {
        guard expires == nil else { throw inputs.refusal(of: "expires", "belongs to a poll") }
        guard !isMultiple else { throw inputs.refusal(of: "multiple", "belongs to a poll") }
        return nil
      }
      guard options.count > 1 else { throw inputs.refusal(of: "poll", "wants two answers or more") }
      guard let seconds = Duration(written: expires ?? "1d")?.wholeSeconds, seconds >= 1 else {
        throw inputs.refusal(of: "expires", "wants a duration such as 30m, 6h or 2d, not '\(expires ?? "")'")
      }
      return NewStatus.NewPoll(options: options, duration: seconds, isMultiple: isMultiple)
    }
  }
}
