/// A `mimeapps.list` file: groups of lines `type=entry;entry`. Everything else in it is preserved.
struct MIMEApplications: Sendable, Hashable {
  private var lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  private static let group = "[Default Applications]"

  /// The lines of the default applications group without its header; `nil` if there is no such group.
  private var standards: Range<Int>? { range(of: Self.group) }

  private func range(of group: String) -> Range<Int>? {
    guard let head = lines.firstIndex(of: group) else { return nil }
    let end = lines[(head + 1)...].firstIndex { $0.hasPrefix("[") } ?? lines.endIndex
    return head + 1..<end
  }

  /// The entries listed for the type in a group, the most important first.
  func entries(for type: String, in group: String) -> [String] {
    guard let range = range(of: group), let line = lines[range].first(where: { $0.key == type }) else { return [] }
    return line.entries
  }

  /// The first default entry listed for the type.
  func standard(for type: String) -> String? { entries(for: type, in: Self.group).first }

  /// The list with this entry as the default for these types.
  func setting(_ types: [String], to entry: String) -> MIMEApplications {
    var list = dropping(entry)
    if list.standards == nil { list.lines += (list.lines.isEmpty ? [] : [""]) + [Self.group] }
    for type in types {
      guard let standards = list.standards else { continue }
      if let index = list.lines[standards].firstIndex(where: { $0.key == type }) {
        list.lines[index] = "\(type)=\(([entry] + list.lines[index].entries).joined(separator: ";"));"
      } else {
        let end = list.lines[standards].lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? standards.lowerBound
        list.lines.insert("\(type)=\(entry);", at: end)
      }
    }
    return list
  }

  /// The list without this entry.
  func dropping(_ entry: String) -> MIMEApplications {
    var list = self
    list.lines = lines.compactMap { line in
      guard line.entries.contains(entry) else { return line }
      let rest = line.entries.filter { $0 != entry }
      return rest.isEmpty ? nil : "\(line.key ?? "")=\(rest.joined(separator: ";"));"
    }
    if let standards = list.standards, list.lines[standards].allSatisfy({ $0.isEmpty }) {
      list.lines.removeSubrange(standards.lowerBound - 1..<standards.upperBound)
      while list.lines.last == "" { list.lines.removeLast() }
    }
    return list
  }
}

extension String {
  /// The key of a `key=value` line; `nil` for comments and group headers.
  fileprivate var key: String? {
    guard let equals = firstIndex(of: "="), !hasPrefix("#"), !hasPrefix("[") else { return nil }
    return String(self[..<equals])
  }

  /// The entries after the `=`.
  fileprivate var entries: [String] {
    guard key != nil, let equals = firstIndex(of: "=") else { return [] }
    return self[index(after: equals)...].split(separator: ";").map(String.init)
  }
}
