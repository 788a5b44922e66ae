import AccountNames
import JSONValue
import TuskLanguage
import XCallbackURL

/// The name of a thing that was shown: one word of a line, and what a person recognizes it by.
///
/// Servers choose all of it, and anybody may have written the file that it is read from. So both ways lead through the
/// same initializer, which cleans the text and refuses what would not be one word.
struct ShownName: Hashable {
  let kind: ReferenceKind
  /// What tells it from others of its kind: of accounts and hashtags their name in lower case, else the identifier.
  let id: String
  /// The handle without its first `@`, the hashtag without `#`, the title, or the author of a status; empty for a title
  /// that could not be typed.
  let name: String
  /// The display name, the title or the first words.
  let words: String

  /// - Returns: `nil` for a kind that is not kept, and for what would not be one word of a line.
  init?(_ kind: ReferenceKind, id: String = "", name: String = "", words: String = "") {
    let words = Self.firstWords(of: words)
    switch kind {
    case .account where Self.isHandle(name): (self.id, self.name) = (name.accountName, name)
    case .tag where Self.isTag(name): (self.id, self.name) = (name.lowercased(), name)
    case .status where ReferenceKind.isPlainIdentifier(id):
      (self.id, self.name) = (id, Self.isHandle(name) ? name : "")
    case .scheduled where ReferenceKind.isPlainIdentifier(id): (self.id, self.name) = (id, "")
    case .list where ReferenceKind.isPlainIdentifier(id), .filter where ReferenceKind.isPlainIdentifier(id):
      (self.id, self.name) = (id, Self.isTitle(name) ? name : "")
    default: return nil
    }
    (self.kind, self.words) = (kind, words)
  }

  /// Exactly one word of the language.
  var text: String {
    switch kind {
    case .account: return "@\(name)"
    case .tag: return "#\(name)"
    case .list, .filter:
      let spelling = Text([.literal(name.isEmpty ? id : name)])
      return Value(.reference(Reference(kind, spelling, form: .kind)), Span(0, 0)).source
    default: return "\(kind.rawValue):\(id)"
    }
  }

  /// What is said of it behind the word.
  var summary: String {
    switch kind {
    case .list where !name.isEmpty, .filter where !name.isEmpty: "your \(kind.rawValue)"
    case .tag: "a hashtag"
    default: words
    }
  }

  /// The handle of who wrote a status; empty for other things.
  var author: String { kind == .status && !name.isEmpty ? "@\(name)" : "" }

  /// The same with the words that were shown before, if it has none: a relation has no display name.
  func completed(by former: ShownName) -> ShownName {
    words.isEmpty ? ShownName(kind, id: id, name: name, words: former.words) ?? self : self
  }

  /// The longest handle, hashtag or title that is kept, in bytes.
  private static let longestName = 200
  /// The most words of a display name by which an account is found.
  private static let mostWords = 6

  /// The beginnings by which it is found, in lower case and without quotes.
  var keys: [String] {
    switch kind {
    case .account:
      let parts = words.lowercased().split { !$0.isLetter && !$0.isNumber }.prefix(Self.mostWords)
      return ["@\(name.lowercased())"] + parts.map { "@\($0)" }
    case .tag: return ["#\(name.lowercased())"]
    case .list, .filter: return [Self.key(of: "\(kind.rawValue):\(name.isEmpty ? id : name)", kind)]
    default: return [text.lowercased()]
    }
  }

  /// What was typed in the form of a key: in titles, the quotes do not matter.
  static func key(of typed: String, _ kind: ReferenceKind) -> String {
    let typed = typed.lowercased()
    return kind == .list || kind == .filter ? typed.filter { $0 != "\"" && $0 != "\\" } : typed
  }

  /// What the words of every thing of a kind begin with.
  static func beginning(of kind: ReferenceKind) -> String {
    switch kind {
    case .account: "@"
    case .tag: "#"
    default: "\(kind.rawValue):"
    }
  }
}

extension ShownName {
  /// The first words of a text, on one line and safe to show: at most 60 characters.
  private static func firstWords(of text: String) -> String {
    // A text may be very long, and so may be one character of it.
    let start = String(text.unicodeScalars.prefix(600))
    let line = TerminalText.field(start.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    let words = String(line.prefix(60))
    return words.utf8.count <= 240 ? words : String(words.unicodeScalars.prefix(60))
  }

  private static func isHandle(_ name: String) -> Bool {
    let parts = name.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && name.utf8.count <= longestName && parts[0].isUserName && !parts[1].isEmpty
      && parts[1].unicodeScalars.allSatisfy { ".-:_".unicodeScalars.contains($0) || isOfWord($0) }
  }

  private static func isTag(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longestName
      && name.unicodeScalars.allSatisfy { $0 == "_" || isOfWord($0) }
  }

  /// Whether the thing can be named by its title: servers find it by exactly this text, a number would mean an
  /// identifier, and with slashes the word would be a URL.
  private static func isTitle(_ name: String) -> Bool {
    (1...longestName).contains(name.utf8.count) && !name.allSatisfy(\.isNumber) && !name.hasPrefix("//")
      && name.utf8.elementsEqual(TerminalText.field(name).utf8) && name.contains { !$0.isWhitespace }
  }

  /// Whether a character is a letter, a digit or a mark on one, and visible.
  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    guard !properties.isDefaultIgnorableCodePoint else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return properties.isAlphabetic || properties.numericType != nil
    }
  }
}

extension ShownName {
  /// Reads a line of the file; `nil` for a damaged one.
  init?(json: JSON) {
    let texts = json.array?.compactMap(\.string) ?? []
    guard texts.count == 4, let kind = ReferenceKind(rawValue: texts[0]) else { return nil }
    self.init(kind, id: texts[1], name: texts[2], words: texts[3])
  }

  var json: JSON { .array([kind.rawValue, id, name, words].map(JSON.string)) }
}

/// What is kept of the records that were shown.
extension ShownName {
  /// The names in a record: of the thing itself, and of those who wrote it or did it.
  ///
  /// Nothing is kept of direct statuses and conversations, of what only moderators see, and of kinds that are not named
  /// here.
  static func all(in record: JSON.Object, _ shape: RecordShape) -> [ShownName] {
    // Moderators' records have addresses of people.
    guard !shape.name.hasPrefix("admin"), record["email"] == nil, record["ip"] == nil else { return [] }
    // Steps made these, and the fields that they left out may say that a person of another field is private.
    guard shape.name != "row", shape.name != "group" else { return [] }
    // Search results and events have what they are about in a field.
    guard shape.kindField == nil, let kind = shape.kind else { return parts(of: record) }
    switch kind {
    case .account: return account(record)
    case .status: return status(record, identifiedBy: shape.id)
    case .list, .filter:
      let title = record["title"]?.string ?? ""
      return name(kind, record[shape.id]?.string, name: title, words: title)
    case .tag: return tag(record["name"]?.string)
    case .scheduled:
      // Without one, the server chooses the usual visibility of the account, which cannot be direct.
      let isDirect = record["visibility"]?.string == "direct"
      return isDirect ? [] : name(kind, record[shape.id]?.string, words: words(of: record))
    case .notification, .request: return parts(of: record)
    default: return []
    }
  }

  /// The names in the records within a record.
  private static func parts(of record: JSON.Object) -> [ShownName] {
    if let notification = record["notification"]?.object { return parts(of: notification) }
    guard !(record["kind"]?.string ?? "").hasPrefix("admin") else { return [] }
    let statuses = ["status", "reply"].compactMap { record[$0]?.object }
    guard statuses.allSatisfy({ isKept($0) }) else { return [] }
    let people = [record["account"]?.object].compactMap(\.self)
    let names = statuses.flatMap { status($0, identifiedBy: "id") }
    return names + people.flatMap { account($0) } + tag(record["tag"]?.string)
  }

  private static func account(_ record: JSON.Object) -> [ShownName] {
    name(.account, nil, name: record["username"]?.string ?? "", words: record["displayName"]?.string ?? "")
  }

  private static func tag(_ name: String?) -> [ShownName] {
    [name.flatMap { ShownName(.tag, name: $0) }].compactMap(\.self)
  }

  /// The names in a status; of a boost, those of the boosted status and of who boosted it.
  private static func status(_ record: JSON.Object, identifiedBy field: String) -> [ShownName] {
    guard isKept(record) else { return [] }
    let boost = record["boost"]?.object
    let own = boost ?? record
    let people = [record["account"]?.object, own["account"]?.object, own["author"]?.object].compactMap(\.self)
    let author = people.last?["username"]?.string ?? ""
    let itself = name(
      .status, own[boost == nil ? field : "id"]?.string, name: author, words: words(of: own))
    let tags = (own["tags"]?.array ?? []).prefix(8).flatMap { tag($0.string) }
    return tags + people.flatMap { account($0) } + itself
  }

  /// The content warning takes the place of the text that it hides.
  private static func words(of record: JSON.Object) -> String {
    record["cw"]?.string ?? record["text"]?.string ?? record["content"]?.string ?? ""
  }

  /// Whether a status, and what it boosts, is known not to be direct.
  private static func isKept(_ status: JSON.Object) -> Bool {
    let boost = [status["boost"]?.object].compactMap(\.self)
    return ([status] + boost).allSatisfy { record in
      ["public", "unlisted", "private", "local"].contains(record["visibility"]?.string ?? "")
    }
  }

  private static func name(
    _ kind: ReferenceKind, _ id: String?, name: String = "", words: String
  ) -> [ShownName] {
    [ShownName(kind, id: id ?? "", name: name, words: words)].compactMap(\.self)
  }
}
