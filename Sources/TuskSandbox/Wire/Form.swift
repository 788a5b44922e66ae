/// The parameters of a request from query, form, multipart or JSON, under Rails' names (`poll[options][]`).
struct Form: Sendable {
  /// A file in a multipart body.
  struct File: Sendable {
    let name: String
    let type: String
    let bytes: [UInt8]
  }

  private(set) var pairs: [(name: String, value: String)] = []
  private(set) var files: [String: File] = [:]

  mutating func append(_ name: String, _ value: String) {
    pairs.append((name, value.filter { $0 != "\0" }))
  }

  mutating func append(_ name: String, _ file: File) { files[name] = file }

  mutating func append(_ other: Form) {
    pairs += other.pairs
    files.merge(other.files) { $1 }
  }

  subscript(name: String) -> String? { pairs.last { $0.name == name }?.value }

  func has(_ name: String) -> Bool { pairs.contains { $0.name == name } }

  /// The values of `name[]`, `name[0]`, … in order of arrival.
  func list(_ name: String) -> [String]? {
    let found = pairs.filter { $0.name == name || isElement($0.name, of: name) }
    return found.isEmpty ? nil : found.map(\.value).filter { !$0.isEmpty }
  }

  /// A Boolean as Rails reads it: everything except a few words is true.
  func flag(_ name: String) -> Bool? {
    guard let word = self[name], !word.isEmpty else { return nil }
    return !["0", "f", "F", "false", "FALSE", "off", "OFF"].contains(word)
  }

  /// A number, limited so that adding it to a time cannot overflow.
  func int(_ name: String) -> Int? {
    self[name].flatMap { Int($0) }.map { max(-1_000_000_000, min($0, 1_000_000_000)) }
  }

  /// The requested number of rows; as in Rails, a value that is not a number means 0.
  func limit(standard: Int, most: Int) -> Int {
    guard has("limit") else { return standard }
    return min(abs(int("limit") ?? 0), most)
  }

  var offset: Int { max(0, int("offset") ?? 0) }

  func id(_ name: String) -> Int64? { self[name].flatMap { Int64($0) } }

  func ids(_ name: String) -> [Int64] { (list(name) ?? []).compactMap { Int64($0) } }

  /// The hashes of `name[0][key]` or `name[][key]`; a repeated key begins the next hash.
  func groups(_ name: String) -> [[String: String]] {
    var groups: [[String: String]] = []
    var index: Substring?
    for (path, value) in pairs {
      guard path.hasPrefix(name + "["), path.hasSuffix("]") else { continue }
      let parts = path.dropFirst(name.count + 1).dropLast().split(
        separator: "][", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let key = String(parts[1])
      if groups.isEmpty || index != parts[0] || groups.last?[key] != nil { groups.append([:]) }
      index = parts[0]
      groups[groups.count - 1][key] = value
    }
    return groups
  }

  private func isElement(_ path: String, of name: String) -> Bool {
    guard path.hasPrefix(name + "["), path.hasSuffix("]") else { return false }
    return path.dropFirst(name.count + 1).dropLast().allSatisfy(\.isNumber)
  }
}
