import Testing
import TuskActions
import TuskLanguage
import XCallbackURL

@testable import TuskShell

/// Lines as people type them who know other programs. A correction is judged by the action that it performs, because most
/// words are a verb's argument somewhere.
@Suite struct OtherProgramsTests {
  @Test(
    arguments: [
      ("repost status:109", "reblogStatus?statusID=109"), ("renote status:109", "reblogStatus?statusID=109"),
      ("retoot status:109", "reblogStatus?statusID=109"), ("retweet status:109", "reblogStatus?statusID=109"),
      ("reblog status:109", "reblogStatus?statusID=109"), ("unretweet status:109", "unreblogStatus?statusID=109"),
      ("like status:109", "favoriteStatus?statusID=109"), ("unlike status:109", "unfavoriteStatus?statusID=109"),
      ("toot hello", "postStatus?text=hello"), ("tweet \"a b\"", "postStatus?text=a%20b"),
      ("dm @bob \"a b\"", "postStatus?text=a%20b&mentioning=bob&visibility=direct"),
      ("timeline global", "getTimeline?name=public"), ("timeline federated", "getTimeline?name=public"),
      ("timeline home 5", "getTimeline?name=home&count=5"), ("tl", "getTimeline"),
      ("notifs", "getNotifications"), ("mentions", "getNotifications?kind=mention"),
      ("me --format=json", "getCurrentUser?json=true"), ("me --output=json", "getCurrentUser?json=true"),
      ("me --format=csv", "getCurrentUser"),
      ("statuses of=bob", "getStatuses?of=%40bob"),
      ("moderate @bob ban", "moderateAccount?acct=bob&action=suspend"),
      ("moderate @bob suspend", "moderateAccount?acct=bob&action=suspend"),
    ] as [(String, String)])
  func theCorrectionDoesWhatWasMeant(_ line: String, _ request: String) throws {
    let corrected = try Self.help(for: line) ?? line
    #expect(try Self.requests(of: corrected) == ["tusker://x-callback-url/\(request)"], "\(corrected)")
  }

  /// Nothing is proposed where several things may be meant; what is wrong is said.
  @Test(
    arguments: [
      ("A=1 B=2", nil, "a value is named with 'let'"), ("A=1 B=2 print x", nil, nil),
      ("const A = 1 B = 2", nil, nil), ("const x = 1", "let x = 1", nil),
      ("x = 1", "let x = 1", nil),
      ("let x = 040", "let x = \"040\"", "text is written in quotes"),
      ("let y = 12x", "let y = \"12x\"", "text is written in quotes"),
      ("let y = abc", "let y = \"abc\"", "text is written in quotes"),
      ("post status:109", nil, #"to send these characters, write "status:109""#),
      ("let id = 109\npost status:$id", nil, #"to send these characters, write "status:$id""#),
      ("clear", nil, "at the prompt, Ctrl-L clears the screen"),
    ] as [(String, String?, String?)])
  func theMistakeIsExplained(_ text: String, _ help: String?, _ label: String?) throws {
    let (source, found) = try Self.mistake(in: text)
    let mistake = try #require(found)
    #expect(mistake.help(in: source) == help)
    if let label { #expect(mistake.label == label) }
  }

  /// In a script, the name of a command of the prompt is a word like any other.
  @Test(
    arguments: [
      ("set x=1", "let x=1", nil), ("set name=Ada", nil, "a value is named with 'let'"),
      ("set rat wait", "set rate wait", nil),
      ("login x", nil, "'tusk login HOST' signs in"),
    ] as [(String, String?, String?)])
  func aScriptHasNoCommandsOfThePrompt(_ text: String, _ help: String?, _ label: String?) throws {
    let source = Source(text)
    var checker = Checker(resolver: Shell.resolver())
    let mistake = try #require(checker.check(try Parser.parse(source), in: source).first)
    #expect(mistake.help(in: source) == help)
    if let label { #expect(mistake.label == label) }
  }

  /// Words that are published as they are, or mean something to a verb that only reads.
  @Test(arguments: [
    "post \"status:109\"", "post @bob", "post #swift", "search status:109", "let x = 0", "let x = -1.5e3", "let x = 5m",
    "let x = 09:00", "let x = 2026-12-24T09:00:00Z", "let x = 2026-12-24", "let id = 109876543210987654",
    "set rate wait", "timeline list:5", "print status:109",
  ])
  func whatIsMeantIsAccepted(_ line: String) throws {
    #expect(try Self.mistake(in: line).1?.message == nil)
  }

  /// No other name hides a verb, and each leads to its own action.
  @Test func everyOtherNameLeadsToItsAction() throws {
    for signature in Action.all.map(\.signature) {
      for other in signature.elsewhere where other.parameter == nil && PromptCommand.named(other.word) == nil {
        #expect(Shell.resolver().catalog.signature(verb: other.word) == nil)
        let rest = signature.example.dropFirst(signature.verbs[0].count)
        let corrected = try #require(try Self.help(for: other.word + rest), "\(other.word)")
        let action = CallbackURL(scheme: "tusker", action: signature.action, pairs: []).description
        #expect(try Self.requests(of: corrected).allSatisfy { $0.hasPrefix(action) }, "\(corrected)")
      }
    }
  }

  /// A prefix changes what a verb means: what is proposed may not change anything else.
  @Test(arguments: ["un", "re", "de", "pre", "over"])
  func noPrefixLeadsToAnotherChange(_ prefix: String) throws {
    for signature in Action.all.map(\.signature) {
      for verb in signature.verbs where !verb.contains(" ") {
        let line = prefix + verb + signature.example.dropFirst(signature.verbs[0].count)
        guard Shell.resolver().catalog.signature(verb: prefix + verb) == nil, let help = try Self.help(for: line),
          case .pipeline(let pipeline)? = try Parser.parse(Source(help), mode: .repl).first?.form,
          case .command(let command) = pipeline.first, let found = Shell.resolver().verb(of: command)?.signature
        else { continue }
        #expect(!found.effect.isWrite || found.elsewhere.contains { $0.word == prefix + verb }, "\(line): \(help)")
      }
    }
  }

  /// An argument of a script means what it would in its place.
  @Test(
    arguments: [
      ("timeline $1", "list:Friends"), ("timeline $1 limit=1", "home"), ("timeline $1", "local"),
      ("timeline $1", "tag:birds"), ("timeline $1", "#cats"), ("stream $1", "list:Friends"), ("stream $1", "local"),
      ("fav $1", "status:109"), ("follow $1", "@bob"), ("list add list:Friends $1", "@bob"),
      ("list add $1 @bob", "list:Friends"), ("get status $1", "https://a.example/@b/1"),
    ])
  func anArgumentMeansWhatItSpells(_ line: String, _ argument: String) throws {
    var bindings = Bindings.none
    bindings.value = { _ throws(Diagnostic) in .argument(argument) }
    let written = line.split(separator: "$1", omittingEmptySubsequences: false).joined(separator: argument)
    #expect(try Self.requests(of: line, bindings) == Self.requests(of: written), "\(written)")
  }

  private static func mistake(in text: String) throws -> (Source, Diagnostic?) {
    let source = Source(text)
    var checker = Checker(resolver: Shell.resolver(), mode: .prompt)
    do throws(Diagnostic) {
      let found = checker.check(try Parser.parse(source, mode: .repl), in: source)
      return (source, checker.tried(found, in: source).first)
    } catch {
      return (source, checker.tried([error], in: source).first)
    }
  }

  private static func help(for line: String) throws -> String? {
    let (source, mistake) = try mistake(in: line)
    return mistake?.help(in: source)
  }

  private static func requests(of line: String, _ bindings: Bindings = .none) throws -> [String] {
    try Parser.parse(Source(line), mode: .repl).flatMap { statement in
      guard case .pipeline(let pipeline) = statement.form, case .command(let command) = pipeline.first else {
        return [] as [String]
      }
      return try Shell.resolver().resolve(command, bindings: bindings).urls.map(\.description)
    }
  }
}
