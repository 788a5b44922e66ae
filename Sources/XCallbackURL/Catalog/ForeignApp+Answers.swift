package import JSONValue

extension ForeignApp {
  /// What the program answered, each value of the kind that its description declares, or else as it was written.
  package func data(of pairs: [CallbackURL.Pair], _ fields: [Signature.ResultField]) -> JSON.Object {
    var names: [String] = []
    var values: [String: [String]] = [:]
    for pair in pairs {
      if values[pair.name] == nil { names.append(pair.name) }
      values[pair.name, default: []].append(pair.value ?? "")
    }
    return JSON.Object(
      names.map { name in
        (name: name, value: value(of: values[name] ?? [], as: fields.first { $0.name == name }?.kind))
      })
  }

  private func value(of texts: [String], as kind: ValueKind?) -> JSON {
    if case .list? = kind { return .array(elements(of: texts).map(JSON.string)) }
    guard texts.count == 1, let text = texts.first else { return .array(texts.map(JSON.string)) }
    return switch kind {
    case .integer: Int(text).map(JSON.int) ?? .string(text)
    case .boolean: Bool.read(text).map(JSON.bool) ?? .string(text)
    case .time: (Timestamp(unixText: text) ?? Timestamp(isoText: text)).map { .int($0.seconds) } ?? .string(text)
    default: .string(text)
    }
  }

  private func elements(of texts: [String]) -> [String] {
    guard let text = texts.first, texts.count == 1 else { return texts }
    if let elements = (try? JSON(parsing: text))?.array { return elements.map { $0.string ?? $0.text } }
    guard dialect.lists == .commas else { return texts }
    return text.split(separator: ",").map(String.init)
  }
}
