import JSONValue
import Testing
import TuskLanguage
import XCallbackURL

@Suite struct ResolverCaseTests {
  @Test(arguments: try LanguageCase.all("resolve"))
  func everyRowResolvesAsItSays(_ row: LanguageCase) throws {
    let result = Result { () throws(Diagnostic) in try Sample.invocation(row.input) }
    switch result {
    case .success(let invocation):
      #expect(row.error == nil, "resolved to \(invocation.urls)")
      #expect(invocation.signature.action == row.row["action"]?.string)
      #expect(invocation.urls.map(\.description) == row.row["urls"]?.array?.compactMap(\.string))
    case .failure(let diagnostic):
      #expect(diagnostic.kind.rawValue == row.error, "\(diagnostic.message)")
      #expect([diagnostic.span.start, diagnostic.span.end] == row.span)
      if let near = row.near { #expect(diagnostic.near == near) }
    }
  }
}

/// Lines that are resolved against the sample of Tusker's actions.
enum Sample {
  static let resolver = Resolver(catalog: .sample, options: .universal)

  /// What the only command of a line comes to.
  static func invocation(_ line: String, bindings: Bindings = .none) throws(Diagnostic) -> Invocation {
    let statements = try Parser.parse(Source(line), mode: .repl)
    guard case .pipeline(let pipeline)? = statements.first?.form, case .command(let command) = pipeline.first else {
      throw Diagnostic(.badHead, at: Span(0, 0), "the line is no command")
    }
    return try resolver.resolve(command, bindings: bindings)
  }
}

extension Sample {
  /// The first mistake of a source, found by the parser or else in its first command, with a correction that passes.
  static func mistake(in text: String) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try Parser.parse(Source(text))
      _ = try invocation(text)
      return nil
    } catch {
      return checker.tried([error], in: Source(text)).first
    }
  }

  /// A checker for lines whose names are not given: it also knows the verbs `x` and `y`, which take everything.
  static var checker: Checker {
    var checker = Checker(resolver: Resolver(catalog: .withPlaceholders, options: .universal))
    checker.allowsUnknownNames = true
    return checker
  }
}
