package import XCallbackURL

extension Parameter {
  /// How the parameter is written.
  package var spelling: String {
    negative == nil || type == .boolean ? affirmative : "\(affirmative)|--no-\(name)"
  }

  /// What the value without a name is called: `account` for `of`, else the name.
  package var noun: String {
    guard case .reference(let kind) = type else { return name }
    return kind.rawValue
  }

  /// How the prompt writes the parameter as one that may follow: `"TEXT"`, `[visibility=…]`.
  var usage: String {
    guard place == .operand else { return isRequired ? brief : "[\(brief)]" }
    let whole = brief + (isRepeatable ? " …" : "")
    return isRequired || isRequiredWhenSilent ? whole : "[\(whole)]"
  }

  private var brief: String {
    switch type {
    case .text where place == .operand: "\"\(name.uppercased())\""
    case .choice(let choices) where place == .operand && choices.spellings.count < 4:
      choices.spellings.joined(separator: "|")
    case _ where place == .operand: noun.uppercased()
    case .choice: "\(name)=…"
    default: affirmative
    }
  }

  private var affirmative: String {
    switch type {
    case .boolean: negative == nil ? "--\(name)" : "--[no-]\(name)"
    case .choice where type.isListedApart: "\(name)=NAME"
    case .choice(let choices): "\(name)=\(choices.spellings.joined(separator: "|"))"
    case .integer: "\(name)=N"
    case .duration: "\(name)=DURATION"
    case .time: "\(name)=TIME"
    case .acct: "\(name)=@USER@HOST"
    case .url: "\(name)=URL"
    case .identifier(let kind): place == .subject ? "\(name)=ID" : "\(name)=\(kind.rawValue):ID"
    case .text: "\(name)=TEXT"
    case .reference(.account): "\(name)=me|@USER@HOST|account:ID"
    case .reference(let kind): "\(name)=\(kind.rawValue):ID"
    case .attachment: "\(name)=file:PATH"
    case .file: "\(name)=FILE"
    case .anything: "\(name)=VALUE"
    }
  }
}
