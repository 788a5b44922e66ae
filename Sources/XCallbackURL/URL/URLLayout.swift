/// The ranges of the parts of a URL in its UTF-8 text.
///
///     url       = scheme ":" [ "//" authority ] path [ "?" query ] [ "#" fragment ]
///     authority = [ user-information "@" ] host [ ":" port ]
struct URLLayout: Sendable {
  /// The offset of the `:` after the scheme.
  let schemeEnd: Int
  private let hostStart, hostEnd, pathStart, actionStart, actionEnd, pathEnd, queryEnd: UInt32

  /// The user information with its `@`; empty if there is none.
  var userInformation: Range<Int> { min(schemeEnd + 3, Int(hostStart))..<Int(hostStart) }

  /// The host, without the port.
  var host: Range<Int> { Int(hostStart)..<Int(hostEnd) }

  /// The port with its `:`; empty if there is none.
  var port: Range<Int> { Int(hostEnd)..<Int(pathStart) }

  /// The path, with its first `/`.
  var path: Range<Int> { Int(pathStart)..<Int(pathEnd) }

  /// The path without one leading and one trailing `/`.
  var action: Range<Int> { Int(actionStart)..<Int(actionEnd) }

  /// The query, without its `?`.
  var query: Range<Int> { min(Int(pathEnd) + 1, Int(queryEnd))..<Int(queryEnd) }

  /// Whether there is a `?`.
  var hasQuery: Bool { pathEnd < queryEnd }

  /// Finds the parts without checking their content.
  ///
  /// - Parameters:
  ///   - bytes: the whole text.
  ///   - schemeEnd: the offset of the `:` after the scheme.
  ///   - end: the offset of the `#` before the fragment, or the end of the text.
  init(_ bytes: UnsafeBufferPointer<UInt8>, schemeEnd: Int, end: Int) {
    self.schemeEnd = schemeEnd
    var place = schemeEnd + 1
    var hostStart = place
    var hostEnd: Int?
    if end - place >= 2, bytes[place] == UInt8(ascii: "/"), bytes[place + 1] == UInt8(ascii: "/") {
      place += 2
      hostStart = place
      authority: while place < end {
        switch bytes[place] {
        case UInt8(ascii: "/"), UInt8(ascii: "?"): break authority
        case UInt8(ascii: "@"): (hostStart, hostEnd) = (place + 1, nil)
        // Colons inside brackets belong to an IPv6 address.
        case UInt8(ascii: "]"): hostEnd = nil
        case UInt8(ascii: ":"): hostEnd = hostEnd ?? place
        default: break
        }
        place += 1
      }
    }
    self.hostStart = UInt32(hostStart)
    self.hostEnd = UInt32(hostEnd ?? place)
    pathStart = UInt32(place)
    let start = place
    while place < end, bytes[place] != UInt8(ascii: "?") { place += 1 }
    pathEnd = UInt32(place)
    let action = Self.action(bytes, start..<place)
    (actionStart, actionEnd) = (UInt32(action.lowerBound), UInt32(action.upperBound))
    queryEnd = UInt32(end)
  }

  /// A path without one leading and one trailing `/`.
  private static func action(_ bytes: UnsafeBufferPointer<UInt8>, _ path: Range<Int>) -> Range<Int> {
    let slash = UInt8(ascii: "/")
    var (start, end) = (path.lowerBound, path.upperBound)
    if start < end, bytes[start] == slash { start += 1 }
    if start < end, bytes[end - 1] == slash { end -= 1 }
    return start..<end
  }

  /// The segments of the path.
  func segments(of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    guard !action.isEmpty else { return [] }
    return bytes[action].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(\.indices)
  }

  /// Calls a function for each pair of the query; `&&` contains no pair.
  func forEachPair<Fault>(
    in bytes: UnsafeBufferPointer<UInt8>, _ body: (_ name: Range<Int>, _ value: Range<Int>?) throws(Fault) -> Void
  ) throws(Fault) {
    var start = query.lowerBound
    while start < query.upperBound {
      var equals: Int?
      var end = start
      while end < query.upperBound, bytes[end] != UInt8(ascii: "&") {
        if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      if start < end { try body(start..<(equals ?? end), equals.map { ($0 + 1)..<end }) }
      start = end + 1
    }
  }
}
