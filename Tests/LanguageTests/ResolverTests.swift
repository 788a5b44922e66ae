import Testing
import TuskCommon
import TuskLanguage
import XCallbackURL

@Suite struct ResolverTests {
  /// Commands that the shared cases leave open, and the queries they become.
  @Test(arguments: [
    ("fav https://m.example/@a/1", ["statusURL=https%3A%2F%2Fm.example%2F%40a%2F1"]),
    ("fav \"https://m.example/@a/1\"", ["statusURL=https%3A%2F%2Fm.example%2F%40a%2F1"]),
    ("fav status:https://m.example/@a/1", ["statusURL=https%3A%2F%2Fm.example%2F%40a%2F1"]),
    ("fav [status:1 status:2] --json", ["statusID=1&json=true", "statusID=2&json=true"]),
    ("follow account:1 @b@c", ["accountID=1", "acct=b%40c"]), ("follow account:a@b", ["acct=a%40b"]),
    ("follow acct=[a@b @c@d]", ["acct=a%40b", "acct=c%40d"]), ("favoriteStatus status:1", ["statusID=1"]),
    ("fav statusID=status:1", ["statusID=1"]), ("fav --json status:1", ["statusID=1&json=true"]),
    ("post visibility=public \"hi\"", ["visibility=public&text=hi"]), ("post #cats", ["text=%23cats"]),
    ("post @bob", ["text=%40bob"]), ("post status:1", ["text=status%3A1"]),
    ("post silent=true hi", ["silent=true&text=hi&x-source=tusk"]),
    ("post text=hi html=false", []), ("get status status:1 html=false", ["statusID=1"]),
    ("get status status:1 html=\"true\"", ["statusID=1&html=true"]), ("fav status:1 --no-silent", ["statusID=1"]),
    ("notifications since=2d", ["since=2d"]), ("notifications since=09:00", ["since=09%3A00"]),
    ("notifications since=2026-02-28T23:59:60.5+01:00", ["since=2026-02-28T23%3A59%3A60.5%2B01%3A00"]),
    ("get account acct=me", ["acct=me"]), ("get account acct=a.b-c@x.example:8443", ["acct=a.b-c%40x.example%3A8443"]),
    ("show status statusURL=https://m.example", ["statusURL=https%3A%2F%2Fm.example"]),
    ("dismiss all", [""]), ("dismiss notification:1", ["notification=1"]),
    ("search https://a.b", ["query=https%3A%2F%2Fa.b"]),
  ])
  func commandsBecomeURLs(_ line: String, _ queries: [String]) throws {
    guard !queries.isEmpty else {
      #expect(throws: Diagnostic.self) { try Sample.invocation(line) }
      return
    }
    let urls = try Sample.invocation(line).urls.map(\.description)
    #expect(urls.map { $0.split(separator: "?").dropFirst().joined(separator: "?") } == queries)
  }

  /// Mistakes that the shared cases leave open: the kind, what is marked and what was probably meant.
  @Test(arguments: [
    ("fav account:1", "wrong-kind", "account:1", []), ("fav @a@b", "wrong-kind", "@a@b", []),
    ("fav stauts:1", "wrong-kind", "stauts", ["status"]), ("fav 123", "type-mismatch", "123", []),
    ("fav \"123\"", "type-mismatch", "\"123\"", []), ("fav ftp://a.b/c", "type-mismatch", "ftp://a.b/c", []),
    ("get account a@b", "type-mismatch", "a@b", []), ("fav statusID=account:1", "wrong-kind", "account:1", []),
    ("fav statusID=1 status:2", "conflicting-args", "status:2", []),
    ("get account acct=a@b accountID=1", "conflicting-args", "accountID=1", []),
    ("post text=a b", "too-many-args", "b", []), ("post visibility=pubic", "type-mismatch", "pubic", ["public"]),
    ("post visibility=everyone", "type-mismatch", "everyone", []), ("post text=[a b]", "type-mismatch", "[a b]", []),
    ("fav status:1 html=true", "unknown-param", "html", []),
    ("fav status:1 x-success=a", "unknown-param", "x-success", []),
    ("fav status:1 --slient", "unknown-param", "--slient", ["silent"]), ("get", "unknown-verb", "get", []),
    ("get foo", "unknown-verb", "get foo", []), ("get acount @a@b", "unknown-verb", "get acount", ["get account"]),
    ("gett account @a@b", "unknown-verb", "gett account", ["get account"]), ("xyzzy", "unknown-verb", "xyzzy", []),
    ("notifications count=-1", "out-of-range", "-1", []), ("notifications count=1.5", "type-mismatch", "1.5", []),
    ("notifications count=99999999999999999999", "out-of-range", "99999999999999999999", []),
    ("notifications count=+1", "type-mismatch", "+1", []), ("notifications since=2", "type-mismatch", "2", []),
    ("notifications since=24:00", "type-mismatch", "24:00", []),
    ("notifications since=1h30m", "type-mismatch", "1h30m", []),
    ("notifications since=2026-02-29T00:00:00Z", "type-mismatch", "2026-02-29T00:00:00Z", []),
    ("get status status:1 html=yes", "type-mismatch", "yes", []),
    ("get status status:1 html=TRUE", "type-mismatch", "TRUE", []),
    ("get account acct=a@", "type-mismatch", "a@", []), ("get account acct=a@b@c", "type-mismatch", "a@b@c", []),
    ("get account acct=a@-b.c", "type-mismatch", "a@-b.c", []),
    ("get account acct=a@b..c", "type-mismatch", "a@b..c", []),
    ("get account acct=a@b:0", "type-mismatch", "a@b:0", []), ("get account acct=.a@b", "type-mismatch", ".a@b", []),
    ("get account @a@b/c", "type-mismatch", "@a@b/c", []),
    ("get status statusURL=https://", "type-mismatch", "https://", []),
    ("search", "missing-arg", "", []), ("fav --json", "missing-arg", "", []),
    ("dismiss all now", "too-many-args", "now", []),
    ("fav status:1 --json json=false", "duplicate-param", "json=false", []),
    ("fav status:1 --yes --yes", "duplicate-param", "--yes", []),
    ("fav status:1 timeout=5", "type-mismatch", "5", []),
    ("fav status:1 --timeout", "flag-needs-value", "--timeout", []),
  ])
  func mistakesHaveOneKindAndOnePlace(_ line: String, _ kind: String, _ marked: String, _ near: [String]) throws {
    let error = try #require(throws: Diagnostic.self) { try Sample.invocation(line) }
    #expect(error.kind.rawValue == kind, "\(error.message)")
    #expect(Source(line).text(error.span) == marked)
    #expect(error.near == near)
    #expect(error.exitCode == .usage)
  }

  @Test func optionsOfTheShellStayOutOfURLs() throws {
    let invocation = try Sample.invocation("fav status:1 --yes timeout=5s --json")
    #expect(invocation.urls.map(\.description) == ["tusker://x-callback-url/favoriteStatus?statusID=1&json=true"])
    #expect(invocation.options.map(\.name) == ["yes", "timeout"])
    #expect(invocation.option("timeout")?.value == "5s")
    #expect(invocation.option("yes")?.span == Span(13, 18))
  }

  @Test func theSourceOfSilentRequestsIsGiven() throws {
    let resolver = Resolver(catalog: .sample, options: .universal, source: "tusk:a b")
    let statements = try Parser.parse(Source("fav status:1 --silent"))
    let command = try #require(statements.first?.command)
    let url = try #require(try resolver.resolve(command).urls.first)
    #expect(url.description.hasSuffix("?statusID=1&silent=true&x-source=tusk%3Aa%20b"))
  }

  /// What the variables of a line hold, and the query or the mistake that comes of it.
  @Test(arguments: [
    ("fav $s", "statusID=7"), ("fav $all", "statusID=7&statusID=8"), ("fav $url", "statusURL=https%3A%2F%2Fa.b%2F1"),
    ("fav status:$id", "statusID=7"), ("follow @$name@$host", "acct=bob%40b.example"),
    ("post \"$name!\"", "text=bob%21"),
    ("post $name visibility=$missing", "text=bob"), ("fav (me)", "statusID=7"),
    ("post text=file:a.txt", "text=held%20in%20a.txt"),
    ("post file:a.txt", "text=held%20in%20a.txt"), ("post \"file:a.txt\"", "text=file%3Aa.txt"),
    ("post $path", "text=file%3Aa.txt"),
    ("post status:$id", "text=status%3A7"), ("fav $id", "type-mismatch 65"), ("fav $n", "wrong-kind 65"),
    ("fav $missing", "type-mismatch 65"), ("notifications count=$name", "type-mismatch 65"),
    ("notifications count=$id", "count=7"),
    ("post $all", "type-mismatch 65"), ("post \"$all\"", "type-mismatch 65"), ("fav statusID=$n", "wrong-kind 65"),
    ("post $nmae", "unknown-name 65"), ("get account account:$evil", "type-mismatch 65"),
  ])
  func variablesAreTakenWhole(_ line: String, _ expected: String) {
    let result = Result { () throws(Diagnostic) in try Sample.invocation(line, bindings: .sample) }
    switch result {
    case .success(let invocation):
      let queries = invocation.urls.map { $0.description.split(separator: "?").last ?? "" }
      #expect(queries.joined(separator: "&") == expected)
    case .failure(let error):
      #expect("\(error.kind.rawValue) \(error.exitCode.rawValue)" == expected, "\(error.message)")
    }
  }

  @Test func aNameThatDoesNotExistIsGuessed() throws {
    let source = Source("post \"Hi $nmae!\"")
    let error = try #require(throws: Diagnostic.self) {
      try Sample.invocation(source.text(Span(0, 16)), bindings: .sample)
    }
    #expect(error.near == ["name"])
    #expect(
      error.rendered(in: source) == """
        error: undefined variable 'nmae'  [exit 65]
           1 | post "Hi $nmae!"
             |          ^^^^^ did you mean $name?
             = help: post "Hi $name!"
        """)
  }

  @Test func withoutBindingsNoVariableExists() throws {
    let error = try #require(throws: Diagnostic.self) { try Sample.invocation("fav $x") }
    #expect(error.kind == .unknownName && error.span == Span(4, 6))
    #expect(throws: Diagnostic.self) { try Sample.invocation("fav (me)") }
    #expect(throws: Diagnostic.self) { try Sample.invocation("post text=file:x") }
  }

  @Test(arguments: [
    ("fvaorite", ["favorite", "favourite"]), ("gett", []), ("mee", ["me"]), ("reblgo", ["reblog"]), ("fav", []),
    ("dismis", ["dismiss"]),
  ])
  func onlyNamesThatAreNearAreSuggested(_ word: String, _ near: [String]) {
    #expect(NearWords.near(word, among: Catalog.sample.verbs) == near)
  }

  @Test func theLongestVerbWins() throws {
    let statements = try Parser.parse(Source("dismiss all\ndismiss notification:1\nget account x\nall"))
    let verbs = statements.compactMap(\.command).map { Sample.resolver.verb(of: $0)?.spelling.value }
    #expect(verbs == ["dismiss all", "dismiss", "get account", nil])
  }
}

extension Statement {
  /// The command that the statement consists of.
  fileprivate var command: Command? {
    guard case .pipeline(let pipeline) = form, case .command(let command) = pipeline.first else { return nil }
    return command
  }
}

extension Bindings {
  /// A few values of every sort.
  fileprivate static var sample: Bindings {
    let values: [String: Binding] = [
      "s": .reference(.status, id: "7"), "n": .reference(.notification, id: "77"), "id": .text("7"),
      "name": .text("bob"),
      "host": .text("b.example"), "url": .text("https://a.b/1"), "missing": .nothing, "path": .text("file:a.txt"),
      "all": .list([.reference(.status, id: "7"), .reference(.status, id: "8")]), "evil": .text("1&acct=x"),
    ]
    return Bindings(
      value: { variable throws(Diagnostic) in
        guard let value = values[variable.name] else {
          throw .unknownName(variable, known: values.keys.sorted())
        }
        return value
      },
      result: { _ throws(Diagnostic) in .reference(.status, id: "7") },
      contents: { path throws(Diagnostic) in "held in \(path.value)" })
  }
}
