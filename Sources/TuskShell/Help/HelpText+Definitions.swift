import TuskLanguage

extension HelpText {
  /// The page of a verb that a line of the prompt defined: its inputs, and its lines.
  func page(of definition: Definition, _ resolver: Resolver, _ others: [Definition]) -> String {
    let verb = definition.verb.value
    let inputs = definition.inputs.map { input -> (String, String) in
      let kind = resolver.kind(of: input.name.value, in: definition, others)
      return (input.name.value, kind.map { "\($0.withArticle), or a row" } ?? "any value")
    }
    let usage = ([verb] + definition.inputs.map { $0.fallback == nil ? "<\($0.name.value)>" : "[\($0.name.value)]" })
    let lines = [Statement(.definition(definition), definition.verb.span)].source
    return "\(usage.joined(separator: " "))\n" + paragraph("A verb of your own.") + section("inputs", inputs)
      + "\n\(lines)"
  }
}
