import Testing
import XCallbackURL

@testable import TuskLanguage

/// What is known of sourced scripts before a run.
struct SourcedScriptsTests {
  private func scripts(_ files: [String: String], main: String = "main.tsk") throws -> (ParsedSource, SourcedScripts) {
    let program = ParsedSource(Source(name: main, files[main] ?? ""))
    let scripts = SourcedScripts(of: program, identity: main, resolver: .checked) { path, script in
      let path = Source.path(path, from: script)
      guard let text = files[path] else { return .failure(Failure(.notFound, "cannot read '\(path)'")) }
      return .success(SourcedScripts.File(identity: path, source: Source(name: path, text)))
    }
    return (program, scripts)
  }

  private func lines(_ files: [String: String], main: String = "main.tsk") throws -> [String] {
    let (program, scripts) = try scripts(files, main: main)
    return Effects(of: try program.statements.get(), resolver: .checked, scripts: scripts).lines
  }

  @Test func verbsThatCallTooDeeplyAreUnknown() throws {
    let verbs = (0..<1600).map { "def v\($0)\n  v\(($0 + 1) % 1600)\n  fav status:1\nend\n" }.joined()
    let lines = try lines(["main.tsk": verbs + "v0\n"])
    #expect(lines.last == "performs an action that is known only when it runs: v64", "\(lines)")
  }

  @Test(
    arguments: [
      (
        ["main.tsk": "source lib.tsk", "lib.tsk": "fav status:1"],
        ["fav: Does favoriteStatus.", "runs the script lib.tsk"]
      ),
      (
        ["main.tsk": "source file:lib.tsk\nsource \"lib.tsk\"", "lib.tsk": "fav status:1"],
        ["fav: Does favoriteStatus. (2 times)", "runs the script lib.tsk", "runs the script \"lib.tsk\""]
      ),
      (
        ["main.tsk": "source lib.tsk\ngo", "lib.tsk": "def go\nfav status:1\nend"],
        ["fav: Does favoriteStatus.", "runs the script lib.tsk"]
      ),
      (
        ["main.tsk": "def go\nfav status:1\nend\nsource lib.tsk\ngo", "lib.tsk": "def go\npost a\nend"],
        ["post: Does postStatus.", "fav: Does favoriteStatus.", "runs the script lib.tsk"]
      ),
      (
        ["main.tsk": "for x in [1 2 3]\nsource lib.tsk\nend", "lib.tsk": "fav status:1"],
        ["fav: Does favoriteStatus. (3 times)", "runs the script lib.tsk"]
      ),
      (
        ["main.tsk": "fav status:1\nsource lib.tsk", "lib.tsk": "source main.tsk"],
        ["fav: Does favoriteStatus. (in a loop)", "runs the script lib.tsk", "runs the script main.tsk"]
      ),
      (["main.tsk": "source none.tsk"], ["runs the script (not analyzed) none.tsk"]),
      (["main.tsk": "source $1"], ["runs the script (not analyzed) $1"]),
      (
        ["main.tsk": "source broken.tsk", "broken.tsk": "fav 'status"], ["runs the script (not analyzed) broken.tsk"]
      ),
    ] as [([String: String], [String])])
  func effectsIncludeSourcedScripts(_ files: [String: String], _ expected: [String]) throws {
    #expect(try lines(files) == expected)
  }

  @Test func pathsAreRelativeToTheScriptThatSaysThem() throws {
    let files = [
      "a/main.tsk": "source b/lib.tsk", "a/b/lib.tsk": "source lib2.tsk", "a/b/lib2.tsk": "fav status:1",
      "lib2.tsk": "delete status:1", "b/lib.tsk": "delete status:1",
    ]
    let (_, scripts) = try scripts(files, main: "a/main.tsk")
    #expect(scripts.files.map(\.identity) == ["a/b/lib.tsk", "a/b/lib2.tsk"] && scripts.unknown.isEmpty)
    #expect(try lines(files, main: "a/main.tsk").first == "fav: Does favoriteStatus.")
  }

  @Test(arguments: [
    ("source $1", "main.tsk:1"), ("print a\nsource \"$x.tsk\"", "main.tsk:2"), ("source none.tsk", "main.tsk:1"),
    ("source deep.tsk", "deep.tsk:2"), ("source broken.tsk", "broken.tsk:1"),
    ("if 1 == 1\nsource [a b]\nend", "main.tsk:2"),
  ])
  func whatIsNotKnownIsFoundWhereItIs(script: String, place: String) throws {
    let files = ["main.tsk": script, "deep.tsk": "print a\nsource $1", "broken.tsk": "fav 'status"]
    let (_, scripts) = try scripts(files)
    let found = try #require(scripts.unknown.first)
    #expect("\(found.source?.name ?? ""):\(found.source?.line(at: found.span.start) ?? 0)" == place)
  }

  /// Random scripts that source each other: every effect is found, and nothing turns in circles.
  @Test func randomScriptsAreFollowedToTheirEnd() throws {
    var generator = SeededGenerator(seed: 3_101)
    for _ in 0..<200 {
      let count = Int.random(in: 1...8, using: &generator)
      var files: [String: String] = [:]
      var named: [Int: [Int]] = [:]
      for number in 0..<count {
        named[number] = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          Int.random(in: 0..<count, using: &generator)
        }
        let sources = (named[number] ?? []).map { "source s\($0).tsk\n" }.joined()
        files["s\(number).tsk"] = "\(sources)print a > out\(number)"
      }
      var reached: Set<Int> = []
      var open = [0]
      while let next = open.popLast() { if reached.insert(next).inserted { open += named[next] ?? [] } }
      let found = try lines(files, main: "s0.tsk").filter { $0.hasPrefix("writes ") }
      #expect(Set(found) == Set(reached.map { "writes out\($0)" }), "\(files)")
    }
  }
}
