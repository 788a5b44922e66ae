import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// The values of a command's variables and inner commands, evaluated before it is resolved.
  struct Prepared {
    fileprivate(set) var variables = Dictionary<Variable, RuntimeValue>()
    fileprivate(set) var results = Dictionary<Span, RuntimeValue>()

    func value(_ variable: Variable) throws(Diagnostic) -> RuntimeValue {
      guard let runtimeValue = variables[variable] else { throw .unknownName(variable, known: []) }
      return runtimeValue
    }

    /// The value of a word, text, list, variable or command in ( ); the command does not run again.
    func value(_ value: Value) throws(Diagnostic) -> RuntimeValue {
      switch value.form {
      case .word(let text):
        guard let literal = text.literal else { return try self.text(text) }
        return .word(literal)
      case .string(let text), .url(let text): return try self.text(text)
      case .reference(let reference):
        let id = try text(reference.id)
        // As a reference it would name a file wherever it is used.
        guard reference.kind != .file || !id.isForeign else { throw .foreign(.file, value.span) }
        var value = RuntimeValue(.reference(reference.kind, id: id.spelling ?? ""), isForeign: id.isForeign)
        value.secret = id.secret
        value.remoteSigns = id.remoteSigns
        return value
      case .variable(let variable): return try self.value(variable)
      case .list(let values):
        var elements: [RuntimeValue] = []
        for value in values { elements.append(try self.value(value)) }
        try RuntimeValue.checkSize(of: elements, at: value.span)
        return RuntimeValue(.list(elements), isForeign: elements.contains(where: \.isForeign))
      case .result(let pipeline): return results[pipeline.span] ?? .null
      case .arithmetic(let arithmetic): return try self.value(arithmetic)
      case .range(let range):
        let bounds = try bounds(of: range)
        guard bounds.count <= Self.longestRange else { throw .longRange(value.span) }
        return RuntimeValue(.list(bounds.map { RuntimeValue.number($0) }))
      }
    }

    private func value(_ arithmetic: Arithmetic) throws(Diagnostic) -> RuntimeValue {
      var (left, right) = (try value(arithmetic.left), try value(arithmetic.right))
      // A list of one value is none; a single word has the type that its place requires.
      (left, right) = (try left.disclosed(at: arithmetic.left.span), try right.disclosed(at: arithmetic.right.span))
      if let word = arithmetic.left.literalWord { left = .text(word) }
      if let word = arithmetic.right.literalWord { right = .text(word) }
      return try .joined(left, right, by: arithmetic.sign, at: (arithmetic.left.span, arithmetic.right.span))
    }

    /// The whole numbers of a range; none if it ends before it starts.
    func bounds(of range: NumberRange) throws(Diagnostic) -> Range<Int> {
      let (first, last) = (try whole(range.first), try whole(range.last))
      guard first <= last else { return first..<first }
      let (count, overflows) = last.subtractingReportingOverflow(first)
      guard !overflows, count < .max, last < .max else { throw .longRange(range.last.span) }
      return first..<last + 1
    }

    private func whole(_ value: Value) throws(Diagnostic) -> Int {
      let bound = try self.value(value).disclosed(at: value.span)
      guard case .number(let number)? = bound.magnitude, let whole = number.int else {
        throw .badBound(value.span, bound.description)
      }
      return whole
    }

    private static let longestRange = 1_000_000

    func text(_ text: Text) throws(Diagnostic) -> RuntimeValue {
      try text.filled { variable throws(Diagnostic) in try value(variable) }
    }

    /// The variables and their values, for error messages.
    var interpolations: [(variable: String, text: String)] {
      variables.sorted { $0.key.span.start < $1.key.span.start }.map { variable, runtimeValue in
        (variable.spelling(through: variable.path.count), runtimeValue.brief)
      }
    }
  }

  /// Evaluates the variables and the commands in ( ) of some values.
  func prepare(_ values: [Value], in frame: inout Frame) async throws(Diagnostic) -> Prepared {
    var prepared = Prepared()
    for value in values {
      for variable in value.variables where prepared.variables[variable] == nil {
        prepared.variables[variable] = try await complete(self.value(of: variable, in: frame))
      }
      for pipeline in value.pipelines {
        prepared.results[pipeline.span] = try await complete(result(of: pipeline, in: &frame))
      }
    }
    return prepared
  }

  /// The value; a list that is being read is read to its end.
  func complete(_ runtimeValue: RuntimeValue) async throws(Diagnostic) -> RuntimeValue {
    guard case .sequence(let sequence) = runtimeValue.form else { return runtimeValue }
    return RuntimeValue(.list(try await sequence.all()), isForeign: runtimeValue.isForeign)
  }

  /// The bindings by which a command is resolved.
  ///
  /// - Parameter prints: whether the command only prints its values, without the access token.
  func bindings(_ prepared: Prepared, prints: Bool = false) -> Bindings {
    let shapes = shapes
    return Bindings(
      value: { variable throws(Diagnostic) in
        let value = try prepared.value(variable)
        return try (prints ? value : value.disclosed(at: variable.span)).binding(shapes)
      },
      result: { pipeline throws(Diagnostic) in
        guard let value = prepared.results[pipeline.span] else { return .nothing }
        return try (prints ? value : value.disclosed(at: pipeline.span)).binding(shapes)
      },
      computed: { value throws(Diagnostic) in try prepared.value(value).binding(shapes) },
      contents: { path throws(Diagnostic) in
        do throws(Failure) { return try contents(ofFile: path.value) } catch { throw .unreadable(error, path.span) }
      },
      isForeign: { variable in prepared.variables[variable]?.isForeign ?? true })
  }

  /// Evaluates a word, text, list, variable or command in ( ), without reading lists to their ends.
  func value(of value: Value, in frame: inout Frame) async throws(Diagnostic) -> RuntimeValue {
    switch value.form {
    case .variable(let variable): return try await self.value(of: variable, in: frame)
    case .result(let pipeline): return try await result(of: pipeline, in: &frame)
    case .word, .string, .url, .reference, .list, .arithmetic, .range:
      return try await prepare([value], in: &frame).value(value)
    }
  }

  /// The value of a variable and its fields.
  func value(of variable: Variable, in frame: Frame) async throws(Diagnostic) -> RuntimeValue {
    guard let root = try await root(of: variable, in: frame) else {
      guard variable.isOptional else { throw .missing(variable, frame) }
      return .null
    }
    guard variable.name != "env" else { return root }
    return try await root.following(variable, shapes: shapes)
  }

  private func root(of variable: Variable, in frame: Frame) async throws(Diagnostic) -> RuntimeValue? {
    if let named = frame.names[variable.name] { return named }
    switch variable.name {
    case "@": return RuntimeValue(.list(frame.arguments), isForeign: frame.arguments.contains(where: \.isForeign))
    case "_": return frame.last
    case "env": return try environment(variable)
    case "me": return try await me(as: frame.account, at: variable.span)
    default: break
    }
    guard let number = Int(variable.name), frame.arguments.indices.contains(number - 1) else { return nil }
    return frame.arguments[number - 1]
  }

  /// `$env.NAME`
  private func environment(_ variable: Variable) throws(Diagnostic) -> RuntimeValue {
    guard let field = variable.path.first, variable.path.count == 1 else { throw .badEnvironment(variable) }
    guard let value = host.environmentVariable(field.name) else {
      guard field.isOptional else { throw .notInEnvironment(variable, field.name) }
      return .null
    }
    return variable.isSecret ? .secret(value, of: variable) : .text(value).coming(from: .local)
  }

  /// The account that acts.
  func me(as account: String?, at span: Span) async throws(Diagnostic) -> RuntimeValue {
    guard let signature = resolver.catalog.signatures.first(where: \.tellsWhoActs) else { return .null }
    let url = CallbackURL(scheme: "tusker", action: signature.action, pairs: [])
    switch await dispatcher.send(url, with: Dispatcher.RequestOptions(account: account)) {
    case .done(let result): return runtimeValue(of: result)
    case .failed(let failure): throw .failed(failure, url, verb: Spanned("$me", span))
    case .canceled: throw .interrupted(span)
    }
  }
}

extension Diagnostic {
  fileprivate static func badBound(_ span: Span, _ found: String) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "a range has a whole number at each end, not \(found)", exitCode: .data)
  }

  fileprivate static func longRange(_ span: Span) -> Diagnostic {
    Diagnostic(.outOfRange, at: span, "the range has too many numbers", exitCode: .data)
  }

  static func unreadable(_ failure: Failure, _ span: Span) -> Diagnostic {
    // A pipe that nobody writes ends with the run.
    guard !Task.isCancelled else { return .interrupted(span) }
    return Diagnostic(.unreadable, at: span, failure.message, exitCode: .noInput)
  }

  fileprivate static func missing(_ variable: Variable, _ frame: Frame) -> Diagnostic {
    guard Int(variable.name) != nil else {
      return .unknownName(variable, known: Array(frame.names.keys).sorted() + ["env", "me"])
    }
    return .missingArgument(variable, of: frame.arguments.count)
  }

  fileprivate static func badEnvironment(_ variable: Variable) -> Diagnostic {
    Diagnostic(
      .unknownField, at: variable.span, "'$env' needs the name of one variable, as in $env.HOME", exitCode: .data)
  }

  fileprivate static func notInEnvironment(_ variable: Variable, _ name: String) -> Diagnostic {
    Diagnostic(
      .unknownName, at: variable.span, "the environment variable '\(name)' is not set",
      label: "use $env.\(name)? if it may be missing", exitCode: .data)
  }
}
