import SystemPackage
import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// The commands of the prompt on the lines that were run.
extension PromptSession {
  /// Lists the lines, or those with all of these words; or deletes some.
  mutating func showHistory(_ words: [String]) {
    guard words.first != "delete" else { return deleteHistory(Array(words.dropFirst())) }
    var entries = history.entries
    // What runs is this command.
    if let last = entries.last, last.exit == nil { entries.removeLast() }
    listedLines = entries.map(\.line)
    let numbered = entries.enumerated().filter { entry in words.allSatisfy { entry.element.line.contains($0) } }
    guard !numbered.isEmpty else { return shell.streams.report("nothing found\n") }
    let width = String(entries.count).count
    let rows = numbered.map { number, entry in
      let time = entry.time == 0 ? "" : LocalTime.text(entry.time)
      let failed = entry.hasFailed ? "  (exit \(entry.exit ?? 0))" : ""
      let line = entry.line.replacing("\n", with: "⏎")
      let padding = String(repeating: " ", count: max(0, width - String(number + 1).count))
      return TerminalText.field("\(padding)\(number + 1)  \(time)  \(SecretText.masked(line))\(failed)") + "\n"
    }
    execution.display.showPaged(rows.joined())
  }

  private static let whatIsDeleted =
    "'history delete' takes numbers that 'history' shows, such as 12 or 12-15, or --all; --shown deletes the names "
    + "that completion knows"

  /// Deletes lines by their numbers, all of them, or the names that were shown.
  private mutating func deleteHistory(_ words: [String]) {
    guard words != ["--shown"] else {
      names.removeAll()
      return shell.streams.report("deleted the names that were shown\n")
    }
    // A line that is run again has moved to the end, and the others have other numbers than those that were shown.
    let lines = listedLines ?? history.lines
    var unwanted: Set<String> = words == ["--all"] ? Set(history.lines) : []
    for word in words where word != "--all" {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count < 3, first <= last,
        (1...max(1, lines.count)).contains(first), last <= lines.count
      else { return report(Self.whatIsDeleted) }
      unwanted.formUnion(lines[(first - 1)..<last])
    }
    unwanted.formIntersection(history.lines)
    guard !unwanted.isEmpty else { return report(Self.whatIsDeleted) }
    // The file has lines without their secrets.
    let spellings = unwanted.union(unwanted.map { SecretText.masked($0) })
    history.forget { spellings.contains($0) }
    workedLines.removeAll { unwanted.contains($0) }
    if let fault = history.fault { return report("\(fault)") }
    shell.streams.report("deleted \(unwanted.count.counting("line"))\n")
  }

  /// Writes the lines of this session that worked as a script, or the last ones.
  mutating func saveLines(_ words: [String]) {
    let count = words.count == 2 ? Int(words[0]) : nil
    guard let path = words.last, words.count == 1 || words.count == 2 && count.map({ $0 > 0 }) ?? false else {
      return report("'save' takes a file, or a number of lines and a file: save 5 morning.tsk")
    }
    // Other programs keep a status by this word.
    guard Int(path) == nil, !path.contains(":") else {
      return report("'save' writes the lines of this session to a file; a status is kept by: bookmark \(path)")
    }
    let worked = workedLines.suffix(count ?? workedLines.count)
    let lines = runnable(worked).map { SecretText.masked($0) }
    guard !lines.isEmpty else {
      return report("no line of this session has worked so far, so there is nothing to save")
    }
    let place = path.hasPrefix("~/") ? "\(shell.environment.home)\(path.dropFirst())" : path
    do throws(Errno) {
      try write(lines.map { $0 + "\n" }.joined(), toNew: place)
    } catch {
      let reason = error == .fileExists ? "it exists; name another file" : SystemError.reason(error.rawValue)
      return report("cannot write '\(path)': \(reason)")
    }
    let left = worked.count - lines.count
    let note = left > 0 ? "; left out \(left), which only this session can run" : ""
    shell.streams.report(TerminalText.field("saved \(lines.count.counting("line")) to \(path)\(note)") + "\n")
  }

  /// The lines that a script can run: those without verbs that only this session has.
  private func runnable(_ lines: some Sequence<String>) -> [String] {
    var checker = Checker.onThisMachine(resolver: Shell.resolver(), arguments: [], mode: .stream)
    return lines.filter { line in
      let input = ParsedSource(Source(line))
      guard case .success(let statements) = input.statements else { return false }
      var trial = checker
      guard trial.check(statements, in: input.source).isEmpty else { return false }
      checker = trial
      return true
    }
  }

  /// Writes a file that is not there yet; lines may be private.
  private func write(_ text: String, toNew path: String) throws(Errno) {
    do {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
      try file.closeAfter { try file.writeAll(text) }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }
}
