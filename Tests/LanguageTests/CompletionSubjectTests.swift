import Testing
import TuskLanguage
import XCallbackURL

/// What is completed from what is known around a line.
@Suite struct CompletionSubjectTests {
  private static func row(_ words: String, _ references: (ReferenceKind, String)...) -> ShownRows.Row {
    var row = ShownRows.Row(references.compactMap { ShownRows.Reference($0.0, $0.1) })
    let parts = words.split(separator: ": ", maxSplits: 1).map(String.init)
    row.author = parts.first ?? ""
    row.words = parts.dropFirst().joined()
    return row
  }

  private static var surroundings: Surroundings {
    var surroundings = Surroundings()
    let status = row("@bob: New timetable", (.status, "status:9"), (.account, "@bob@b.example"))
    surroundings.rows.rows = [status, row("@eve", (.account, "@eve@b.example"))]
    surroundings.rows.last = status
    surroundings.things = { kind, typed, _ in
      let names = ["@carol@c.example", "@bob@b.example"]
      let texts = kind == .account ? names : kind == .status ? ["status:7", "status:9"] : []
      return texts.filter { $0.hasPrefix(typed) }.map { Completion.Candidate($0, "known") }
    }
    surroundings.accounts = { [Completion.Candidate("@me@a.example", "")] }
    surroundings.jobs = { [Completion.Candidate("4", "fav, 30 statuses")] }
    surroundings.changes = [Completion.Candidate("2", "fav status:9"), Completion.Candidate("1", "post Hi")]
    surroundings.files = { path in
      ["a b.tsk", "notes/", "x.tsk"].filter { $0.hasPrefix(path) }.map { Completion.Candidate($0, "file") }
    }
    surroundings.programs = { _ in [Completion.Candidate("sort", "a program")] }
    surroundings.topics = { [Completion.Candidate("zebras", "a topic")] }
    return surroundings
  }

  private static func completion(_ line: String, isFurther: Bool = false) -> Completion {
    Completion(
      of: line, at: line.utf8.count, resolver: Sample.resolver, surroundings: surroundings, isFurther: isFurther)
  }

  @Test(arguments: [
    ("fav ", ["1", "status:7", "status:"]), ("follow ", ["1", "2", "@carol@c.example", "account:"]),
    ("fav i", ["it"]), ("fav status:", ["status:7", "status:9"]), ("follow @c", ["@carol@c.example"]),
    ("let x = fav ", ["status:7", "status:9", "status:"]),
    ("fav as=@me@a.example ", ["status:7", "status:9", "status:"]),
    ("follow @e", ["@eve@b.example"]), ("fav 1 ", ["--json", "--silent", "timeout="]), ("post file:x", ["x.tsk"]),
    ("post mentioning=[@c", ["@carol@c.example"]), ("post mentioning=[@carol@c.example @c", []),
    ("post Hi tex", []), ("post \"a=b\" tex", []),
    ("as ", ["@me@a.example"]), ("job resume ", ["4"]), ("undo job ", ["4"]), ("undo ", ["2", "1"]),
    ("post mentioning=", ["@carol@c.example", "@bob@b.example"]),
    ("source ", ["\"a b.tsk\"", "notes/", "x.tsk", "file="]),
    ("source \"a", ["\"a b.tsk\""]), ("source 'n", ["'notes/"]),
    ("read csv x", ["x.tsk"]), ("me > n", ["notes/"]), ("me >> n", ["notes/"]), ("help zeb", ["zebras"]),
    ("me | so", []), ("for x in $l on-error=", ["stop", "skip"]), ("for x in $l para", ["parallel="]),
    ("for x in (me) on-e", ["on-error="]), ("for x in [a b] on-error=s", ["stop", "skip"]), ("for x in on-e", []),
    ("every 1h ", ["jitter="]), ("every 1h jitter=5m ", []), ("at 08:00 days=su", ["sun"]),
    ("while $x lim", ["limit="]),
    ("once x o", []), ("me | fav --y", ["--yes"]), ("me | fav --y --json=", []),
  ])
  func whatIsKnownIsOfferedInOrder(_ line: String, _ expected: [String]) {
    #expect(Self.completion(line).candidates.map(\.text) == expected)
  }

  @Test func aSecondTabOffersProgramsAndOptions() {
    #expect(Self.completion("me | so", isFurther: true).candidates.map(\.text) == ["sort"])
    #expect(Self.completion("fav ", isFurther: true).candidates.map(\.text).contains("--json"))
  }

  @Test func aRowSaysWhatItIs() {
    let row = Self.completion("fav ").candidates.first
    #expect(row?.author == "@bob" && row?.summary == "New timetable")
  }

  @Test(arguments: [
    ("@bob@b.example", "@bob"), ("@bob@B.example", "@bob"), ("@eve@c.example", "@eve@c.example"), ("@bob", "@bob"),
    ("", ""),
  ])
  func handlesOfYourServerHaveNoHost(author: String, shown: String) {
    var surroundings = Surroundings()
    surroundings.usualAccount = { "@me@b.example" }
    surroundings.rows.rows = [Self.row(author, (.status, "status:9"))]
    let completion = Completion(of: "fav ", at: 4, resolver: Sample.resolver, surroundings: surroundings)
    #expect(completion.candidates.first?.author == shown)
  }

  @Test func itIsOfferedUnlessItIsARow() {
    var surroundings = Self.surroundings
    surroundings.rows.last = Self.row("@eve: Hello", (.status, "status:8"))
    let completion = Completion(of: "fav ", at: 4, resolver: Sample.resolver, surroundings: surroundings)
    #expect(completion.candidates.map(\.text) == ["1", "it", "status:7", "status:"])
  }

  @Test func onlyTwelveSubjectsAreListed() {
    var surroundings = Surroundings()
    surroundings.rows.rows = (1...20).map { Self.row("", (.status, "status:\($0)")) }
    let completion = Completion(of: "fav ", at: 4, resolver: Sample.resolver, surroundings: surroundings)
    #expect(completion.candidates.count == 21)
    #expect(completion.candidates.count(where: \.isListed) == 13)
  }

  @Test(arguments: [
    ("print $l", ["$list"]), ("print $list.f", ["first"]), ("print '$l", []), ("print \"$l", ["$list"]),
  ])
  func variablesAndTheirFieldsAreCompleted(_ line: String, _ expected: [String]) throws {
    var checker = Checker(resolver: Sample.resolver, mode: .prompt)
    let earlier = ParsedSource(Source("let list = [a b]"), mode: .repl)
    let mistakes = checker.check(try earlier.statements.get())
    #expect(mistakes.isEmpty)
    var surroundings = Surroundings()
    surroundings.checker = checker
    let completion = Completion(
      of: line, at: line.utf8.count, resolver: Sample.resolver, surroundings: surroundings)
    #expect(completion.candidates.map(\.text) == expected)
  }

  @Test(arguments: Catalog.own.signatures.flatMap(\.parameters) + Keyword.all.flatMap(\.settings))
  func eachValueHasAMeaningOfItsOwn(parameter: Parameter) {
    guard case .choice(let choices) = parameter.type else { return }
    let meanings = choices.values.map { choices.meaning(of: $0) }
    #expect(!meanings.contains(""))
    #expect(Set(meanings).count == meanings.count)
  }
}
