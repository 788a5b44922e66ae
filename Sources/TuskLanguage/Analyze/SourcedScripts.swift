import JSONValue
import TuskCommon
package import XCallbackURL

/// The scripts that a script runs with `source`, and those that they run, read before anything runs.
package struct SourcedScripts: Sendable {
  /// Reads a script by its path as written, and the name of the script that says it.
  package typealias Read = (_ path: String, _ script: String?) -> Result<File, Failure>

  /// A script and the name by which it is known, however it was reached.
  package struct File: Sendable {
    package let identity: String
    package let source: Source

    package init(identity: String, source: Source) {
      self.identity = identity
      self.source = source
    }
  }

  /// The scripts in the order in which they are named; one that is named twice is here twice.
  package private(set) var files: [File] = []
  /// Why scripts are not known before the run, at the commands that name them.
  package private(set) var unknown: [Diagnostic] = []
  private(set) var statements: [String: [Statement]] = [:]
  private var identities: [Place: String] = [:]
  /// The scripts that run themselves, directly or by others.
  private var recursive: Set<String> = []

  /// The identity of the script that runs the others; empty if it is not a file.
  let main: String

  /// A path as written, in one of the scripts.
  private struct Place: Hashable {
    let path: String
    let script: String
  }

  package init() {
    main = ""
  }

  /// Finds every script that the program may run.
  ///
  /// - Parameter identity: the identity of the program itself, if it is a file.
  package init(of program: ParsedSource, identity: String? = nil, resolver: Resolver, read: @escaping Read) {
    main = identity ?? ""
    guard let statements = try? program.statements.get() else { return }
    var reader = Reader(resolver: resolver, read: read)
    collect(statements, of: File(identity: main, source: program.source), by: &reader)
  }

  private struct Reader {
    let resolver: Resolver
    let read: Read
    /// The scripts that are being collected: to reach one of them again is a recursion.
    var open: [String] = []

    /// Deeper scripts fail when they run.
    static let maxDepth = 64
  }

  private mutating func collect(_ statements: [Statement], of script: File, by reader: inout Reader) {
    self.statements[script.identity] = statements
    reader.open.append(script.identity)
    defer { reader.open.removeLast() }
    var finder = SourceFinder(resolver: reader.resolver)
    finder.visit(statements)
    for file in finder.files {
      do throws(Diagnostic) {
        try collect(file, in: script, by: &reader)
      } catch {
        unknown.append(error)
      }
    }
  }

  private mutating func collect(_ file: Value, in script: File, by reader: inout Reader) throws(Diagnostic) {
    guard let path = file.filePath, reader.open.count <= Reader.maxDepth else {
      throw .unknownScript(file, in: script.source)
    }
    let found: File
    switch reader.read(path, script.source.name) {
    case .success(let file): found = file
    case .failure(let failure): throw .unreadableScript(failure, file, in: script.source)
    }
    // Dictionaries take names that Unicode calls equivalent for one, which would hide the second script.
    if let twin = statements.keys.first(where: { $0 == found.identity }), !twin.isSpelled(like: found.identity) {
      throw .unreadableScript(.twin(found.identity), file, in: script.source)
    }
    files.append(found)
    identities[Place(path: path, script: script.identity)] = found.identity
    guard !reader.open.contains(found.identity) else {
      recursive.insert(found.identity)
      return
    }
    guard statements[found.identity] == nil else { return }
    do throws(Diagnostic) {
      collect(try Parser.parse(found.source), of: found, by: &reader)
    } catch {
      throw error.located(in: found.source)
    }
  }

  /// Whether the script runs itself, directly or by others.
  func isRecursive(_ script: String) -> Bool { recursive.contains(script) }

  /// The verbs that the scripts define, each with every definition that may be in force.
  var definitions: [String: [(definition: Definition, script: String)]] {
    var found: [String: [(definition: Definition, script: String)]] = [:]
    for (script, statements) in statements.sorted(by: { $0.key < $1.key }) {
      found.merge(statements.definitions(in: script)) { $0 + $1 }
    }
    return found
  }

  /// The names of those verbs.
  package var verbs: Set<String> { Set(definitions.keys) }

  /// The main script and the others that have no syntax error, each once, in the order in which they are named.
  func parsed(with program: ParsedSource) -> [(source: Source, statements: [Statement])] {
    var known: Set<String> = [main]
    let others = files.compactMap { file -> (source: Source, statements: [Statement])? in
      guard known.insert(file.identity).inserted, let statements = statements[file.identity] else { return nil }
      return (file.source, statements)
    }
    return [(program.source, (try? program.statements.get()) ?? [])] + others
  }

  /// The script that a `source` names, and its statements; `nil` if they are not known.
  func script(at file: Value, in script: String) -> (identity: String, statements: [Statement])? {
    guard let path = file.filePath, let identity = identities[Place(path: path, script: script)],
      let statements = statements[identity]
    else { return nil }
    return (identity, statements)
  }
}

/// Finds the scripts that statements run with `source`.
private struct SourceFinder: SyntaxVisitor {
  let resolver: Resolver
  var files: [Value] = []

  mutating func visit(_ command: Command) {
    command.walk(with: &self)
    guard let verb = resolver.ownVerb(of: command), verb.signature.action == "source" else { return }
    files += resolver.arguments(of: command, as: verb).given.filter { $0.parameter.type == .file }.map(\.value)
  }
}

extension Value {
  /// The path of a file, if it has no variables.
  fileprivate var filePath: String? {
    switch form {
    case .word(let text), .string(let text): text.literal
    case .reference(let reference): reference.kind == .file ? reference.id.literal : reference.spelling.literal
    case .url, .variable, .list, .result, .arithmetic, .range: nil
    }
  }
}

extension Source {
  /// A path as the script of this name means it: relative to the folder of the script.
  package static func path(_ path: String, from script: String?) -> String {
    guard !path.hasPrefix("/"), let script, let end = script.lastIndex(of: "/") else { return path }
    return script[...end] + path
  }
}

extension Diagnostic {
  /// The same error with the source that it is in.
  package func located(in source: Source) -> Diagnostic {
    var diagnostic = self
    diagnostic.source = source
    return diagnostic
  }

  fileprivate static func unknownScript(_ file: Value, in source: Source) -> Diagnostic {
    Diagnostic(
      .unreadable, at: file.span, "which script \(file.source) names is known only when it runs", exitCode: .noInput
    ).located(in: source)
  }

  fileprivate static func unreadableScript(_ failure: Failure, _ file: Value, in source: Source) -> Diagnostic {
    Diagnostic(.unreadable, at: file.span, failure.message, exitCode: .noInput).located(in: source)
  }
}

extension Failure {
  fileprivate static func twin(_ path: String) -> Failure {
    Failure(
      .notFound, "'\(path)' looks like another script whose name has other bytes; rename one of them")
  }
}
