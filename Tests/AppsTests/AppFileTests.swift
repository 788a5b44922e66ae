import TestSupport
import Testing
import TuskApps
import TuskLanguage
import XCallbackURL

/// The format in which people describe apps.
struct AppFileTests {
  private let folder: TemporaryFolder
  private let library: AppLibrary

  private static let head = "app notes\n  title Notes\n  summary Notes.\n  scheme notes\n"
  private static let action = "action add\n  summary Adds.\n  effect write\n"

  private static let noCondition =
    "expected 'destroys NAME=A|B' (a one-of parameter) or 'destroys NAME' (a boolean)"

  init() throws {
    folder = try TemporaryFolder()
    library = AppLibrary(folder: folder.path)
  }

  private func app(_ text: String) throws -> AppDescription {
    try write(text, toFile: "\(folder.path)/notes.app")
    return try #require(try library.app(named: "notes"))
  }

  private func mistake(in text: String) throws -> String? {
    try write(text, toFile: "\(folder.path)/notes.app")
    do throws(Diagnostic) {
      _ = try library.app(named: "notes")
      return nil
    } catch {
      let source = try #require(error.source)
      return "\(source.line(at: error.span.start)) '\(source.text(error.span))': \(error.message)"
    }
  }

  @Test func everythingThatAFileCanSayIsRead() throws {
    let app = try app(
      """
      # what it is
      app notes
        title My Notes
        summary Notes on paper.
        scheme my-notes
        host none
        documentation https://notes.example/urls
        platforms linux macos
        booleans YES NO
        dates unix
        lists repeated
        takes token? secret  what proves it

      action note/add
        summary Adds a note.
        effect destructive
        destroys place=bottom
        destroys silent
        answers no
        example note/add text=x
        takes text prose  the note
        takes place? one-of top|bottom = bottom  where it goes
        takes silent? boolean  whether nothing is shown
        gives id integer  its number

      action list
        summary Lists.
        effect read
        without token
      """)
    #expect(
      app.title == "My Notes" && app.platforms == ["linux", "macos"] && app.documentation?.hasSuffix("urls") == true)
    #expect(app.app.scheme == "my-notes" && app.app.host == .none)
    #expect(app.app.dialect == Dialect(booleans: .capitalYesNo, dates: .unixSeconds, lists: .repeatedKeys))
    let add = app.actions[0]
    #expect(add.name == "note/add" && add.effect == .destructive && !add.answers && add.example == "note/add text=x")
    #expect(add.takes.map(\.name) == ["text", "place", "silent", "token"])
    #expect(add.takes.map(\.isOptional) == [false, true, true, true])
    #expect(add.destroys.map(\.parameter) == ["place", "silent"] && add.destroys.map(\.values) == [["bottom"], []])
    #expect(add.takes[1].kind == .choice(["top", "bottom"]) && add.takes[1].fallback == "bottom")
    #expect(add.gives.map(\.kind) == [.integer])
    #expect(app.actions[1].takes.isEmpty && app.actions[1].answers)
  }

  @Test(arguments: [
    ("", "1 '': the file must begin with 'app NAME'"),
    ("action a\n", "1 'action': the file must begin with 'app NAME'"),
    ("app notes\napp notes\n", "2 'app': duplicate 'app'"),
    ("app Notes\n", "1 'Notes': 'Notes' is not a valid name"),
    ("apps notes\n", "1 'apps': 'apps' is not one of app, action"),
    (
      "app notes\n  titel x\n",
      "2 'titel': 'titel' is not one of title, summary, scheme, host, documentation, platforms, "
        + "booleans, dates, lists, flags, takes"
    ),
    ("app notes\n  title\n", "2 '  title': expected 'KEYWORD VALUE', indented by 0 or 2 spaces"),
    ("app notes\n   title x\n", "2 '   title x': expected 'KEYWORD VALUE', indented by 0 or 2 spaces"),
    (
      "app notes\n\ttitle x\n",
      "2 '\ttitle x': the line is not plain UTF-8 text; remove tabs and other control characters"
    ),
    ("app notes\n  title x\n  title y\n", "3 'title': duplicate 'title'"),
    ("app notes\n  title x\n", "1 'notes': 'notes' has no summary and no scheme"),
    (
      "app other\n  title x\n  summary x.\n  scheme x\n", "1 'other': notes.app describes another app, 'other'"
    ),
    (head + "  booleans yes\n", "5 'yes': 'yes' is not one of 1 0, YES NO, true false, yes no"),
    (head + action + action, "8 'add': duplicate 'add'"),
    (head + "action add\n  effect write\n", "5 'add': 'add' has no summary"),
    (
      head + "action add\n  summary x.\n  effect wirte\n",
      "7 'wirte': 'wirte' is not one of read, present, write, destructive"
    ),
    (head + action + "  takes a text\n", "8 'a text': missing description; write it after two spaces"),
    (
      head + action + "  takes a txet  x\n",
      "8 'a txet  x': expected 'NAME TYPE  DESCRIPTION'; the types are text, prose, integer, number, "
        + "boolean, date, list, url, data, secret, json and one-of A|B"
    ),
    (head + action + "  takes a text  x\n  takes a text  x\n", "9 'a text  x': duplicate 'a'"),
    (
      head + action + "  destroys\n",
      "8 '  destroys': expected 'KEYWORD VALUE', indented by 0 or 2 spaces"
    ),
    (head + action + "  destroys a\n", "8 'a': \(noCondition)"),
    (head + action + "  takes a boolean  x\n  destroys a=true\n", "9 'a=true': \(noCondition)"),
    (head + action + "  takes a one-of b|c  x\n  destroys a=d\n", "9 'a=d': \(noCondition)"),
    (head + action + "  takes a one-of b|c  x\n  destroys a\n", "9 'a': \(noCondition)"),
    (head + action + "  takes a one-of b|c  x\n  destroys a=\n", "9 'a=': \(noCondition)"),
    (head + action + "  without a\n", "8 'a': there is no common parameter 'a'"),
  ])
  func aMistakeIsPointedAt(text: String, mistake: String) throws {
    #expect(try self.mistake(in: text) == mistake)
  }

  @Test(arguments: [
    ("mode=append", false), ("mode=replace", true), ("", false), ("mode=replace&mode=append", true),
    ("mode=append&mode=clear", true), ("old=keep&all", true), ("all=yes", true), ("all=1", true), ("all=no", false),
    ("all=NO", false), ("all=0", false), ("all=false", false), ("Mode=replace", false), ("old=drop", true),
  ])
  func whatDestroysDependsOnValues(query: String, isDangerous: Bool) throws {
    let app = try app(
      Self.head + Self.action + """
          takes mode? one-of append|replace|clear  where it goes
          takes all? boolean  whether all go
          takes old? one-of keep|drop = keep  what happens to the old
          destroys mode=replace|clear
          destroys all
          destroys old=drop

        """)
    let signature = try #require(app.catalog.signature(verb: "add"))
    let pairs = try CallbackURL(parsing: "notes://x-callback-url/add?\(query)").pairs
    #expect((signature.effect(of: pairs) == .destructive) == isDangerous)
    #expect(signature.worstEffect == .destructive && signature.effect == .reversible(by: nil))
  }

  @Test func aDefaultThatDestroysDoesSoUnlessAnotherValueIsGiven() throws {
    let app = try app(
      Self.head + Self.action + "  takes mode? one-of over|under = over  where it goes\n  destroys mode=over\n")
    let signature = try #require(app.catalog.signature(verb: "add"))
    #expect(signature.effect(of: []) == .destructive)
    #expect(signature.effect(of: [CallbackURL.Pair("mode", "under")]) == .reversible(by: nil))
  }

  @Test func aPersonsOwnFileTakesThePlaceOfOneThatComesAlong() throws {
    try write(
      Self.head.replacing("notes", with: "bear").replacing("Notes", with: "Honey") + Self.action,
      toFile: "\(folder.path)/bear.app")
    #expect(try library.app(named: "bear")?.title == "Honey")
    #expect(library.names.count { $0 == "bear" } == 1)
    #expect(try library.app(named: "things") != nil)
  }

  @Test(arguments: ["nothing", "", "../bear", "bear.app", "BEAR", "bear\u{0}"])
  func whatIsNoNameIsNoApp(name: String) throws {
    #expect(try library.app(named: name) == nil)
  }

  @Test func aURLIsKnownByTheAppThatItGoesTo() throws {
    let known = [
      "bear://x-callback-url/create?title=x": "bear", "things:///add?title=x": "things",
      "obsidian://adv-uri?vault=V": "advanced-uri", "obsidian://actions-uri/note/get?vault=V": "actions-uri",
    ]
    for (text, name) in known {
      #expect(library.action(of: try CallbackURL(parsing: text))?.app?.name == name, "\(text)")
    }
    for text in ["bear://x-callback-url/nothing", "bear:///create", "other://x-callback-url/create"] {
      #expect(library.action(of: try CallbackURL(parsing: text)) == nil, "\(text)")
    }
  }
}
