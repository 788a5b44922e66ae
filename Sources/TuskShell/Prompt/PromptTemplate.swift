import XCallbackURL

/// The text before the cursor, with fields in braces: `{time} {account}>`. A blank follows it unless it ends with one.
struct PromptTemplate: Sendable, Hashable {
  /// What a field shows.
  enum Field: String, Sendable, CaseIterable {
    case account, host, name, unread, budget, time

    /// A few words for help.
    var summary: String {
      switch self {
      case .account: "the account that commands act as"
      case .host: "its server"
      case .name: "its name on that server"
      case .unread: "the number of unread notifications, if it is known"
      case .budget: "what is left of a rate limit, if that is little"
      case .time: "the time of day"
      }
    }
  }

  /// What the fields show now.
  struct Values {
    /// The name of the account, or what else the prompt calls it.
    var account: String
    var unread: String?
    var budget: String?
    var time = ""
  }

  private enum Part: Hashable {
    case text(String)
    case field(Field)
  }

  /// The prompt unless another is set.
  static let standard = "{account}{unread}{budget}>"
  private let parts: [Part]

  /// - Throws: ``Failure`` that names the known fields if a field is unknown or not closed.
  init(parsing text: String) throws(Failure) {
    var rest = text[...]
    var parts: [Part] = []
    while let open = rest.firstIndex(of: "{") {
      parts.append(.text(String(rest[..<open])))
      rest = rest[rest.index(after: open)...]
      if rest.first == "{" {
        parts.append(.text("{"))
        rest = rest.dropFirst()
        continue
      }
      guard let close = rest.firstIndex(of: "}") else { throw .unclosedField(rest) }
      guard let field = Field(rawValue: String(rest[..<close])) else { throw .unknownField(rest[..<close]) }
      parts.append(.field(field))
      rest = rest[rest.index(after: close)...]
    }
    self.parts = parts + [.text(String(rest))]
  }

  /// The prompt as one line.
  func text(_ values: Values, isColored: Bool) -> String {
    let text = parts.map { part -> String in
      switch part {
      case .text(let text): TerminalText.field(text)
      case .field(let field): shown(field, values, isColored: isColored)
      }
    }.joined()
    return text.last == " " ? text : text + " "
  }

  private func shown(_ field: Field, _ values: Values, isColored: Bool) -> String {
    let account = AccountParts(values.account)
    let bold = { (text: String) -> String in
      isColored ? "\u{1B}[1;\(Self.color(of: values.account))m\(text)\u{1B}[0m" : text
    }
    let apart = { (text: String?) -> String in
      guard let text, !text.isEmpty else { return "" }
      let shown = TerminalText.field(text)
      return isColored ? " \u{1B}[2m\(shown)\u{1B}[0m" : " \(shown)"
    }
    return switch field {
    case .account: bold(TerminalText.field(values.account))
    case .name: bold(TerminalText.field(account.name))
    case .host: TerminalText.field(account.host)
    case .unread: apart(values.unread)
    case .budget: apart(values.budget)
    case .time: TerminalText.field(values.time)
    }
  }

  /// One of the six colors of a terminal, always the same for an account, so that accounts are told apart.
  static func color(of account: String) -> Int {
    // FNV-1a: the hash of the standard library differs from run to run.
    let hash = account.lowercased().utf8.reduce(UInt64(14_695_981_039_346_656_037)) { hash, byte in
      (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    return 31 + Int(hash % 6)
  }

  /// The parts of `@name@host`; what is no such name, as `sandbox`, has no host.
  private struct AccountParts {
    let name: String
    let host: String

    init(_ account: String) {
      let parts = account.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, parts[0].isEmpty else {
        (name, host) = (account, "")
        return
      }
      (name, host) = (parts[1], parts[2])
    }
  }
}

extension Failure {
  private static var fields: String {
    let names = PromptTemplate.Field.allCases.map { "{\($0.rawValue)}" }
    return "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
  }

  fileprivate static func unknownField(_ name: Substring) -> Failure {
    Failure(.invalidParameter, "the prompt has no field '{\(name)}'; its fields are \(fields), and '{{' is a brace")
  }

  fileprivate static func unclosedField(_ rest: Substring) -> Failure {
    Failure(.invalidParameter, "'{\(rest)' lacks '}'; the fields of the prompt are \(fields), and '{{' is a brace")
  }
}
