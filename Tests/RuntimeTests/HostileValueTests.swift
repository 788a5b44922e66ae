import JSONValue
import TestSupport
import Testing
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// What a server answers is a value wherever it comes to stand: it is never read as a part of the language, never names
/// a file or a program, and reaches the door as the value of one parameter or not at all.
@Suite(.timeLimit(.minutes(10)))
struct HostileValueTests {
  /// A server that answers this text in every field of every record, as whatever kind the field is declared.
  private static func scene(_ text: String, ledger: TestLedger? = nil) -> Scene {
    let thing = record(of: .thing, text)
    return Scene(Scene.Surroundings(ledger: ledger, environment: ["HOME": "/root"])) { url in
      switch url.action {
      case "listThings", "listMany", "watchThings": .items([thing, thing])
      case "getPerson", "getCurrentUser": .item(record(of: .person, text))
      case "getThing":
        .success(["name", "count", "locked", "date"].map { CallbackURL.Pair($0, text) })
      default: .item(thing)
      }
    }
  }

  private static func record(of shape: RecordShape, _ text: String) -> JSON {
    .object(JSON.Object(shape.fields.map { (name: $0.name, value: value(of: $0.kind, text)) }))
  }

  private static func value(of kind: ValueKind, _ text: String) -> JSON {
    switch kind {
    case .record("person"): record(of: .person, text)
    case .record: record(of: .part, text)
    case .list(let element): [value(of: element, text), value(of: element, text)]
    default: .string(text)
    }
  }

  /// Every way to a value of the server.
  private static let fields = [
    "$t", "$t.id", "$t.text", "$t.name", "$t.count", "$t.loud", "$t.date", "$t.url", "$t.acct", "$t.by", "$t.by.id",
    "$t.by.url",
    "$t.tags", "$t.tags.0", "$t.parts", "$t.parts.0", "$t.parts.0.url", "$t.parts.1.note", "$t.place", "$l", "$l.0",
    "$l.1.text",
    "$p", "$p.acct", "$w.name", "$w.count", "$w.locked", "$w.date", "$me", "$me.acct", "$g",
  ]

  private static let reading = """
    let t = set first
    let l = many
    let p = person account:1
    let w = thing status:1
    let g = "$t.text"

    """

  @Test(arguments: [
    "set FIELD", "set \"FIELD\"", "set \"<FIELD>\" size=5", "set xFIELD", "set text=FIELD", "let y = FIELD\nset $y",
    "def d x\nset $x\nend\nd FIELD", "for y in [FIELD]\nset $y\nend", "let y = [FIELD]\nset $y.0", "set x link=FIELD",
    "set x reply=FIELD", "set x media=FIELD", "set x media=[FIELD]", "set x size=FIELD", "set x loud=FIELD",
    "thing FIELD",
    "thing status:FIELD", "drop FIELD", "drop [FIELD]", "person FIELD", "person account:FIELD", "many count=FIELD",
    "many page=FIELD",
    "save FIELD", "open tusker://x-callback-url/setThing?text=FIELD", "tusker://x-callback-url/setThing?text=a-FIELD",
    "open tusker://x-callback-url/setThing?media=FIELD", "set x timeout=FIELD", "many limit=FIELD", "set x as=FIELD",
  ])
  func aValueIsTheValueOfOneParameter(line: String) async throws {
    var wrong: Set<String> = []
    for (index, text) in HostileTexts.short.enumerated() where (index + line.utf8.count).isMultiple(of: 3) {
      let scene = Self.scene(text)
      let frame = try await scene.frame(after: Self.reading)
      for (place, field) in Self.fields.enumerated() where (place + index).isMultiple(of: 4) {
        let start = scene.urls.count
        let failure = await scene.failure(line.replacing("FIELD", with: field.inBraces(in: line)), knowing: frame)
        let urls = scene.urls[start...]
        if let mistake = urls.lazy.compactMap({ Self.mistake(in: $0, of: line) }).first ?? Self.mistake(in: failure) {
          wrong.insert("\(field) is \(text.debugDescription): \(mistake)")
        }
      }
      #expect(scene.allOptions.allSatisfy { !$0.assumesYes && $0.timeout == .seconds(30) || line.contains("timeout") })
    }
    #expect(wrong.sorted().prefix(3) == [])
  }

  private static let parameters: Set<String> = [
    "text", "reply", "media", "about", "link", "size", "loud", "statusID", "statusURL", "accountID", "accountURL",
    "acct", "count",
    "page", "url", "item", "items", "x-source", "x-success", "x-error", "x-cancel",
  ]

  /// What a request has that the script did not say.
  private static func mistake(in url: CallbackURL, of line: String) -> String? {
    let isAsked = line.hasPrefix("drop") || url.action != "dropThing"
    let namesFile = url.told.contains { $0.name == "media" && ($0.value ?? "").hasPrefix("file:") }
    guard isAsked, !namesFile, url.pairs.allSatisfy({ parameters.contains($0.name) }),
      Set(url.pairs.map(\.name)).count == url.pairs.count || line.contains("media")
    else { return url.description }
    return nil
  }

  /// What a mistake says that is not about a value but about how the script is written.
  private static func mistake(in failure: Diagnostic?) -> String? {
    guard let failure else { return nil }
    switch failure.kind {
    case .typeMismatch, .wrongKind, .foreignValue, .outOfRange, .forNeedsList, .unknownField: return nil
    default: return "\(failure.kind) \(failure.message)"
    }
  }

  @Test func aTextArrivesAsItIs() async throws {
    for text in HostileTexts.short {
      let scene = Self.scene(text)
      try await scene.run(
        Self.reading
          + "set $t.text\nset \"$t.text\"\nset \"a${t.text}b\"\nset x$l.1.text\nset \"\"\"\n  $t.tags.0\n  \"\"\""
          + "\nset \"$t $t.by $me\"")
      let told = scene.urls.filter { $0.action == "setThing" }.dropFirst().map { $0.values(of: "text") }
      #expect(told == [[text], [text], ["a\(text)b"], ["x\(text)"], [text], ["\(text) \(text) \(text)"]])
    }
  }

  @Test(arguments: [
    "run FIELD", "run FIELD x", "run [FIELD x]", "run \"FIELD\"", "run xFIELD", "many | FIELD", "let y = run FIELD",
    "many > FIELD",
    "many >> FIELD", "many > \"dir/FIELD\"", "many > FIELD.txt", "read lines file:FIELD",
    "for r in (read csv file:FIELD)\nend",
    "source FIELD", "source file:FIELD", "upload FIELD", "upload file:FIELD", "save https://a.example/ to=FIELD",
    "save https://a.example/ to=file:FIELD", "save https://a.example/ to=file:media/FIELD", "set text=file:FIELD",
    "set file:FIELD",
    "set x media=file:FIELD", "let y = file:FIELD\nset x media=$y", "let y = [file:FIELD]\nset x media=$y",
    "open tusker://x-callback-url/FIELD", "open tusker://x-callback-url/FIELD?statusID=1",
    "open tusker://x-callback-url/setThing?FIELD=x",
    "open tusker://x-callback-url/setThing?FIELD", "open tusker://x-callback-url/uploadThing?file=FIELD",
    "open tusker://x-callback-url/saveThing?url=https%3A%2F%2Fa.example%2F&to=FIELD",
    "open tusker://x-callback-url/setThing?media=file%3AFIELD",
    "open FIELD", "let y = run echo x\nrun $y", "let y = FIELD\ndef d z\nrun $z\nend\nd $y",
    "once k\nlet y = FIELD\nend\nrun $y",
  ])
  func nothingOfTheServerNamesAProgramAFileOrAnAction(line: String) async throws {
    let fields = ["$t.text", "$t.url", "$t.place", "$t.id", "$l.0.name", "$p", "$g", "$me.acct"]
    var wrong: Set<String> = []
    for (index, text) in HostileTexts.short.enumerated() where (index + line.utf8.count).isMultiple(of: 2) {
      let scene = Self.scene(text)
      let frame = try await scene.frame(after: Self.reading)
      for (place, field) in fields.enumerated() where (place + index).isMultiple(of: 3) {
        let start = scene.urls.count
        let failure = await scene.failure(line.replacing("FIELD", with: field.inBraces(in: line)), knowing: frame)
        let isRefused = [.foreignValue, .typeMismatch, .missingArg].contains(failure?.kind)
        let isReading = scene.urls[start...].allSatisfy { ["listMany", "getCurrentUser"].contains($0.action) }
        if !isRefused || !isReading {
          wrong.insert(
            "\(field) is \(text.debugDescription): \(failure.map { "\($0.kind) \($0.message)" } ?? "it ran")")
        }
      }
    }
    #expect(wrong.sorted().prefix(3) == [])
  }

  @Test func aLongTextArrivesAsItIs() async throws {
    let text = HostileTexts.long
    let scene = Scene(["setThing": .item(["id": "1", "text": .string(text)])])
    try await scene.run("let t = set first\nset \"$t.text\"\nset $t")
    #expect(scene.urls.dropFirst().map { $0.values(of: "text") } == [[text], [text]])
    let opened = await scene.failure("let t = set first\nopen tusker://x-callback-url/setThing?text=${t.text}")
    #expect(opened?.kind == .typeMismatch && scene.urls.count == 4)
  }

  @Test func aWordOfAProgramIsOneWordOrAnError() async throws {
    ignoreBrokenPipes()
    for text in HostileTexts.short {
      let scene = Self.scene(text)
      let failure = await scene.failure(Self.reading + "let y = run printf -- \"<%s>\" \"$t.text\" $t.text\nprint $y")
      if text.contains("\u{0}") {
        #expect(failure?.kind == .typeMismatch)
      } else {
        #expect(failure == nil && scene.printed == ["<\(text)><\(text)>"], "\(text): \(failure?.message ?? "")")
      }
      guard text.hasPrefix("-") else { continue }
      #expect(await scene.failure(Self.reading + "run printf \"<%s>\" $t.text")?.kind == .foreignValue, "\(text)")
    }
  }

  @Test func inAConditionItIsOnlyCompared() async throws {
    for text in HostileTexts.short {
      let scene = Self.scene(text)
      try await scene.run(
        Self.reading + """
          if $t.text == $l.0.text and $t.text in $t.tags and $t.text contains "$t.text"
            print same
          end
          if $t.text == other or "a" == $t.text
            print other
          end
          if $t.text matches "?*" or $t.text matches ''
            print matched
          end
          """)
      #expect(scene.printed == ["same", "matched"], "\(text.debugDescription)")
      for condition in ["if $t.text\nprint true\nend", "if not $t.loud\nprint true\nend", "expect $t.text"] {
        let other = Self.scene(text)
        #expect(
          await other.failure(Self.reading + condition)?.kind == .typeMismatch, "\(condition): \(text.prefix(40))")
        #expect(other.printed.isEmpty)
      }
    }
  }

  @Test func itNamesABlockThatIsDoneOnceAsItIs() async throws {
    for text in HostileTexts.short where !text.isEmpty {
      let ledger = TestLedger()
      for _ in 0..<2 {
        let scene = Self.scene(text, ledger: ledger)
        try await scene.run(
          "for t in (many) once=$t.text\nlet y = $t.text\nset $y\nend\nonce \"me $me.acct\"\nlet z = $me\nend\nprint $z"
        )
        #expect(scene.printed == [text])
      }
      let calls = await ledger.calls
      #expect(
        calls == [
          "begin - \(text)", "finish - \(text)", "done - \(text)", "begin - me \(text)", "finish - me \(text)",
          "done - \(text)",
          "done - \(text)", "done - me \(text)",
        ], "\(text.prefix(40))")
    }
  }

  @Test func whoActsIsAnAccountOrAnError() async throws {
    for text in HostileTexts.short {
      let scene = Self.scene(text)
      let failure = await scene.failure(Self.reading + "as $t.text\nset a\nend")
      let accounts = Set(scene.allOptions.compactMap(\.account))
      #expect(failure == nil ? accounts == [text] : accounts.isEmpty)
      #expect(failure == nil ? text.hasPrefix("@") : failure?.kind == .typeMismatch, "\(text.prefix(40))")
    }
  }

  @Test func aPlanHoldsItAsAValue() async throws {
    for text in HostileTexts.short where !text.contains("\u{0}") {
      let script = """
        for t in (many)
          set $t.text
          let x = set "<$t.text>"
          set "$x.text$t.text"
          run printf -- "%s" $t.tags.0 "$x.text" "x$t.text"
          many limit=1 | cat -- $t.text >> out
        end
        """
      let scene = Self.scene(text)
      let failure = await scene.failure(script, rehearses: true)
      if let failure {
        #expect(failure.kind == .typeMismatch, "\(text.prefix(40)): \(failure.message)")
      }
      let source = Source(scene.planned.joined(separator: "\n"))
      let statements = try Parser.parse(source)
      #expect(statements.count == scene.planned.count, "\(text.prefix(40))")
      var checker = Checker(resolver: Scene.resolver, arguments: [])
      #expect(checker.check(statements, in: source).isEmpty, "\(text.prefix(40))")
      #expect(scene.urls.allSatisfy { $0.action == "listMany" })
    }
  }

  @Test func messagesAndCaughtErrorsHoldItAsText() async throws {
    for text in HostileTexts.short {
      let scene = Scene([
        "setThing": .failure(Failure(.rejected, text)), "listMany": .items([Self.record(of: .thing, text)]),
      ])
      try await scene.run(
        "try\nset a\ncatch e\nprint $e.message\nthing status:1\ntry\nrun $e.message\ncatch f\nprint $f.kind\nend\nend")
      #expect(scene.printed == ["set failed: \(text)", "usage"])
      #expect(scene.urls.count == 2)
    }
  }
}

extension String {
  /// The variable as it stands beside other characters.
  fileprivate func inBraces(in line: String) -> String {
    let isAlone =
      line.contains(" FIELD\n") || line.hasSuffix(" FIELD") || line.contains("=FIELD\n") || line.hasSuffix("=FIELD")
      || line.contains("[FIELD]")
    return isAlone && !line.contains("://") ? self : "${\(dropFirst())}"
  }
}
