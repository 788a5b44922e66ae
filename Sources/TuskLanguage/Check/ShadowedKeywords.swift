import XCallbackURL

extension SourcedScripts {
  /// Warnings of the lines that run a program by a keyword which one of the scripts uses as the name of a verb.
  package func shadowedKeywords(in program: ParsedSource) -> [Diagnostic] {
    let scripts = parsed(with: program)
    let own = scripts.first?.statements.definitions(in: main) ?? [:]
    let verbs = Set(definitions.keys).union(own.keys)
    return scripts.flatMap { source, statements in
      KeywordFinder.warnings(in: statements, verbs).map { $0.located(in: source) }
    }
  }
}

private struct KeywordFinder: SyntaxVisitor {
  let verbs: Set<String>
  var found: [Diagnostic] = []

  static func warnings(in statements: [Statement], _ verbs: Set<String>) -> [Diagnostic] {
    var finder = KeywordFinder(verbs: verbs)
    finder.visit(statements)
    return finder.found
  }

  mutating func visit(_ pipeline: Pipeline) {
    pipeline.walk(with: &self)
    guard let keyword = pipeline.keywordOfProgram, verbs.contains(keyword.value) else { return }
    let error = Diagnostic.keywordForVerb(keyword)
    found.append(.warning(error.kind, at: error.span, error.message))
  }
}

extension Pipeline {
  /// The keyword of a line that runs a program, if a script may use the keyword as the name of a verb.
  package var keywordOfProgram: Spanned<String>? {
    guard case .attempt(let program) = first else { return nil }
    let word = Keyword.programTrial.word
    return Spanned(word, Span(program.span.start, program.span.start + word.utf8.count))
  }
}

extension Diagnostic {
  /// A keyword that runs a program, where a script has a verb of this name: the line was read before the verb was known.
  package static func keywordForVerb(_ keyword: Spanned<String>) -> Diagnostic {
    Diagnostic(
      .reservedName, at: keyword.span,
      "'\(keyword.value)' runs a program here, although a verb of this name is defined elsewhere; rename the verb")
  }
}
