import JSONValue
import Testing
import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

@testable import TuskShell

/// Help and manual, which say of every action what its declaration says.
struct HelpTests {
  private let help = HelpText(Shell.catalog)

  /// The text with the lines joined that continue a long one.
  private func unwrapped(_ page: String) -> String { page.replacing(/\n {4,}/, with: " ") }

  @Test(arguments: Action.all.map(\.signature))
  func aPageHasEverythingOfItsAction(signature: Signature) {
    let page = unwrapped(help.page(for: signature))
    if let need = signature.feature { #expect(page.replacing("\n  ", with: " ").contains("'can \(need.name)'")) }
    for word in signature.verbs { #expect(page.contains("\n  \(word)\n"), "\(word)") }
    for parameter in signature.parameters { #expect(page.contains(parameter.summary), "\(parameter.name)") }
    let fields = signature.results + (signature.items?.record.fields ?? signature.record?.fields ?? [])
    for field in fields where field.replacement == nil {
      #expect(page.contains(field.name + (field.isOptional ? "?" : "")), "\(field.name)")
    }
    #expect(page.contains("tusker://x-callback-url/\(signature.action)\n"))
    #expect(help.page(for: signature).hasSuffix(help.example(signature.example)))
    #expect(page.hasPrefix(signature.usage + "\n"))
  }

  /// The actions that have the name of another one's verb: Tusker's `search` only shows what the verb returns.
  private static let shared: Set = ["search"]

  @Test(arguments: Action.all.map(\.signature))
  func everySpellingLeadsToTheSamePage(signature: Signature) {
    let page = help.page(for: signature)
    // The verb of another action comes before the name of an action.
    let names = [signature.action].filter { Shell.catalog.signature(verb: $0) == signature }
    #expect(!names.isEmpty || Self.shared.contains(signature.action))
    for name in signature.spellings + names { #expect(help.page(for: name) == page) }
    // A verb of several actions leads to the pages of all of them.
    for verb in signature.verbs {
      let signatures = Shell.catalog.signatures(verb: verb)
      if signatures.contains(where: { $0.verbs[0] == verb }) || signatures.count == 1 {
        #expect(help.page(for: verb) == signatures.map { help.page(for: $0) }.joined(separator: "\n"))
      } else {
        let lines = unwrapped(help.page(for: verb) ?? "").split(separator: "\n")
        #expect(zip(lines, signatures).allSatisfy { $0.hasPrefix("  \($1.verbs[0]) ") && $0.hasSuffix($1.summary) })
        #expect(lines.count == signatures.count)
      }
    }
  }

  @Test(arguments: [
    ("like", "'like' is 'fav' here.\n\nfav "), ("dm", "'dm' is 'post' here.\n\npost"),
    ("sort", "'sort' is 'order by' here.\n\n| order by"), ("count", "| count\n\n  Tusk has no such step: "),
  ])
  func wordsOfOthersLeadToOurPages(word: String, start: String) throws {
    #expect(try #require(help.text(on: word)).hasPrefix(start))
  }

  @Test(arguments: [("set", "set rate"), ("get", "get account"), ("list", "list add")])
  func theFirstWordOfAVerbLeadsToTheWhole(word: String, verb: String) throws {
    #expect(try #require(help.text(on: word)).contains(verb))
  }

  @Test func everyRecordNamesTheVerbsThatReturnIt() throws {
    let pages = Dictionary(help.records.map { ($0.name, unwrapped($0.page)) }) { first, _ in first }
    for signature in Action.all.map(\.signature) {
      guard let shape = signature.items?.record ?? signature.record else { continue }
      let page = try #require(pages[shape.name])
      #expect(page.contains(signature.preferredVerb), "\(signature.action)")
      for field in shape.fields where field.replacement == nil { #expect(page.contains(field.summary)) }
    }
  }

  @Test func theOverviewFitsOneScreen() {
    let lines = help.overview().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 23 && lines.allSatisfy { String($0).cellWidth <= 80 }, "\(lines.count)")
    for group in HelpGroup.all where group.isInOverview {
      #expect(lines.contains { $0.hasPrefix("  \(group.name) ") })
    }
  }

  /// Every verb, keyword and step that help lists.
  private static let verbs: [String] =
    (Shell.catalog.signatures + Catalog.own.signatures).map(\.preferredVerb) + Keyword.documented.map(\.word)
    + RowStage.documented.map(\.words)

  @Test func everyVerbIsInOneGroup() {
    let entries = HelpGroup.all.flatMap(\.entries)
    #expect(Set(entries).count == entries.count)
    for verb in Self.verbs { #expect(HelpGroup.entry(for: verb) != nil, "\(verb)") }
    #expect(Set(Self.verbs.compactMap { HelpGroup.entry(for: $0) }) == Set(entries))
    #expect(HelpGroup.all.count { $0.isInOverview } == 9)
  }

  @Test func noActionHasTheNameOfAPromptCommand() {
    let verbs = Shell.catalog.verbs.map { $0.prefix { $0 != " " } }
    #expect(PromptCommand.all.filter { command in verbs.contains { $0 == command.name } } == [])
  }

  @Test func everyGroupShowsItsVerbs() throws {
    for verb in Self.verbs {
      let group = HelpGroup.all.first { $0.entries.contains(HelpGroup.entry(for: verb) ?? "") }
      let name = try #require(group).name
      let page = try #require(help.text(on: name))
      #expect(unwrapped(page).contains("  \(verb)"), "\(verb)")
    }
  }

  @Test(arguments: [60, 80, 100])
  func groupsFitTheWidth(width: Int) throws {
    let help = HelpText(Shell.catalog, width: width)
    let pages = [help.overview()] + HelpGroup.all.compactMap { help.text(on: $0.name) }
    for line in pages.flatMap({ $0.split(separator: "\n") }) {
      #expect(String(line).cellWidth <= width, "\(line)")
    }
  }

  @Test(arguments: [("lists", "list add"), ("filters", "filter new"), ("jobs", "job show"), ("push", "push set")])
  func nounsLeadOn(noun: String, verb: String) throws {
    #expect(try #require(help.text(on: noun)).contains("\n  \(verb) "))
  }

  @Test(arguments: [
    (["mute"], "mute", "Mutes an account"), (["MUT", "acc"], "mute", "Mutes an account"),
    (["visib"], "post visibility=", "who can see it"), (["favourite"], "fav", "Favorites a status."),
    (["moderation"], "help moderation", "Describes the verbs"),
  ])
  func searchFindsVerbsParametersAndTopics(words: [String], title: String, summary: String) {
    let lines = help.search(words).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("\(title) ") && $0.contains(summary) }, "\(lines)")
    #expect(lines.allSatisfy { String($0).cellWidth <= 80 })
  }

  @Test func shortWordsAreFoundAtBeginnings() {
    let lines = help.search(["dm"]).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("post ") })
    #expect(!lines.contains { $0.hasPrefix("admin") }, "\(lines)")
    #expect(help.search(["dmi"]).isEmpty)
  }

  @Test func wordsOfOthersLeadToPromptCommands() {
    #expect(help.text(on: "auth login")?.hasPrefix("'auth login' is 'login' here.") == true)
  }

  @Test func searchPutsTheNamedVerbFirst() {
    #expect(help.search(["mute"]).hasPrefix("mute "))
    #expect(help.search(["zzzz"]).isEmpty)
    #expect(help.search(["mute", "zzzz"]).isEmpty)
  }

  @Test(arguments: [
    ("fav status:1", "subject   status:1 (status)"), ("fav status:1", "'unfav' undoes it"),
    ("fav status:1", "favoriteStatus?statusID=1"), ("delete status:1", "cannot be undone"),
    ("me", "reads; changes nothing"), ("bookmarks | unbookmark", "at least one for each row"),
    ("print a", "has no URL"), ("upper a", "computes a value"), ("post Hi cw=x", "values    text=Hi cw=x"),
  ])
  func explanationSaysWhatALineDoes(line: String, expected: String) throws {
    let input = ParsedSource(Source(line), mode: .repl)
    let statements = try input.statements.get()
    var checker = Checker(resolver: Shell.resolver(), mode: .prompt)
    #expect(checker.check(statements, in: input.source).isEmpty)
    let commands = LineCommand.all(in: statements, checker.resolutions, Shell.resolver())
    let text = commands.map { Shell.explanation(of: $0) }.joined()
    #expect(text.contains(expected), "\(text)")
  }

  @Test(arguments: ["language", "moderation", "options", "prompt", "records", "all"])
  func aTopicIsNoVerb(topic: String) {
    #expect(help.text(on: topic)?.isEmpty == false && help.page(for: topic) == nil)
  }

  @Test func theWholeListBeginsWithALineForEachAction() throws {
    let all = try #require(help.text(on: "all"))
    let lines = all.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
    var entries: [String] = []
    // The summaries are one column.
    var columns: Set<Int> = []
    for line in lines {
      let text = line.drop { $0 == " " }
      guard line.count - text.count > 2, let last = entries.popLast() else {
        entries.append(String(line))
        if let gap = text.firstRange(of: /\ {2,}/) {
          columns.insert(line.distance(from: line.startIndex, to: gap.upperBound))
        }
        continue
      }
      columns.insert(line.count - text.count)
      // The summary of a long usage begins in a line of its own.
      entries.append(last + (last.contains(/\S {2}/) ? " " : "  ") + text)
    }
    #expect(columns.count == 1)
    let signatures = Action.all.map(\.signature)
    #expect(entries.count == signatures.count)
    for (entry, signature) in zip(entries, signatures) {
      let gap = try #require(entry.firstRange(of: "  " + signature.summary)).lowerBound
      #expect(entry.hasPrefix("  \(signature.verbs[0])") && entry.hasSuffix(signature.summary))
      let operands = signature.parameters.filter { $0.place == .operand }.compactMap(\.type.referenceKind?.rawValue)
      for name in entry[..<gap].matches(of: /[<\[](\w+)[>\]]/).map({ String($0.1) }) {
        #expect(
          name == "\(signature.subject?.kind.rawValue ?? "")" || operands.contains(name)
            || signature.parameter(named: name) != nil)
      }
    }
  }

  @Test(arguments: Action.all.map(\.signature))
  func dangerIsSaid(signature: Signature) {
    let page = help.page(for: signature).replacing("\n  ", with: " ")
    #expect(page.contains("unless --yes is given") == signature.effect.needsConfirmation)
    #expect(page.contains("Changes nothing.") == !signature.effect.isWrite)
  }

  @Test func namesThatAreManyStandInLinesOfTheirOwn() throws {
    let page = try #require(help.page(for: "can"))
    #expect(page.contains("\n  feature=NAME  the feature\n"))
    #expect(page.contains("\n\neach feature\n  account-lookup account-batch "))
    for word in [" quotes ", " bubble-timeline "] { #expect(page.replacing("\n", with: " ").contains(word)) }
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func declarationsAreSentencesAndNamesAreTakenOnce() {
    var verbs: Set<String> = []
    // A verb may belong to several actions, which the kind of the subject tells apart.
    var uses: Set<String> = []
    for signature in Action.all.map(\.signature) {
      #expect(signature.summary.hasSuffix(".") && signature.summary.first?.isUppercase == true)
      let kind = signature.subject?.kind.rawValue ?? ""
      #expect(signature.verbs.allSatisfy { uses.insert("\($0) \(kind)").inserted })
      verbs.formUnion(signature.verbs)
      let actions = Set([signature.action] + signature.spellings).subtracting(signature.verbs)
      #expect(actions.allSatisfy { verbs.insert($0).inserted || Self.shared.contains($0) })
      #expect(signature.verbs.contains { signature.example == $0 || signature.example.hasPrefix($0 + " ") })
      let names = signature.parameters.flatMap { [$0.name] + $0.synonyms }
      #expect(Set(names + Parameter.common.map(\.name)).count == names.count + Parameter.common.count)
      #expect(names.allSatisfy { !$0.hasPrefix("x-") })
    }
    #expect(verbs.isDisjoint(with: ["help", "open", "print", "exit", "quit"]))
  }

  private static func page(_ page: ManualPage, summary: String = "Sums.") throws -> String {
    page.text(of: try program(summary: summary), Shell.catalog)
  }

  @Test func everyRecordHasAPage() throws {
    let help = HelpText(Shell.catalog)
    for name in Shell.catalog.records.keys {
      let page = try #require(help.text(on: "records \(name)"), "\(name)")
      #expect(page.hasPrefix("  from ") || page.hasPrefix("  part of other records"), "\(name)")
    }
    #expect(help.text(on: "records nothing") == nil)
  }

  @Test func theManualNamesEveryVerbExitAndVariable() throws {
    let verbs = try Self.page(.verbs)
    for signature in Shell.catalog.signatures {
      let starts = [" ", "\\fR"].map { "\n\\fB\(signature.preferredVerb)\($0)" }
      #expect(starts.contains { verbs.contains($0) }, "\(signature.action)")
      let ends = [",", "\n"].map { "\n\\[u2192] \(signature.action)\($0)" }
      #expect(ends.contains { verbs.contains($0) }, "\(signature.action)")
    }
    let page = try Self.page(.program, summary: ".dots and 'quotes' and \\ back")
    let words = page.replacing("\n", with: " ")
    for (code, meaning) in ExitCode.meanings {
      #expect(words.contains(" .TP \(code.rawValue) \(meaning.replacing("-", with: "\\-")) "))
    }
    for word in ["TUSK_SERVER", "TUSK_TOKEN", "NO_COLOR", "XDG_CONFIG_HOME"] { #expect(page.contains(word)) }
    #expect(page.contains("\n\\&.dots and 'quotes' and \\e back\n"))
  }

  @Test(arguments: ManualPage.allCases)
  func noLineOfTextIsTakenForAMacro(page: ManualPage) throws {
    let page = try Self.page(page, summary: ".y")
    let macros = [
      ".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".BI", ".BR", ".I", ".IR", ".RB", ".br", ".nf", ".fi", ".PD", ".RS",
      ".RE", ".ad",
      ".nh",
    ]
    for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(macros.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
    }
    #expect(page.unicodeScalars.allSatisfy { $0.isASCII })
  }

  @Test func manualHasEveryOptionOnce() throws {
    let page = try Self.page(.program, summary: "Sums.")
    #expect(
      page.contains(
        "\n.SH OPTIONS\n.PD 0\n.TP\n\\fB\\-\\-rate\\fR \\fImode\\fR\nWhen to wait. (now, later; default: now)\n"))
    #expect(
      page.contains(
        "\n.SS tusk note [options] <files> ...\nSums.\n.PD 0\n.TP\n\\fB\\-n\\fR, \\fB\\-\\-new\\fR\nAdd it.\n"))
    #expect(page.split(separator: "Add it.").count == 2 && !page.contains("\\-secret"))
  }

  @Test(arguments: [
    ("fav status:1", 40, ["fav status:1"]),
    ("post Hi \"a text that is quoted\"", 34, ["post Hi \\", "\"a text that is quoted\""]),
    ("post \"a text in quotes\" visibility=unlisted", 40, ["post \"a text in quotes\" \\", "visibility=unlisted"]),
    (
      "post \"a text that is longer than the line\" x=1", 30,
      ["post \\", "\"a text that is longer than the line\" \\", "x=1"]
    ),
    ("set key=\(String(repeating: "k", count: 60))", 40, ["set key=kkkkkkkkkkkkk…kkkkkkkk"]),
  ])
  func longExamplesContinueBetweenWords(_ example: String, _ width: Int, _ expected: [String]) {
    let lines = HelpText(Shell.catalog, width: width).example(example).split(separator: "\n").dropFirst()
    #expect(lines.map { String($0.drop { $0 == " " }) } == expected)
  }

  /// The description of a small program, as the argument parser writes it.
  static func program(summary: String) throws -> ProgramCommand {
    let text = JSON.string(summary).text
    let program = ProgramCommand(
      description: """
        {"command": {"commandName": "tusk", "defaultSubcommand": "run", "subcommands": [
          {"commandName": "run", "abstract": "Run.", "arguments": [
            {"kind": "option", "names": [{"kind": "long", "name": "rate"}], "valueName": "mode", "abstract":
              "When to wait.", "allValues": ["now", "later"], "defaultValue": "now", "isOptional": true},
            {"kind": "option", "names": [{"kind": "long", "name": "secret"}], "shouldDisplay": false}]},
          {"commandName": "note", "abstract": \(text), "arguments": [
            {"kind": "flag", "names": [{"kind": "short", "name": "n"}, {"kind": "long", "name": "new"}],
              "abstract": "Add it.", "isOptional": true},
            {"kind": "positional", "valueName": "files", "isRepeating": true, "abstract": "Files."},
            {"kind": "flag", "names": [{"kind": "long", "name": "help"}], "abstract": "Help."}]},
          {"commandName": "hidden", "shouldDisplay": false}]}}
        """)
    return try #require(program)
  }
}

/// What Tab offers: names from the table, in the place where they can stand.
struct ShellCompletionTests {
  private func candidates(_ text: String) -> (texts: [String], replaced: String) {
    let completions = Shell.completions(of: text, at: text.utf8.count)
    let bytes = Array(text.utf8)[completions.range]
    return (completions.candidates.map(\.text), String(decoding: bytes, as: UTF8.self))
  }

  @Test(arguments: [
    ("fa", ["fav"], ["favorite"]), ("fav", ["fav", "favoriters"], ["favorite"]),
    ("favo", ["favorites"], ["favorite"]), ("favou", ["favourite"], []), ("post", ["post"], ["posted"]),
    ("undo", ["undo"], []), ("home | fav", ["fav", "favoriters"], []), ("get ", ["account", "status"], ["fav"]),
    ("dismiss a", ["all"], []), ("post --", ["--json", "--yes", "--silent"], ["--html"]),
    ("get status status:9 --h", ["--html"], ["--yes"]), ("post Hi vis", ["visibility="], []),
    ("post Hi visibility=", ["public", "direct", "local", "mutuals_only", "list:"], ["true", "followers"]),
    ("post Hi visibility=un", ["unlisted"], ["public"]),
    ("fav st", ["status:"], []), ("he", ["help"], []), ("op", ["open"], []), ("me\nfa", ["fav"], []),
    ("se", ["set rate", "search"], []), ("set ", ["rate"], ["set rate"]), ("  set r", ["rate"], []),
    ("set rate ", ["wait", "pace", "throw", "max-wait="], ["mode="]),
    ("set rate pace ", ["max-wait="], ["wait"]), ("set rate pace max-wait=2h ", [], ["max-wait=", "wait"]),
    ("can ", ["quotes", "polls"], ["feature=", "--json"]), ("can quo", ["quotes", "quote-policies"], ["polls"]),
    ("can quotes ", ["--probe"], ["polls", "--json"]), ("timeline ", ["home", "local"], ["name="]),
    ("timeline --all l", ["local"], ["home"]), ("read ", ["csv", "lines"], ["format="]),
    ("print ", ["to="], ["value="]),
  ])
  func namesAreOfferedWhereTheyCanStand(text: String, some: [String], none: [String]) {
    let (texts, _) = candidates(text)
    for wanted in some { #expect(texts.contains(wanted), "\(wanted) is not in \(texts)") }
    for unwanted in none { #expect(!texts.contains(unwanted), "\(unwanted) is in \(texts)") }
  }

  @Test(arguments: ["zzz", "post 'in a text fa", "fav status:9 # fa", "post Hi colour=", "notifications count=", "'"])
  func nothingIsOfferedWhereNothingIsKnown(text: String) {
    #expect(candidates(text).texts.isEmpty)
  }

  @Test(arguments: ["fav", "post Hi visibility=pu", "é漢 fa", "get acc", "", " ", "\n", "post --js"])
  func whatIsReplacedEndsAtTheCursor(text: String) {
    for cursor in 0...text.utf8.count {
      let completions = Shell.completions(of: text, at: cursor)
      #expect(completions.range.lowerBound >= 0 && completions.range.upperBound <= text.utf8.count)
      #expect(completions.candidates.isEmpty || completions.range.lowerBound <= cursor)
    }
  }

  @Test func aFinishedNameIsFollowedByABlank() {
    let suffixes = { (text: String) in
      Dictionary(
        Shell.completions(of: text, at: text.utf8.count).candidates.map { ($0.text, $0.suffix) },
        uniquingKeysWith: { first, _ in first })
    }
    #expect(suffixes("fav")["fav"] == " ")
    #expect(suffixes("post Hi vis")["visibility="] == "")
    #expect(suffixes("fav st")["status:"] == "")
  }
}

extension ParameterType {
  /// The kind of thing that a reference names.
  fileprivate var referenceKind: ReferenceKind? {
    guard case .reference(let kind) = self else { return nil }
    return kind
  }
}
