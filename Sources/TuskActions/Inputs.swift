package import XCallbackURL

/// The parameters of one request, checked to be parameters of its action and given once each.
package struct Inputs: Sendable {
  private let values: [String: [String?]]
  /// Every parameter by its own name, in order.
  private let pairs: [CallbackURL.Pair]
  fileprivate let action: String

  /// - Throws: ``Failure`` for a parameter that the action does not have or that is given twice.
  package init(_ pairs: [CallbackURL.Pair], for signature: Signature) throws(Failure) {
    var values: [String: [String?]] = [:]
    var named: [CallbackURL.Pair] = []
    for pair in pairs where !CommonParameter.keys.contains(pair.name) {
      guard let parameter = signature.parameter(named: pair.name) else {
        throw .unknownParameter(pair.name, of: signature.action)
      }
      guard values[parameter.name] == nil || parameter.isRepeatable else {
        throw .repeatedParameter(pair.name, of: signature.action)
      }
      values[parameter.name, default: []].append(pair.value)
      named.append(CallbackURL.Pair(parameter.name, pair.value))
    }
    self.values = values
    self.pairs = named
    action = signature.action
  }

  /// The text of a parameter; `nil` where it is not given.
  package func text(_ name: String) throws(Failure) -> String? {
    guard let value = values[name]?.first else { return nil }
    guard let text = value else { throw .withoutValue(name, of: action) }
    return text
  }

  /// The texts of a parameter that may be repeated, in order.
  package func texts(_ name: String) throws(Failure) -> [String] {
    try (values[name] ?? []).map { value throws(Failure) in
      guard let value, !value.isEmpty else { throw .withoutValue(name, of: action) }
      return value
    }
  }

  /// The texts of a parameter that may be repeated, each with the one of another parameter that follows it.
  package func texts(_ name: String, followedBy other: String) throws(Failure) -> [(text: String, other: String?)] {
    var texts: [(text: String, other: String?)] = []
    for pair in pairs where pair.name == name || pair.name == other {
      guard pair.name == other else {
        guard let value = pair.value, !value.isEmpty else { throw .withoutValue(name, of: action) }
        texts.append((value, nil))
        continue
      }
      guard let last = texts.indices.last, texts[last].other == nil else {
        throw refusal(of: other, "belongs to the '\(name)' before it")
      }
      texts[last].other = pair.value
    }
    return texts
  }

  /// The text of a parameter, an empty one counted as not given.
  package func nonempty(_ name: String) throws(Failure) -> String? {
    guard let text = try text(name) else { return nil }
    guard !text.isEmpty else { throw .withoutValue(name, of: action) }
    return text
  }

  /// A boolean in any of the usual spellings; a name without a value is true.
  package func flag(_ name: String) throws(Failure) -> Bool {
    guard let value = values[name]?.first else { return false }
    guard let flag = CommonParameter.boolean(value) else { throw .notBoolean(name, value ?? "", of: action) }
    return flag
  }

  /// A whole number in the range.
  package func number(_ name: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = try text(name) else { return nil }
    guard let number = Int(text), range.contains(number) else { throw .notANumber(name, text, in: range, of: action) }
    return number
  }

  /// Which of these alternatives is given.
  ///
  /// - Throws: ``Failure`` where more than one is, because a silent preference would hide a mistake.
  package func alternative(_ names: [String], isRequired: Bool) throws(Failure) -> String? {
    let given = names.filter { values[$0] != nil }
    guard given.count <= 1 else { throw .excludeEachOther(given, of: action) }
    if isRequired, given.isEmpty { throw .noneGiven(names, of: action) }
    return given.first
  }

  /// Refuses the value of a parameter.
  package func refusal(of name: String, _ reason: String) -> Failure {
    Failure(.invalidParameter, "'\(name)' of \(action) \(reason)")
  }

  /// Tells that a parameter is missing.
  package func absence(of name: String) -> Failure {
    .noneGiven([name], of: action)
  }
}

/// The parameters that belong to the request itself, whatever its action.
package enum CommonParameter {
  /// Asks for the answer as one JSON object.
  package static let json = "json"
  /// Asks that nobody be asked.
  package static let silent = "silent"
  /// Asks a list request for the objects beside their identifiers.
  package static let items = "items"
  /// Asks for the whole record beside the documented data.
  package static let item = "item"
  /// Proves that the program was authorized before (``Authorization``).
  package static let accessToken = "access-token"
  /// All of them.
  package static let keys: Set<String> = [json, silent, items, item, accessToken]

  /// Reads a boolean as Tusker's callers write it; no value means true.
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
    Failure(.invalidParameter, "\(action) has no parameter '\(name)'")
  }

  fileprivate static func repeatedParameter(_ name: String, of action: String) -> Failure {
    Failure(.invalidParameter, "'\(name)' of \(action) may be given once")
  }

  fileprivate static func withoutValue(_ name: String, of action: String) -> Failure {
    Failure(.invalidParameter, "'\(name)' of \(action) needs a value")
  }

  fileprivate static func notBoolean(_ name: String, _ value: String, of action: String) -> Failure {
    Failure(.invalidParameter, "'\(name)' of \(action) wants true or false, not '\(value)'")
  }

  fileprivate static func notANumber(
    _ name: String, _ value: String, in range: ClosedRange<Int>, of action: String
  ) -> Failure {
    let limit =
      range.upperBound == .max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    return Failure(.invalidParameter, "'\(name)' of \(action) wants a whole number \(limit), not '\(value)'")
  }

  fileprivate static func excludeEachOther(_ names: [String], of action: String) -> Failure {
    Failure(.invalidParameter, "\(action) takes only one of \(names.joined(separator: " and "))")
  }

  fileprivate static func noneGiven(_ names: [String], of action: String) -> Failure {
    let wanted = names.count == 1 ? "'\(names[0])'" : "one of \(names.joined(separator: ", "))"
    return Failure(.missingParameter, "\(action) needs \(wanted)")
  }
}
