extension String {
  /// The parts between the occurrences of a text that is not empty, compared by code points.
  func components(between separator: String) -> [String] {
    var parts: [String] = []
    var start = utf8.startIndex
    var place = start
    let sought = Array(separator.utf8)
    while let end = utf8.index(place, offsetBy: sought.count, limitedBy: utf8.endIndex) {
      guard utf8[place..<end].elementsEqual(sought) else {
        place = utf8.index(after: place)
        continue
      }
      parts.append(String(self[start..<place]))
      (start, place) = (end, end)
    }
    return parts + [String(self[start...])]
  }

  /// The text without white space at its ends.
  var trimmed: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest.prefix(upTo: rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex))
  }

  /// The first characters of a text that has more than so many, the last of which are the ending.
  func cut(to length: Int, ending: String) -> String {
    guard count > length else { return self }
    return String(prefix(max(length - ending.count, 0)) + ending.prefix(length))
  }
}
