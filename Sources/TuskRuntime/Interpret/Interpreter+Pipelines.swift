import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Runs a pipeline through programs or into a file.
  ///
  /// - Returns: the output, if it is wanted as a value.
  func flow(
    through pipeline: Pipeline, keepsOutput: Bool, in frame: inout Frame
  ) async throws(Diagnostic) -> RuntimeValue {
    try checkKeyword(of: pipeline, frame)
    let verb = resolver.verb(onRowsOf: pipeline) { frame.definitions[$0] != nil }
    if let verb, pipeline.output == nil || settings.rehearses {
      return try await act(verb, onRowsOf: pipeline, keepsResults: keepsOutput, in: &frame)
    }
    let path = try await path(of: pipeline.output, in: &frame)
    var programs: [[ProgramWord]] = []
    let isAlone = pipeline.programs.isEmpty && path == nil
    let hasRows = !pipeline.stages.isEmpty
    if isAlone, hasRows { return try await rows(of: pipeline, showingResult: !keepsOutput, in: &frame) }
    if isAlone, case .attempt(let program) = pipeline.first {
      guard !settings.rehearses else { return try await rehearse(pipeline, [], nil, keepsOutput: true, in: &frame) }
      return try await attempt(program, showingResult: !keepsOutput, in: &frame)
    }
    if case .run(let program) = pipeline.first { programs.append(try await words(of: program, in: &frame)) }
    for program in pipeline.programs where verb == nil { programs.append(try await words(of: program, in: &frame)) }
    guard !settings.rehearses else {
      if hasRows { return await rehearse(rowsOf: pipeline, in: frame) }
      return try await rehearse(pipeline, programs, path, keepsOutput: keepsOutput, in: &frame)
    }
    guard let path else {
      let output: ProgramChain.Output = keepsOutput || isBuffered ? .captured : .descriptor(1)
      let result = try await run(programs, of: pipeline, output: output, in: &frame)
      return try await text(of: result, keepsOutput: keepsOutput, at: pipeline.span)
    }
    try await write(pipeline, through: programs, to: path, in: &frame)
    return .null
  }

  private func write(
    _ pipeline: Pipeline, through programs: [[ProgramWord]], to path: String, in frame: inout Frame
  ) async throws(Diagnostic) {
    let file: OutputFile
    do throws(Failure) {
      file = try OutputFile(path, pipeline.output?.isAppending ?? false ? .appending : .replacing)
    } catch {
      throw .unwritable(error, pipeline.output?.file.span ?? pipeline.span)
    }
    if programs.isEmpty {
      try await write(pipeline, to: file, in: &frame)
    } else {
      _ = try await run(programs, of: pipeline, output: .descriptor(file.descriptor), in: &frame)
    }
    do throws(Failure) { try file.commit() } catch {
      throw .unwritable(error, pipeline.output?.file.span ?? pipeline.span)
    }
  }

  private func text(
    of result: ProgramResult, keepsOutput: Bool, at span: Span
  ) async throws(Diagnostic) -> RuntimeValue {
    do throws(Failure) {
      let text = try result.text()
      guard !keepsOutput else { return .text(text, isForeign: true).coming(from: .local) }
      if !text.isEmpty { await emit(.printed(text, toErrors: false)) }
      return .null
    } catch {
      throw .program(error, span)
    }
  }

  /// Runs the programs; a command before the first one feeds it JSON, one value per line.
  private func run(
    _ programs: [[ProgramWord]], of pipeline: Pipeline, output: ProgramChain.Output, in frame: inout Frame
  ) async throws(Diagnostic) -> ProgramResult {
    let span = pipeline.programs.first?.span ?? pipeline.span
    let source = try await items(of: pipeline, in: &frame)
    let terminal = settings.isInteractive && output == .descriptor(1) ? host.foregroundTerminal() : nil
    let result: ProgramResult
    do throws(Failure) {
      result = try await ProgramChain(programs.map { $0.map(\.text) }).run(
        input: source.map { .produced($0.feed) } ?? .nothing, output: output,
        errors: frame.keepsErrors ? .kept(isShown: true) : .inherited, on: terminal)
    } catch {
      if let mistake = await source?.mistake { throw mistake }
      throw Task.isCancelled ? .interrupted(span) : .program(error, span)
    }
    if let mistake = await source?.mistake { throw mistake }
    // Ctrl-C went to the programs alone.
    guard !Task.isCancelled, terminal == nil || !result.isInterrupted else { throw .interrupted(span) }
    if let failure = result.failure { throw .program(failure, span, result, keepsErrors: frame.keepsErrors) }
    return result
  }

  private func items(of pipeline: Pipeline, in frame: inout Frame) async throws(Diagnostic) -> JSONLines? {
    switch pipeline.first {
    case _ where !pipeline.stages.isEmpty:
      return JSONLines(try await rows(of: pipeline, showingResult: false, in: &frame), releases: true)
    case .run: return nil
    case .attempt(let program):
      return JSONLines(try await attempt(program, showingResult: false, in: &frame), releases: false)
    case .command(let command):
      return JSONLines(try await result(of: command, in: &frame), releases: !frame.mayBeNamed(resultOf: pipeline.first))
    }
  }

  /// Writes the results of a command to a file.
  private func write(_ pipeline: Pipeline, to file: OutputFile, in frame: inout Frame) async throws(Diagnostic) {
    let sink = FileSink(file, host)
    var inner = self
    let outer = emit
    // The output of programs within a verb of the script belongs in the file too.
    inner.isBuffered = true
    inner.isRedirected = true
    inner.emit = { event in
      if await !sink.take(event) { await outer(event) }
    }
    var shown = pipeline
    shown.output = nil
    _ = try await inner.run(shown, in: &frame)
    if let failure = await sink.failure { throw .unwritable(failure, pipeline.output?.file.span ?? pipeline.span) }
  }

  /// The path of the file that a pipeline writes; only the script itself can name it.
  private func path(of output: Pipeline.Output?, in frame: inout Frame) async throws(Diagnostic) -> String? {
    guard let output else { return nil }
    let runtimeValue = try await plain(output.file, in: &frame).disclosed(at: output.file.span)
    guard !runtimeValue.isForeign else { throw .foreign(.file, output.file.span) }
    guard let path = runtimeValue.spelling, !path.isEmpty, !path.utf8.contains(0) else {
      throw .noFile(runtimeValue, output.file.span)
    }
    return path
  }

  /// The value of a plain word, which is a text even if it spells a number or `null`.
  private func plain(_ value: Value, in frame: inout Frame) async throws(Diagnostic) -> RuntimeValue {
    if let literal = value.literalWord { return .text(literal) }
    return try await self.value(of: value, in: &frame)
  }

  /// A word of a program's command line.
  struct ProgramWord {
    let text: String
    /// The word as the script writes it, if the access token is in it.
    let secret: Text?
  }

  /// The name of a program and its arguments.
  func words(of program: Program, in frame: inout Frame) async throws(Diagnostic) -> [ProgramWord] {
    var words: [ProgramWord] = []
    var endsOptions = false
    for value in program.words {
      let runtimeValue = try await complete(plain(value, in: &frame))
      let parts = if case .list(let elements) = runtimeValue.form { elements } else { [runtimeValue] }
      for part in parts {
        guard let word = part.programWord else { throw .misplaced(part.description, within: .program, at: value.span) }
        guard !words.isEmpty || !part.isForeign else { throw .foreign(.program, value.span) }
        if words.isEmpty { _ = try part.disclosed(at: value.span) }
        if part.isForeign, !endsOptions, word.begins(with: "-") { throw .foreignOption(word, value.span) }
        endsOptions = endsOptions || word == "--"
        words.append(ProgramWord(text: word, secret: part.secret))
      }
    }
    guard let name = words.first, !name.text.isEmpty else { throw .noProgram(program.span) }
    return words
  }
}

/// Writes values to a program as lines of JSON, and keeps the error if reading them fails.
private actor JSONLines {
  private let runtimeValue: RuntimeValue
  /// Whether items can be released as they are read, because nothing else refers to the list.
  private let releases: Bool
  private(set) var mistake: Diagnostic?

  init(_ runtimeValue: RuntimeValue, releases: Bool) {
    self.runtimeValue = runtimeValue
    self.releases = releases
  }

  nonisolated var feed: ProgramChain.Producer {
    { (input: ProgramInput) async throws(Failure) in await self.write(to: input) }
  }

  private func write(to input: ProgramInput) async {
    do throws(Diagnostic) {
      switch runtimeValue.form {
      case .sequence(let sequence):
        var place = 0
        while let item = try await releases ? sequence.takeNext() : sequence.item(at: place) {
          place += 1
          guard await input.write(item.jsonLine[...]) else { return }
        }
      case .list(let elements):
        for element in elements {
          guard await input.write(element.jsonLine[...]) else { return }
        }
      default: _ = await input.write(runtimeValue.jsonLine[...])
      }
    } catch {
      // Reading is interrupted when the programs end early; the task of the run knows whether it was canceled itself.
      mistake = error.kind == .interrupted ? nil : error
    }
  }
}

/// Writes the events of a command to a file.
private actor FileSink {
  private let file: OutputFile
  private let host: any RuntimeHost
  private var options = CommandOptions()
  private(set) var failure: Failure?

  init(_ file: OutputFile, _ host: any RuntimeHost) {
    self.file = file
    self.host = host
  }

  /// Writes an event to the file; false if it is for people only.
  func take(_ event: Interpreter.Event) -> Bool {
    if case .started(let options) = event {
      self.options = options
      return true
    }
    guard let text = host.fileText(for: event, options: options) else { return false }
    do throws(Failure) { try file.write(Array(text.utf8)[...]) } catch { failure = failure ?? error }
    return true
  }
}

extension RuntimeValue {
  fileprivate var jsonLine: [UInt8] { Array((json.text + "\n").utf8) }

  /// The value as an argument of a program.
  fileprivate var programWord: String? {
    switch form {
    case .null: nil
    case .reference(let kind, let id) where kind != .file && !id.hasPrefix("@"): "\(kind.rawValue):\(id)"
    default: spelling.flatMap { $0.utf8.contains(0) ? nil : $0 }
    }
  }
}

extension Diagnostic {
  static func program(_ failure: Failure, _ span: Span) -> Diagnostic {
    let code = failure.code == .invalidParameter ? ExitCode.data : ExitCode(failure)
    var diagnostic = Diagnostic(.failed, at: span, failure.message, exitCode: code)
    diagnostic.failure = failure
    return diagnostic
  }

  fileprivate static func program(
    _ failure: Failure, _ span: Span, _ result: ProgramResult, keepsErrors: Bool
  ) -> Diagnostic {
    var diagnostic = program(failure, span)
    diagnostic.programEnd = ProgramEnd(status: result.status, errors: keepsErrors ? result.errorText : nil)
    return diagnostic
  }

  fileprivate static func unwritable(_ failure: Failure, _ span: Span) -> Diagnostic {
    // A pipe that nobody reads ends with the run.
    guard !Task.isCancelled else { return .interrupted(span) }
    return Diagnostic(.failed, at: span, failure.message, exitCode: .cannotCreate)
  }

  fileprivate static func noFile(_ runtimeValue: RuntimeValue, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "expected a file name; this is \(runtimeValue.description)", exitCode: .data)
  }

  fileprivate static func foreignOption(_ word: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .foreignValue, at: span,
      "'\(word.prefix(40))' is a value from outside the script and looks like an option of the program",
      label: "put -- before it", exitCode: .data)
  }

  fileprivate static func noProgram(_ span: Span) -> Diagnostic {
    Diagnostic(.missingArg, at: span, "the name of a program is empty", exitCode: .data)
  }
}
