import AccountNames
import Fediverse
import Glibc
import SystemPackage
import TuskCommon
import XCallbackURL

/// The lists of an account that are written and read as CSV, in the columns of Mastodon.
enum PortableList: String, Sendable, CaseIterable {
  case following, followers, lists, blocks, mutes, bookmarks
  case domainBlocks = "domain-blocks"

  /// The names of the columns, the first of which every row has.
  fileprivate var columns: [String] {
    switch self {
    case .following: ["Account address", "Show boosts", "Notify on new posts", "Languages"]
    case .mutes: ["Account address", "Hide notifications"]
    case .followers, .blocks: ["Account address"]
    case .lists: ["List name", "Account address"]
    case .domainBlocks: ["#domain"]
    case .bookmarks: ["#uri"]
    }
  }

  /// Whether Mastodon begins the file with the names of the columns.
  private var hasHeader: Bool { [.following, .followers, .mutes].contains(self) }

  /// The column that names whom or what the row is about.
  fileprivate var subjectColumn: String { (self == .lists ? columns[1] : columns[0]).lowercased() }

  /// Whether a row names the columns.
  func isHeader(_ row: [String]) -> Bool {
    let names = row.map { $0.lowercased() }
    return names.contains(subjectColumn) && (self != .lists || names.contains(columns[0].lowercased()))
  }

  /// The columns of a header that the list does not have.
  fileprivate func unknownColumns(in header: [String]) -> [String] {
    let known = columns.map { $0.lowercased() }
    return header.filter { !$0.isEmpty && !known.contains($0.lowercased()) }
  }

  /// The file with these rows; one without rows has a header, because servers refuse an empty file.
  func text(of rows: [[String]]) -> String {
    let records = (hasHeader || rows.isEmpty ? [columns] : []) + rows
    return records.map { $0.map(CSVField.quoted).joined(separator: ",") + "\n" }.joined()
  }
}

/// A row of a list of an account: whom it is about, and how.
struct ListedEntry: Sendable, Hashable {
  /// The account without its sign, the domain, or the URI of the status.
  private(set) var subject: String
  /// The title of the list.
  var list: String?
  /// The settings that the row names, by the names of their columns, in lower case.
  var settings: [String: String] = [:]

  /// The same entry, with the domain of the account if it has none.
  func qualified(on domain: String, in portable: PortableList) -> ListedEntry {
    guard ![.bookmarks, .domainBlocks].contains(portable), !subject.contains("@") else { return self }
    var entry = self
    entry.subject = "\(subject)@\(domain)".accountName
    return entry
  }

  /// The same entry under the name that the server gives what it names otherwise.
  func named(by names: [String: String]) -> ListedEntry {
    var entry = self
    entry.subject = names[subject] ?? subject
    return entry
  }

  /// What tells it from other rows.
  var key: [String] { [list ?? "", subject] }

  /// Whether an entry that exists has what this one asks for.
  func isMet(by other: ListedEntry) -> Bool {
    key == other.key && settings.allSatisfy { other.settings[$0.key]?.lowercased() == $0.value.lowercased() }
  }

  /// A setting that is true or false; `nil` if the row does not name it.
  func truth(_ name: String) -> Bool? { settings[name].flatMap { CommonParameter.boolean($0.lowercased()) } }

  /// The languages whose statuses are shown; `nil` if the row does not name them.
  var languages: [String]? {
    settings["languages"].map { text in
      text.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }.filter { !$0.isEmpty }
    }
  }
}

extension ListedEntry {
  /// The entries of a file.
  ///
  /// - Throws: ``Failure`` if the file cannot be read, or if a row names nothing of its kind; then nothing is imported.
  static func all(
    inFile path: String, of list: PortableList, ignoringColumns ignores: Bool
  ) throws(Failure) -> [ListedEntry] {
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.opened(path, O_RDONLY)
      defer { try? file.close() }
      bytes = try file.readAll(atMost: 64 << 20)
    } catch {
      throw Failure(.unreadableFile, "cannot read '\(path)': \(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8(bytes, path) }
    guard let records = CSVField.records(in: text) else { throw .noCSV(path) }
    return try all(in: records, of: list, ignoringColumns: ignores)
  }

  /// The entries of rows of a list as it is, which are what they are.
  static func all(ofRows rows: [[String]], of list: PortableList) -> [ListedEntry] {
    let names = list.columns.map { $0.lowercased() }
    return rows.compactMap { row in
      ListedEntry(Dictionary(zip(names, row)) { first, _ in first }, of: list)
    }
  }

  /// The entries of the rows of a file, the first of which may name the columns.
  ///
  /// - Parameter ignores: whether columns that the list does not have are left out, which may say that a row is meant
  ///   otherwise.
  private static func all(
    in records: [[String]], of list: PortableList, ignoringColumns ignores: Bool
  ) throws(Failure) -> [ListedEntry] {
    var (names, rows) = (list.columns.map { $0.lowercased() }, records[...])
    if list.isHeader(records.first ?? []) {
      let unknown = list.unknownColumns(in: records[0])
      guard unknown.isEmpty || ignores else { throw .unknownColumns(unknown, list) }
      names = records[0].map { $0.lowercased() }
      rows = rows.dropFirst()
    }
    var entries: [ListedEntry] = []
    for (number, row) in zip((records.count - rows.count + 1)..., rows) {
      let fields = Dictionary(zip(names, row.map(\.withoutBlanks))) { first, _ in first }
      guard row.count <= names.count, let entry = ListedEntry(fields, of: list), entry.isOfKind(list) else {
        throw .noEntry(number, row, list)
      }
      entries.append(entry)
    }
    return entries
  }

  private init?(_ fields: [String: String], of list: PortableList) {
    guard let written = fields[list.subjectColumn], !written.isEmpty else { return nil }
    switch list {
    case .bookmarks: subject = written
    case .domainBlocks: subject = HostName(written)?.text ?? written.lowercased()
    default: subject = String(written.drop { $0 == "@" }).accountName
    }
    switch list {
    case .lists:
      self.list = fields["list name"]
      if self.list?.isEmpty != false { return nil }
    case .following, .mutes:
      let names = list.columns.dropFirst().map { $0.lowercased() }
      settings = fields.filter { names.contains($0.key) && ($0.key == "languages" || !$0.value.isEmpty) }
    default: break
    }
  }

  /// Whether a row of a file names what the list is of, so that a file of another kind is noticed.
  private func isOfKind(_ portable: PortableList) -> Bool {
    let truths = settings.filter { $0.key != "languages" }.values
    guard truths.allSatisfy({ ["true", "false"].contains($0.lowercased()) }) else { return false }
    switch portable {
    case .bookmarks: return subject.contains(":") && !subject.contains(where: \.isWhitespace)
    case .domainBlocks: return HostName(subject) != nil && subject.contains(".")
    default:
      let parts = subject.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      let signs = Set("abcdefghijklmnopqrstuvwxyz0123456789_.-")
      let host = parts.count > 1 ? parts[1].split(separator: ":").first ?? "" : "a"
      return !parts[0].isEmpty && parts[0].allSatisfy(signs.contains) && HostName(String(host)) != nil
    }
  }
}

extension String {
  fileprivate var withoutBlanks: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension Failure {
  fileprivate static func notUTF8(_ bytes: [UInt8], _ path: String) -> Failure {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    return Failure(
      .invalidParameter, "line \(line + 1) of '\(path)' is not UTF-8; save the file as UTF-8; nothing was imported")
  }

  fileprivate static func noCSV(_ path: String) -> Failure {
    Failure(.invalidParameter, "'\(path)' is not CSV: a quote is misplaced or not closed; nothing was imported")
  }

  fileprivate static func unknownColumns(_ columns: [String], _ list: PortableList) -> Failure {
    let names = columns.map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    return Failure(
      .invalidParameter,
      "the file has columns that \(list.rawValue) do not have: \(names); nothing was imported; to import the rows "
        + "without these columns, add --ignore-columns")
  }

  fileprivate static func noEntry(_ number: Int, _ row: [String], _ list: PortableList) -> Failure {
    let columns = list.columns.joined(separator: ",")
    return Failure(
      .invalidParameter,
      "row \(number) of the file is '\(row.joined(separator: ",").prefix(60))'; the columns of \(list.rawValue) are "
        + "\(columns); nothing was imported")
  }
}
