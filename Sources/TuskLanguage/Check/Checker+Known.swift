extension Checker {
  /// Takes names and verbs for known that were given and made elsewhere, before these statements run.
  package mutating func know(names known: some Sequence<String>, verbs: some Sequence<Definition>) {
    for name in known { names.set(name, Names.Entry(staticType: .anything)) }
    for definition in verbs { definitions[definition.verb.value] = definition }
  }
}
