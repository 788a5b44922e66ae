import JSONValue
import TuskActions
package import TuskCommon
import TuskLanguage
import XCallbackURL

extension Shell {
  /// Which part of a plan a worker does.
  package struct PlanPart: Sendable {
    /// From 1.
    package let number: Int
    package let count: Int
    /// Whether lines of the same account stay in one part.
    package let keepsAccounts: Bool

    package init(_ number: Int, of count: Int, keepsAccounts: Bool) {
      (self.number, self.count, self.keepsAccounts) = (number, count, keepsAccounts)
    }

    fileprivate var order: PlanFile.Order { keepsAccounts ? .account : .subject }
  }

  /// Says what a plan would do and how far it can be divided.
  package func checkPlan(_ path: String) -> ExitCode {
    defer { closeJournal() }
    return withPlan(path) { plan, script throws(Failure) in
      let effects = ScriptUnit(script, ParsedSource(script.source)).effects
      let changes = plan.lines.count(where: \.isChange)
      let bare = plan.lines.count { $0.isChange && $0.block == nil }
      let groups = plan.groupCount(by: .subject)
      if let etcd {
        let account = try recordedAccount(of: plan)
        try value { [journal] () async throws(Failure) in
          let left = try await plan.progress(in: journal, as: account).left
          try await etcd.checkRoom(forChanges: left)
        }
      }
      guard !options.wantsJSON else {
        let object: JSON.Object = [
          "script": .string(plan.origin.script), "account": .string(plan.origin.account),
          "lines": .int(plan.lines.count), "changes": .int(changes), "changesWithoutOnce": .int(bare),
          "groups": .int(groups), "effects": effects.json,
        ]
        streams.write(JSON.object(object).text + "\n")
        return
      }
      streams.write(
        "\(changes.counting("change")) and \(plan.lines.count - changes) other lines of \(plan.origin.script), as "
          + "\(plan.origin.account)\n")
      streams.write("at most \(groups.counting("part")) have lines, because some lines stay together\n")
      if bare > 0 { streams.write("\(bare.counting("change")) without 'once': each gets a block of its own\n") }
      for line in effects.lines { streams.write(TerminalText.field(line) + "\n") }
    }
  }

  /// Prints a part of a plan, or writes all parts into a folder.
  package func splitPlan(_ path: String, _ part: PlanPart, into folder: String?) -> ExitCode {
    withPlan(path) { plan, _ throws(Failure) in
      let parts = plan.parts(part.count, by: part.order)
      guard let folder else {
        streams.write(plan.text(of: parts[part.number - 1]))
        return
      }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let width = String(part.count).count
      for (index, lines) in parts.enumerated() {
        let number = String(index + 1)
        let zeros = String(repeating: "0", count: width - number.count)
        try PrivateFile("\(folder)/\(name).\(zeros)\(number)").write(plan.text(of: lines))
      }
      streams.report("wrote \(part.count.counting("part")) to \(folder)\n")
    }
  }

  /// Runs a part of a plan, and prints a JSON line for each of its lines. The plan is a script: it needs the same
  /// permission, which is for all of its parts.
  package func runPlan(_ path: String, _ part: PlanPart) -> ExitCode {
    var code = ExitCode.success
    let reading = withPlan(path) { plan, script throws(Failure) in
      code = run(plan, part, of: script)
    }
    return reading == .success ? code : reading
  }

  private func run(_ plan: PlanFile, _ part: PlanPart, of script: ScriptFile) -> ExitCode {
    if let code = refusal(of: self.options) { return code }
    let name = script.source.name
    let source = Source(name: name, plan.text(of: plan.parts(part.count, by: part.order)[part.number - 1]))
    if case .failure(let code) = header(of: source) { return code }
    let unit = ScriptUnit(script, ParsedSource(script.source))
    let run = Run(
      requester: Requester(unit), journalName: "-", mode: .stream, sourcedVerbs: unit.sourcedVerbs)
    let statements = StatementStream(ByteInput(descriptor: nil, after: source.bytes), named: name)
    var audience = Audience()
    if let code = mistakes(in: statements, execution(of: run), &audience) { return code }
    let results = LineResults()
    var options = options
    (options.wantsJSON, options.format, options.keepsGoing) = (true, .json, true)
    let shell = Shell(options: options, environment: environment, streams: streams.keeping(results))
    defer { shell.closeJournal() }
    var execution = shell.execution(of: run)
    var stream = CheckedStream(statements, execution.checker)
    while let batch = stream.next(waiting: true) {
      for checked in batch.statements {
        let continues = execution.run([checked])
        let (values, error) = results.take()
        let line = checked.source.line(at: checked.statement.span.start)
        let result = PlanResult(line: line, part: part.number, results: values, error: error)
        guard streams.write(result.json.text + "\n"), continues else { return execution.exitCode }
      }
    }
    return execution.exitCode
  }

  /// Says how much of a plan is done, from the journal.
  package func showPlan(_ path: String) -> ExitCode {
    defer { closeJournal() }
    return withPlan(path) { plan, _ throws(Failure) in
      let account = try recordedAccount(of: plan)
      let progress = try value { [journal] () async throws(Failure) in
        try await plan.progress(in: journal, as: account)
      }
      let now = journal.now()
      streams.write(options.wantsJSON ? progress.json(now: now).text + "\n" : progress.text(now: now))
    }
  }

  /// The account of a plan as the journal has it, which knows that of the sandbox by its name.
  private func recordedAccount(of plan: PlanFile) throws(Failure) -> String {
    let account = plan.origin.account
    return account == AccountChoice.sandboxLabel ? try name(of: self.account()) : account
  }

  /// Prints the results of parts in the order of the plan.
  package func mergeResults(_ paths: [String]) -> ExitCode {
    attempt { () throws(Failure) in
      var (results, cut) = ([PlanResult](), 0)
      for path in paths {
        let text = try ScriptFile(path: path).source.text
        for line in text.split(separator: "\n") {
          if let result = PlanResult(line) { results.append(result) } else { cut += 1 }
        }
      }
      let merged = PlanResult.merged(results)
      for result in merged { streams.write(result.json.text + "\n") }
      let failed = merged.count(where: \.hasFailed)
      if cut > 0 { streams.report("skipped \(cut.counting("line")) that \(cut == 1 ? "is" : "are") no result\n") }
      if failed > 0 { streams.report("\(failed.counting("line")) failed\n") }
    }
  }

  private func withPlan(_ path: String, _ use: (PlanFile, ScriptFile) throws(Failure) -> Void) -> ExitCode {
    let script: ScriptFile
    do throws(Failure) { script = try ScriptFile(path: path) } catch {
      return reporter(isScript: true).report(error.message, .noInput)
    }
    do throws(PlanFile.Mistake) {
      let plan = try PlanFile(script.source, resolver: Self.resolver())
      return attempt { () throws(Failure) in try use(plan, script) }
    } catch {
      reporter(isScript: true).report(error.diagnostic, in: error.source)
      return error.diagnostic.exitCode
    }
  }
}
