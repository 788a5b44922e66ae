package import JSONValue

/// What takes a change back, as it was found before the change was made.
package struct Restoration: Sendable, Hashable {
  /// Whether it was so before, so that the change changes nothing.
  package var isNeedless = false
  /// The URLs that restore what was there, in order; `nil` for the opposite of the action.
  package var urls: [String]?
  /// What does not come back, such as "which languages it showed".
  package var losses: [String] = []
  /// When what the URLs restore ends by itself, in seconds since 1970; `nil` if it does not.
  package var end: Int?

  /// That of a change before which nothing was read.
  package static let unknown = Restoration(losses: ["whether it was so before, which is not known"])

  package init(isNeedless: Bool = false, urls: [String]? = nil, losses: [String] = []) {
    (self.isNeedless, self.urls, self.losses) = (isNeedless, urls, losses)
  }

  package init?(_ json: JSON) {
    guard json.object != nil else { return nil }
    self.init(
      isNeedless: json["needless"]?.bool ?? false, urls: json["urls"]?.array?.compactMap(\.string),
      losses: json["losses"]?.array?.compactMap(\.string) ?? [])
    end = json["end"]?.int
  }

  package var json: JSON {
    var object: JSON.Object = [:]
    if isNeedless { object["needless"] = true }
    if let urls { object["urls"] = .array(urls.map(JSON.string)) }
    if !losses.isEmpty { object["losses"] = .array(losses.map(JSON.string)) }
    object["end"] = end.map(JSON.int)
    return .object(object)
  }
}
