extension CallbackURL {
  /// Builds `scheme://host/action?name=value…`.
  ///
  /// - Parameters:
  ///   - scheme: a scheme by RFC 3986 section 3.1; it is written in lower case.
  ///   - host: the host; it is written in lower case; empty for none.
  ///   - action: the name of the action; `/` is not escaped, and one at the end is ignored.
  ///   - pairs: the query, in this order; everything but `A-Za-z0-9-._~` is escaped from UTF-8.
  public init(scheme: String, host: String = Self.xCallbackHost, action: String, pairs: [Pair] = []) {
    let host = host.inLowerCase
    let bound = 3 * (host.utf8.count + action.utf8.count) + 1
    self.init(scheme: scheme, bound: bound, pairs: pairs) { writer in
      writer.append(escaping: host)
      writer.append(UInt8(ascii: "/"))
      writer.append(escapingSegmentsOf: action)
    }
  }

  /// Builds `scheme://action?name=value…`, the form that some programs document.
  package init(scheme: String, actionAsHost action: String, pairs: [Pair]) {
    let action = action.inLowerCase
    self.init(scheme: scheme, bound: 3 * action.utf8.count, pairs: pairs) { $0.append(escaping: action) }
  }

  private init(scheme: String, bound: Int, pairs: [Pair], writingPlace: (inout URLWriter) -> Void) {
    let scheme = scheme.inLowerCase
    let text = URLWriter.text(atMost: scheme.utf8.count + 3 + bound + URLWriter.bound(of: pairs)) { writer in
      writer.append(scheme)
      writer.append("://")
      writingPlace(&writer)
      writer.append(pairs, separator: UInt8(ascii: "?"))
    }
    self.init(text: text, schemeEnd: scheme.utf8.count, end: text.utf8.count)
  }

  private init(text: String, schemeEnd: Int, end: Int) {
    var text = text
    let layout = text.withUTF8 { URLLayout($0, schemeEnd: schemeEnd, end: end) }
    self.init(text: text, layout: layout)
  }

  /// The same URL with these pairs appended to its query, before any fragment; the rest stays byte for byte.
  public func appending(_ extra: [Pair]) -> CallbackURL {
    extra.isEmpty ? self : writing(extra, from: layout.query.upperBound, separator: separator)
  }

  /// The same URL with another query; the rest stays byte for byte.
  func replacingQuery(by pairs: [Pair]) -> CallbackURL {
    writing(pairs, from: layout.path.upperBound, separator: UInt8(ascii: "?"))
  }

  /// The same URL with these pairs in place of the text from `start` to the end of the query.
  private func writing(_ pairs: [Pair], from start: Int, separator: UInt8?) -> CallbackURL {
    var end = start
    let text = withBytes { bytes in
      URLWriter.text(atMost: bytes.count + URLWriter.bound(of: pairs)) { writer in
        writer.append(bytes[..<start])
        writer.append(pairs, separator: separator)
        end = writer.count
        writer.append(bytes[layout.query.upperBound...])
      }
    }
    return CallbackURL(text: text, schemeEnd: layout.schemeEnd, end: end)
  }

  /// The separator before the next pair; `nil` if the query already ends in one.
  private var separator: UInt8? {
    guard layout.hasQuery else { return UInt8(ascii: "?") }
    let isOpen = layout.query.isEmpty || withBytes { $0[layout.query.upperBound - 1] == UInt8(ascii: "&") }
    return isOpen ? nil : UInt8(ascii: "&")
  }
}
