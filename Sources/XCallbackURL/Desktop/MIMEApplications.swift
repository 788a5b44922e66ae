/// A `mimeapps.list` file: groups of lines `type=entry;entry`. Everything else in it is preserved.
struct MIMEApplications: Sendable, Hashable {
  private var lines: [String]

  init(_ text: String) {
    // By scalars, because a line feed after a carriage return is no character of its own.
    lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  private static let group = "[Default Applications]"

  /// The places of the lines of a group, which may occur several times, without its headers.
  private func places(of group: String) -> [Int] {
    var isWithin = false
    return lines.indices.filter { index in
      let line = lines[index].trimmed
      guard line.hasPrefix("[") else { return isWithin }
      isWithin = line == group
      return false
    }
  }

  /// The place of the line of a type in a group: of several, the last.
  private func place(of type: String, in group: String) -> Int? {
    places(of: group).last { lines[$0].key == type }
  }

  /// The entries listed for the type in a group, the most important first.
  func entries(for type: String, in group: String) -> [String] {
    place(of: type, in: group).map { lines[$0].entries } ?? []
  }

  /// The first default entry listed for the type.
  func standard(for type: String) -> String? { entries(for: type, in: Self.group).first }

  /// The list with this entry as the default for these types.
  func setting(_ types: [String], to entry: String) -> MIMEApplications {
    var list = self
    for type in types where list.standard(for: type) != entry {
      if let index = list.place(of: type, in: Self.group) {
        let rest = list.lines[index].entries.filter { $0 != entry }
        list.lines[index] = "\(type)=\(([entry] + rest).joined(separator: ";"));"
        continue
      }
      let header = list.lines.lastIndex { $0.trimmed == Self.group }
      if header == nil { list.lines += (list.lines.isEmpty ? [] : [""]) + [Self.group] }
      let last = list.places(of: Self.group).last { !list.lines[$0].trimmed.isEmpty } ?? header
      list.lines.insert("\(type)=\(entry);", at: last.map { $0 + 1 } ?? list.lines.endIndex)
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
    let places = list.places(of: Self.group)
    if let header = list.lines.firstIndex(where: { $0.trimmed == Self.group }),
      places.allSatisfy({ list.lines[$0].trimmed.isEmpty })
    {
      for index in ([header] + places).sorted(by: >) { list.lines.remove(at: index) }
      while list.lines.last == "" { list.lines.removeLast() }
    }
    return list
  }
}

extension String {
  /// The line without blanks and the carriage return around it.
  fileprivate var trimmed: String {
    let blanks: Set<Unicode.Scalar> = [" ", "\t", "\r"]
    let rest = unicodeScalars.drop { blanks.contains($0) }
    let end = rest.lastIndex { !blanks.contains($0) }.map { rest.index(after: $0) } ?? rest.startIndex
    return String(rest[..<end])
  }

  /// The parts of a `key=value` line; `nil` for comments and group headers.
  private var halves: (key: String, value: String)? {
    let line = trimmed
    guard let equals = line.firstIndex(of: "="), !line.hasPrefix("#"), !line.hasPrefix("[") else { return nil }
    return (String(line[..<equals]).trimmed, String(line[line.index(after: equals)...]).trimmed)
  }

  /// The key of the line.
  fileprivate var key: String? { halves?.key }

  /// The entries after the `=`.
  fileprivate var entries: [String] {
    (halves?.value ?? "").split(separator: ";").map { String($0).trimmed }
  }
}
