extension WebURL {
  /// The fields of the query as they are written.
  private var pairs: [Substring] {
    target.firstIndex(of: "?").map { target[target.index(after: $0)...].split(separator: "&") } ?? []
  }

  /// The value of a field of the query.
  func value(of name: String) -> String? {
    pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)).unescaped }
  }

  /// The URL with a field of the query set, after all others.
  func setting(_ name: String, to value: String) -> WebURL {
    let kept = pairs.filter { !$0.hasPrefix(name + "=") }.map(String.init) + ["\(name)=\(value.escapedComponent)"]
    return WebURL(origin: origin, target: path + "?" + kept.joined(separator: "&"))
  }
}
