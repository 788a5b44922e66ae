import MessageDigest
import TuskCommon
import TuskLanguage
import XCallbackURL

/// A plan in a file, and its parts for several machines.
struct PlanFile {
  /// The name of the script and the account that the plan was made for.
  let origin: ScriptHeader.Plan
  let lines: [PlanLine]
  /// For each line that occurs more than once, which of the equal ones it is, from 1.
  private let occurrences: [Int: Int]

  /// Reads a plan.
  ///
  /// - Throws: ``PlanFile/Mistake`` if the text is no plan, or a line of it is not a whole command.
  init(_ source: Source, resolver: Resolver) throws(Mistake) {
    let found = try Mistake.of(source) { () throws(Diagnostic) in try ScriptHeader(of: source).plan }
    guard let found else { throw Mistake(diagnostic: .noPlan(source), source: source) }
    origin = found
    var lines: [PlanLine] = []
    var (counts, occurrences) = ([String: Int](), [Int: Int]())
    var number = 0
    for whole in source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let bytes = whole.last == UInt8(ascii: "\r") ? whole.dropLast() : whole
      let line = Source(name: source.name, bytes: Array(bytes), firstLine: number)
      let read = try Mistake.of(line) { () throws(Diagnostic) in
        let read = try PlanLine(line, of: found, resolver: resolver)
        if let read, read.isChange, !read.isURL, read.block == nil { throw .noURL(line) }
        return read
      }
      guard let read else { continue }
      lines.append(read)
      counts[read.text, default: 0] += 1
      if let count = counts[read.text], count > 1 { occurrences[number] = count }
    }
    (self.lines, self.occurrences) = (lines, occurrences)
  }

  /// A mistake, and the text in which it is.
  struct Mistake: Error {
    let diagnostic: Diagnostic
    let source: Source

    fileprivate static func of<Value>(
      _ source: Source, _ read: () throws(Diagnostic) -> Value
    ) throws(Mistake) -> Value {
      do throws(Diagnostic) { return try read() } catch { throw Mistake(diagnostic: error, source: source) }
    }
  }

  /// What lines are kept together by.
  enum Order: String, CaseIterable {
    /// Lines about the same status, account or other thing, those of a block, and those that use a variable.
    case subject
    /// Also lines of the same account.
    case account
  }

  /// The lines of each part. The same plan has the same parts everywhere, and lines that have something in common are in
  /// one part, in their order.
  func parts(_ count: Int, by order: Order) -> [[PlanLine]] {
    var parts = Array(repeating: [PlanLine](), count: count)
    for (line, group) in zip(lines, groups(by: order)) {
      parts[Int(SHA256.hash(Array(group.utf8)).prefix(7).reduce(0) { $0 << 8 | UInt64($1) } % UInt64(count))].append(
        line)
    }
    return parts
  }

  /// How many groups of lines have nothing in common, so that at most as many parts have lines.
  func groupCount(by order: Order) -> Int { Set(groups(by: order)).count }

  /// For each line, a name that it shares with the lines that have something in common with it, also through others.
  private func groups(by order: Order) -> [String] {
    var roots: [String: String] = [:]
    func root(_ name: String) -> String {
      var name = name
      while let next = roots[name], next != name {
        roots[name] = roots[next] ?? next
        name = next
      }
      return name
    }
    let ties = lines.map { line in
      guard order == .account else { return line.ties.isEmpty ? ["line \(line.number)"] : line.ties.sorted() }
      return ["as \(line.block?.account ?? origin.account)"] + line.ties.sorted()
    }
    for names in ties {
      for name in names {
        let (first, other) = (root(names[0]), root(name))
        // The lesser name stands for both, whatever the order of the lines.
        let (lesser, greater) = (min(first, other), max(first, other))
        (roots[greater], roots[lesser]) = (lesser, lesser)
      }
    }
    return ties.map { root($0[0]) }
  }

  /// The text of a part, in which each line has its number in the plan, so that mistakes and results name it. A change
  /// outside of `once` gets a block of its own, so that no worker repeats what another has done.
  func text(of part: [PlanLine]) -> String {
    var (text, number) = (origin.line + "\n", 2)
    for line in part {
      text += String(repeating: "\n", count: max(line.number - number, 0)) + keyed(line) + "\n"
      number = line.number + 1
    }
    return text
  }

  private func keyed(_ line: PlanLine) -> String {
    guard line.isChange, line.block == nil else { return line.text }
    return line.text(inBlock: key(of: line), of: origin.script)
  }

  /// The key of a change outside of `once`: the line itself, and which of equal lines it is.
  private func key(of line: PlanLine) -> String {
    let digest = SHA256.hash(Array(line.text.utf8)).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return digest.joined() + (occurrences[line.number].map { " \($0)" } ?? "")
  }

  /// The `once` blocks of the changes, in order, and how many changes each has; reads are part of none.
  var blocks: [(block: PlanLine.Block, changes: Int)] {
    var (places, found) = ([PlanLine.Block: Int](), [(block: PlanLine.Block, changes: Int)]())
    for line in lines where line.isChange {
      let block = line.block ?? PlanLine.Block(key: key(of: line), script: origin.script)
      if let place = places[block] {
        found[place].changes += 1
      } else {
        places[block] = found.count
        found.append((block, 1))
      }
    }
    return found
  }
}

extension Diagnostic {
  fileprivate static func noURL(_ line: Source) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: line.lineSpan(at: 0),
      "a change in a plan is a URL, so that it can be recorded by itself; make the URLs: tusk --rehearse SCRIPT > PLAN")
  }

  fileprivate static func noPlan(_ source: Source) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: source.lineSpan(at: 0),
      "this is no plan; make one: tusk --rehearse SCRIPT > PLAN")
  }
}
