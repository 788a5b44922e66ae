import Glibc

/// Plays the runs of some seeds, and prints what was found.
///
/// usage: simulate --seed SEED [--trace]       one run; prints the hash of its events
///        simulate --from SEED --count COUNT [--step STEP] [--until-found]
@main
struct Program {
  private var seed: UInt64?
  private var first: UInt64 = 1
  private var count = 1000
  private var step: UInt64 = 1
  private var prints = false
  private var endsWhenFound = false

  private init(_ words: [String]) {
    var words = words[...]
    func number(_ text: String?) -> UInt64? { text.flatMap { UInt64($0) } }
    while let word = words.popFirst() {
      switch word {
      case "--trace": prints = true
      case "--until-found": endsWhenFound = true
      case "--seed": seed = number(words.popFirst())
      case "--from": first = number(words.popFirst()) ?? 1
      case "--count": count = Int(number(words.popFirst()) ?? 1000)
      case "--step": step = number(words.popFirst()) ?? 1
      default: Self.fail("unknown option '\(word)'")
      }
    }
  }

  static func main() {
    hashAlike()
    Loop.install()
    Disk.install()
    let folder = Folder.make()
    let isClean = Program(Array(CommandLine.arguments.dropFirst())).run(in: folder)
    rmdir(folder)
    exit(isClean ? 0 : 1)
  }

  /// Starts this program again with sets and dictionaries that have the same order in each process.
  private static func hashAlike() {
    let name = "SWIFT_DETERMINISTIC_HASHING"
    guard getenv(name) == nil else { return }
    setenv(name, "1", 1)
    var words = CommandLine.arguments.map { strdup($0) }
    words.append(nil)
    execv("/proc/self/exe", words)
    fail("cannot start again: \(errno)")
  }

  private static func fail(_ message: String) -> Never {
    let line = "simulate: \(message)\n"
    _ = write(2, line, line.utf8.count)
    exit(64)
  }

  /// - Returns: whether nothing was found.
  private func run(in folder: String) -> Bool {
    if let seed {
      let report = Run.play(seed: seed, in: folder, prints: prints)
      Self.show(report)
      print("seed \(seed): hash \(String(report.hash, radix: 16))")
      return report.findings.isEmpty
    }
    var sums = Sums()
    for index in 0..<count {
      let report = Run.play(seed: first + UInt64(index) * step, in: folder)
      sums.add(report)
      Self.show(report)
      if endsWhenFound, !report.findings.isEmpty { break }
    }
    print("sums \(sums)")
    return sums.found.isEmpty
  }

  private static func show(_ report: Report) {
    guard !report.findings.isEmpty else { return }
    print("found in seed \(report.seed): \(report.title)")
    for finding in report.findings { print("  \(finding.kind): \(finding.sentence)") }
    fflush(nil)
  }

  /// The sums of several runs.
  private struct Sums: CustomStringConvertible {
    var runs = 0
    var processes = 0
    var kills = 0
    var undecided = 0
    var stopped = 0
    var late = 0
    var hash: UInt64 = 0
    var found: [Finding.Kind: Int] = [:]

    mutating func add(_ report: Report) {
      runs += 1
      processes += report.processes
      kills += report.kills
      undecided += report.undecided
      stopped += report.isLate ? 1 : 0
      late += report.late
      hash = hash &* 31 &+ report.hash
      for finding in report.findings { found[finding.kind, default: 0] += 1 }
    }

    var description: String {
      let kinds = Finding.Kind.allCases.map { "\($0)=\(found[$0] ?? 0)" }
      let counts = [
        "runs=\(runs)", "processes=\(processes)", "kills=\(kills)", "undecided=\(undecided)", "stopped=\(stopped)",
        "late=\(late)",
      ]
      return (counts + kinds + ["hash=\(String(hash, radix: 16))"]).joined(separator: " ")
    }
  }
}
