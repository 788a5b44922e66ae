import Testing
import TuskApps
import TuskLanguage
import TuskShell
import XCallbackURL

/// URLs as the commands that open them.
struct CommandLineTextTests {
  private static let examples = Shell.catalog.signatures.map(\.example)
  private static let calls = Shell.apps.all.flatMap { app in app.catalog.signatures.map(\.example) }.filter {
    !$0.isEmpty
  }

  private func urls(of line: String) throws -> [CallbackURL] {
    let statements = try Parser.parse(Source(line), mode: .repl)
    guard case .pipeline(let pipeline)? = statements.first?.form, case .command(let command) = pipeline.first else {
      return []
    }
    return try Shell.resolver().resolve(command).urls
  }

  @Test(arguments: examples + calls)
  func everyExampleIsReadBackFromItsURL(example: String) throws {
    for url in try urls(of: example) {
      let line = try #require(Shell.resolver().line(for: url), "\(url)")
      #expect(try urls(of: line).map(\.parameters) == [url.parameters], "\(line)")
    }
  }

  @Test(arguments: [
    ("tusker://x-callback-url/favoriteStatus?statusID=123", "fav status:123"),
    ("tusker://x-callback-url/getAccount?acct=a%40b&json=true", "get account @a@b --json"),
    ("tusker://x-callback-url/getStatus?statusURL=https%3A%2F%2Fa.example%2F1", "get status https://a.example/1"),
    ("tusker://x-callback-url/postStatus?text=a%20%22b%22%0A%24c", #"post "a \"b\"\n\$c""#),
    ("tusker://x-callback-url/favoriteStatus?statusID=1&x-source=me&x-success=me%3A%2F%2Fx", "fav status:1"),
    (
      "bear://x-callback-url/create?title=My%20Notes&tags=a%2Cb&pin=yes",
      #"call bear create title="My Notes" tags=[a b] --pin"#
    ),
    ("bear://x-callback-url/create?title=x&pin=no", "call bear create title=x --no-pin"),
    ("things:///add?title=x", "call things add title=x"),
    ("tusker://x-callback-url/nothing?a=b", nil), ("tusker://x-callback-url/favoriteStatus", nil),
    ("tusker://x-callback-url/favoriteStatus?statusID=1&statusID=2", nil),
    ("bear://x-callback-url/create?nonsense=x", nil), ("unknown://x-callback-url/do", nil),
  ])
  func aURLIsTheLineThatOpensIt(text: String, line: String?) throws {
    #expect(Shell.resolver().line(for: try CallbackURL(parsing: text)) == line)
  }

  @Test(arguments: [
    (["bear", "create", "title=My notes"], #"bear create title="My notes""#),
    (["bear", "create", "--pin"], "bear create --pin"),
    (["scheme:foo", "do-it", "a=$(x)"], #"scheme:foo do-it a="\$(x)""#),
    (["a b", "-x", "--a b", "=y"], #""a b" "-x" "--a b" "=y""#),
  ])
  func aWordOfAShellIsOneArgument(words: [String], line: String) {
    #expect(words.map(Resolver.argument).joined(separator: " ") == line)
  }

  @Test(arguments: [
    ("call", "'call' needs an app and an action"), ("call bera create", "unknown app 'bera'"),
    ("call bear", "'call bear' needs an action"), ("call bear creat", "bear has no action 'creat'"),
    ("call bear create tilte=x", "has no parameter 'tilte'"), ("call scheme:tusk x", "'tusk:' is tusk itself"),
    ("call scheme:foo", "'call scheme:foo' needs an action"), ("call $app create", "'call' needs an app"),
    ("call bear create title=x title=y", "title"), ("call things add", ""),
  ])
  func aWrongCallIsExplained(line: String, message: String) throws {
    do {
      _ = try urls(of: line)
      #expect(message.isEmpty)
    } catch let mistake as Diagnostic {
      #expect(!message.isEmpty && mistake.message.contains(message), "\(mistake.message)")
    }
  }
}

/// What Tab offers where another app is called.
struct CallCompletionTests {
  private func candidates(_ line: String) -> [String] {
    Shell.completions(of: line, at: line.utf8.count).candidates.map(\.text)
  }

  @Test(arguments: [
    ("cal", ["call"]), ("call bea", ["bear"]), ("call omnifocus", ["omnifocus", "omnifocus-views"]),
    ("call bear crea", ["create"]), ("call bear add-", ["add-text", "add-file"]), ("call bear create tit", ["title="]),
    ("call bear create --pi", ["--pin"]), ("call bear create type=", ["html"]), ("call nothing x", []),
    ("let n = call bear tra", ["trash"]), ("call scheme:foo do a", []),
  ])
  func everyWordIsOffered(line: String, expected: [String]) {
    #expect(candidates(line) == expected)
  }
}
