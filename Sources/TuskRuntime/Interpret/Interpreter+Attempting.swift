import JSONValue
import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Runs the lines of a `try`, and those of its `catch` after an error.
  func run(_ attempt: Attempt, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    let keepsErrors = frame.keepsErrors
    do throws(Diagnostic) {
      frame.keepsErrors = keepsErrors || attempt.handler?.readsErrors ?? false
      defer { frame.keepsErrors = keepsErrors }
      let planned = settings.rehearsal.lineCount
      let flow = try await run(attempt.body, in: &frame)
      await noteHandler(of: attempt, linesBefore: planned, frame)
      return flow
    } catch {
      guard error.kind != .interrupted else { throw error }
      guard let handler = attempt.handler else { return .onward }
      if let name = handler.name { frame.set(name.value, error.caught) }
      return try await run(handler.body, in: &frame)
    }
  }

  /// Says in a rehearsal, once for each `try`, what a plan cannot: that the script goes on where a planned line fails.
  private func noteHandler(of attempt: Attempt, linesBefore count: Int, _ frame: Frame) async {
    guard settings.rehearses, settings.rehearsal.lineCount > count, let first = attempt.body.first?.span else { return }
    settings.rehearsal.lackSomething()
    let lines = [first, attempt.body.last?.span ?? first].map { frame.line(of: $0) }
    guard settings.rehearsal.isNew("try \(frame.source.name ?? "") \(lines[0])") else { return }
    let what =
      lines[0] == lines[1] ? "where line \(lines[0]) fails" : "where one of lines \(lines[0]) to \(lines[1]) fails"
    guard let next = attempt.handler?.body.first else {
      return await emit(.noted("\(what), the script goes on after its 'try'; a plan stops"))
    }
    await emit(.noted("\(what), the script goes on with line \(frame.line(of: next.span)); a plan stops"))
  }

  /// Refuses a line that was read as a program before a verb of the keyword's name was known.
  func checkKeyword(of pipeline: Pipeline, _ frame: Frame) throws(Diagnostic) {
    guard let keyword = pipeline.keywordOfProgram, frame.definitions[keyword.value] != nil else { return }
    throw .keywordForVerb(keyword)
  }

  /// Runs a program and returns its status, its output and its errors.
  func attempt(
    _ program: Program, showingResult showsResult: Bool, in frame: inout Frame
  ) async throws(Diagnostic) -> RuntimeValue {
    let words = try await words(of: program, in: &frame)
    do throws(Failure) {
      let result = try await ProgramChain([words.map(\.text)]).run(
        input: .nothing, output: .captured, errors: .kept(isShown: false))
      guard !Task.isCancelled else { throw Failure(.timedOut, "") }
      let fields: JSON.Object = [
        "status": .int(result.status), "text": .string(try result.text()), "errors": .string(result.errorText),
      ]
      let value = RuntimeValue(.record(RuntimeValue.Record(.attempt, fields)), isForeign: true).coming(from: .local)
      if showsResult { await emit(.shown(value)) }
      return value
    } catch {
      throw Task.isCancelled ? .interrupted(program.span) : .program(error, program.span)
    }
  }
}
