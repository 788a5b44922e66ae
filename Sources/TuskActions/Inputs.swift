package import XCallbackURL

/// The parameters of a request, after the check that the action has them and that none is given twice.
package struct Inputs: Sendable {
  private let values: [String: [String?]]
  /// Every parameter in order, by its own name instead of a synonym.
  private let pairs: [CallbackURL.Pair]

  /// - Throws: ``Failure`` for a parameter that the action does not have or that is given twice.
  package init(_ pairs: [CallbackURL.Pair], for signature: Signature) throws(Failure) {
    var values: [String: [String?]] = [:]
    var named: [CallbackURL.Pair] = []
    for pair in pairs where !CommonParameter.keys.contains(pair.name) {
      guard let parameter = signature.parameter(named: pair.name) else {
        throw .unknownParameter(pair.name, of: signature.action)
      }
      guard values[parameter.name] == nil || parameter.isRepeatable else {
        throw .repeatedParameter(pair.name)
      }
      values[parameter.name, default: []].append(pair.value)
      named.append(CallbackURL.Pair(parameter.name, pair.value))
    }
    self.values = values
    self.pairs = named
  }

  /// Whether a parameter is given, with or without a value.
  func isGiven(_ name: String) -> Bool { values[name] != nil }

  /// Whether a parameter is given as `--no-NAME`.
  func isRemoved(_ name: String) -> Bool { values[name] == [""] }

  /// The texts of a repeatable parameter, in order, some of which may be empty.
  func allTexts(_ name: String) -> [String] { (values[name] ?? []).map { $0 ?? "" } }

  /// The text of a parameter; `nil` if it is not given.
  package func text(_ name: String) throws(Failure) -> String? {
    guard let value = values[name]?.first else { return nil }
    guard let text = value else { throw .withoutValue(name) }
    return text
  }

  /// The texts of a repeatable parameter, in order.
  package func texts(_ name: String) throws(Failure) -> [String] {
    try (values[name] ?? []).map { value throws(Failure) in
      guard let value, !value.isEmpty else { throw .withoutValue(name) }
      return value
    }
  }

  /// The texts of a repeatable parameter, each with the text of another parameter, of which as many follow several texts:
  /// the one in the same place.
  package func texts(_ name: String, followedBy other: String) throws(Failure) -> [(text: String, other: String?)] {
    var texts: [(text: String, other: String?)] = []
    /// How many texts have no other yet, and how many others follow them.
    var (open, others) = (0, [String]())
    for pair in pairs where pair.name == name || pair.name == other {
      guard pair.name == name else {
        others.append(pair.value ?? "")
        continue
      }
      guard let value = pair.value, !value.isEmpty else { throw .withoutValue(name) }
      if !others.isEmpty {
        try assign(others, of: other, to: &texts, last: open, of: name)
        (open, others) = (0, [])
      }
      texts.append((value, nil))
      open += 1
    }
    try assign(others, of: other, to: &texts, last: open, of: name)
    return texts
  }

  private func assign(
    _ others: [String], of other: String, to texts: inout [(text: String, other: String?)], last open: Int,
    of name: String
  ) throws(Failure) {
    guard open > 0 || others.isEmpty else { throw refusal(of: other, "must follow the '\(name)' that it describes") }
    guard others.isEmpty || others.count == open else {
      throw refusal(of: other, "needs one text for each of the \(open) '\(name)' before it, not \(others.count)")
    }
    for (place, text) in zip(texts.indices.suffix(others.count), others) { texts[place].other = text }
  }

  /// The text of a parameter; `nil` if it is not given.
  ///
  /// - Throws: ``Failure`` if the text is empty.
  func nonempty(_ name: String) throws(Failure) -> String? {
    guard let text = try text(name) else { return nil }
    guard !text.isEmpty else { throw .withoutValue(name) }
    return text
  }

  /// A text that must be given and not empty.
  func required(_ name: String) throws(Failure) -> String {
    guard let text = try nonempty(name) else { throw absence(of: name) }
    return text
  }

  /// A boolean in any of the usual spellings; a parameter without a value is true.
  package func flag(_ name: String) throws(Failure) -> Bool {
    guard let value = values[name]?.first else { return false }
    guard let flag = CommonParameter.boolean(value) else { throw .notBoolean(name, value ?? "") }
    return flag
  }

  /// A whole number in a range.
  package func number(_ name: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = try text(name) else { return nil }
    guard let number = Int(text), range.contains(number) else { throw .notANumber(name, text, in: range) }
    return number
  }

  /// The only one of these parameters that is given.
  ///
  /// - Throws: ``Failure`` if several are given, because choosing one silently would hide a mistake.
  package func alternative(_ names: [String], isRequired: Bool) throws(Failure) -> String? {
    let given = names.filter { values[$0] != nil }
    guard given.count <= 1 else { throw .excludeEachOther(given) }
    if isRequired, given.isEmpty { throw .noneGiven(names) }
    return given.first
  }

  /// The failure for a bad value of a parameter.
  package func refusal(of name: String, _ reason: String) -> Failure {
    Failure(.invalidParameter, "'\(name)' \(reason)")
  }

  /// The value among the choices that a text stands for.
  func value(of name: String, _ text: String, among choices: Choices) throws(Failure) -> String {
    guard let value = choices.value(for: text) else { throw refusal(of: name, text, notIn: choices.spellings) }
    return value
  }

  /// The failure for a text that is none of the accepted ones.
  func refusal(of name: String, _ text: String, notIn choices: [String]) -> Failure {
    refusal(of: name, "must be one of \(choices.joined(separator: ", ")), not '\(text)'")
  }

  /// The failure for a missing parameter.
  func absence(of name: String) -> Failure {
    .noneGiven([name])
  }
}

/// The parameters that every action accepts.
package enum CommonParameter {
  /// Requests the result as one JSON object.
  package static let json = "json"
  /// Requests that no question be asked.
  package static let silent = "silent"
  /// Requests the records of a list besides their identifiers.
  package static let items = "items"
  /// Requests the complete record besides the documented results.
  package static let item = "item"
  /// Proves an earlier authorization of the program (``Authorization``).
  package static let accessToken = "access-token"
  /// All of them.
  package static let keys: Set<String> = [json, silent, items, item, accessToken]

  /// Reads a boolean in the spellings of Tusker's callers; no value means true.
  package static func boolean(_ value: String?) -> Bool? {
    switch value?.lowercased() {
    case nil, "true", "1", "yes": true
    case "false", "0", "no": false
    default: nil
    }
  }
}

extension Failure {
  fileprivate static func unknownParameter(_ name: String, of action: String) -> Failure {
    Failure(.invalidParameter, "'\(action)' has no parameter '\(name)'")
  }

  fileprivate static func repeatedParameter(_ name: String) -> Failure {
    Failure(.invalidParameter, "'\(name)' may be given only once")
  }

  fileprivate static func withoutValue(_ name: String) -> Failure {
    Failure(.invalidParameter, "'\(name)' needs a value")
  }

  fileprivate static func notBoolean(_ name: String, _ value: String) -> Failure {
    Failure(.invalidParameter, "'\(name)' must be true or false, not '\(value)'")
  }

  fileprivate static func notANumber(
    _ name: String, _ value: String, in range: ClosedRange<Int>
  ) -> Failure {
    let limit =
      range.upperBound == .max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    return Failure(.invalidParameter, "'\(name)' must be a whole number \(limit), not '\(value)'")
  }

  fileprivate static func excludeEachOther(_ names: [String]) -> Failure {
    Failure(.invalidParameter, "only one of \(names.quoted(joinedBy: "and")) may be given")
  }

  fileprivate static func noneGiven(_ names: [String]) -> Failure {
    Failure(.missingParameter, "\(names.quoted(joinedBy: "or")) is required")
  }
}

extension [String] {
  /// The names in quotation marks, with commas and a word before the last one.
  fileprivate func quoted(joinedBy word: String) -> String {
    let names = map { "'\($0)'" }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
