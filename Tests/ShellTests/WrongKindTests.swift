import Testing
import TuskActions
import TuskShell
import XCallbackURL

@testable import TuskLanguage

/// A subject of a wrong kind is refused by every verb, with what the verb takes.
struct WrongKindTests {
  private static let catalog = Shell.resolver().catalog
  private static let verbs = Action.all.map(\.signature).filter { $0.subject?.isRequired == true }.flatMap(\.verbs)

  @Test(arguments: Set(verbs).sorted())
  func itIsRefusedWithWhatTheVerbTakes(verb: String) throws {
    let actions = Self.catalog.signatures(verb: verb)
    let subjects = Set(actions.compactMap { $0.subject?.kind })
    let others = actions.flatMap(\.parameters).filter { $0.place == .operand }.compactMap(\.type.kind)
    for kind in ReferenceKind.allCases where !subjects.union(others).contains(kind) && kind != .scheme {
      let line = "\(verb) \(kind.rawValue):1"
      let diagnostic = try #require(try Self.mistake(in: line), "\(line)")
      #expect(diagnostic.kind == .wrongKind, "\(line): \(diagnostic.message)")
      for subject in subjects { #expect(diagnostic.message.contains(subject.withArticle), "\(diagnostic.message)") }
    }
  }

  private static func mistake(in text: String) throws -> Diagnostic? {
    let source = Source(text)
    var checker = Checker(resolver: Shell.resolver(), mode: .prompt)
    do throws(Diagnostic) {
      return checker.check(try Parser.parse(source, mode: .repl), in: source).first
    } catch {
      return error
    }
  }
}
